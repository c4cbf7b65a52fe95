/** The caller, where the route asks for one, with one of its tokens taken: judged by the headers alone. */
import type { Caller } from '../caller.ts'
import type { WritePorts } from '../edge.ts'
import { REQUESTS_PER_WINDOW } from '../limits.ts'
import { isRefusal, tooMany, type Refusal } from '../refusal.ts'
import { authenticate, checkScope } from './authenticate.ts'
import type { Route, RouteRequest } from './route.ts'

export interface Admission {
  /** Absent where the route asks for no caller, or the caller was refused. */
  readonly caller?: Caller
  readonly refusal?: Refusal
  /** Told in headers, once it was looked at. */
  readonly allowance?: Allowance
}

export interface Allowance {
  readonly limit: number
  readonly remaining: number
}

/** A program of the installation itself. */
const UNLIMITED: Allowance = { limit: REQUESTS_PER_WINDOW, remaining: REQUESTS_PER_WINDOW }

export function admitRequest(
  edge: WritePorts,
  route: Route,
  apiKey: string | readonly string[] | undefined,
  { address, isExempt }: Pick<RouteRequest, 'address' | 'isExempt'>,
): Admission {
  const caller = route.auth === 'key' ? authenticate(edge, apiKey, address) : undefined
  if (isRefusal(caller)) return { refusal: caller }
  let allowance = UNLIMITED
  if (!isExempt) {
    const taken = edge.rateLimits.take(route.bucket, subjectOf(route, caller, address), edge.clock.nowMs())
    if (!taken.ok) return { allowance: taken, refusal: tooMany(taken.retryAfterS) }
    allowance = taken
  }
  if (caller === undefined || route.auth === 'none') return { allowance }
  const refusal = checkScope(caller, route.scope)
  return refusal === undefined ? { allowance, caller } : { allowance, refusal }
}

/** Whose tokens are taken. */
function subjectOf({ bucket }: Route, caller: Caller | undefined, address: string): string {
  if (caller === undefined) return address
  return bucket === 'orders' || bucket === 'cancels' ? caller.account : caller.apiKeyHash
}

/** The headers that tell how many are left. */
export const allowanceHeaders = ({ limit, remaining }: Allowance) =>
  ({ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) }) as const
