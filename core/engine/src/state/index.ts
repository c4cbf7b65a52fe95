/** The door of `state/`. */
export { DAY_MS, dayOf, HOUR_MS, hourOf, startOfWeek, WEEK_MS, weekOf } from './collections/calendar.ts'
export { type Capital } from './collections/capitalAccounts.ts'
export { addDelayed, type DelayedOrder, dropDelayed } from './collections/delayedTakers.ts'
export {
  type LpHolding,
  type LpPool,
  type PaidOut,
  PaymentsOfDay,
  type QueuedWithdrawal,
} from './collections/lpPool.ts'
export { type ChainMark, Dust, dustKey } from './collections/dust.ts'
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
  Outflow,
  WINDOW_HOURS,
} from './collections/outflow.ts'
export { type Points, type PointsEstimate, type PointsOf, type PointsRow } from './collections/points.ts'
export { JOIN_MS, noteCode, noteReferrer, type Referrals } from './collections/referrals.ts'
export { type FundedWallet, type Purchase, Purchases } from './collections/purchases.ts'
export { type SimSide } from './collections/simSide.ts'
export { type Sleeve, type SleeveName, type Solvency } from './collections/sleeves.ts'
export { type RecentWithdrawal, type Transfer } from './collections/transfers.ts'
export { Work } from './commandScope.ts'
export { type Holding, type Opposite, type OppositeHolding, type RankedOpposites } from './deleverageRanks.ts'
export { createExchange, Exchange, ORDERS_OF_SERVER } from './exchange.ts'
export { BY_BACKSTOP, BY_POOL, BY_TRADE, BY_USER, OFFER, PLAN } from './fillPlan.ts'
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
  addNewPrint,
  addPrint,
  emptied,
  hasPrint,
  roomForPrints,
  sortedPrints,
} from './memory/idFingerprints.ts'
export { asPlace, integerAt, placeOfRow, twiceAsLong, widenRows } from './memory/rows.ts'
export { EdgeHeap } from './memory/thresholdHeap.ts'
export { ID_WORDS, printOf, readHex, writeHex } from './memory/words.ts'
export { linkOrder, linkOrderByRank, liveOrders, unlinkOrder } from './operations/accountOrders.ts'
export { accountAt, marketOf, marketOfLive, ordersIn, placesIn, tellPosition } from './operations/accounts.ts'
export { emit } from './operations/emit.ts'
export { credit, creditHouse } from './operations/money.ts'
export { clientKey, findClientOrder, noteClientId, putExtras } from './operations/orderExtras.ts'
export {
  noteBookChanged,
  noteCapitalDue,
  noteCapsMoved,
  noteDueTime,
  noteSimStirred,
  noteTickerChanged,
  noteToCross,
} from './operations/pendingWork.ts'
export { addPosition, positionIn, removePosition, signedPosition } from './operations/positions.ts'
export { touchRoom } from './operations/prefault.ts'
export { freshnessOf, isHardStale } from './operations/staleness.ts'
export { nextSystemId } from './operations/systemIds.ts'
export { findPosition } from './tables/accountPositions.ts'
export {
  Account,
  ACCOUNT_FLAGS,
  accountRow,
  addAccount,
  COLLATERAL,
  DRAFT,
  DRAFT_OF_SWEEP,
  dropDue,
  EXISTS,
  FILL_WEIGHT,
  FIRST_POSITION,
  HAS_LEVERAGES,
  HAS_TRADED,
  holdersInAny,
  holdersOf,
  IS_FROZEN,
  IS_REFERRED,
  isDue,
  isHolder,
  isSimAccount,
  keepDue,
  KEPT_STANDING,
  noteDue,
  noteHoldersDue,
  OPEN_ORDER_MARGIN,
  OPEN_ORDERS,
  REDUCE_ONLY_ORDERS,
  type Registration,
  STANDING_EPOCH,
  OLDEST_ORDER,
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
export { MARGIN_STATUS, type MarginFigures } from './tables/marginFigures.ts'
export {
  findOrder,
  findOrderAt,
  indexedOrders,
  indexOrder,
  unindexOrder,
  widenIndex,
} from './tables/orderIndex.ts'
export {
  ACCOUNT_OF,
  COMMAND_NONCE,
  COMMAND_ROW,
  COMMAND_WORDS,
  CommandRows,
  createCommandRows,
  ID_OF,
  isCancel,
  MARKET_OF,
  ORDER_SIZE,
  PRICE,
  RATIO,
  readOrder,
  SIGNED_TIME,
  SIGNER_OF,
  WINDOW,
  writeCancel,
  writeOrder,
} from './tables/orderRequests.ts'
export {
  ABSENT,
  ACCOUNT_ID,
  addFill,
  addOrderRow,
  beginOrder,
  BUY_BIT,
  CANCELLED,
  CODE,
  copyOrder,
  createOrderRows,
  FEES,
  FILLED,
  FILLED_SIZE,
  FILLED_VALUE,
  FLAGS,
  FOK,
  GTC,
  HAS_EXTRAS,
  HAS_LEGS,
  INIT_MARGIN_RATIO,
  IOC,
  IS_LIVE,
  IS_ON_TRIAL,
  IS_SIM_ORDER,
  IS_TRIGGERED,
  isBuyIn,
  isTriggerType,
  LAST_FILLED_PRICE,
  LAST_FILLED_SIZE,
  LAST_FILLED_TIME,
  LEVEL,
  LIMIT,
  LIMIT_PRICE,
  LIQUIDATION,
  MARKET,
  MARKET_ID,
  type NamedAccount,
  type NamedSigner,
  NEXT_ENDED,
  NONE,
  OLDER,
  Order,
  ORDER_TIME,
  orderAt,
  type OrderExtras,
  OrderRows,
  placeOf,
  POST_ONLY,
  RANK,
  REALIZED_PNL,
  REDUCE_ONLY_BIT,
  REJECTED,
  RESERVED_MARGIN,
  roomForOrders,
  ROW,
  rowOf,
  SETTLED_FUNDING,
  SIGNER_INDEX,
  SIZE,
  STATUS,
  STOP_LOSS,
  TAKE_PROFIT,
  timeInForceIn,
  typeIn,
  UNKNOWN_WORD,
  WORDS,
  wordsOf,
  YOUNGER,
  YOUNGER_OF_ACCOUNT,
} from './tables/orders.ts'
export {
  COST,
  EPOCH,
  forgetMetWeights,
  IS_LONG,
  ISOLATED_MARGIN,
  meet,
  type Meeting,
  meetingAt,
  MET,
  MET_SINCE,
  MET_WEIGHT,
  MET_WEIGHT_BEFORE,
  NEXT,
  type Position,
  POSITION_MARKET,
  POSITION_RATIO,
  POSITION_ROW,
  POSITION_SIZE,
  rowOfPosition,
  SETTLED,
  signedSize,
} from './tables/positions.ts'
export {
  bestLevel,
  bestPrice,
  BookSide,
  insertOrder,
  insertOrderByRank,
  LEVEL_SIZE,
  levelPrice,
  OLDEST,
  reduceLevel,
  removeOrder,
  worseLevel,
} from './tables/priceLevels.ts'
export { LONE, PROJECTIONS, TAKER } from './tables/projections.ts'
export { heapOf, SafeRanges } from './tables/safeRanges.ts'
export {
  addSigner,
  FIRST,
  HOUR,
  LAST,
  LOSS_DAY,
  LOSS_MAX,
  LOST,
  SIGNER_ROW,
  SignerNonces,
} from './tables/signingKeys.ts'
export {
  addTrigger,
  hasTriggers,
  markTriggered,
  reachedTriggers,
  removeTrigger,
  resizeTrigger,
  sideOfTrigger,
} from './tables/triggerLevels.ts'
