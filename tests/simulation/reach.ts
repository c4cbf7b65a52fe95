/**
 * What one simulated life met, and what it must meet: every kind of command, and every code that the engine can
 * answer a command or write on an order or a transfer with. The list is kept by hand, beside the engine's own
 * tests, so that a rule that nothing reaches any more is seen.
 */
import { REFUSAL } from '@vest/protocol'
import type {
  AmendOrder,
  Answer,
  Command,
  CommandKind,
  EngineEvent,
  Exchange,
  LpOrderRecord,
  OrderRecord,
  PlaceOrder,
  TransferRecord,
} from '@vest/engine'
import { createSimWatch, TO_REACH_IN_SIM } from './simReach.ts'

/** By name: `command PlaceOrder`, `answer CancelOrder 3017`, `order REJECTED 3002`, `transfer WITHDRAW FILLED`. */
export type Counts = Readonly<Record<string, number>>

export function createCounter(): {
  readonly counts: Counts
  note(command: Command, answer: Answer, events: readonly EngineEvent[], markets: Markets): void
} {
  const counts: Record<string, number> = {}
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)
  const backstop = createBackstopWatch()
  const sim = createSimWatch()
  const legs = new Map<string, OrderRecord>()
  const noteLeg = (order: OrderRecord, isMoved: boolean): void => {
    const before = legs.get(order.id)
    if (before === undefined)
      count(`leg ${order.status === 'REJECTED' ? 'refused' : isMoved ? 'moved' : 'made'}`)
    else if (order.size !== before.size) count(`leg ${order.size > before.size ? 'grown' : 'shrunk'}`)
    if (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED') legs.set(order.id, order)
    else legs.delete(order.id)
  }
  const resting = new Map<string, OrderRecord>()
  const noteAmendment = ({ id, size, limitPrice }: AmendOrder, events: readonly EngineEvent[]): void => {
    const before = resting.get(id)
    const isSmaller = before?.limitPrice === limitPrice && before.size > size
    count(`amended ${isSmaller ? 'in its place' : 'anew'}`)
    if (events.some((event) => event.kind === 'FillBooked' && event.orderId === id))
      count('amended and filled')
  }
  const noteResting = (order: OrderRecord): void => {
    const isLimit = order.orderType === 'LIMIT' && order.timeInForce === 'GTC'
    if (isLimit && order.status === 'CANCELLED' && order.code === REFUSAL.PRICE_CHECK_FAILED)
      count(resting.has(order.id) ? 'fell out beyond the band' : 'did not rest beyond the band')
    if (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED') resting.set(order.id, order)
    else resting.delete(order.id)
  }
  const noteReplacement = (place: PlaceOrder, events: readonly EngineEvent[]): void => {
    const records = events.flatMap((event) => (event.kind === 'OrderUpdated' ? [event.order] : []))
    const old = records.find(({ id, status }) => id !== place.id && status === 'CANCELLED')
    const placed = records.find(({ id }) => id === place.id)
    const isSmaller =
      old?.orderType === 'LIMIT' &&
      old.limitPrice === place.limitPrice &&
      place.size < old.size - old.filledSize
    if (placed?.status === 'REJECTED') count('replaced refused')
    else if (old !== undefined) count(`replaced ${isSmaller ? 'in its place' : 'anew'}`)
  }
  const dust = new Set<string>()
  const noteTransfer = (command: Command, transfer: TransferRecord): void => {
    const { id, status, eligibleTimeMs, postTimeMs } = transfer
    if (command.kind === 'CreditDust') {
      if (status === 'FILLED') count('dust is released')
      else count(`dust ${dust.has(id) ? 'grows' : 'waits'}`)
      if (status === 'NEW') dust.add(id)
    } else if (command.kind === 'RequestWithdrawal' && status === 'NEW') {
      const isHour = eligibleTimeMs !== undefined && eligibleTimeMs % 3_600_000 === 0
      const later = isHour && eligibleTimeMs > postTimeMs ? 'in an hour with room' : 'after its delay'
      count(`withdrawal leaves ${eligibleTimeMs === undefined ? 'at once' : later}`)
    }
  }
  const ended = (status: string, code: number | undefined): string =>
    code === undefined ? status : `${status} ${code}`
  const countLp = ({ orderType, status, code }: LpOrderRecord): void =>
    count(code === undefined ? `lp ${orderType} ${status}` : `lp ${status} ${code}`)
  return {
    counts,
    note(command, answer, events, markets) {
      for (const what of backstop.moves(markets)) count(what)
      count(`command ${command.kind}`)
      if (!answer.ok) count(`answer ${command.kind} ${answer.code}`)
      for (const name of sim.names(command, events)) count(name)
      const real = sim.real(events)
      if (command.kind === 'ReplaceOrder' && real.length > 0) noteReplacement(command.place, real)
      if (command.kind === 'AmendOrder' && answer.ok && real.length > 0) noteAmendment(command, real)
      const movedId = command.kind === 'ReplaceOrder' ? command.place.id : undefined
      for (const event of real)
        if (event.kind === 'OrderUpdated' && event.order.parentId !== undefined)
          noteLeg(event.order, event.order.id === movedId)
      for (const event of events)
        if (event.kind === 'OrderUpdated') {
          noteResting(event.order)
          count(`order ${ended(event.order.status, event.order.code)}`)
        } else if (event.kind === 'TransferUpdated') {
          count(`transfer ${event.transfer.type} ${ended(event.transfer.status, event.transfer.code)}`)
          noteTransfer(command, event.transfer)
        } else if (event.kind === 'LpOrderUpdated') countLp(event.order)
        else if (event.kind === 'PointsAllocated') count('points')
        else if (event.kind === 'TradeExecuted') count('trades')
        else if (FACTS.includes(event.kind)) count(event.kind)
        else if (event.kind === 'FundingSettled') count(`funding ${event.reason}`)
      for (const what of liquidations(real)) count(what)
    },
  }
}

type Markets = Exchange['markets']

/** Every liquidation order of an account whose own margin was too small: did a part of the position stay? */
const liquidations = (events: readonly EngineEvent[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.kind !== 'OrderUpdated') return []
    const { orderType, code, account, symbol } = event.order
    if (orderType !== 'LIQUIDATION' || code !== undefined) return []
    const last = events.findLast(
      (other) => other.kind === 'PositionChanged' && other.account === account && other.symbol === symbol,
    )
    return [last?.kind === 'PositionChanged' && last.size > 0 ? 'liquidated in part' : 'liquidated in full']
  })

/** What the backstop did in a command, by its positions before and after it. */
function createBackstopWatch(): { moves(markets: Markets): readonly string[] } {
  const sizes: number[] = []
  const offers: number[] = []
  return {
    moves(markets) {
      const moves: string[] = []
      for (const [at, { backstop }] of markets.entries()) {
        const size = backstop?.size ?? 0
        const offered = backstop?.offered ?? 0
        const [sold, taken] = [(sizes[at] ?? 0) - size, (offers[at] ?? 0) - offered]
        sizes[at] = size
        offers[at] = offered
        if (sold < 0) moves.push('backstop took over')
        else if (sold > 0) moves.push(sold === taken ? 'backstop sold' : 'backstop gave up')
      }
      return moves
    },
  }
}

/** Facts that a life must have seen, by the name of their event. */
const FACTS: readonly string[] = [
  'ParametersChanged',
  'SplitApplied',
  'DelistingAnnounced',
  'MarketDelisted',
  'MarketRenamed',
  'BreakerTripped',
]

/** The codes with which each command can be answered. */
const ANSWERS: Readonly<Record<CommandKind, readonly number[]>> = {
  ListMarket: [1111, 1121, 1130],
  SeedSystemAccount: [1130],
  Activate: [1130],
  Register: [1130],
  PlaceOrder: [3015],
  CancelOrder: [3004, 3015, 3017],
  CancelClientOrder: [3004, 3015, 3017],
  ReplaceOrder: [3004, 3015, 3017],
  AmendOrder: [
    1116, 1130, 1149, 3001, 3002, 3003, 3004, 3007, 3010, 3011, 3013, 3015, 3017, 3019, 3022, 3023, 3024,
    3026, 3030, 3033,
  ],
  CancelAllOrders: [1099, 1121, 3004, 3015],
  CloseAllPositions: [1099, 1121, 3004, 3015],
  SetCancelTimer: [1099, 1130, 3004, 3015],
  SetLeverage: [1099, 1121, 1130, 1149, 3003, 3021, 3036],
  SetGuardrails: [1099, 1130],
  UpdateIndexPrices: [],
  ChangeSession: [1121],
  SetMarketMode: [1121, 1130],
  ChangeParameters: [1121, 1130],
  ApplySplit: [1121, 1130],
  PayDividend: [1121, 1130],
  AnnounceDelisting: [1121, 1130],
  DelistMarket: [1121, 1130],
  RenameMarket: [1121, 1130],
  TickTimer: [],
  TickFunding: [],
  CreditDeposit: [1130, 5010],
  CreditDust: [1130],
  FinalizeDeposit: [5010],
  OrphanDeposit: [5010],
  AnnounceDeposit: [1130, 1149, 5010, 5011],
  RejectDeposit: [5010],
  RequestWithdrawal: [5010],
  VerifyWithdrawal: [5010, 5013],
  CompleteWithdrawal: [5010],
  RefundWithdrawal: [5010],
  PlaceLpOrder: [1149, 4010],
  CancelLpOrder: [3004, 3015, 3017],
  SetReferralCode: [1099, 1130, 1140, 1142, 1149],
  ApplyReferral: [1099, 1141, 1142, 1149],
  SetAccountCluster: [1099, 1130],
  CreateApiKey: [1099, 1130],
  RevokeApiKey: [1099, 1130],
  OpenSimAccount: [1099, 1130, 1149],
  SetSimAccountStatus: [1099, 1149],
  CloseSimPositions: [1099, 1149],
  WithdrawProfit: [5010],
  BeginPurchase: [1099, 1130, 1149],
  NotePayment: [1099, 1130],
  AllocateEvaluation: [1099, 1130],
  OpenEvaluation: [1099, 1130, 1149],
  DismissEvaluation: [1099, 1130],
  AllocateFunded: [1099, 1130, 1149],
  ActivateFunded: [1099, 1130, 1149],
  CloseFunded: [1099, 1130, 1149, 5002],
  // Met where an operator decides (`reviews.test.ts`).
  DecideReview: [],
  // Met beside the twin in a life of its own (`twin/vault/addressBook.test.ts`).
  ChangeAddressBook: [],
  FundCapitalTreasury: [],
}
const ORDERS: Readonly<Record<string, readonly number[]>> = {
  REJECTED: [
    1116, 1130, 1133, 1149, 3001, 3002, 3003, 3004, 3006, 3007, 3010, 3011, 3013, 3016, 3018, 3019, 3020,
    3022, 3023, 3024, 3026, 3031, 3033, 3034, 3035, 3037,
  ],
  CANCELLED: [3001, 3002, 3008, 3010, 3019, 3026, 3030, 3032, 3034, 3035, 3037],
  // Deleveraged.
  FILLED: [3008],
}
const TRANSFERS: Readonly<Record<string, readonly number[]>> = {
  'DEPOSIT REJECTED': [5013],
  'WITHDRAW REJECTED': [1130, 1149, 5002, 5009, 5011, 5013],
  'WITHDRAW_PROFIT REJECTED': [1130, 1149, 5002, 5009, 5011],
}
const LP_ORDERS: Readonly<Record<string, readonly number[]>> = {
  REJECTED: [1130, 4001, 4002, 4003, 4004, 4006, 4007, 4009, 4011, 4012],
  PARTIALLY_FILLED: [4005],
}
const STATUSES: readonly string[] = [
  ...['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'].map((status) => `order ${status}`),
  ...['NEW', 'FILLED'].map((status) => `transfer DEPOSIT ${status}`),
  ...['NEW', 'VERIFIED', 'FILLED'].map((status) => `transfer WITHDRAW ${status}`),
  'transfer INTERNAL_DEPOSIT FILLED',
  'transfer WITHDRAW_PROFIT FILLED',
  ...['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'].map((type) => `lp ${type} FILLED`),
  'lp SCHEDULE_WITHDRAW NEW',
  'lp SCHEDULE_WITHDRAW CANCELLED',
  'points',
  'trades',
  'fell out beyond the band',
  'did not rest beyond the band',
  'liquidated in part',
  'liquidated in full',
  'backstop took over',
  'backstop sold',
  'backstop gave up',
  ...['made', 'refused', 'grown', 'shrunk', 'moved'].map((what) => `leg ${what}`),
  ...['in its place', 'anew', 'refused'].map((how) => `replaced ${how}`),
  ...['in its place', 'anew', 'and filled'].map((how) => `amended ${how}`),
  ...FACTS,
  ...['waits', 'grows', 'is released'].map((what) => `dust ${what}`),
  ...['at once', 'after its delay', 'in an hour with room'].map((when) => `withdrawal leaves ${when}`),
  ...['FILL', 'LIQUIDATION', 'LEVERAGE', 'TRANSFER', 'CORPORATE_ACTION', 'DIVIDEND'].map(
    (reason) => `funding ${reason}`,
  ),
]

/** What goes wrong around an exchange, by the names under which it is counted when it has happened. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  'order or cancellation sent twice': ['PlaceOrder', 'ReplaceOrder', 'CancelOrder'].map(
    (kind) => `answer ${kind} 3015`,
  ),
  'deposit told twice': ['answer CreditDeposit 5010', 'answer AnnounceDeposit 5010'],
  'deposit orphaned by its chain': ['transfer DEPOSIT REJECTED 5013'],
  'word of a chain that comes too late': ['Finalize', 'Orphan', 'Reject'].map(
    (word) => `answer ${word}Deposit 5010`,
  ),
  'withdrawal told twice': [
    'RequestWithdrawal',
    'VerifyWithdrawal',
    'CompleteWithdrawal',
    'RefundWithdrawal',
  ].map((kind) => `answer ${kind} 5010`),
  'LP order sent twice': ['answer PlaceLpOrder 4010'],
  'price too old to trade on': ['order REJECTED 3003', 'answer SetLeverage 3003'],
  'order too large for its margin': ['order REJECTED 3002'],
  'order that comes too late': ['PlaceOrder', 'ReplaceOrder', 'CancelOrder', 'SetCancelTimer']
    .map((kind) => `answer ${kind} 3004`)
    .concat('order REJECTED 3004'),
  'market stopped': ['order REJECTED 3013'],
  'pool insolvent': ['order REJECTED 3007', 'lp REJECTED 4006'],
}

/** How often each kind of fault was met. */
export const faultsIn = (counts: Counts): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(FAULTS).map(([fault, names]) => [
      fault,
      names.reduce((sum, name) => sum + (counts[name] ?? 0), 0),
    ]),
  )

const withCodes = (what: string, table: Readonly<Record<string, readonly number[]>>): readonly string[] =>
  Object.entries(table).flatMap(([name, codes]) => codes.map((code) => `${what} ${name} ${code}`))

/** Kinds that no seeded life sends: each has a test of its own. */
const OF_OTHER_LIVES: readonly string[] = ['DecideReview', 'FundCapitalTreasury', 'ChangeAddressBook']

/** Every name that a life of some length must have counted. */
export const TO_REACH: readonly string[] = [
  ...Object.keys(ANSWERS)
    .filter((kind) => !OF_OTHER_LIVES.includes(kind))
    .map((kind) => `command ${kind}`),
  ...withCodes('answer', ANSWERS),
  ...withCodes('order', ORDERS),
  ...withCodes('transfer', TRANSFERS),
  ...withCodes('lp', LP_ORDERS),
  ...STATUSES,
  ...TO_REACH_IN_SIM,
]

export const unreached = (...lives: readonly Counts[]): readonly string[] =>
  TO_REACH.filter((name) => lives.every((counts) => counts[name] === undefined))

/** So seldom that only millions of commands may meet it: shares too dear for what is paid in, amendments that a guardrail refuses. */
const SELDOM: readonly string[] = [
  'lp REJECTED 4013',
  ...[3034, 3035, 3037].map((code) => `answer AmendOrder ${code}`),
]

/** Codes that were met and stand in no list: the list is out of date. */
export const unlisted = (...lives: readonly Counts[]): readonly string[] =>
  [...new Set(lives.flatMap(Object.keys))].filter(
    (name) => / \d{4}$/.test(name) && !TO_REACH.includes(name) && !SELDOM.includes(name),
  )
