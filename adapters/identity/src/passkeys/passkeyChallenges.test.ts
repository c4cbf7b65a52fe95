import { describe, expect, it } from 'vitest'
import { createIdentityKeys } from '../keys/identityKeys.ts'
import { PASSKEY_CHALLENGE_MS } from '../limits.ts'
import type { PendingRequestRow } from '../store/identityStore.ts'
import { createPasskeyChallenges } from './passkeyChallenges.ts'

const NOW_MS = 1_800_000_000_000
const challenges = createPasskeyChallenges(createIdentityKeys(new Uint8Array(32).fill(1)))

function requestRows() {
  const kept = new Map<string, PendingRequestRow>()
  const nameOf = (stateHash: Uint8Array): string => Buffer.from(stateHash).toString('hex')
  return {
    addRequest: async (row: PendingRequestRow) => void kept.set(nameOf(row.stateHash), row),
    takeRequest: async (stateHash: Uint8Array) => {
      const row = kept.get(nameOf(stateHash))
      kept.delete(nameOf(stateHash))
      return row
    },
  }
}
const told = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('challenges to authenticators', () => {
  it.each([undefined, 'ann'])('are good once, for what they were made for: %s', async (userId) => {
    const rows = requestRows()
    const taken = () => challenges.take(rows, told({ challenge: 'abc' }), userId, NOW_MS)
    expect(await taken()).toBe(undefined)
    expect(await challenges.add(rows, { challenge: 'abc' }, userId, NOW_MS)).toEqual({
      options: { challenge: 'abc' },
    })
    expect(await taken()).toBe('abc')
    expect(await taken()).toBe(undefined)
  })

  it.each([
    ['ann', 'bob'],
    ['ann', undefined],
    [undefined, 'ann'],
  ])('made for %s are none for %s', async (made, asked) => {
    const rows = requestRows()
    await challenges.add(rows, { challenge: 'abc' }, made, NOW_MS)
    expect(await challenges.take(rows, told({ challenge: 'abc' }), asked, NOW_MS)).toBe(undefined)
  })

  it('end with their time', async () => {
    const rows = requestRows()
    for (const [afterMs, found] of [
      [PASSKEY_CHALLENGE_MS - 1, 'abc'],
      [PASSKEY_CHALLENGE_MS, undefined],
    ] as const) {
      await challenges.add(rows, { challenge: 'abc' }, undefined, NOW_MS)
      expect(await challenges.take(rows, told({ challenge: 'abc' }), undefined, NOW_MS + afterMs)).toBe(found)
    }
  })

  it.each([told({ challenge: 1 }), told({}), '', 'no JSON'])(
    'are not found in %s',
    async (clientDataJSON) => {
      expect(await challenges.take(requestRows(), clientDataJSON, undefined, NOW_MS)).toBe(undefined)
    },
  )
})
