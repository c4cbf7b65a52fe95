/** Who calls: the registration behind X-API-KEY, if it exists and has not expired. Everything else is 1002. */
import type { Edge } from '../edge.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Caller } from './route.ts'

/** Keys are 64 hex digits; longer texts are not even hashed. */
const API_KEY_LENGTH_MAX = 128

export function authenticate(edge: Edge, header: string | readonly string[] | undefined): Caller | Refusal {
  if (typeof header !== 'string' || header.length === 0 || header.length > API_KEY_LENGTH_MAX)
    return refuse(1002)
  const registration = edge.view.registrationOfKey(header)
  if (registration === undefined || registration.expiryTimeMs <= edge.clock.nowMs()) return refuse(1002)
  return registration
}
