/** The read-model port over arrays, for tests of the edge: the same reads, nothing on a disk. */
import type { FundingApplied, PoolValued } from '@vest/engine'
import type {
  AccountTally,
  CapitalPast,
  ClosedPosition,
  FeeHour,
  FirstEvent,
  HeldPosition,
  MarketState,
  Page,
  ReadModelBatch,
  ReadModelStore,
  RowPlace,
  StoredAccountValue,
  StoredCandle,
  StoredSplit,
  StoredFill,
  StoredFunding,
  StoredLpOrder,
  StoredOrder,
  StoredPoints,
  StoredTrade,
  StoredTransfer,
} from '@vest/runtime'
import { timeMs } from '@vest/protocol'

const isOneOf = (symbols: readonly string[] | undefined, symbol: string): boolean =>
  symbols === undefined || symbols.includes(symbol)

/** The latest state of a record, at the place where it was told first. */
function putRecord<Row extends FirstEvent & { readonly id: string }>(rows: Map<string, Row>, row: Row): void {
  const { seq, index } = rows.get(row.id) ?? row
  rows.set(row.id, { ...row, seq, index })
}

const byAcceptance = (row: FirstEvent & { readonly postTimeMs: number }): RowPlace => [
  row.postTimeMs,
  row.seq,
  row.index,
]
const placeOfTrade = (row: StoredTrade): RowPlace => [row.timeMs, row.tradeId]
const placeOfFill = (row: StoredFill): RowPlace => [row.timeMs, row.tradeId, row.orderId]
const placeOfPayment = (row: StoredFunding): RowPlace => [row.timeMs, row.seq, row.index]
const placeOfEnd = (row: ClosedPosition): RowPlace => [row.closeTimeMs, row.id]

const totalOf = ({ trading, lp, referral }: StoredPoints): number => trading + lp + referral
const hasMoreThan =
  (row: StoredPoints) =>
  (other: StoredPoints): boolean =>
    other.epochId === row.epochId && totalOf(other) > totalOf(row)

function comparePlaces(a: RowPlace, b: RowPlace): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
}
const newestFirst =
  <Row>(placeOf: (row: Row) => RowPlace) =>
  (a: Row, b: Row): number =>
    comparePlaces(placeOf(b), placeOf(a))
const behind =
  <Row>({ after }: Page, placeOf: (row: Row) => RowPlace) =>
  (row: Row): boolean =>
    after === undefined || comparePlaces(placeOf(row), after) < 0

export function createMemoryStore(): ReadModelStore {
  const orders = new Map<string, StoredOrder>()
  const transfers = new Map<string, StoredTransfer>()
  const trades = new Map<number, StoredTrade>()
  const fills: StoredFill[] = []
  const funding: FundingApplied[] = []
  const candles = new Map<string, StoredCandle>()
  const payments: StoredFunding[] = []
  const states = new Map<string, MarketState>()
  const splits = new Map<string, StoredSplit>()
  const lpOrders = new Map<string, StoredLpOrder>()
  const poolValues = new Map<number, PoolValued>()
  const points = new Map<string, StoredPoints>()
  const feeHours = new Map<number, FeeHour>()
  const tallies = new Map<string, AccountTally>()
  const values = new Map<string, StoredAccountValue>()
  const closed = new Map<string, ClosedPosition>()
  const held = new Map<string, HeldPosition>()
  const past = new Map<string, CapitalPast>()
  let lastSeq = 0

  const within = ({ startTimeMs, endTimeMs }: Page, at: number): boolean =>
    at >= (startTimeMs ?? 0) && at <= (endTimeMs ?? Number.MAX_SAFE_INTEGER)

  return {
    open: async () => ({ lastSeq }),
    reset: async () => {
      for (const rows of [orders, transfers, trades, candles, states, splits, lpOrders, poolValues])
        rows.clear()
      for (const rows of [points, feeHours, tallies, values, closed, held, past]) rows.clear()
      fills.length = funding.length = payments.length = lastSeq = 0
    },
    apply: async (batch: ReadModelBatch) => {
      if (batch.lastSeq < lastSeq) return
      lastSeq = batch.lastSeq
      for (const order of batch.orders) putRecord(orders, order)
      for (const transfer of batch.transfers) putRecord(transfers, transfer)
      for (const trade of batch.trades) trades.set(trade.tradeId, trade)
      fills.push(...batch.fills)
      funding.push(...batch.fundingApplied)
      payments.push(...batch.fundingSettled)
      for (const each of batch.marketStates ?? []) states.set(each.symbol, each)
      for (const each of batch.marketSplits ?? []) splits.set(`${each.symbol} ${each.number}`, each)
      for (const each of batch.lpOrders) putRecord(lpOrders, each)
      for (const each of batch.poolValues) poolValues.set(each.hourMs, each)
      for (const each of batch.points) points.set(`${each.account} ${each.epochId}`, each)
      for (const each of batch.feeHours ?? []) feeHours.set(each.hourMs, each)
      for (const each of batch.accountTallies ?? []) tallies.set(each.account, each)
      for (const each of batch.accountValues) values.set(`${each.account} ${each.hourMs}`, each)
      for (const each of batch.closedPositions) closed.set(each.id, each)
      for (const each of batch.capitalPast) past.set(`${each.seq} ${each.index}`, each)
      for (const each of batch.heldPositions ?? []) held.set(`${each.account} ${each.symbol}`, each)
      for (const candle of batch.candles)
        candles.set(`${candle.symbol} ${candle.interval} ${candle.openTimeMs}`, candle)
    },
    orders: async (filter) =>
      [...orders.values()]
        .filter(
          (order) =>
            order.account === filter.account &&
            within(filter, order.postTimeMs) &&
            (filter.ids?.includes(order.id) ?? true) &&
            (filter.nonce ?? order.nonce) === order.nonce &&
            (filter.signer ?? order.signer) === order.signer &&
            isOneOf(filter.symbols, order.symbol) &&
            (filter.orderType ?? order.orderType) === order.orderType &&
            (filter.status ?? order.status) === order.status &&
            (filter.clientId ?? order.clientId) === order.clientId,
        )
        .sort(newestFirst(byAcceptance))
        .filter(behind(filter, byAcceptance))
        .slice(0, filter.limit),
    transfers: async (filter) =>
      [...transfers.values()]
        .filter(
          (transfer) =>
            transfer.account === filter.account &&
            within(filter, transfer.postTimeMs) &&
            (filter.id ?? transfer.id) === transfer.id &&
            (filter.nonce ?? transfer.nonce) === transfer.nonce &&
            (filter.signer ?? transfer.signer) === transfer.signer &&
            (filter.type ?? transfer.type) === transfer.type,
        )
        .sort(newestFirst(byAcceptance))
        .filter(behind(filter, byAcceptance))
        .slice(0, filter.limit),
    trades: async (symbols, page) =>
      [...trades.values()]
        .filter((trade) => symbols.includes(trade.symbol) && within(page, trade.timeMs))
        .sort(newestFirst(placeOfTrade))
        .filter(behind(page, placeOfTrade))
        .slice(0, page.limit),
    fills: async (account, page) =>
      fills
        .filter(
          (fill) =>
            fill.account === account &&
            within(page, fill.timeMs) &&
            isOneOf(page.symbols, fill.symbol) &&
            (page.orderId ?? fill.orderId) === fill.orderId,
        )
        .sort(newestFirst(placeOfFill))
        .filter(behind(page, placeOfFill))
        .slice(0, page.limit),
    fillDays: async (accounts, page) => {
      const days = new Map<number, { traders: Set<string>; volume: bigint; fees: bigint }>()
      for (const { account, fromMs } of accounts)
        for (const fill of fills) {
          if (fill.account !== account || fill.timeMs < fromMs || !within(page, fill.timeMs)) continue
          const dayMs = Math.floor(fill.timeMs / 86_400_000) * 86_400_000
          const day = days.get(dayMs) ?? { traders: new Set(), volume: 0n, fees: 0n }
          day.traders.add(account)
          days.set(dayMs, {
            ...day,
            volume: day.volume + BigInt(fill.value),
            fees: day.fees + BigInt(fill.fee),
          })
        }
      return [...days]
        .sort(([a], [b]) => b - a)
        .slice(0, page.limit)
        .map(([dayMs, { traders, ...sums }]) => ({ dayMs: timeMs(dayMs), traders: traders.size, ...sums }))
    },
    fundingApplied: async (symbols, page) =>
      funding.filter((row) => symbols.includes(row.symbol) && within(page, row.hourMs)).slice(-page.limit),
    candles: async (symbol, interval, page) =>
      [...candles.values()]
        .filter(
          (each) => each.symbol === symbol && each.interval === interval && within(page, each.openTimeMs),
        )
        .sort((a, b) => a.openTimeMs - b.openTimeMs)
        .slice(-page.limit),
    fundingSettled: async (account, page) =>
      payments
        .filter(
          (row) => row.account === account && within(page, row.timeMs) && isOneOf(page.symbols, row.symbol),
        )
        .sort(newestFirst(placeOfPayment))
        .filter(behind(page, placeOfPayment))
        .slice(0, page.limit),
    marketSplits: async () =>
      [...splits.values()].sort((a, b) =>
        a.symbol === b.symbol ? a.number - b.number : a.symbol < b.symbol ? -1 : 1,
      ),
    marketStates: async () => [...states.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    lpOrders: async (filter) =>
      [...lpOrders.values()]
        .filter(
          (order) =>
            order.account === filter.account &&
            within(filter, order.postTimeMs) &&
            (filter.ids?.includes(order.id) ?? true) &&
            (filter.nonce ?? order.nonce) === order.nonce &&
            (filter.signer ?? order.signer) === order.signer &&
            (filter.orderType ?? order.orderType) === order.orderType &&
            (filter.status ?? order.status) === order.status,
        )
        .sort(newestFirst(byAcceptance))
        .filter(behind(filter, byAcceptance))
        .slice(0, filter.limit),
    poolValues: async (page) =>
      [...poolValues.values()].filter((value) => within(page, value.hourMs)).slice(-page.limit),
    points: async (account, page) =>
      [...points.values()]
        .filter((row) => row.account === account && within(page, row.endTimeMs))
        .sort((a, b) => b.epochId - a.epochId)
        .slice(0, page.limit)
        .map((row) => ({ ...row, rank: 1 + [...points.values()].filter(hasMoreThan(row)).length })),
    feeHours: async (page) =>
      [...feeHours.values()].filter((row) => within(page, row.hourMs)).slice(-page.limit),
    accountTallies: async () => [...tallies.values()],
    accountValues: async (account, page) =>
      [...values.values()]
        .filter((row) => row.account === account && within(page, row.hourMs))
        .sort((a, b) => a.hourMs - b.hourMs)
        .slice(-page.limit),
    capitalPast: async (account) => [...past.values()].filter((row) => row.account === account),
    closedPositions: async (account, page) =>
      [...closed.values()]
        .filter(
          (row) =>
            row.account === account && within(page, row.closeTimeMs) && isOneOf(page.symbols, row.symbol),
        )
        .sort(newestFirst(placeOfEnd))
        .filter(behind(page, placeOfEnd))
        .slice(0, page.limit),
    heldPositions: async () => [...held.values()].filter(({ size }) => size > 0),
    close: async () => undefined,
  }
}
