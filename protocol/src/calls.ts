/**
 * Every REST call as data: who may call it, what it takes and what it answers. A call is told once, in its file of
 * `calls/`; the exchange's routes and the reference (`openApi.ts`) are made from this table.
 */
import type { z } from 'zod'
import { ACCOUNT_CALLS } from './calls/account/index.ts'
import type { Call } from './calls/call.ts'
import { CAPITAL_CALLS } from './calls/capital/index.ts'
import { MARKET_CALLS } from './calls/markets/index.ts'
import { MONEY_CALLS } from './calls/money/index.ts'
import { NOTICE_CALLS } from './calls/notices/index.ts'
import { ORDER_CALLS } from './calls/orders/index.ts'
import { OUTSIDE_CALLS } from './calls/outside/index.ts'
import { POOL_CALLS } from './calls/pool/index.ts'
import { REWARD_CALLS } from './calls/rewards/index.ts'
import type { RefusalOfCall } from './calls/refusals.ts'
import { SERVICE_CALLS } from './calls/service/index.ts'

export * from './calls/call.ts'
export * from './calls/refusals.ts'
export * from './calls/account/index.ts'
export * from './calls/capital/index.ts'
export * from './calls/markets/index.ts'
export * from './calls/money/index.ts'
export * from './calls/notices/index.ts'
export * from './calls/orders/index.ts'
export * from './calls/outside/index.ts'
export * from './calls/pool/index.ts'
export * from './calls/rewards/index.ts'
export * from './calls/service/index.ts'

/** By the name that the reference gives them, which is the SDK's method where there is one. */
export const CALLS = {
  ...MARKET_CALLS,
  ...SERVICE_CALLS,
  ...ACCOUNT_CALLS,
  ...ORDER_CALLS,
  ...MONEY_CALLS,
  ...POOL_CALLS,
  ...REWARD_CALLS,
  ...NOTICE_CALLS,
  ...CAPITAL_CALLS,
  ...OUTSIDE_CALLS,
} as const satisfies Readonly<Record<string, Call>>

export type CallName = keyof typeof CALLS
export type AnswerOf<N extends CallName> = z.infer<(typeof CALLS)[N]['answer']>
/** The body that a call takes. */
export type BodyOf<N extends CallName> = (typeof CALLS)[N] extends {
  readonly body: infer B extends z.ZodType
}
  ? Untouched<z.input<B>>
  : never
/** What is handed over is only read. */
type Untouched<T> = T extends object ? { readonly [K in keyof T]: Untouched<T[K]> } : T
/** The names of what it may be refused with. */
export type RefusalOf<N extends CallName> = RefusalOfCall<(typeof CALLS)[N]>
export type NamedCall = Call & { readonly name: CallName }

/** In the order of the reference. */
export const CALL_LIST: readonly NamedCall[] = Object.entries(CALLS).map(([name, call]) => ({
  name: name as CallName,
  ...call,
}))
