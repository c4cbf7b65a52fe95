/** Refusals as calls of identity return them. */
import { REFUSAL } from '@vest/protocol'
import type { IdentityRefusal } from '@vest/runtime'

export const refused = (
  code: IdentityRefusal['refused'],
  more: Omit<IdentityRefusal, 'refused'> = {},
): IdentityRefusal => ({
  refused: code,
  ...more,
})

export const malformed = (field: string): IdentityRefusal =>
  refused(REFUSAL.INVALID_PARAMETER, { message: `Invalid parameter: ${field}` })
