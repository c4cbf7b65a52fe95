/**
 * What one simulated life met, and what it must meet: every kind of command, and every code that the engine can
 * answer a command or write on an order or a transfer with. The list is kept by hand, beside the engine's own
 * tests, so that a rule that nothing reaches any more is seen.
 */
import type { Answer, Command, CommandKind, EngineEvent } from '@vest/engine'

/** By name: `command PlaceOrder`, `answer CancelOrder 3017`, `order REJECTED 3002`, `transfer WITHDRAW FILLED`. */
export type Counts = Readonly<Record<string, number>>

export function createCounter(): {
  readonly counts: Counts
  note(command: Command, answer: Answer, events: readonly EngineEvent[]): void
} {
  const counts: Record<string, number> = {}
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)
  const ended = (status: string, code: number | undefined): string =>
    code === undefined ? status : `${status} ${code}`
  return {
    counts,
    note(command, answer, events) {
      count(`command ${command.kind}`)
      if (!answer.ok) count(`answer ${command.kind} ${answer.code}`)
      for (const event of events)
        if (event.kind === 'OrderUpdated') count(`order ${ended(event.order.status, event.order.code)}`)
        else if (event.kind === 'TransferUpdated')
          count(`transfer ${event.transfer.type} ${ended(event.transfer.status, event.transfer.code)}`)
        else if (event.kind === 'TradeExecuted') count('trades')
        else if (FACTS.includes(event.kind)) count(event.kind)
        else if (event.kind === 'FundingSettled') count(`funding ${event.reason}`)
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
]

/** The codes with which each command can be answered. */
const ANSWERS: Readonly<Record<CommandKind, readonly number[]>> = {
  ListMarket: [1111, 1121, 1130],
  SeedSystemAccount: [1130],
  Activate: [1130],
  Register: [],
  PlaceOrder: [3015],
  CancelOrder: [3004, 3015, 3017],
  SetLeverage: [1099, 1121, 1130, 1149, 3003, 3021],
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
  FinalizeDeposit: [5010],
  OrphanDeposit: [5010],
  AnnounceDeposit: [1130, 1149, 5010, 5011],
  RejectDeposit: [5010],
  RequestWithdrawal: [5010],
  VerifyWithdrawal: [5010, 5013],
  CompleteWithdrawal: [5010],
  RefundWithdrawal: [5010],
  OpenSimAccount: [1099, 1130, 1149],
  SetSimAccountStatus: [1099, 1149],
  CloseSimPositions: [1099, 1149],
}
const ORDERS: Readonly<Record<string, readonly number[]>> = {
  REJECTED: [
    1116, 1130, 1133, 1149, 3001, 3002, 3003, 3004, 3006, 3007, 3010, 3011, 3013, 3016, 3018, 3019, 3020,
    3023, 3024, 3026, 3031,
  ],
  CANCELLED: [3001, 3002, 3008, 3010, 3019, 3026, 3030],
}
const TRANSFERS: Readonly<Record<string, readonly number[]>> = {
  'DEPOSIT REJECTED': [5013],
  'WITHDRAW REJECTED': [1130, 1149, 5002, 5009, 5011, 5013],
}
const STATUSES: readonly string[] = [
  ...['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'].map((status) => `order ${status}`),
  ...['NEW', 'FILLED'].map((status) => `transfer DEPOSIT ${status}`),
  ...['NEW', 'VERIFIED', 'FILLED'].map((status) => `transfer WITHDRAW ${status}`),
  'trades',
  ...FACTS,
  ...['FILL', 'LIQUIDATION', 'LEVERAGE', 'TRANSFER', 'CORPORATE_ACTION', 'DIVIDEND'].map(
    (reason) => `funding ${reason}`,
  ),
]

const withCodes = (what: string, table: Readonly<Record<string, readonly number[]>>): readonly string[] =>
  Object.entries(table).flatMap(([name, codes]) => codes.map((code) => `${what} ${name} ${code}`))

/** Every name that a life of some length must have counted. */
export const TO_REACH: readonly string[] = [
  ...Object.keys(ANSWERS).map((kind) => `command ${kind}`),
  ...withCodes('answer', ANSWERS),
  ...withCodes('order', ORDERS),
  ...withCodes('transfer', TRANSFERS),
  ...STATUSES,
]

export const unreached = (...lives: readonly Counts[]): readonly string[] =>
  TO_REACH.filter((name) => lives.every((counts) => counts[name] === undefined))

/** Codes that were met and stand in no list: the list is out of date. */
export const unlisted = (...lives: readonly Counts[]): readonly string[] =>
  [...new Set(lives.flatMap(Object.keys))].filter((name) => / \d{4}$/.test(name) && !TO_REACH.includes(name))
