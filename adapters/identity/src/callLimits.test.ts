import { REFUSAL } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCall } from './callLimits.ts'
import { HOUR_MS } from './limits.ts'
import type { Count } from './store/identityStore.ts'

const NOW_MS = 1_800_000_000_000
const KEY = new Uint8Array([1])

describe('limits of calls', () => {
  it('let the hour have as many as the narrowest allows, and count no call that is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
        fc.nat(12),
        async (mosts, calls) => {
          const counts = new Map<string, number>()
          const rows = {
            count: async (all: readonly Count[]) => {
              for (const { scope } of all) counts.set(scope, (counts.get(scope) ?? 0) + 1)
            },
            counted: async ({ scope }: Count, sinceMs: number) => {
              expect(sinceMs).toBe(NOW_MS - HOUR_MS)
              return counts.get(scope) ?? 0
            },
          }
          const limits = mosts.map((most, at) => ({ of: { scope: `${at}`, key: KEY }, most }))
          const least = Math.min(...mosts)
          for (let call = 0; call < calls; call += 1)
            expect(await countCall(rows, limits, NOW_MS)).toEqual(
              call < least ? undefined : { refused: REFUSAL.TOO_MANY_REQUESTS, retryAfterS: 3_600 },
            )
          for (const { of } of limits) expect(counts.get(of.scope) ?? 0).toBe(Math.min(calls, least))
        },
      ),
    )
  })
})
