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
import { indexedOrders, indexOrder } from './orderIndex.ts'
import { blankOrder, isTrigger } from './orderLife.ts'
import {
  type Account,
  createExchange,
  createMarket,
  type Exchange,
  type Market,
  type Order,
  type SignerNonces,
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
  | 'id'
  | 'leverages'
  | 'signers'
  | 'oldestOrder'
  | 'youngestOrder'
  | 'openOrders'
  | 'reduceOnlyOrders'
  | 'openOrderMargin'
  | 'draft'
  | 'draftOfSweep'
> & {
  readonly leverages: readonly (readonly [MarketId, number])[]
  readonly signers: readonly Address[]
}
type PlainOrder = Omit<
  Order,
  'isLive' | 'level' | 'older' | 'younger' | 'olderOfAccount' | 'youngerOfAccount'
>
type PlainNonces = Omit<SignerNonces, 'stragglers'> & { readonly stragglers: readonly number[] }
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
    noncesForgottenMs,
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
    noncesForgottenMs,
    idsTurnedAtMs,
    markets: exchange.markets.map(plainMarket),
    accounts: exchange.accounts.map(plainAccount),
    orders: indexedOrders(exchange.orders).sort((a, b) => a.rank - b.rank).map(plainOrder),
    transfers: [...exchange.transfers.values()],
    finishedTransfers: sortedEntries(exchange.finishedTransfers),
    depositLogs: sortedEntries(exchange.depositLogs),
    nonces: sortedEntries(exchange.nonces).map(
      ([, entry]): PlainNonces => ({ ...entry, stragglers: [...entry.stragglers] }),
    ),
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
    youngIds,
    oldIds,
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
    youngIds,
    oldIds,
    leverages,
    signers: account.signers.map(({ signer }) => signer),
  }
}

function plainOrder(order: Order): PlainOrder {
  const {
    isLive: _isLive,
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
    nonces,
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
  for (const entry of nonces)
    exchange.nonces.set(entry.signer, { ...entry, stragglers: new Set(entry.stragglers) })
  accounts.forEach((account, id) => exchange.accounts.push(accountFromPlain(exchange, account, id)))
  for (const order of orders) putOrder(exchange, order)
  for (const transfer of transfers) exchange.transfers.set(transfer.record.id, { ...ABSENT, ...transfer })
  for (const [id, finished] of finishedTransfers) exchange.finishedTransfers.set(id, finished)
  for (const [log, id] of depositLogs) exchange.depositLogs.set(log, id)
  return exchange
}

function accountFromPlain(exchange: Exchange, plain: PlainAccount, id: number): Account {
  if (plain.positions.length > 0) exchange.holders.push(id)
  exchange.accountIds.set(plain.address, id)
  return {
    id,
    ...plain,
    leverages: new Map(plain.leverages),
    signers: plain.signers.map((signer) => exchange.nonces.get(signer)!),
    oldestOrder: undefined,
    youngestOrder: undefined,
    openOrders: 0,
    reduceOnlyOrders: 0,
    openOrderMargin: 0 as Account['openOrderMargin'],
    draft: undefined,
    draftOfSweep: 0,
  }
}

function putOrder(exchange: Exchange, plain: PlainOrder): void {
  // Absent fields of the text come back as absent values: all orders have one shape.
  const order: Order = Object.assign(blankOrder(), plain, { isLive: true })
  const market = exchange.markets[order.marketId]!
  indexOrder(exchange.orders, order)
  linkOrder(exchange.accounts[order.accountId]!, order)
  if (isTrigger(order)) market.triggers.push(order)
  else insertOrder(order.isBuy ? market.bids : market.asks, order)
}

const ABSENT: Pick<Transfer, 'suspendedFor'> = { suspendedFor: undefined }

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
