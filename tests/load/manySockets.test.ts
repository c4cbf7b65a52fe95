/**
 * A thousand sockets: a tenth of them stops reading, a twentieth breaks off and comes back, and the others notice
 * nothing of it. A client that has stopped is cut, although the buffers on the way take in all that it is sent.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  KLINE_INTERVALS,
  SOCKET_BACKOFF_BASE_MS,
  SOCKET_JITTER_MS,
  SOCKET_RECONNECT_MS,
} from '@vest/protocol'
import { freePort } from '../../runtime/src/testing/freePort.ts'
import { createPrng } from '../simulation/prng.ts'
import { createBot, type Bot } from '../world/bot.ts'
import { enterFloor, orderNear, type Floor } from '../world/randomTrader.ts'
import { freshDataDir, isRunning, removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { until } from '../world/until.ts'
import { openCrowdClient, type CrowdClient } from './crowdOfSockets.ts'
import { quantile } from './offeredOrders.ts'

const HEALTHY = 850
const STALLED = 100
const RECONNECTING = 50
const SYMBOL = 'BTC-PERP'
const FAN_OUT_P99_MS_MAX = 250
/** Of the thread that has the sockets. */
const MEMORY_GROWTH_MAX = 150_000_000
/** Of the process: its other threads take and give back a hundred megabytes for a snapshot in the meantime. */
const RSS_GROWTH_MAX = 300_000_000
const PUSHED_BYTES_MIN = 8_000_000
/** 15 s of lag, and ten more. */
const CUT_MS_MAX = 25_000
const BACK_MS_MAX = 90_000
/** Threads beside that of the sockets (engine, database, snapshots) have taken what they need. */
const WARM_UP_MS = 15_000
const TRADES_PER_SECOND = 20
/** Every one of them tells its book, its ticker and all its candles. */
const TRADED = [
  SYMBOL,
  'ETH-PERP',
  'SOL-PERP',
  'AAPL-USD-PERP',
  'TSLA-USD-PERP',
  'SPY-USD-PERP',
  'SPX-USD-PERP',
  'EUR-USD-PERP',
]

interface Memory {
  readonly ours: number
  readonly rss: number
}
/** What stood in the later half, as a rule. */
function usual(seen: readonly Memory[]): Memory {
  const later = seen.slice(seen.length / 2)
  const middle = (of: (memory: Memory) => number): number => quantile(later.map(of), 0.5)
  return { ours: middle(({ ours }) => ours), rss: middle(({ rss }) => rss) }
}

describe('a thousand sockets', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let operatorPort: number
  let bot: Bot
  let floor: Floor
  const fanOutMs: number[] = []
  const everything: string[] = []

  beforeAll(async () => {
    operatorPort = await freePort()
    stack = await startStack({ dataDir, flow: false, env: { VEST_OPERATOR_PORT: String(operatorPort) } })
    bot = await createBot({ baseUrl: stack.baseUrl })
    floor = await enterFloor({ bot, symbols: TRADED, prng: createPrng(1) })
    const { symbols } = await bot.client.exchangeInfo()
    const others = symbols.flatMap(({ symbol }) => (TRADED.includes(symbol) ? [] : [symbol]))
    everything.push('tickers')
    for (const symbol of [...TRADED, ...others])
      everything.push(`${symbol}@depth`, `${symbol}@trades`, `${symbol}@ticker`)
    for (const symbol of [...TRADED, ...others])
      for (const interval of KLINE_INTERVALS)
        if (everything.length < 1_000) everything.push(`${symbol}@kline_${interval}`)
  }, 240_000)
  afterAll(async () => {
    floor?.leave()
    if (isRunning(stack.pid)) expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  /** Heap and buffers of the main thread, and all that the process has. */
  const memory = async (): Promise<Memory> => {
    const [heap, external, rss] = [
      await metric('nodejs_heap_size_total_bytes'),
      await metric('nodejs_external_memory_bytes'),
      await metric('process_resident_memory_bytes'),
    ]
    return { ours: heap + external, rss }
  }
  const open = (count: number, channels: readonly string[], take?: (payload: Buffer) => void) =>
    Promise.all(
      Array.from({ length: count }, () =>
        openCrowdClient({
          port: stack.port,
          channels,
          ...(take ? { wanted: { prefix: Buffer.from(`{"channel":"${SYMBOL}@trades"`), take } } : {}),
        }),
      ),
    )

  /** Trades and prices go on until it is over. */
  async function keepBusy(isOver: () => boolean): Promise<number> {
    let trades = 0
    for (let turn = 0; !isOver(); turn += 1) {
      const symbol = TRADED[turn % TRADED.length]!
      const isBuy = turn % (2 * TRADED.length) < TRADED.length
      const { size } = orderNear(floor, { symbol, isBuy, valueUsd6: 20_000_000, awayPpm: 0 })
      await bot.client.placeOrder({ symbol, isBuy, size, orderType: 'MARKET' }, { recvWindow: 60_000 })
      if (symbol === SYMBOL) trades += 1
      await new Promise((resolve) => setTimeout(resolve, 1_000 / TRADES_PER_SECOND))
    }
    return trades
  }

  /** One of the storm: breaks off, and comes back by the rule, as often as it must. */
  async function comeBack(client: CrowdClient, at: number): Promise<number> {
    client.cut()
    const startedMs = performance.now()
    for (let retries = 0; ; retries += 1) {
      const waitMs = retries === 0 ? SOCKET_RECONNECT_MS : SOCKET_BACKOFF_BASE_MS * 2 ** retries
      await new Promise((resolve) => setTimeout(resolve, waitMs + ((at * 37) % SOCKET_JITTER_MS)))
      try {
        const [again] = await open(1, [`${SYMBOL}@trades`])
        await until('it hears again', () => again!.bytes > 200)
        const tookMs = performance.now() - startedMs
        again!.cut()
        return tookMs
      } catch (error) {
        if (performance.now() - startedMs > BACK_MS_MAX) throw error
      }
    }
  }

  it('a tenth stalls and a twentieth comes back in a storm: the others hear in time, and who stalls is cut', async () => {
    const hear = (payload: Buffer): void => {
      const { time } = (JSON.parse(payload.toString()) as { data: { time: number } }).data
      fanOutMs.push(Date.now() - time)
    }
    const healthy = await open(HEALTHY, [`${SYMBOL}@trades`, `${SYMBOL}@depth`, `${SYMBOL}@ticker`], hear)
    const storm = await open(RECONNECTING, [`${SYMBOL}@trades`])
    const stalled = await open(STALLED, everything)
    const [witness] = await open(1, everything)
    // The witness, and the one that hears the marks.
    expect(await metric('vest_sockets')).toBe(HEALTHY + RECONNECTING + STALLED + 2)
    let isOver = false
    const busyMs = performance.now()
    const busy = keepBusy(() => isOver)
    await until('every client hears', () => fanOutMs.length >= 10 * HEALTHY)
    fanOutMs.length = 0

    const warm: Memory[] = []
    await until('memory is what it is with so much to do', async () => {
      warm.push(await memory())
      return performance.now() - busyMs > WARM_UP_MS
    })
    const before = usual(warm)
    const witnessBefore = witness!.bytes
    const stalledMs = performance.now()
    for (const client of stalled) client.stall()
    const back = Promise.all(storm.map(comeBack))
    const seen: Memory[] = []
    const look = async (): Promise<number> => {
      seen.push(await memory())
      return metric('vest_sockets_evicted')
    }
    await until('stalled clients are cut', async () => (await look()) >= STALLED, { limitMs: 60_000 })
    const cutMs = performance.now() - stalledMs
    await until('enough was pushed', async () => {
      await look()
      return witness!.bytes - witnessBefore >= PUSHED_BYTES_MIN
    })
    const backMs = Math.max(...(await back))
    isOver = true
    const trades = await busy
    // What is left on the way is read; then the end is seen.
    for (const client of stalled) client.resume()
    await until('they know it', () => stalled.every(({ isOpen }) => !isOpen))
    const after = usual(seen)
    const pushedMb = (witness!.bytes - witnessBefore) / 1e6
    const p99 = quantile(fanOutMs, 0.99)
    process.stdout.write(
      `sockets: ${HEALTHY} healthy heard ${trades} trades each, ${fanOutMs.length} messages, p50 ${quantile(fanOutMs, 0.5)} ms ` +
        `p99 ${p99} ms; ${STALLED} stalled were cut within ${(cutMs / 1_000).toFixed(1)} s, ${pushedMb.toFixed(1)} MB pushed at each in ` +
        `${((performance.now() - stalledMs) / 1_000).toFixed(1)} s; RSS grew by ${((after.rss - before.rss) / 1e6).toFixed(0)} MB, the thread of the sockets by ${((after.ours - before.ours) / 1e6).toFixed(0)} MB; ` +
        `${RECONNECTING} were back within ${(backMs / 1_000).toFixed(1)} s\n`,
    )
    expect(await metric('vest_sockets_evicted')).toBe(STALLED)
    expect([healthy, [witness!]].flat().filter(({ isOpen }) => !isOpen)).toEqual([])
    expect(cutMs).toBeLessThan(CUT_MS_MAX)
    expect(p99).toBeLessThanOrEqual(FAN_OUT_P99_MS_MAX)
    expect(after.ours - before.ours).toBeLessThan(MEMORY_GROWTH_MAX)
    expect(after.rss - before.rss).toBeLessThan(RSS_GROWTH_MAX)
    expect(backMs).toBeLessThan(BACK_MS_MAX)
    for (const client of [...healthy, witness!]) client.cut()
  }, 200_000)
})
