/** A private feed ends with the API key behind its listen key, and opens only from where that key may be used. */
import { apiKeyResponse, type ApiKeyRequest } from '@vest/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, type TestSocket } from '../testing/testSocket.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

let world: TestWorld
let trader: Trader
const sockets: TestSocket[] = []
beforeAll(async () => {
  world = await startTestWorld()
  trader = await world.trader(0x31, 100_000)
})
afterAll(() => world.stop())
afterEach(async () => void (await Promise.all(sockets.splice(0).map((socket) => socket.close()))))
beforeEach(() => world.setPrice('BTC-PERP', 50_000))

const program = async (fields: Partial<ApiKeyRequest>): Promise<string> => {
  const body = { label: 'reader', scopes: ['read'], ...fields }
  return apiKeyResponse.parse(
    (await world.call('POST', '/account/apiKeys', { key: trader.apiKey, body })).body,
  ).apiKey
}
const listenKey = async (key: string, from?: string): Promise<string> =>
  (await world.call('POST', '/account/listenKey', { key, ...(from === undefined ? {} : { from }) })).body
    .listenKey
const open = async (key: string) => {
  const socket = await openSocket(`ws://127.0.0.1:${world.exchange.port}/ws-api?listenKey=${key}`)
  sockets.push(socket)
  return socket
}
const follow = async (key: string) => {
  const socket = await open(key)
  socket.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
  expect(await socket.next()).toEqual({ result: null, id: 1 })
  return socket
}

describe('a key that has expired', () => {
  it('[8.56] hears nothing more of its account, and its socket ends, though its listen key would have held', async () => {
    const expiryTime = world.clock.nowMs() + 60_000
    const [reader, owner] = [await program({ expiryTime }), trader.apiKey]
    const [gone, stays] = [await follow(await listenKey(reader)), await follow(await listenKey(owner))]
    const id = await world.place(trader, { limitPrice: '40000' })
    for (const socket of [gone, stays])
      expect((await socket.nextOn('account_private')).data.args).toMatchObject({ id, status: 'NEW' })
    world.clock.advance(60_000)
    await world.setPrice('BTC-PERP', 50_000)
    await world.place(trader, { limitPrice: '40000' })
    expect((await gone.closed).code).toBe(4005)
    expect(gone.waiting()).toBe(0)
    expect((await stays.nextOn('account_private')).data.args.status).toBe('NEW')
  })

  it('[8.56] opens no new socket', async () => {
    const reader = await program({ expiryTime: world.clock.nowMs() + 60_000 })
    const key = await listenKey(reader)
    await follow(key)
    world.clock.advance(60_000)
    expect((await (await open(key)).closed).code).toBe(4005)
  })

  it('[8.56] ends its listen key by itself, whatever becomes of the account', async () => {
    const reader = await program({ expiryTime: world.clock.nowMs() + 300 })
    const socket = await follow(await listenKey(reader))
    // The clock of the world stands still, that of the machine does not.
    expect((await socket.closed).code).toBe(4005)
  })

  it('[8.56] that was revoked takes its socket with it', async () => {
    const body = { label: 'leaver', scopes: ['read'] }
    const { id, apiKey } = (await world.call('POST', '/account/apiKeys', { key: trader.apiKey, body })).body
    const socket = await follow(await listenKey(apiKey))
    await world.call('DELETE', `/account/apiKeys/${id}`, { key: trader.apiKey, body: {} })
    expect((await socket.closed).code).toBe(4005)
  })
})

describe('the list of addresses of a key', () => {
  it('[8.56] is held against its socket as against its requests: to a stranger there is no such listen key', async () => {
    const elsewhere = '203.0.113.7'
    const reader = await program({ ipAllowList: [elsewhere] })
    const key = await listenKey(reader, elsewhere)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    // This test calls from 127.0.0.1.
    expect((await (await open(key)).closed).code).toBe(4004)
    const home = await program({ ipAllowList: ['127.0.0.0/8', '::1'] })
    await follow(await listenKey(home))
  })
})
