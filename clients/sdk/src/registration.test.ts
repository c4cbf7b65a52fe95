import { describe, expect, it } from 'vitest'
import { REFUSAL, type RegisterRequest } from '@vest/protocol'
import type { ClientClock } from './clientClock.ts'
import { createVestClient } from './createVestClient.ts'

const REQUEST: RegisterRequest = {
  signingAddr: `0x${'1'.repeat(40)}`,
  primaryAddr: `0x${'2'.repeat(40)}`,
  signature: '0x3',
  expiryTime: 1_800_000_000_000,
  networkType: 0,
  isMobile: false,
}

/** An exchange that asks to wait so often, and a clock on which every wait is over at once. */
function refusing(times: number, retryAfterS: string | undefined) {
  const bodies: string[] = []
  const waits: number[] = []
  const clock: ClientClock = {
    now: () => 0,
    setTimeout: (callback, delayMs) => {
      // The client's own limit for an answer is no wait.
      if (delayMs < 15_000) {
        waits.push(delayMs)
        queueMicrotask(callback)
      }
      return undefined
    },
    clearTimeout: () => undefined,
  }
  const client = createVestClient({
    baseUrl: 'http://exchange.test',
    clock,
    fetch: (_, init) => {
      bodies.push(String(init?.body))
      const isRefused = bodies.length <= times
      const body = isRefused
        ? { code: REFUSAL.TOO_MANY_REQUESTS, msg: 'Too many requests. Please try again later' }
        : { apiKey: 'a key', accGroup: 0 }
      const headers = retryAfterS === undefined ? undefined : { 'retry-after': retryAfterS }
      return Promise.resolve(
        Response.json(body, { status: isRefused ? 429 : 200, ...(headers && { headers }) }),
      )
    },
  })
  return { client, bodies, waits }
}

const tooMany = { code: REFUSAL.TOO_MANY_REQUESTS }

describe('a registration that the exchange asks to wait', () => {
  it('is sent again after that time, with the same proof', async () => {
    const { client, bodies, waits } = refusing(2, '2')
    expect(await client.register(REQUEST)).toEqual({ apiKey: 'a key', accGroup: 0 })
    expect(waits).toEqual([2_000, 2_000])
    expect(new Set(bodies).size).toBe(1)
    expect(bodies).toHaveLength(3)
  })

  it('is given up after three waits, after a long one, and where no time is told', async () => {
    const often = refusing(9, '1')
    await expect(often.client.register(REQUEST)).rejects.toMatchObject(tooMany)
    expect(often.bodies).toHaveLength(4)
    for (const retryAfterS of ['11', undefined]) {
      const once = refusing(9, retryAfterS)
      await expect(once.client.register(REQUEST)).rejects.toMatchObject(tooMany)
      expect(once.bodies).toHaveLength(1)
    }
  })
})
