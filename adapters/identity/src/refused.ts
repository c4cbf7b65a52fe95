/** Refusals as calls of identity return them. */
import { REFUSAL } from '@vest/protocol'
import type { IdentityRefusal } from '@vest/runtime'
import { HOUR_MS } from './limits.ts'

export const refused = (
  code: IdentityRefusal['refused'],
  more: Omit<IdentityRefusal, 'refused'> = {},
): IdentityRefusal => ({
  refused: code,
  ...more,
})

export const malformed = (field: string): IdentityRefusal =>
  refused(REFUSAL.INVALID_PARAMETER, { message: `Invalid parameter: ${field}` })

/** Of a limit that counts the calls of an hour. */
export const tooManyInHour = (): IdentityRefusal =>
  refused(REFUSAL.TOO_MANY_REQUESTS, { retryAfterS: HOUR_MS / 1_000 })
