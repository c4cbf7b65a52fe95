/** Corrected time, the one retry after 1132, and nonces. */
import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createServerTime } from './serverTime.ts'
import {
  createLocalSigner,
  createVestClient,
  nextNonce,
  type FetchLike,
  type VestClientOptions,
} from './index.ts'

const OFFSET_MS = 90_000
const EXPIRED = {
  code: REFUSAL.ORDER_EXPIRED,
  msg: 'expired',
  detail: { code: REFUSAL.ORDER_EXPIRED, msg: 'expired' },
}
const order = { symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' } as const
let keys = 0x40

/** An exchange whose clock is `OFFSET_MS` ahead of ours and that judges every time it is given. */
function setup(
  options: Partial<VestClientOptions> & {
    tripMs?: number
    timeFails?: boolean
    alwaysExpired?: boolean
  } = {},
) {
  const clock = createManualClock(1_700_000_000_000)
  const serverNow = (): number => clock.now() + OFFSET_MS
  const seen: { path: string; time: number; nonce?: number }[] = []
  const resyncs: number[] = []
  const fetch: FetchLike = async (url, init) => {
    const { pathname, searchParams } = new URL(url)
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body))
    const time = Number(searchParams.get('time') ?? body?.order?.time ?? body?.time ?? Number.NaN)
    seen.push({ path: pathname, time, ...(body?.order ? { nonce: body.order.nonce } : {}) })
    const answer = (status: number, json: unknown): Response => new Response(JSON.stringify(json), { status })
    if (pathname === '/v2/time') {
      if (options.timeFails) throw new TypeError('fetch failed')
      clock.advanceSync(options.tripMs ?? 0)
      const serverTime = serverNow()
      clock.advanceSync(options.tripMs ?? 0)
      return answer(200, { serverTime })
    }
    const window = body?.recvWindow ?? 5000
    if (options.alwaysExpired || time + window < serverNow() || time > serverNow() + 1000)
      return answer(400, EXPIRED)
    return answer(
      200,
      pathname === '/v2/orders'
        ? { id: '0x1' }
        : pathname === '/v2/account/leverage'
          ? { symbol: 'X', value: 1 }
          : [],
    )
  }
  const vest = createVestClient({
    baseUrl: 'http://exchange',
    fetch,
    clock,
    apiKey: 'k',
    signer: createLocalSigner(`0x${(keys++).toString(16).repeat(32)}`),
    onResync: ({ offsetMs }) => resyncs.push(offsetMs),
    ...options,
  })
  return { clock, vest, seen, resyncs, serverNow }
}

describe('server time', () => {
  it('[7.1] is our clock plus an offset measured over the middle of the round trip', async () => {
    const { vest, clock, serverNow } = setup({ tripMs: 40 })
    expect(vest.correctedNow()).toBe(clock.now())
    expect(await vest.syncTime()).toBe(OFFSET_MS)
    expect(vest.correctedNow()).toBe(serverNow())
  })

  it('shares one measurement among calls made meanwhile, and measures anew later', async () => {
    const { vest, seen } = setup()
    await Promise.all([vest.syncTime(), vest.syncTime(), vest.syncTime()])
    expect(seen).toHaveLength(1)
    await vest.syncTime()
    expect(seen).toHaveLength(2)
  })

  it('GET /time itself carries no time', async () => {
    const { vest, seen } = setup()
    await vest.time()
    expect(seen).toEqual([{ path: '/v2/time', time: Number.NaN }])
  })

  it.each<[string, (vest: ReturnType<typeof setup>['vest']) => Promise<unknown>, string]>([
    ['a read', (vest) => vest.trades({ symbol: 'X' }), '/v2/trades'],
    ['an unsigned write', (vest) => vest.setLeverage({ symbol: 'X', value: 1 }), '/v2/account/leverage'],
    ['an order', (vest) => vest.placeOrder(order), '/v2/orders'],
  ])(
    "[8.57] %s refused for our own clock is repeated once with the exchange's time, and said so",
    async (_name, call, path) => {
      const { vest, seen, resyncs, serverNow } = setup()
      await call(vest)
      expect(seen.map((request) => request.path)).toEqual([path, '/v2/time', path])
      expect(seen[2]!.time).toBe(serverNow())
      expect(resyncs).toEqual([OFFSET_MS])
      seen.length = 0
      await call(vest)
      expect(seen.map((request) => request.path)).toEqual([path])
      expect(resyncs).toHaveLength(1)
    },
  )

  it('[8.57] the repeated order keeps its nonce', async () => {
    const { vest, seen } = setup()
    await vest.placeOrder(order)
    expect(seen[0]!.nonce).toBeDefined()
    expect(seen[2]!.nonce).toBe(seen[0]!.nonce)
  })

  it('[8.57] repeats once and no more', async () => {
    const { vest, seen } = setup({ alwaysExpired: true })
    await expect(vest.placeOrder(order)).rejects.toMatchObject({
      name: 'ApiError',
      code: REFUSAL.ORDER_EXPIRED,
    })
    expect(seen.map((request) => request.path)).toEqual(['/v2/orders', '/v2/time', '/v2/orders'])
  })

  it('without an answer about the time the refusal stands', async () => {
    const { vest, seen, resyncs } = setup({ timeFails: true })
    await expect(vest.placeOrder(order)).rejects.toMatchObject({
      code: REFUSAL.ORDER_EXPIRED,
      cause: { name: 'TransportError' },
    })
    expect(seen).toHaveLength(2)
    expect(resyncs).toEqual([])
  })
})

describe('nonces', () => {
  const signer = '0xAbCd000000000000000000000000000000000001'

  it('[7.1] are the time in ms, strictly increasing per signer, three for an order with legs', () => {
    expect(nextNonce(signer, 1000)).toBe(1000)
    expect(nextNonce(signer, 1000)).toBe(1001)
    expect(nextNonce(signer.toLowerCase(), 1000, 3)).toBe(1002)
    expect(nextNonce(signer, 1000)).toBe(1005)
    expect(nextNonce(signer, 900)).toBe(1006)
    expect(nextNonce(signer, 5000)).toBe(5000)
  })

  it('count per signer, not per client', async () => {
    expect(nextNonce('0x0000000000000000000000000000000000000002', 1000)).toBe(1000)
    const { vest, clock, seen } = setup()
    await vest.syncTime()
    await Promise.all([vest.placeOrder(order), vest.placeOrder(order), vest.placeOrder(order)])
    const nonces = seen.flatMap((request) => request.nonce ?? [])
    const first = clock.now() + OFFSET_MS
    expect(nonces).toEqual([first, first + 1, first + 2])
  })

  it('a caller may repeat one', async () => {
    const { vest, seen } = setup()
    await vest.syncTime()
    await vest.placeOrder(order, { nonce: 42 })
    expect(seen.at(-1)!.nonce).toBe(42)
  })
})

describe('the offset of the clock', () => {
  it('stays where a slow way there or back explains the answer, and is measured where nothing does', async () => {
    const clock = createManualClock(1_700_000_000_000)
    let [thereMs, backMs, aheadMs] = [0, 0, 0]
    const time = createServerTime(clock, async () => {
      clock.advanceSync(thereMs)
      const serverMs = clock.now() + aheadMs
      clock.advanceSync(backMs)
      return serverMs
    })
    ;[thereMs, backMs] = [6_000, 10]
    expect(await time.sync()).toBe(0)
    ;[thereMs, backMs] = [10, 6_000]
    expect(await time.sync()).toBe(0)
    ;[thereMs, backMs, aheadMs] = [40, 60, 90_000]
    expect(await time.sync()).toBe(89_990)
    aheadMs = -90_000
    expect(await time.sync()).toBe(-90_010)
  })
})
