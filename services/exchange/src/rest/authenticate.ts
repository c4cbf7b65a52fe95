/**
 * Who calls: the holder of X-API-KEY, if there is one, it has not expired, and it may be used from where the request
 * comes. Everything else is 1002. How far the key reaches is asked afterwards: beyond its scopes is 1149.
 */
import { REFUSAL, type KeyCall } from '@vest/protocol'
import type { Caller } from '../caller.ts'
import type { Edge } from '../edge.ts'
import { hasExpired } from '../keyRing.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { allows } from './ipAllowList.ts'

/** Keys are 64 hex digits; longer texts are not even hashed. */
const API_KEY_LENGTH_MAX = 128

export function authenticate(
  edge: Pick<Edge, 'clock' | 'view'>,
  header: string | readonly string[] | undefined,
  address: string,
): Caller | Refusal {
  if (typeof header !== 'string' || header.length === 0 || header.length > API_KEY_LENGTH_MAX)
    return refuse(REFUSAL.UNAUTHORIZED)
  const { keys } = edge.view
  const holder = keys.holderOf(header)
  const nowMs = edge.clock.nowMs()
  if (holder === undefined || hasExpired(holder, nowMs)) return refuse(REFUSAL.UNAUTHORIZED)
  if (holder.program !== undefined && !allows(holder.program.ipAllowList, address))
    return refuse(REFUSAL.UNAUTHORIZED)
  keys.noteUse(holder, nowMs, address)
  return holder
}

/** The key of a session may do everything; that of a program what it was made for, and never what is `full`. */
export const checkScope = ({ program }: Caller, scope: KeyCall['scope']): Refusal | undefined =>
  program === undefined || (scope !== 'full' && program.scopes.includes(scope))
    ? undefined
    : refuse(REFUSAL.ACTION_NOT_AVAILABLE, 'This API key is not allowed to do that')
