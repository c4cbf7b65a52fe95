/**
 * Raw state of the signed-in account and the folding of live events into it ([4.5], [4.6]). A snapshot from
 * the exchange is the truth; an event changes the account only when it is newer than that snapshot, and each
 * fold is exact, so that the screen is right before the next snapshot confirms it. Pure: no clock, no I/O.
 */
import { applyFill } from '@vest/formulas'
import {
  accountAddress,
  funding12,
  lots,
  ratio4,
  readDecimal,
  readFunding12,
  ticks,
  timeMs,
  usd6,
  type AccountEvent,
  type AccountResponse,
  type CapitalStatus,
  type Funding12,
  type Lots,
  type OrderEvent,
  type OrderRow,
  type OrderStatus,
  type OrderType,
  type Ratio4,
  type Ticks,
  type TimeMs,
  type TransferEvent,
  type TransferPayout,
  type TransferProgress,
  type TransferProgressEvent,
  type TransferRow,
  type TransferStatus,
  type TransferType,
  type Usd6,
} from '@vest/protocol'
import { isCapitalAccount } from '@vest/sdk'
import { foldCapital, readCapital, type CapitalFacts } from './capitalFacts.ts'
import type { Market } from './market.ts'

export interface RawPosition {
  readonly symbol: string
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  readonly entryFunding: Funding12
  readonly initMarginRatio: Ratio4
  /** Present on a position in an isolated market. */
  readonly isolatedMargin?: Usd6
}

export interface RawAccount {
  readonly address: string
  readonly collateral: Usd6
  /** Credited and not final on its chain yet: traded with, not withdrawn. */
  readonly softCredit: Usd6
  readonly positions: ReadonlyMap<string, RawPosition>
  readonly leverages: ReadonlyMap<string, number>
  readonly timeMs: TimeMs
  /** A funded or evaluation account ([4.11]); a normal one has no capital object. */
  readonly isCapital: boolean
  /** Where it stands in the programme; undefined of a normal account. */
  readonly capitalStatus?: CapitalStatus
  /** Its limits and its plan; undefined of a normal account. */
  readonly capital?: CapitalFacts
}

export interface Order {
  readonly id: string
  readonly nonce: number
  readonly symbol: string
  readonly isBuy: boolean
  readonly orderType: OrderType
  readonly limitPrice: Ticks
  readonly size: Lots
  readonly filledSize: Lots
  readonly status: OrderStatus
  readonly isReduceOnly: boolean
  readonly initMarginRatio: Ratio4
  readonly timeInForce?: string
  readonly code?: number
  readonly avgFilledPrice?: Ticks
  readonly lastFilledTimeMs?: TimeMs
  readonly realizedPnl?: Usd6
  readonly settledFunding?: Usd6
  readonly fees?: Usd6
  /** Of exits that ride on a limit order; with its first fill they are orders of their own. */
  readonly takeProfitPrice?: Ticks
  readonly stopLossPrice?: Ticks
  /** The mark has reached its price, and it tries until it has filled. */
  readonly isTriggered?: boolean
  readonly postTimeMs: TimeMs
}

export interface Transfer {
  readonly id: string
  readonly type: TransferType
  readonly status: TransferStatus
  readonly size: Usd6
  readonly code?: number
  readonly chainId: number
  readonly postTimeMs: TimeMs
  readonly recipient?: string
  readonly txHash?: string
  readonly eligibleTimeMs?: TimeMs
  readonly progress?: TransferProgress
  readonly payout?: TransferPayout
}

/** Everything known of the account; `account` is undefined until the first snapshot. */
export interface AccountState {
  readonly account: RawAccount | undefined
  readonly orders: ReadonlyMap<string, Order>
  readonly transfers: ReadonlyMap<string, Transfer>
}

export const EMPTY_ACCOUNT: AccountState = { account: undefined, orders: new Map(), transfers: new Map() }

export type Markets = ReadonlyMap<string, Market>

/** A normal account has no status, or one that says that it is none of the programme's ([4.11]). */
export const isCapitalStatus = (status: CapitalStatus | undefined): status is CapitalStatus =>
  status !== undefined && isCapitalAccount(status)

const FINAL: ReadonlySet<OrderStatus> = new Set(['FILLED', 'CANCELLED', 'REJECTED'])
export const isFinal = (status: OrderStatus): boolean => FINAL.has(status)
/** What the open-orders tab counts: resting orders that are not market orders ([2.27]). */
export const isOpenOrder = (order: Order): boolean => !isFinal(order.status) && order.orderType !== 'MARKET'
/** A stop or take profit whose price was reached, and that waits for a counterparty. */
export const isTrying = ({ isTriggered, status }: Order): boolean => isTriggered === true && !isFinal(status)

// ---------------------------------------------------------------- snapshots

export function readAccount(wire: AccountResponse, markets: Markets): RawAccount {
  const { capital } = wire
  const positions = new Map<string, RawPosition>()
  for (const row of wire.positions) {
    const market = markets.get(row.symbol)
    if (market === undefined) continue
    positions.set(row.symbol, {
      symbol: row.symbol,
      isLong: row.isLong,
      size: lots(readDecimal(row.size, market.sizeDecimals)),
      cost: usd6(readDecimal(row.cost, 6)),
      entryFunding: readFunding12(row.entryFunding),
      initMarginRatio: ratio4(readDecimal(row.initMarginRatio, 4)),
      ...(market.isIsolated ? { isolatedMargin: usd6(readDecimal(row.isolatedMargin, 6)) } : {}),
    })
  }
  return {
    address: accountAddress(wire.address) ?? wire.address,
    collateral: usd6(readDecimal(wire.collateral, 6)),
    softCredit: usd6(readDecimal(wire.softCredit, 6)),
    positions,
    leverages: new Map(wire.leverages.map(({ symbol, value }) => [symbol, value])),
    timeMs: timeMs(wire.time),
    isCapital: isCapitalStatus(capital?.capital_status),
    ...optional('capitalStatus', capital?.capital_status, (status) => status),
    ...optional('capital', capital, readCapital),
  }
}

/** A full row; undefined where its market is not listed (any more). */
export function readOrder(wire: OrderRow, markets: Markets): Order | undefined {
  const market = markets.get(wire.symbol)
  if (market === undefined) return undefined
  return {
    id: wire.id.toLowerCase(),
    nonce: wire.nonce,
    symbol: wire.symbol,
    isBuy: wire.isBuy,
    orderType: wire.orderType,
    limitPrice: ticks(readDecimal(wire.limitPrice, market.priceDecimals)),
    size: lots(readDecimal(wire.size, market.sizeDecimals)),
    filledSize: lots(readDecimal(wire.filledSize, market.sizeDecimals)),
    status: wire.status,
    isReduceOnly: wire.reduceOnly,
    initMarginRatio: ratio4(readDecimal(wire.initMarginRatio, 4)),
    postTimeMs: timeMs(wire.postTime),
    ...optional('timeInForce', wire.timeInForce, (text) => text),
    ...optional('code', wire.code, (code) => code),
    ...optional('avgFilledPrice', wire.avgFilledPrice, (text) =>
      ticks(readDecimal(text, market.priceDecimals)),
    ),
    ...optional('lastFilledTimeMs', wire.lastFilledTime, timeMs),
    ...optional('realizedPnl', wire.realizedPnl, (text) => usd6(readDecimal(text, 6))),
    ...optional('settledFunding', wire.settledFunding, (text) => usd6(readDecimal(text, 6))),
    ...optional('fees', wire.fees, (text) => usd6(readDecimal(text, 6))),
    ...optional('takeProfitPrice', wire.tpPrice, (text) => ticks(readDecimal(text, market.priceDecimals))),
    ...optional('stopLossPrice', wire.slPrice, (text) => ticks(readDecimal(text, market.priceDecimals))),
    isTriggered: wire.triggered,
  }
}

export const readTransfer = (wire: TransferRow): Transfer => ({
  id: wire.id.toLowerCase(),
  type: wire.orderType,
  status: wire.status,
  size: usd6(readDecimal(wire.size, 6)),
  chainId: wire.chainId,
  postTimeMs: timeMs(wire.postTime),
  ...optional('code', wire.code, (code) => code),
  ...optional('recipient', wire.recipient, (text) => text),
  ...optional('txHash', wire.txHash, (text) => text),
  ...optional('eligibleTimeMs', wire.eligibleTime, timeMs),
  ...optional('progress', wire.progress, (progress) => progress),
  ...optional('payout', wire.payout, (payout) => payout),
})

function optional<Key extends string, Wire, T>(
  key: Key,
  wire: Wire | null | undefined,
  read: (wire: Wire) => T,
): { readonly [K in Key]?: T } {
  return (wire === null || wire === undefined ? {} : { [key]: read(wire) }) as { readonly [K in Key]?: T }
}

/** Rows of a snapshot replace what was known of the same orders; a final status is never taken back. */
export function mergeOrders(state: AccountState, rows: readonly OrderRow[], markets: Markets): AccountState {
  const orders = new Map(state.orders)
  for (const row of rows) {
    const order = readOrder(row, markets)
    if (order === undefined) continue
    const held = orders.get(order.id)
    if (held !== undefined && isFinal(held.status) && !isFinal(order.status)) continue
    orders.set(order.id, order)
  }
  return { ...state, orders }
}

export function mergeTransfers(state: AccountState, rows: readonly TransferRow[]): AccountState {
  const transfers = new Map(state.transfers)
  for (const row of rows) transfers.set(row.id.toLowerCase(), readTransfer(row))
  return { ...state, transfers }
}

// ---------------------------------------------------------------- events

export interface Folded {
  readonly state: AccountState
  /** The event cannot be folded exactly; a new snapshot is needed. */
  readonly needsSnapshot: boolean
}

/** One ORDER event ([4.5]). */
export function foldOrder(state: AccountState, event: OrderEvent, markets: Markets): Folded {
  const id = event.id.toLowerCase()
  const held = state.orders.get(id)
  const order = mergeEvent(held, event, markets)
  if (order === undefined)
    return { state, needsSnapshot: !isFinal(event.status) || event.status === 'FILLED' }
  // A status that was already final stays: events of one order may overtake a snapshot.
  if (held !== undefined && isFinal(held.status) && !isFinal(order.status))
    return { state, needsSnapshot: false }
  const orders = new Map(state.orders).set(id, order)
  const next: AccountState = { ...state, orders }
  if (event.lastFilledSize === undefined || event.lastFilledSize === null)
    return { state: next, needsSnapshot: false }
  return foldFill(next, order, event, held, markets)
}

function mergeEvent(held: Order | undefined, event: OrderEvent, markets: Markets): Order | undefined {
  const symbol = event.symbol ?? held?.symbol
  const market = symbol === undefined ? undefined : markets.get(symbol)
  if (market === undefined) return undefined
  const price = (text: string): Ticks => ticks(readDecimal(text, market.priceDecimals))
  const size = (text: string): Lots => lots(readDecimal(text, market.sizeDecimals))
  const money = (text: string): Usd6 => usd6(readDecimal(text, 6))
  const isBuy = event.isBuy ?? held?.isBuy
  const orderType = event.orderType ?? held?.orderType
  const whole = event.size === undefined ? held?.size : size(event.size)
  const limitPrice = event.limitPrice === undefined ? held?.limitPrice : price(event.limitPrice)
  const initMarginRatio =
    event.initMarginRatio === undefined
      ? held?.initMarginRatio
      : ratio4(readDecimal(event.initMarginRatio, 4))
  if (
    isBuy === undefined ||
    orderType === undefined ||
    whole === undefined ||
    limitPrice === undefined ||
    initMarginRatio === undefined
  )
    return undefined
  return {
    ...held,
    id: event.id.toLowerCase(),
    nonce: event.nonce,
    symbol: market.symbol,
    isBuy,
    orderType,
    limitPrice,
    size: whole,
    filledSize: filledSize(held, event, whole, size),
    status: event.status,
    isReduceOnly: event.reduceOnly ?? held?.isReduceOnly ?? false,
    initMarginRatio,
    postTimeMs: timeMs(event.postTime),
    ...optional('timeInForce', event.timeInForce, (text) => text),
    ...optional('code', event.code, (code) => code),
    ...optional('avgFilledPrice', event.avgFilledPrice, price),
    ...optional('lastFilledTimeMs', event.lastFilledTime, timeMs),
    ...optional('realizedPnl', event.realizedPnl, money),
    ...optional('settledFunding', event.settledFunding, money),
    ...optional('fees', event.fees, money),
    ...optional('takeProfitPrice', event.tpPrice, price),
    ...optional('stopLossPrice', event.slPrice, price),
    ...optional('isTriggered', event.triggered, (is) => is),
  }
}

function filledSize(
  held: Order | undefined,
  event: OrderEvent,
  whole: Lots,
  size: (text: string) => Lots,
): Lots {
  if (event.filledSize !== undefined) return size(event.filledSize)
  if (event.status === 'FILLED') return whole
  const before = held?.filledSize ?? lots(0)
  if (event.lastFilledSize === undefined || event.lastFilledSize === null) return before
  return lots(Math.min(whole, before + size(event.lastFilledSize)))
}

/**
 * Position effects of one fill, and what it did to the collateral: the growth of the order's realized profit,
 * which includes funding and fees. Only if the fill is newer than the snapshot.
 */
function foldFill(
  state: AccountState,
  order: Order,
  event: OrderEvent,
  held: Order | undefined,
  markets: Markets,
): Folded {
  const { account } = state
  const market = markets.get(order.symbol)
  const filledTimeMs = order.lastFilledTimeMs
  if (account === undefined || market === undefined || filledTimeMs === undefined)
    return { state, needsSnapshot: true }
  // A fill in the snapshot's own millisecond may or may not be in it.
  if (filledTimeMs <= account.timeMs) return { state, needsSnapshot: filledTimeMs === account.timeMs }
  const filled = lots(order.filledSize - (held?.filledSize ?? 0))
  // Margin of an isolated market moves with the position; only the exchange knows by how much.
  if (
    market.isIsolated ||
    event.lastFilledPrice === undefined ||
    event.lastFilledPrice === null ||
    filled <= 0
  )
    return { state, needsSnapshot: true }
  const lastSize = lots(readDecimal(event.lastFilledSize!, market.sizeDecimals))
  // An event was missed if the growth of the order is not this fill alone: its price is unknown to us.
  if (lastSize !== filled) return { state, needsSnapshot: true }
  const position = account.positions.get(order.symbol)
  const result = applyFill(
    position,
    {
      isBuy: order.isBuy,
      size: filled,
      price: ticks(readDecimal(event.lastFilledPrice, market.priceDecimals)),
      initMarginRatio: order.initMarginRatio,
    },
    market.scale,
  )
  const entryFunding =
    event.cumFunding === undefined || event.cumFunding === null
      ? (position?.entryFunding ?? funding12(0n))
      : readFunding12(event.cumFunding)
  const positions = new Map(account.positions)
  if (result.position === undefined) positions.delete(order.symbol)
  else positions.set(order.symbol, { symbol: order.symbol, ...result.position, entryFunding })
  const realized = order.realizedPnl === undefined ? undefined : order.realizedPnl - (held?.realizedPnl ?? 0)
  return {
    state: {
      ...state,
      account: { ...account, positions, collateral: usd6(account.collateral + (realized ?? 0)) },
    },
    needsSnapshot: realized === undefined || event.cumFunding === undefined || event.cumFunding === null,
  }
}

/** One TRANSFER event ([4.6]): a filled deposit adds, a new withdrawal subtracts, only if newer than the snapshot. */
export function foldTransfer(state: AccountState, event: TransferEvent): AccountState {
  const id = event.id.toLowerCase()
  const held = state.transfers.get(id)
  const size = usd6(readDecimal(event.size, 6))
  const transfer: Transfer = {
    ...held,
    id,
    type: event.orderType,
    status: event.status,
    size,
    chainId: event.chainId,
    postTimeMs: timeMs(event.postTime),
    ...optional('code', event.code, (code) => code),
  }
  const next: AccountState = { ...state, transfers: new Map(state.transfers).set(id, transfer) }
  const { account } = state
  if (account === undefined || event.postTime <= account.timeMs || held?.status === event.status) return next
  const change = collateralChange(event, size)
  return change === 0
    ? next
    : { ...next, account: { ...account, collateral: usd6(account.collateral + change) } }
}

/** One TRANSFER_PROGRESS event; what is not known of is read with its row. */
export function foldTransferProgress(
  state: AccountState,
  { id, progress, payout }: TransferProgressEvent,
): AccountState {
  const held = state.transfers.get(id.toLowerCase())
  if (held === undefined) return state
  const { progress: _, payout: before, ...rest } = held
  const transfer: Transfer = {
    ...rest,
    ...optional('progress', progress, (value) => value),
    ...optional('payout', payout ?? before, (value) => value),
  }
  return { ...state, transfers: new Map(state.transfers).set(held.id, transfer) }
}

function collateralChange(event: TransferEvent, size: Usd6): number {
  switch (event.orderType) {
    case 'DEPOSIT':
    case 'INTERNAL_DEPOSIT':
      return event.status === 'FILLED' ? size : 0
    case 'WITHDRAW':
    case 'WITHDRAW_PROFIT':
      return event.status === 'NEW' ? -size : 0
  }
}

/** One ACCOUNT event ([4.10]); it is of this account or of another of its owner. */
export function foldAccountEvent(state: AccountState, event: AccountEvent): AccountState {
  const { account } = state
  if (account?.capital === undefined || account.address !== event.address.toLowerCase()) return state
  const capital = foldCapital(account.capital, event)
  return { ...state, account: { ...account, capital, capitalStatus: capital.status } }
}
