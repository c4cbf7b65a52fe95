/** Limits of calls in an hour: a call counts for all of its limits, unless one of them refuses it. */
import type { IdentityCaller, IdentityRefusal } from '@vest/runtime'
import type { IdentityKeys } from './keys/identityKeys.ts'
import { HOUR_MS } from './limits.ts'
import { networkPrefix } from './networkPrefix.ts'
import { tooManyInHour } from './refused.ts'
import type { Count, IdentityRows } from './store/identityStore.ts'

export interface CallLimit {
  readonly of: Count
  readonly most: number
}

export const networkCount = (
  keys: Pick<IdentityKeys, 'lookup'>,
  scope: string,
  { address }: Pick<IdentityCaller, 'address'>,
): Count => ({ scope, key: keys.lookup('network', networkPrefix(address)) })

/** Undefined: the call is within its limits, and counted. */
export async function countCall(
  rows: Pick<IdentityRows, 'count' | 'counted'>,
  limits: readonly CallLimit[],
  nowMs: number,
): Promise<IdentityRefusal | undefined> {
  for (const { of, most } of limits)
    if ((await rows.counted(of, nowMs - HOUR_MS)) >= most) return tooManyInHour()
  await rows.count(
    limits.map(({ of }) => of),
    nowMs,
  )
  return undefined
}
