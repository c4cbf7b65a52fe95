import { REFUSAL } from '@vest/protocol'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openHttpLines, postBytes } from './httpLines.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Refuses the first so many. */
async function serve(refused: number): Promise<{ port: number; asked: () => number }> {
  let asked = 0
  server = createServer((request, response) => {
    request.resume().once('end', () => {
      asked += 1
      const isRefused = asked <= refused
      const body = JSON.stringify(
        isRefused
          ? { code: REFUSAL.TOO_MANY_REQUESTS, detail: { code: REFUSAL.TOO_MANY_REQUESTS, msg: 'x' } }
          : { id: '0x1' },
      )
      response.writeHead(isRefused ? 429 : 200, { 'content-length': Buffer.byteLength(body) })
      response.end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, asked: () => asked }
}
const requests = Array.from({ length: 40 }, (_, at) => postBytes('/v2/orders', 'key', { at }))

describe('the client of benchmarks', () => {
  it('keeps to the limits that it measures: what was refused goes again later, with less under way', async () => {
    const { port, asked } = await serve(5)
    const lines = await openHttpLines(port, { connections: 2, depth: 4, heedsLimits: true })
    const took = new Float64Array(requests.length)
    await lines.send(requests, took)
    expect(lines.refusals).toBe(5)
    expect(lines.underWayMax).toBeLessThanOrEqual(5)
    expect(asked()).toBe(45)
    expect([...took].every((ns) => ns > 0)).toBe(true)
    lines.close()
  })

  it('says what it got where every answer must be a 200', async () => {
    const { port } = await serve(1)
    const lines = await openHttpLines(port, { connections: 1 })
    await expect(lines.send(requests)).rejects.toThrow('HTTP/1.1 429')
    lines.close()
  })
})
