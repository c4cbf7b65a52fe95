/** Sockets beside the API: who reaches them, and how they end. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

describe('a socket beside the API', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await startTestWorld({
      extraSockets: new Map([
        ['/devnet/rpc/0', (socket) => void socket.on('message', () => socket.send('heard'))],
      ]),
    })
  })
  afterAll(() => world.stop())
  const open = (headers: Record<string, string> = {}, path = '/devnet/rpc/0') =>
    new WebSocket(`ws://127.0.0.1:${world.exchange.port}${path}`, { headers })
  const statusOf = async (socket: WebSocket): Promise<number> => {
    const [, response] = await once(socket, 'unexpected-response')
    return (response as { statusCode: number }).statusCode
  }

  it.each([
    ['a program', {}],
    ['a wallet in an extension', { origin: 'chrome-extension://abcdefgh' }],
  ])('hears %s', async (_who, headers) => {
    const socket = open(headers)
    await once(socket, 'open')
    socket.send('hello')
    const [data] = await once(socket, 'message')
    expect(String(data)).toBe('heard')
    socket.close()
    await once(socket, 'close')
  })

  it('is closed to pages of other origins, under foreign names, and at other paths', async () => {
    expect(await statusOf(open({ origin: 'https://evil.example' }))).toBe(403)
    expect(await statusOf(open({ host: 'evil.example' }))).toBe(421)
    expect(await statusOf(open({}, '/devnet/rpc/1'))).toBe(404)
  })

  it('does not hold up the end of the exchange', async () => {
    const own = await startTestWorld({ extraSockets: new Map([['/x', () => undefined]]) })
    const socket = new WebSocket(`ws://127.0.0.1:${own.exchange.port}/x`)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await own.stop()
    await closed
  })
})
