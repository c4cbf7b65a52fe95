/** Removes what has been over for long, at most once an hour, in the transaction of a call that adds to it. */
import { DEVICE_KEPT_MS, HOUR_MS, KEPT_MS } from '../limits.ts'
import type { IdentityRows } from './identityStore.ts'

export interface Retention {
  apply(rows: Pick<IdentityRows, 'forget' | 'forgetDevices'>, nowMs: number): Promise<void>
}

export function createRetention(): Retention {
  let appliedMs = 0
  return {
    async apply(rows, nowMs) {
      if (nowMs - appliedMs < HOUR_MS) return
      appliedMs = nowMs
      await rows.forget(nowMs - KEPT_MS)
      await rows.forgetDevices(nowMs - DEVICE_KEPT_MS)
    },
  }
}
