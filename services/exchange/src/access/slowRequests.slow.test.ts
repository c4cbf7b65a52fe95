/** Who says a request too slowly is cut, soon after the limit and not at the next half minute. */
import { connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../limits.ts'
import { startTestWorld } from '../testing/testWorld.ts'

vi.setConfig({ testTimeout: 40_000 })
/** A busy machine looks late; a look every half a minute would be later than this. */
const LATE_MS = 8_000

it('[8.6] a head is cut at five seconds and a body at ten, also of one who goes on dribbling', async () => {
  const world = await startTestWorld()
  const post = 'POST /v2/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  /** Says `begin` at once and a byte of `rest` every half a second; what it heard, and after how long. */
  const dribble = (begin: string, rest: string): Promise<{ heard: string; afterMs: number }> =>
    new Promise((resolve) => {
      const startedMs = performance.now()
      let heard = ''
      let at = 0
      const socket: Socket = connect(world.exchange.port, '127.0.0.1', () => socket.write(begin))
      const drop = setInterval(() => socket.writable && socket.write(rest[at++ % rest.length]!), 500)
      socket.on('data', (bytes) => (heard += bytes.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(drop)
        resolve({ heard, afterMs: performance.now() - startedMs })
      })
    })
  try {
    const cuts = await Promise.all([
      dribble('GET /v2/time HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n'),
      dribble(`${post}Content-Length: 100\r\n\r\n`, '{'),
      // As programs send it, with a body that is not all there.
      dribble(`${post}Content-Length: 100\r\n\r\n{"signingAddr"`, ' '),
    ])
    for (const [at, limitMs] of [HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS].entries()) {
      expect(cuts[at]!.heard).toMatch(/^HTTP\/1\.1 408 /)
      expect(cuts[at]!.afterMs).toBeGreaterThan(limitMs - 1_000)
      expect(cuts[at]!.afterMs).toBeLessThan(limitMs + LATE_MS)
    }
  } finally {
    await world.stop()
  }
})
