/**
 * The state as canonical text, written and read. Equal states give equal text: object keys are sorted, sets are
 * sorted, and bigints are decimal text under a tag. Derived data (books, indexes, counters) is not written; a restored
 * state continues exactly like one that never stopped.
 */
import { valueScale } from '@vest/formulas'
import { ORDER_TYPES, TIMES_IN_FORCE, type TimeMs, assert, usd6 } from '@vest/protocol'
import { addApiKey } from '../accounts/index.ts'
import { changedParameters, FEATURES } from '../api/index.ts'
import { waitingOrders } from '../book/index.ts'
import { WASH_MS } from '../ledger/index.ts'
import { arm } from '../orders/index.ts'
import { noteGuarded } from '../guardrails/index.ts'
import { recordCapital, simMarketOf } from '../sim/index.ts'
import {
  type Account,
  addAccount,
  addBooking,
  addDelayed,
  addOrderRow,
  addPosition,
  addFingerprint,
  addSigner,
  addTrigger,
  beginOrder,
  type Capital,
  createExchange,
  createMarket,
  deriveParameters,
  type Exchange,
  type AddressBook,
  type Guardrails,
  ID_WORDS,
  indexedOrders,
  indexOrder,
  insertOrder,
  JOIN_MS,
  linkOrder,
  type Market,
  type Counterparty,
  NONE,
  recordClientId,
  type Order,
  type OrderExtras,
  placeOf,
  type Position,
  positionIn,
  type Purchase,
  putExtras,
  reserveOrders,
  type SignerNonces,
  sortedFingerprints,
  type Transfer,
  termsOf,
  writeHex,
} from '../state/index.ts'
import { openTransfer } from '../transfers/index.ts'
import { type LongName, type Read, longList, readState, writeState } from './canonicalText.ts'
import {
  plainLpPool,
  plainPoints,
  plainReferrals,
  readLpPool,
  readPoints,
  readReferrals,
} from './rewardText.ts'

const FORMAT = 3

/** Returns whether {@link decodeStateBytes} can read this text. Another version of the engine may have written it. */
export const isStateText = (text: Buffer): boolean => text.includes(`"format":${FORMAT},`)

/** Canonical text of the whole state, as UTF-8; its SHA-256 is the state hash. */
export const encodeStateBytes = (exchange: Exchange): Buffer => writeState(toPlain(exchange))

/**
 * The state written by {@link encodeStateBytes}; secret and capacity are those of `createExchange`. Asserts the
 * format.
 */
export function decodeStateBytes(text: Buffer, secret?: number, ordersAtFirst?: number): Exchange {
  const plain = readState(text, LONG_LISTS) as PlainExchange
  assert(plain.format === FORMAT, `unknown format of state: ${String(plain.format)}`)
  const [newer] = plain.activations.filter((feature) => !FEATURES.some((known) => known === feature))
  // Continuing without it would give other results than those already acknowledged.
  assert(newer === undefined, `the state is of a newer version, which knows ${newer}: start that version`)
  return fromPlain(plain, createExchange(secret, ordersAtFirst))
}

/** The same text as a string, for inspection and comparison: only of states within the limit of V8 strings. */
export const encodeState = (exchange: Exchange): string => encodeStateBytes(exchange).toString()

export const decodeState = (text: string, secret?: number, ordersAtFirst?: number): Exchange =>
  decodeStateBytes(Buffer.from(text), secret, ordersAtFirst)

type PlainMarket = Omit<
  Market,
  | 'id'
  | 'scale'
  | 'maxLeverage'
  | 'makerFeeRate'
  | 'offHoursProfitPercent'
  | 'openInterestCapUsd6'
  | 'fillBandBps'
  | 'softStaleMs'
  | 'hardStaleMs'
  | 'fundingEpoch'
  | 'bids'
  | 'asks'
  | 'triggers'
  | 'sim'
>

type PlainAccount = ReturnType<typeof plainAccount>

type PlainOrder = ReturnType<typeof plainOrder>

type PlainNonces = Pick<SignerNonces, 'signer' | 'last' | 'first' | 'hour' | 'runs'> & {
  readonly stragglers: readonly (readonly [nonce: number, hour: number])[]
  /** For a key with a loss bound. */
  readonly loss?: { readonly max: number; readonly lost: number; readonly day: number }
}

type PlainSim = Omit<ReturnType<typeof plainSim>, 'orders'> & { readonly orders: readonly PlainOrder[] }

type PlainExchange = Omit<Read<ReturnType<typeof toPlain>>, 'sim'> & { readonly sim?: PlainSim }

const LONG_LISTS: Record<LongName<ReturnType<typeof toPlain>>, true> = {
  accounts: true,
  orders: true,
  transfers: true,
  finishedTransfers: true,
  depositLogs: true,
  nonces: true,
}

function toPlain(exchange: Exchange) {
  return {
    format: FORMAT,
    seq: exchange.seq,
    timeMs: exchange.timeMs,
    activations: exchange.activations,
    parameters: changedParameters(exchange.parameters),
    money: plainMoney(exchange),
    sleeves: exchange.sleeves,
    solvency: exchange.solvency,
    soundSinceMs: exchange.soundSinceMs,
    tradeCount: exchange.tradeCount,
    orderCount: exchange.orderCount,
    recentWithdrawals: exchange.recentWithdrawals,
    outflow: plainOutflow(exchange),
    dust: plainDust(exchange),
    delayed: exchange.delayed.count === 0 ? undefined : waitingOrders(exchange),
    lp: plainLpPool(exchange.lp),
    referrals: plainReferrals(exchange.referrals),
    points: plainPoints(exchange),
    apiKeys: exchange.apiKeys.size === 0 ? undefined : [...exchange.apiKeys.values()],
    noncesForgottenHour: exchange.noncesForgottenHour,
    idsTurnedAtMs: exchange.idsTurnedAtMs,
    youngIds: sortedFingerprints(exchange.youngIds),
    oldIds: sortedFingerprints(exchange.oldIds),
    markets: exchange.markets.map(plainMarket),
    accounts: longList(exchange.accounts, (account) =>
      plainAccount(account, exchange.timeMs, exchange.cancelTimers.get(account.id)),
    ),
    orders: longList(ordersByRank(exchange, false), plainOrder),
    sim: exchange.sim.accountCount === 0 ? undefined : plainSim(exchange),
    purchases: exchange.sim.purchases.byId.size === 0 ? undefined : [...exchange.sim.purchases.byId.values()],
    reviews: exchange.sim.reviews.size === 0 ? undefined : [...exchange.sim.reviews.values()],
    transfers: longList([...exchange.transfers.values()], (transfer) => transfer),
    finishedTransfers: longList(sortedEntries(exchange.finishedTransfers), (entry) => entry),
    depositLogs: longList(sortedEntries(exchange.depositLogs), (entry) => entry),
    nonces: longList(sortedEntries(exchange.nonces), ([, entry]): PlainNonces => ({
      signer: entry.signer,
      last: entry.last,
      first: entry.first,
      hour: entry.hour,
      runs: entry.runs,
      stragglers: entry.hasStragglers ? [...entry.stragglers] : [],
      ...(entry.lossMax === Infinity
        ? {}
        : { loss: { max: entry.lossMax, lost: entry.lost, day: entry.lossDay } }),
    })),
  }
}

function plainOutflow({ outflow }: Exchange) {
  const { hours, laneOwners, ...kept } = outflow
  return {
    ...kept,
    hours: [...hours]
      .sort(([a], [b]) => a - b)
      .map(([hour, { owners }]) => ({ hour, owners: [...owners].sort(([a], [b]) => a - b) })),
    laneOwners: [...laneOwners].sort((a, b) => a - b),
  }
}

function plainDust({ dust }: Exchange) {
  return {
    marks: [...dust.marks].sort(([a], [b]) => a - b),
    sums: sortedEntries(dust.sums),
  }
}

/** The backstop's result is written once it has one. */
function plainMoney({ money }: Exchange): Omit<Exchange['money'], 'BACKSTOP'> {
  const { BACKSTOP, ...others } = money
  return BACKSTOP === 0 ? others : money
}

/** By acceptance number: each domain counts its own. */
const ordersByRank = (exchange: Exchange, isSim: boolean): Order[] =>
  indexedOrders(exchange.orders)
    .filter((order) => order.isSim === isSim)
    .sort((a, b) => a.rank - b.rank)

function plainSim(exchange: Exchange) {
  const { houseUsd6, tradeCount, orderCount } = exchange.sim
  const orders = ordersByRank(exchange, true)
  const waiting = waitingOrders(exchange).filter(({ accountId }) => exchange.account(accountId).isSim)
  const ordered = new Set(orders.map(({ marketId }) => marketId))
  for (const { marketId } of waiting) ordered.add(marketId)
  const markets = exchange.sim.markets.flatMap((market) => {
    if (market === undefined) return []
    const { houseInventory, houseQuote, heldLots } = market.sim!
    // A market that was only read, for a refused order, counts as none.
    const isEmpty = houseInventory === 0 && heldLots === 0 && !ordered.has(market.id)
    if (isEmpty) return []
    return [{ marketId: market.id, houseInventory, houseQuote, isCrossPending: market.isCrossPending }]
  })
  return { houseUsd6, tradeCount, orderCount, orders: longList(orders, plainOrder), markets }
}

function plainMarket(market: Market): PlainMarket {
  const {
    id: _id,
    scale: _scale,
    maxLeverage: _max,
    makerFeeRate: _fee,
    offHoursProfitPercent: _profit,
    openInterestCapUsd6: _cap,
    fillBandBps: _band,
    softStaleMs: _soft,
    hardStaleMs: _hard,
    fundingEpoch: _epoch,
    bids: _bids,
    asks: _asks,
    triggers: _triggers,
    sim: _sim,
    ...kept
  } = market
  return kept
}

const plainAccount = (account: Account, nowMs: number, cancelTimeMs: TimeMs | undefined) => ({
  address: account.address,
  networkType: account.networkType,
  publicKey: account.publicKey,
  proofChainId: account.proofChainId,
  exists: account.exists,
  collateral: account.collateral,
  softCredit: account.softCredit,
  advanced: account.advanced || undefined,
  netDeposits: account.netDeposits || undefined,
  toldEquity: account.toldEquity || undefined,
  toldDeposits: account.toldDeposits || undefined,
  positions: account.positions.map((position) => plainPosition(position, nowMs)),
  registrations: account.registrations,
  spentProofs: account.spentProofs.length > 0 ? account.spentProofs : undefined,
  trustedRecipients: account.trustedRecipients,
  withdrawals: account.withdrawals,
  leverages: [...account.leverages].sort(([a], [b]) => a - b),
  cancelTimeMs,
  // Older accounts are all equal in what this decides.
  registeredMs: nowMs - account.registeredMs <= JOIN_MS ? account.registeredMs : undefined,
  hasTraded: account.hasTraded || undefined,
  fillWeight: account.fillWeight || undefined,
  guardrails: account.guardrails,
  addressBook: account.addressBook,
  sim: account.isSim
    ? { ownerId: account.ownerId, isFrozen: account.isFrozen, capital: account.capital }
    : undefined,
})

const plainPosition = (position: Position, nowMs: number): Position => ({
  marketId: position.marketId,
  isLong: position.isLong,
  size: position.size,
  cost: position.cost,
  initMarginRatio: position.initMarginRatio,
  entryFunding: position.entryFunding,
  settledFunding: position.settledFunding,
  isolatedMargin: position.isolatedMargin,
  met: recentCounterparty(position, nowMs),
})

/** An older one has no effect any more. */
const recentCounterparty = ({ met }: Position, nowMs: number): Counterparty | undefined =>
  met !== undefined && nowMs - met.sinceMs <= WASH_MS ? met : undefined

const plainOrder = (order: Order) => ({
  rank: order.rank,
  id: order.id,
  accountId: order.accountId,
  signer: order.signer,
  nonce: order.nonce,
  marketId: order.marketId,
  isBuy: order.isBuy,
  orderType: order.orderType,
  size: order.size,
  limitPrice: order.limitPrice,
  timeInForce: order.timeInForce,
  reduceOnly: order.reduceOnly,
  initMarginRatio: order.initMarginRatio,
  orderTimeMs: order.orderTimeMs,
  postTimeMs: order.postTimeMs,
  markPrice: order.markPrice,
  status: order.status,
  code: order.code,
  filledSize: order.filledSize,
  filledValue: order.filledValue,
  lastFilledSize: order.lastFilledSize,
  lastFilledPrice: order.lastFilledPrice,
  lastFilledTimeMs: order.lastFilledTimeMs,
  fees: order.fees,
  realizedPnl: order.realizedPnl,
  settledFunding: order.settledFunding,
  cumFunding: order.cumFunding,
  isTriggered: order.isTriggered,
  reservedMargin: order.reservedMargin,
  clientId: order.extras?.clientId,
  takeProfit: order.extras?.takeProfit,
  stopLoss: order.extras?.stopLoss,
  parentId: order.extras?.parentId,
})

const hasExtras = ({ clientId, takeProfit, stopLoss, parentId }: PlainOrder): boolean =>
  clientId !== undefined || takeProfit !== undefined || stopLoss !== undefined || parentId !== undefined

const extrasOf = ({ clientId, takeProfit, stopLoss, parentId }: PlainOrder): OrderExtras => ({
  ...(clientId === undefined ? {} : { clientId }),
  ...(takeProfit === undefined ? {} : { takeProfit }),
  ...(stopLoss === undefined ? {} : { stopLoss }),
  ...(parentId === undefined ? {} : { parentId }),
})

function fromPlain(plain: PlainExchange, fresh: Exchange): Exchange {
  const {
    markets,
    accounts,
    orders,
    transfers,
    finishedTransfers,
    depositLogs,
    nonces,
    youngIds,
    oldIds,
    money,
    lp,
    referrals,
    points,
    apiKeys,
    sim,
    purchases,
    reviews,
    delayed,
    outflow,
    dust,
    parameters,
    format: _,
    ...kept
  } = plain
  const exchange: Exchange = Object.assign(fresh, kept)
  Object.assign(exchange.money, money)
  Object.assign(exchange.parameters, parameters)
  markets.forEach((market, id) => {
    const { spec, listTimeMs } = market
    const empty = createMarket({
      id,
      spec,
      listTimeMs,
      scale: valueScale(spec),
      orders: exchange.orderRows,
    })
    const restored: Market = Object.assign(empty, market)
    deriveParameters(restored, exchange.parameters)
    exchange.markets.push(restored)
    for (const symbol of [spec.symbol, ...(market.formerSymbols ?? [])]) exchange.marketIds.set(symbol, id)
  })
  for (const { signer, last, first, hour, runs, stragglers, loss } of nonces) {
    const entry = addSigner(exchange.signerRows, exchange.signers, signer)
    Object.assign(entry, { last, first, hour })
    for (const number of runs) entry.runs.push(number)
    for (const [nonce, nonceHour] of stragglers) entry.stragglers.set(nonce, nonceHour)
    if (loss !== undefined) Object.assign(entry, { lossMax: loss.max, lost: loss.lost, lossDay: loss.day })
    exchange.nonces.set(signer, entry)
  }
  for (const print of youngIds) addFingerprint(exchange.youngIds, print)
  for (const print of oldIds) addFingerprint(exchange.oldIds, print)
  for (const account of accounts) putAccount(exchange, account)
  reserveOrders(exchange.orderRows, orders.count + (sim?.orders.length ?? 0))
  for (const order of orders) putOrder(exchange, order, exchange.market(order.marketId))
  if (sim !== undefined) putSim(exchange, sim)
  for (const purchase of purchases ?? [])
    exchange.sim.purchases.add({ ...NOT_YET_OF_A_PURCHASE, ...purchase })
  for (const review of reviews ?? [])
    exchange.sim.reviews.set(review.id, { ...review, payout: review.payout })
  for (const one of delayed ?? []) addDelayed(exchange.delayed, one)
  for (const transfer of transfers) openTransfer(exchange, { ...ABSENT, ...transfer })
  for (const [id, finished] of finishedTransfers) exchange.finishedTransfers.set(id, finished)
  for (const [log, id] of depositLogs) exchange.depositLogs.set(log, id)
  putOutflow(exchange, outflow)
  for (const [chainId, mark] of dust.marks) exchange.dust.marks.set(chainId, mark)
  for (const [key, record] of dust.sums) exchange.dust.sums.set(key, record)
  readLpPool(exchange.lp, lp)
  readReferrals(exchange, referrals)
  readPoints(exchange, points)
  for (const key of apiKeys ?? []) addApiKey(exchange, key)
  return exchange
}

function putOutflow({ outflow }: Exchange, plain: PlainExchange['outflow']): void {
  const { hours, laneOwners, ...kept } = plain
  Object.assign(outflow, kept)
  for (const { hour, owners } of hours)
    for (const [owner, size] of owners) addBooking(outflow, hour, owner, size)
  for (const owner of laneOwners) outflow.laneOwners.add(owner)
}

function putSim(exchange: Exchange, plain: PlainSim): void {
  const { orders, markets, ...kept } = plain
  Object.assign(exchange.sim, kept)
  for (const { marketId, houseInventory, houseQuote, isCrossPending } of markets) {
    const market = simMarketOf(exchange, marketId)
    Object.assign(market.sim!, { houseInventory, houseQuote })
    market.isCrossPending = isCrossPending
  }
  for (const { isSim, positions } of exchange.accounts)
    if (isSim)
      for (const { marketId, size } of positions) simMarketOf(exchange, marketId).sim!.heldLots += size
  for (const order of orders) putOrder(exchange, order, simMarketOf(exchange, order.marketId))
}

function putAccount(exchange: Exchange, plain: PlainAccount): void {
  const { address, networkType, leverages, positions, sim, ...others } = plain
  const {
    cancelTimeMs,
    registeredMs,
    hasTraded,
    fillWeight,
    advanced,
    netDeposits,
    toldEquity,
    toldDeposits,
    spentProofs,
    guardrails,
    addressBook,
    ...kept
  } = others
  const account = addAccount(exchange.accountRows, exchange.accounts, address, networkType)
  // Set before its money: a credit marks the margin check of a REAL account, never of a SIM one.
  account.isSim = sim !== undefined
  if (cancelTimeMs !== undefined) arm(exchange, account.id, cancelTimeMs)
  Object.assign(account, kept)
  for (const { size } of account.withdrawals) account.withdrawalSum += size
  if (spentProofs !== undefined) account.spentProofs = spentProofs
  if (registeredMs !== undefined) account.registeredMs = registeredMs
  if (hasTraded !== undefined) account.hasTraded = hasTraded
  if (fillWeight !== undefined) account.fillWeight = fillWeight
  account.advanced = advanced ?? usd6(0)
  account.netDeposits = netDeposits ?? usd6(0)
  account.toldEquity = toldEquity ?? usd6(0)
  account.toldDeposits = toldDeposits ?? usd6(0)
  for (const [marketId, leverage] of leverages) account.leverages.set(marketId, leverage)
  account.hasLeverages = leverages.length > 0
  if (guardrails !== undefined) {
    account.guardrails = { ...NOTHING_GUARDED, ...guardrails }
    noteGuarded(exchange, account.id, account.guardrails)
  }
  if (addressBook !== undefined) account.addressBook = { ...NOTHING_WAITS, ...addressBook }
  if (sim !== undefined) {
    const { capital, ...rest } = sim
    Object.assign(account, rest)
    exchange.sim.accountCount += 1
    if (capital !== undefined) {
      account.capital = { ...NOTHING_YET, ...capital }
      recordCapital(exchange, account.id, account.capital)
    }
  }
  for (const { marketId, ...position } of positions) {
    addPosition(exchange, account.id, marketId)
    Object.assign(positionIn(exchange, account, marketId)!, position)
  }
}

function putOrder(exchange: Exchange, plain: PlainOrder, market: Market): void {
  const rows = exchange.orderRows
  const { idWords } = exchange.scratch
  const at = addOrderRow(rows)
  writeHex(plain.id, idWords, 0, ID_WORDS)
  beginOrder(rows, at, {
    nonce: plain.nonce,
    marketId: plain.marketId,
    terms: termsOf(
      plain.isBuy,
      plain.reduceOnly,
      placeOf(ORDER_TYPES, plain.orderType),
      placeOf(TIMES_IN_FORCE, plain.timeInForce),
    ),
    size: plain.size,
    limitPrice: plain.limitPrice,
    initMarginRatio: plain.initMarginRatio,
    markPrice: plain.markPrice ?? NaN,
    orderTimeMs: plain.orderTimeMs,
    postTimeMs: plain.postTimeMs,
    accountId: plain.accountId,
    signerIndex: exchange.nonces.get(plain.signer)?.index ?? NONE,
    idWords,
    idAt: 0,
  })
  rows.restore(at, plain)
  if (plain.isTriggered) rows.markTriggered(at)
  rows.markLive(at, market.sim !== undefined)
  rows.markOffLevel(at)
  if (hasExtras(plain)) putExtras(exchange, at, extrasOf(plain))
  indexOrder(exchange.orders, at)
  linkOrder(exchange, at)
  if (rows.hasExtras(at)) recordClientId(exchange, at, true)
  if (rows.isTrigger(at)) addTrigger(market.triggers, rows, at)
  else insertOrder(plain.isBuy ? market.bids : market.asks, at)
}

/** Parts that the text leaves out while they are empty. */
const NOTHING_WAITS: Pick<AddressBook, 'listEndsMs' | 'lockedUntilMs'> = {
  listEndsMs: undefined,
  lockedUntilMs: undefined,
}

/** Parts that the text leaves out while they are empty. */
const NOTHING_GUARDED: Pick<Guardrails, 'pending' | 'coolUntilMs'> = {
  pending: undefined,
  coolUntilMs: undefined,
}

/** Parts that the text leaves out while they are empty. */
const NOTHING_YET: Pick<
  Capital,
  'passingSinceMs' | 'lastTradingDay' | 'lastProfitTimeMs' | 'reason' | 'endedTimeMs'
> = {
  passingSinceMs: undefined,
  lastTradingDay: undefined,
  lastProfitTimeMs: undefined,
  reason: undefined,
  endedTimeMs: undefined,
}

const NOT_YET_OF_A_PURCHASE: Pick<Purchase, 'reason' | 'dispute' | 'refund' | 'funded'> = {
  reason: undefined,
  dispute: undefined,
  refund: undefined,
  funded: undefined,
}

const ABSENT: Pick<Transfer, 'suspendedFor' | 'bookings'> = { suspendedFor: undefined, bookings: undefined }

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sortedEntries = <Key extends string, Value>(map: ReadonlyMap<Key, Value>): (readonly [Key, Value])[] =>
  [...map].sort(([a], [b]) => byText(a, b))
