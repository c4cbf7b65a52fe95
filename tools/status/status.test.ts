import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStatusRecord } from '../../services/exchange/src/operator/statusRecord.ts'
import { createStatusServer, main } from './status.ts'

describe('the status from a process of its own', () => {
  let dataDir: string
  const servers: Server[] = []
  const listen = async (server: Server): Promise<string> => {
    servers.push(server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'vest-status-'))))
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
    rmSync(dataDir, { recursive: true })
  })

  it('sends to the exchange while it answers, and shows its last page once it does not', async () => {
    const exchange = createServer((_, response) => response.setHeader('connection', 'close').end('{}'))
    const exchangeUrl = await listen(exchange)
    const statusUrl = await listen(createStatusServer({ dataDir, exchangeUrl }))
    const get = () => fetch(statusUrl, { redirect: 'manual' })
    const record = openStatusRecord({
      dir: join(dataDir, 'status'),
      nowMs: () => Date.UTC(2026, 0, 1, 12),
      serviceStatus: () => ({ status: 'UP', message: null }),
      measure: async () => ({ engineMs: 2, historyMs: 7 }),
      onTrouble: (error) => {
        throw error
      },
    })
    await record.look()
    const live = await get()
    expect([live.status, live.headers.get('location')]).toEqual([302, `${exchangeUrl}/status`])

    record.stop()
    exchange.close()
    const page = await get()
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('The exchange was stopped')
    expect(text).toContain('the engine answered in 2 ms')
    expect((await fetch(statusUrl, { method: 'POST' })).status).toBe(405)
  })

  it('says so where no exchange has ever written one', async () => {
    const statusUrl = await listen(createStatusServer({ dataDir, exchangeUrl: 'http://127.0.0.1:1' }))
    const answer = await fetch(statusUrl)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('never written its status')
  })

  it('explains itself, and says what is wrong with a wrong word or a port that is taken', async () => {
    const taken = new URL(await listen(createServer())).port
    const said = async (...argv: string[]): Promise<readonly [number, string]> => {
      const told: string[] = []
      return [await main(argv, (text) => told.push(text)), told.join('')]
    }
    expect(await said('--help')).toEqual([0, expect.stringContaining('Usage: npm run status')])
    expect(await said('--prot', '1')).toEqual([2, expect.stringContaining('Usage: npm run status')])
    expect(await said('--port', 'http')).toEqual([2, expect.stringContaining('Usage: npm run status')])
    expect(await said('--port', taken)).toEqual([
      1,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ cannot be served: .*EADDRINUSE/),
    ])
  })
})
