/**
 * The state as canonical text, and back. Equal states give equal text: object keys are sorted, sets are sorted, and
 * bigints stand as decimal text under a tag. What can be derived (books, indexes, counters) is not written; a state
 * read back continues exactly like one that never stopped.
 */
import { maxLeverage, valueScale } from '@vest/formulas'
import { type Address, assert } from '@vest/protocol'
import { linkOrder } from './account.ts'
import { insertOrder } from './book.ts'
import type { MarketId } from './command.ts'
import { isTrigger } from './orderLife.ts'
import {
  type Account,
  createExchange,
  createMarket,
  type Exchange,
  type Market,
  type Order,
  type Transfer,
} from './state.ts'

const FORMAT = 1

type Plain =
  null | boolean | number | string | bigint | undefined | readonly Plain[] | { readonly [key: string]: Plain }

/** Canonical text of the whole state; its SHA-256 is the state hash. */
export const encodeState = (exchange: Exchange): string => canonical(toPlain(exchange) as unknown as Plain)

/** The state that {@link encodeState} wrote. Asserts the format. */
export function decodeState(text: string): Exchange {
  const plain = JSON.parse(text, reviveBigint) as PlainExchange
  assert(plain.format === FORMAT, `unknown format of state: ${String(plain.format)}`)
  return fromPlain(plain)
}

type PlainMarket = Omit<Market, 'id' | 'scale' | 'maxLeverage' | 'bids' | 'asks' | 'triggers'>
type PlainAccount = Omit<
  Account,
  'id' | 'leverages' | 'oldestOrder' | 'youngestOrder' | 'openOrders' | 'reduceOnlyOrders' | 'openOrderMargin'
> & { readonly leverages: readonly (readonly [MarketId, number])[] }
type PlainOrder = Omit<Order, 'level' | 'older' | 'younger' | 'olderOfAccount' | 'youngerOfAccount'>
type PlainExchange = ReturnType<typeof toPlain>

function toPlain(exchange: Exchange) {
  const {
    seq,
    timeMs,
    activations,
    money,
    sleeves,
    solvency,
    soundSinceMs,
    tradeCount,
    orderCount,
    recentWithdrawals,
    idsTurnedAtMs,
  } = exchange
  return {
    format: FORMAT,
    seq,
    timeMs,
    activations,
    money,
    sleeves,
    solvency,
    soundSinceMs,
    tradeCount,
    orderCount,
    recentWithdrawals,
    idsTurnedAtMs,
    markets: exchange.markets.map(plainMarket),
    accounts: exchange.accounts.map(plainAccount),
    orders: [...exchange.orders.values()].sort((a, b) => a.rank - b.rank).map(plainOrder),
    transfers: [...exchange.transfers.values()],
    finishedTransfers: sortedEntries(exchange.finishedTransfers),
    depositLogs: sortedEntries(exchange.depositLogs),
    lastNonces: sortedEntries(exchange.nonces).map(([signer, { last }]) => [signer, last] as const),
    nonceHours: exchange.nonceHours.map(({ hourMs, bySigner }) => ({
      hourMs,
      bySigner: sortedEntries(bySigner),
    })),
    youngIds: [...exchange.youngIds].sort(byText),
    oldIds: [...exchange.oldIds].sort(byText),
  }
}

function plainMarket(market: Market): PlainMarket {
  const {
    id: _id,
    scale: _scale,
    maxLeverage: _max,
    bids: _bids,
    asks: _asks,
    triggers: _triggers,
    ...kept
  } = market
  return kept
}

function plainAccount(account: Account): PlainAccount {
  const {
    address,
    networkType,
    exists,
    collateral,
    softCredit,
    positions,
    registrations,
    trustedRecipients,
    withdrawals,
  } = account
  const leverages = [...account.leverages].sort(([a], [b]) => a - b)
  return {
    address,
    networkType,
    exists,
    collateral,
    softCredit,
    positions,
    registrations,
    trustedRecipients,
    withdrawals,
    leverages,
  }
}

function plainOrder(order: Order): PlainOrder {
  const {
    level: _level,
    older: _older,
    younger: _younger,
    olderOfAccount: _oa,
    youngerOfAccount: _ya,
    ...kept
  } = order
  return kept
}

function fromPlain(plain: PlainExchange): Exchange {
  const {
    markets,
    accounts,
    orders,
    transfers,
    finishedTransfers,
    depositLogs,
    lastNonces,
    nonceHours,
    youngIds,
    oldIds,
    format: _,
    ...kept
  } = plain
  const exchange: Exchange = { ...createExchange(), ...kept }
  markets.forEach((market, id) => {
    const { spec, listTimeMs } = market
    const empty = createMarket({
      id,
      spec,
      listTimeMs,
      scale: valueScale(spec),
      maxLeverage: maxLeverage(spec.initMarginRatio),
    })
    exchange.markets.push({ ...empty, ...market })
    exchange.marketIds.set(spec.symbol, id)
  })
  accounts.forEach((account, id) => exchange.accounts.push(accountFromPlain(exchange, account, id)))
  for (const order of orders) putOrder(exchange, order)
  for (const transfer of transfers) exchange.transfers.set(transfer.record.id, { ...ABSENT, ...transfer })
  for (const [id, finished] of finishedTransfers) exchange.finishedTransfers.set(id, finished)
  for (const [log, id] of depositLogs) exchange.depositLogs.set(log, id)
  for (const [signer, last] of lastNonces) exchange.nonces.set(signer, { last, used: new Set() })
  for (const hour of nonceHours) putNonces(exchange, hour)
  exchange.youngIds = new Set(youngIds)
  exchange.oldIds = new Set(oldIds)
  return exchange
}

function accountFromPlain(exchange: Exchange, plain: PlainAccount, id: number): Account {
  if (plain.positions.length > 0) exchange.holders.push(id)
  exchange.accountIds.set(plain.address, id)
  return {
    id,
    ...plain,
    leverages: new Map(plain.leverages),
    oldestOrder: undefined,
    youngestOrder: undefined,
    openOrders: 0,
    reduceOnlyOrders: 0,
    openOrderMargin: 0 as Account['openOrderMargin'],
  }
}

function putOrder(exchange: Exchange, plain: PlainOrder): void {
  const order: Order = {
    ...BLANK,
    ...plain,
    level: undefined,
    older: undefined,
    younger: undefined,
    olderOfAccount: undefined,
    youngerOfAccount: undefined,
  }
  const market = exchange.markets[order.marketId]!
  exchange.orders.set(order.id, order)
  linkOrder(exchange.accounts[order.accountId]!, order)
  if (isTrigger(order)) market.triggers.push(order)
  else insertOrder(order.isBuy ? market.bids : market.asks, order)
}

const ABSENT: Pick<Transfer, 'suspendedFor'> = { suspendedFor: undefined }

/** Fields that are absent in the text come back as absent values, so that all orders have one shape. */
const BLANK = {
  markPrice: undefined,
  code: undefined,
  lastFilledSize: undefined,
  lastFilledPrice: undefined,
  lastFilledTimeMs: undefined,
  realizedPnl: undefined,
  settledFunding: undefined,
  cumFunding: undefined,
} as const

function putNonces(
  exchange: Exchange,
  hour: { hourMs: number; bySigner: readonly (readonly [Address, number[]])[] },
): void {
  exchange.nonceHours.push({ hourMs: hour.hourMs, bySigner: new Map(hour.bySigner) })
  for (const [signer, nonces] of hour.bySigner) {
    const { used } = exchange.nonces.get(signer)!
    for (const nonce of nonces) used.add(nonce)
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sortedEntries = <Key extends string, Value>(map: ReadonlyMap<Key, Value>): (readonly [Key, Value])[] =>
  [...map].sort(([a], [b]) => byText(a, b))

const BIGINT_TAG = '$bigint'

function canonical(value: Plain): string {
  if (typeof value === 'bigint') return `{"${BIGINT_TAG}":"${value}"}`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: Plain) => canonical(item)).join(',')}]`
  const record = value as { readonly [key: string]: Plain }
  const parts: string[] = []
  for (const key of Object.keys(record).sort(byText))
    if (record[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonical(record[key])}`)
  return `{${parts.join(',')}}`
}

function reviveBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(BIGINT_TAG in value)) return value
  return BigInt((value as { [BIGINT_TAG]: string })[BIGINT_TAG])
}
