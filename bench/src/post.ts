/**
 * `bench -- post`: a signed POST /orders end to end, as a bot sends it: HTTP in, key, signature, matched, journalled and
 * synced, answered. The whole stack of `npm start` runs beside the client on the same cores, and both count. Against
 * what these cores can do if they do nothing but recover keys: npm's secp256k1 in a thread per core. Afterwards: what an
 * acknowledgement takes when nothing else is asked, and at half of what was reached.
 *
 * The read models take what they can get of the cores meanwhile, and the rest when the last order has been answered;
 * neither of the two begins before they have all of it, and what they took is told.
 */
import { availableParallelism } from 'node:os'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { testKey } from '../../services/exchange/src/testing/testKeys.ts'
import { createSignedStream, type StreamAccount } from '../../tests/load/signedStream.ts'
import { createBot } from '../../tests/world/bot.ts'
import {
  freshDataDir,
  removeDataDir,
  startStack,
  type Stack,
  programTokenAt,
} from '../../tests/world/stack.ts'
import { until } from '../../tests/world/until.ts'
import type { BenchResult } from './benchResult.ts'
import { openHttpLines, type HttpLines } from './httpLines.ts'
import { collectGarbage, interleave, median } from './interleave.ts'

/**
 * Programs that quote in several markets: each sends the next orders on its connection before the last are answered.
 * Together enough that every stage finds work while another waits for the disk, and no more than the exchange takes.
 */
const CONNECTIONS = 32
const UNDER_WAY = 6
const ORDERS = 6_000
/** Until the exchange is compiled for good: before, V8's own threads take half of the cores. */
const WARM_UP_ROUNDS = 24
const ACCOUNTS = 8
const SYMBOL = 'BTC-PERP'
const IDLE_ORDERS = 500
const HALF_LOAD_MS = 10_000

export async function benchPost(print: (line: string) => void): Promise<BenchResult> {
  const dataDir = freshDataDir()
  const stack = await startStack({ dataDir, flow: false })
  const cores = availableParallelism()
  const recoverers = await startRecoverers(cores)
  const orders = await createOrders(stack)
  const lines = await openHttpLines(stack.port, {
    connections: CONNECTIONS,
    depth: UNDER_WAY,
    heedsLimits: true,
  })
  try {
    print(
      `${ORDERS} signed orders, half of them taken by the other half, over ${CONNECTIONS} connections with ${UNDER_WAY} under ` +
        `way on each to the whole stack ` +
        `on ${cores} cores; 5 interleaved rounds after ${WARM_UP_ROUNDS} to warm up`,
    )
    const reached: number[] = []
    const readBack: number[] = []
    const ratio = await interleave({
      print,
      names: ['signed POST', `recover alone on ${cores} cores`],
      ops: ORDERS,
      warmUpRounds: WARM_UP_ROUNDS,
      ours: async () => {
        const made = await orders.make(ORDERS)
        // What signing left behind is no part of sending.
        collectGarbage()
        const began = process.hrtime.bigint()
        const nanoseconds = await lines.send(made)
        await orders.areReadBack()
        reached.push((ORDERS * 1e9) / nanoseconds)
        readBack.push(Number(process.hrtime.bigint() - began) / ORDERS)
        return nanoseconds
      },
      peer: () => recoverers.recover(ORDERS),
    })
    print(`  until all of them could also be read back: ${Math.round(median(readBack.slice(-5)))} ns/op`)
    if (lines.refusals > 0)
      print(
        `  the exchange refused ${lines.refusals} orders as too many (1003), for they would have waited too long; they were ` +
          `sent again after the second it names, with ${lines.underWayMax} under way instead of ${CONNECTIONS * UNDER_WAY}`,
      )
    await tellAcknowledgements(print, { stack, lines, orders, perSecond: Math.max(...reached) })
    return { peer: `npm secp256k1 5.0.2, ecdsaRecover in ${cores} threads that do nothing else`, ratio }
  } finally {
    lines.close()
    await recoverers.stop()
    await stack.stop()
    removeDataDir(dataDir)
  }
}

interface Orders {
  /** Sells at the mark that rest, and buys that take them, each of another account. */
  make(count: number): Promise<Buffer[]>
  /** Resolves when every account can read what became of its orders. */
  areReadBack(): Promise<void>
}

async function createOrders(stack: Stack): Promise<Orders> {
  const stream = createSignedStream(() => programTokenAt(stack.port))
  const bots = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, at) => {
      const key = testKey(0x50 + at)
      const sign = async (action: Parameters<typeof key.signAction>[0]) => key.signAction(action)
      const bot = await createBot({ baseUrl: stack.baseUrl, signer: { address: key.address, sign } })
      return { bot, account: { apiKey: bot.apiKey, key } satisfies StreamAccount }
    }),
  )
  const { client } = bots[0]!.bot
  const make = async (count: number): Promise<Buffer[]> => {
    const { markPrice } = await until(
      'the mark is told',
      async () => (await client.tickers({ symbols: [SYMBOL] }))[0],
    )
    return Array.from({ length: count }, (_, at) => {
      const isBuy = at % 2 === 1
      return stream.order(bots[at % ACCOUNTS]!.account, {
        symbol: SYMBOL,
        size: '0.0010',
        limitPrice: markPrice,
        isBuy,
        reduceOnly: false,
        timeInForce: isBuy ? 'IOC' : 'GTC',
      }).bytes
    })
  }
  const areReadBack = async (): Promise<void> => {
    await Promise.all(bots.map(({ bot }) => bot.client.orders({ limit: 1 })))
  }
  return { make, areReadBack }
}

async function tellAcknowledgements(
  print: (line: string) => void,
  parts: {
    readonly stack: Stack
    readonly lines: HttpLines
    readonly orders: Orders
    readonly perSecond: number
  },
): Promise<void> {
  const { stack, lines, orders, perSecond } = parts
  const alone = await openHttpLines(stack.port, { connections: 1, heedsLimits: true })
  const idle = new Float64Array(IDLE_ORDERS)
  await alone.send(await orders.make(IDLE_ORDERS), idle)
  alone.close()
  print(`  acknowledged when idle, one after the other: ${quantiles(idle)}`)
  const half = Math.floor(perSecond / 2)
  const took: number[] = []
  const beganMs = performance.now()
  // Ten times a second a tenth of a second's orders: what is due is sent, whatever has come back.
  for (let slice = 1; slice * 100 <= HALF_LOAD_MS; slice += 1) {
    const requests = await orders.make(Math.round(half / 10))
    const sliceNs = new Float64Array(requests.length)
    await lines.send(requests, sliceNs)
    took.push(...sliceNs)
    const restMs = beganMs + slice * 100 - performance.now()
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  const lasted = (performance.now() - beganMs) / 1_000
  print(
    `  acknowledged at ${Math.round(took.length / lasted)} a second (half of ${Math.round(perSecond)}), in bursts of ` +
      `a tenth of a second: ${quantiles(Float64Array.from(took))}`,
  )
}

function quantiles(nanoseconds: Float64Array): string {
  const sorted = nanoseconds.toSorted()
  const at = (share: number): string =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! / 1e6).toFixed(2)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`
}

/** Threads that recover keys and do nothing else. */
async function startRecoverers(count: number) {
  const workers = await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = new Worker(RECOVERER, { eval: true })
      await once(worker, 'message')
      return worker
    }),
  )
  return {
    /** Nanoseconds until all of them together have recovered so many. */
    async recover(signatures: number): Promise<number> {
      const started = process.hrtime.bigint()
      await Promise.all(
        workers.map((worker) => {
          worker.postMessage(Math.ceil(signatures / count))
          return once(worker, 'message')
        }),
      )
      return Number(process.hrtime.bigint() - started)
    },
    stop: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}

const RECOVERER = `
const { parentPort } = require('node:worker_threads')
const { createHash } = require('node:crypto')
const { ecdsaRecover, ecdsaSign } = require('secp256k1')
const signed = Array.from({ length: 256 }, (_, at) => {
  const digest = createHash('sha256').update('order ' + at).digest()
  return { digest, ...ecdsaSign(digest, createHash('sha256').update('key ' + (at % 8)).digest()) }
})
parentPort.on('message', (count) => {
  for (let at = 0; at < count; at += 1) {
    const { signature, recid, digest } = signed[at % signed.length]
    ecdsaRecover(signature, recid, digest, false)
  }
  parentPort.postMessage('done')
})
parentPort.postMessage('ready')
`
