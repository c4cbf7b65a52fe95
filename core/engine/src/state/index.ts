/** The door of `state/`. */
export { DAY_MS, dayOf, HOUR_MS, hourOf, startOfWeek, WEEK_MS, weekOf } from './collections/calendar.ts'
export { type Capital } from './collections/capitalAccounts.ts'
export { type CapitalReview, type CapitalReviews } from './collections/capitalReviews.ts'
export { type AddressBook } from './collections/addressBook.ts'
export { GuardedAccounts, type Guardrails } from './collections/guardrails.ts'
export { addDelayed, type DelayedOrder, dropDelayed } from './collections/delayedTakers.ts'
export {
  type DailyPrice,
  type LpHolding,
  type LpPool,
  type PaidOut,
  PaymentsOfDay,
  type QueuedWithdrawal,
} from './collections/lpPool.ts'
export { dustKey } from './collections/dust.ts'
export {
  addOpen,
  addSoft,
  addSuspended,
  isSoftCredit,
  OpenTransfers,
  removeOpen,
} from './collections/openTransfers.ts'
export {
  addBooking,
  bookedBy,
  bookedIn,
  type Booking,
  HOURS_AHEAD,
  WINDOW_HOURS,
} from './collections/outflow.ts'
export { type Points, type PointsEstimate, type PointsOf, type PointsRow } from './collections/points.ts'
export { JOIN_MS, recordReferralCode, recordReferrer, type Referrals } from './collections/referrals.ts'
export { type Purchase } from './collections/purchases.ts'
export { type SimSide } from './collections/simSide.ts'
export { type Sleeve, type SleeveName, type Solvency } from './collections/sleeves.ts'
export { type RecentWithdrawal, type Transfer } from './collections/transfers.ts'
export { Work } from './commandScope.ts'
export { type Holding, type Opposite, type OppositeHolding, type RankedOpposites } from './deleverageRanks.ts'
export { createExchange, Exchange, ORDERS_OF_SERVER } from './exchange.ts'
export { BY_BACKSTOP, BY_POOL, BY_TRADE, BY_USER, type FillPlan, OFFER } from './fillPlan.ts'
export { type Scratch } from './scratch.ts'
export {
  type BackstopPosition,
  createMarket,
  deriveParameters,
  type Freshness,
  type HaltCause,
  inventoryOf,
  Market,
  type Mode,
  multiplierOf,
  pointsMultiplier,
  sleeveOf,
} from './market.ts'
export {
  addNewFingerprint,
  addFingerprint,
  emptied,
  hasFingerprint,
  reserveFingerprints,
  sortedFingerprints,
} from './memory/idFingerprints.ts'
export { rowOffset, integerAt, twiceAsLong } from './memory/rows.ts'
export { ThresholdHeap } from './memory/thresholdHeap.ts'
export { ID_WORDS, fingerprintOf, writeHex } from './memory/words.ts'
export { linkOrder, linkOrderByRank, liveOrders, unlinkOrder } from './operations/accountOrders.ts'
export {
  accountAt,
  marketOf,
  marketOfLive,
  ordersIn,
  orderRefsIn,
  emitPosition,
} from './operations/accounts.ts'
export { emit } from './operations/emit.ts'
export { credit, creditHouse } from './operations/money.ts'
export { clientKey, findClientOrder, recordClientId, putExtras } from './operations/orderExtras.ts'
export {
  markBookChanged,
  scheduleCapitalCheck,
  markCapsChanged,
  scheduleDueTime,
  scheduleSimSync,
  markTickerChanged,
  scheduleCross,
} from './operations/pendingWork.ts'
export { addPosition, positionIn, removePosition, signedPosition } from './operations/positions.ts'
export { prefault } from './operations/prefault.ts'
export { freshnessOf, isHardStale } from './operations/staleness.ts'
export { nextSystemId } from './operations/systemIds.ts'
export { findPosition } from './tables/accountPositions.ts'
export {
  Account,
  addAccount,
  dropMarginCheck,
  holdersInAny,
  holdersOf,
  isMarginCheckPending,
  isHolder,
  isSimAccount,
  filterMarginChecks,
  scheduleMarginCheck,
  scheduleMarginChecks,
  type Registration,
} from './tables/accounts.ts'
export {
  BOOK,
  BOOKS,
  clearEventLog,
  COMMAND,
  type Directory,
  EVENT,
  EventLog,
  type EventRows,
  FILL,
  logBook,
  logBooks,
  logCommand,
  logEvent,
  logFill,
  logOrder,
  logPosition,
  logTrade,
  ORDER,
  POSITION,
  rowId,
  rowKind,
  rowLength,
  rowPlace,
  SIDE_BIT,
  takeRows,
  TRADE,
  withPlace,
} from './tables/eventRows.ts'
export { type MarginFigures } from './tables/marginFigures.ts'
export {
  findOrder,
  findOrderAt,
  indexedOrders,
  indexOrder,
  unindexOrder,
  widenIndex,
} from './tables/orderIndex.ts'
export {
  COMMAND_ROW,
  CommandRows,
  createCommandRows,
  isCancel,
  PRICE,
  readOrder,
  writeCancel,
  writeOrder,
} from './tables/orderRequests.ts'
export { type NamedAccount, type NamedSigner, Order, orderAt, type OrderExtras } from './tables/order.ts'
export {
  addFill,
  addOrderRow,
  beginOrder,
  copyOrder,
  createOrderRows,
  type OrderFill,
  OrderRows,
  reserveOrders,
} from './tables/orders.ts'
export {
  ABSENT,
  CANCELLED,
  FILLED,
  FOK,
  GTC,
  IOC,
  isBuyIn,
  isTriggerType,
  LIMIT,
  LIQUIDATION,
  MARKET,
  NONE,
  placeOf,
  POST_ONLY,
  REJECTED,
  ROW,
  rowOf,
  STOP_LOSS,
  TAKE_PROFIT,
  timeInForceIn,
  typeIn,
  UNKNOWN_TERM,
  termsOf,
} from './tables/orderLayout.ts'
export {
  forgetCounterpartyWeights,
  setCounterparty,
  type Counterparty,
  type Position,
  signedSize,
} from './tables/positions.ts'
export {
  bestLevel,
  bestPrice,
  BookSide,
  insertOrder,
  insertOrderByRank,
  levelPrice,
  reduceLevel,
  removeOrder,
  worseLevel,
} from './tables/priceLevels.ts'
export { LONE, type Projections, TAKER } from './tables/projections.ts'
export { heapOf } from './tables/safeRanges.ts'
export { addSigner, LOST, SignerNonces } from './tables/signingKeys.ts'
export {
  addTrigger,
  hasTriggers,
  markTriggered,
  reachedTriggers,
  removeTrigger,
  resizeTrigger,
  sideOfTrigger,
} from './tables/triggerLevels.ts'
