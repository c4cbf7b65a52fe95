/** Who never says a word stays while its protocol answers, and is dropped when even that is silent. */
import { timeMs } from '@vest/protocol'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAccess } from '../access/createAccess.ts'
import type { EdgeView } from '../edgeView.ts'
import { createListenKeys } from './listenKeys.ts'
import type { Publisher } from './publisher.ts'
import { startSocketServer, type SocketServer } from './startSocketServer.ts'

const NOTHING_TO_PUBLISH: Publisher = {
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  remove: () => undefined,
  resend: () => undefined,
  stop: () => undefined,
}

const CLOCK = { nowMs: () => timeMs(Date.now()) }

describe('heartbeat', () => {
  let server: Server
  let sockets: SocketServer
  const start = async (options: { silenceMs?: number }) => {
    server = createServer()
    sockets = startSocketServer({
      server,
      listenKeys: createListenKeys(CLOCK.nowMs),
      clock: CLOCK,
      publisher: NOTHING_TO_PUBLISH,
      view: { market: () => undefined } as unknown as EdgeView,
      access: createAccess({ host: '127.0.0.1' }),
      pingIntervalMs: 20,
      ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
  const connect = async (autoPong = true) => {
    const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`, { autoPong })
    await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject))
    return ws
  }
  afterEach(async () => {
    await sockets.stop()
    await new Promise((resolve) => server.close(resolve))
  })

  it('a client that never pings stays connected while it answers protocol pings', async () => {
    await start({ silenceMs: 500 })
    const ws = await connect()
    let pings = 0
    await new Promise<void>((resolve) =>
      ws.on('ping', () => {
        pings += 1
        if (pings === 40) resolve()
      }),
    )
    expect([ws.readyState, sockets.connectionCount()]).toEqual([WebSocket.OPEN, 1])
  })

  it('a silent peer is dropped', async () => {
    await start({ silenceMs: 60 })
    const ws = await connect(false)
    expect(await new Promise((resolve) => ws.on('close', (code) => resolve(code)))).toBe(1006)
    await vi.waitFor(() => expect(sockets.connectionCount()).toBe(0))
  })

  it('an address has ten sockets; the eleventh is told to come back later', async () => {
    await start({})
    const open = await Promise.all(Array.from({ length: 10 }, () => connect()))
    const tooMany = await connect()
    expect(await new Promise((resolve) => tooMany.on('close', (code) => resolve(code)))).toBe(1013)
    open[0]!.close()
    await vi.waitFor(() => expect(sockets.connectionCount()).toBe(9))
    const again = await connect()
    again.send('{"method":"PING"}')
    expect(String(await new Promise((resolve) => again.on('message', resolve)))).toBe('{"data":"PONG"}')
  })
})
