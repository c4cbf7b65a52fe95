/** What a call may be refused with: what every call of its kind may, and what it declares itself. */
import type { RefusalName } from '../errors.ts'
import type { Call } from './call.ts'

export const COMMON_REFUSALS = {
  /** UNKNOWN: the exchange is stopping, lacks the part, or has failed; nothing was done. */
  ofEveryCall: ['UNKNOWN', 'TOO_MANY_REQUESTS', 'INVALID_PARAMETER', 'BAD_RECV_WINDOW', 'ORDER_EXPIRED'],
  withKey: ['UNAUTHORIZED', 'ACTION_NOT_AVAILABLE'],
  signed: ['INVALID_SIGNATURE'],
} as const satisfies Readonly<Record<string, readonly RefusalName[]>>
type Common = typeof COMMON_REFUSALS

/** The type of `refusalsOf` for one call. */
export type RefusalOfCall<C> =
  | Common['ofEveryCall'][number]
  | (C extends { readonly auth: 'key' } ? Common['withKey'][number] : never)
  | (C extends { readonly isSigned: true } ? Common['signed'][number] : never)
  | (C extends { readonly refusals: readonly (infer Own extends RefusalName)[] } ? Own : never)

/** Refusals of a record, such as those of an order that was taken, are no refusals of the call. */
export const refusalsOf = (call: Call): ReadonlySet<RefusalName> =>
  new Set([
    ...COMMON_REFUSALS.ofEveryCall,
    ...(call.auth === 'key' ? COMMON_REFUSALS.withKey : []),
    ...(call.isSigned ? COMMON_REFUSALS.signed : []),
    ...(call.refusals ?? []),
  ])
