/**
 * Three times what an exchange can do, for half a minute or more. Not one answer may be false: what is accepted is there, what is
 * refused never was. What takes risk away goes by lanes of its own. Times are told as ratios to those of the same
 * machine under a third of its capacity in the same run.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKey } from '../../services/exchange/src/testing/testKeys.ts'
import { createBot, type Bot } from '../world/bot.ts'
import { replayJournal } from '../world/replay.ts'
import {
  freshDataDir,
  isRunning,
  removeDataDir,
  startStack,
  type Stack,
  programTokenAt,
} from '../world/stack.ts'
import { until } from '../world/until.ts'
import { falseAnswers, nameOf, note, offer, quantile, type Offered, type Sequenced } from './offeredOrders.ts'
import { openLoopClient, type OpenLoopClient } from './openLoopClient.ts'
import {
  createSignedStream,
  type OrderShape,
  type SignedRequest,
  type StreamAccount,
} from './signedStream.ts'

const CROWD = 600
const ACCOUNTS = 8
const HURRIED = 8
const RESTING_PER_HURRIED = 90
const TIMES = 3
/** A long run keeps it up for a minute. */
const OVERLOAD_MS = Number(process.env['VEST_OVERLOAD_MS'] ?? 30_000)
/** Of the peak, while it is asked for three times as much: what is left when refusing the rest is paid for. */
const GOODPUT_MIN = 0.25
const HURRIED_PER_SECOND = 20
/** Half of the refused try again, the others never. */
const AGAIN_MAX = 500
const DEEP: OrderShape = {
  symbol: 'BTC-PERP', size: '0.0100', limitPrice: '1000.00', isBuy: true, reduceOnly: false, timeInForce: 'IOC',
} // prettier-ignore

interface Phase {
  readonly sent: number
  readonly acceptedPerSecond: number
  readonly acceptedMs: readonly number[]
  readonly refusedMs: readonly number[]
  readonly hurriedMs: readonly number[]
  readonly hurriedRefused: number
}

describe('overload', () => {
  const dataDir = freshDataDir()
  const stream = createSignedStream(() => programTokenAt(stack.port))
  const offered: Offered[] = []
  let stack: Stack
  let crowd: OpenLoopClient
  let hurry: OpenLoopClient
  let accounts: readonly StreamAccount[]
  let hurried: readonly { readonly account: StreamAccount; readonly bot: Bot }[]
  const resting: { readonly account: StreamAccount; readonly id: string }[] = []

  const trader = async (n: number) => {
    const key = testKey(n)
    const signer = {
      address: key.address,
      sign: async (action: Parameters<typeof key.signAction>[0]) => key.signAction(action),
    }
    const bot = await createBot({ baseUrl: stack.baseUrl, signer })
    return { bot, account: { apiKey: bot.apiKey, key } }
  }

  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
    const traders = await Promise.all(
      Array.from({ length: ACCOUNTS + HURRIED }, (_, at) => trader(0x50 + at)),
    )
    accounts = traders.slice(0, ACCOUNTS).map(({ account }) => account)
    hurried = traders.slice(ACCOUNTS)
    crowd = await openLoopClient(stack.port, CROWD)
    hurry = await openLoopClient(stack.port, 64)
    const { markPrice } = (await traders[0]!.bot.client.tickers({ symbols: [DEEP.symbol] }))[0]!
    deep = { ...DEEP, limitPrice: (Number(markPrice) * 0.8).toFixed(2) }
    closing = { ...DEEP, isBuy: false, reduceOnly: true, limitPrice: (Number(markPrice) * 1.2).toFixed(2) }
    for (const { account, bot } of hurried) {
      await bot.client.placeOrder({ symbol: DEEP.symbol, isBuy: true, size: '0.0500', orderType: 'MARKET' })
      for (let at = 0; at < RESTING_PER_HURRIED; at += 1)
        await new Promise<void>((resolve) => {
          const request = stream.order(account, { ...deep, timeInForce: 'GTC' })
          send(hurry, offer(request), (answer) => {
            if (answer !== undefined) resting.push({ account, id: answer })
            resolve()
          })
        })
      expect(await bot.client.orders({ status: 'NEW', limit: 1_000 })).toHaveLength(RESTING_PER_HURRIED)
    }
  }, 240_000)
  afterAll(async () => {
    crowd?.close()
    hurry?.close()
    if (isRunning(stack.pid)) await stack.stop()
    removeDataDir(dataDir)
  })

  /** Tells the id of what was accepted. */
  function send(
    client: OpenLoopClient,
    one: Offered,
    onAnswer: (id: string | undefined, tookMs: number) => void,
  ): boolean {
    const isSent = client.send(one.request.bytes, (answer, tookMs) => {
      const isAccepted = note(one, answer) === 'accepted'
      onAnswer(isAccepted ? (JSON.parse(answer!.body.toString()) as { id: string }).id : undefined, tookMs)
    })
    if (isSent && one.accepted + one.refused + one.duplicates + one.unknown === 0) offered.push(one)
    return isSent
  }

  let deep: OrderShape
  let closing: OrderShape
  let turn = 0
  const nextOrder = (): Offered => offer(stream.order(accounts[(turn += 1) % ACCOUNTS]!, deep))
  const nextHurried = (): SignedRequest => {
    turn += 1
    const one = turn % 2 === 0 ? resting.pop() : undefined
    return one === undefined
      ? stream.order(hurried[turn % HURRIED]!.account, closing)
      : stream.cancel(one.account, one.id)
  }

  /** Offers so many a second; undefined = as many as are answered. */
  async function run(forMs: number, perSecond?: number, lanes = CROWD): Promise<Phase> {
    const again: Offered[] = []
    const [acceptedMs, refusedMs, hurriedMs]: [number[], number[], number[]] = [[], [], []]
    const startedMs = performance.now()
    let [sent, hurriedSent, hurriedRefused, turnOfRefused] = [0, 0, 0, 0]
    const offerNext = (): boolean => {
      const one = again.length > 100 ? again.pop()! : nextOrder()
      const isSent = send(crowd, one, (id, tookMs) => {
        if (id !== undefined) acceptedMs.push(tookMs)
        else refusedMs.push(tookMs)
        turnOfRefused += 1
        if (id === undefined && turnOfRefused % 2 === 0 && again.length < AGAIN_MAX) again.push(one)
        if (perSecond === undefined && performance.now() - startedMs < forMs) offerNext()
      })
      if (!isSent) again.push(one)
      return isSent
    }
    if (perSecond === undefined) for (let at = 0; at < lanes; at += 1) offerNext()
    for (let elapsedMs = 0; elapsedMs < forMs; elapsedMs = performance.now() - startedMs) {
      const due = ((perSecond ?? 0) * elapsedMs) / 1_000
      for (; sent < due; sent += 1) if (!offerNext()) sent = Math.ceil(due)
      if (perSecond !== undefined)
        for (; hurriedSent < (HURRIED_PER_SECOND * elapsedMs) / 1_000; hurriedSent += 1)
          send(hurry, offer(nextHurried()), (id, tookMs) => {
            hurriedMs.push(tookMs)
            if (id === undefined) hurriedRefused += 1
          })
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const acceptedPerSecond = (acceptedMs.length * 1_000) / (performance.now() - startedMs)
    await until('all is answered', () => crowd.underWay + hurry.underWay === 0)
    return {
      sent: acceptedMs.length + refusedMs.length,
      acceptedPerSecond,
      acceptedMs,
      refusedMs,
      hurriedMs,
      hurriedRefused,
    }
  }

  it('three times the capacity for a minute: excess is refused, what takes risk away passes, and it is soon over', async () => {
    await run(6_000, undefined, 128)
    const peak = (await run(3_000, undefined, 128)).acceptedPerSecond
    const normal = await run(4_000, peak / 3)
    const over = await run(OVERLOAD_MS, peak * TIMES)
    const endedMs = performance.now()
    let after = await run(1_000, peak / 3)
    while (after.refusedMs.length > 0 && performance.now() - endedMs < 10_000)
      after = await run(1_000, peak / 3)
    const [p99, p99Normal] = [quantile(over.hurriedMs, 0.99), quantile(normal.hurriedMs, 0.99)]
    const ms = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(1)} ms`
    process.stdout.write(
      `overload: peak ${peak.toFixed(0)}/s; offered ${(over.sent / (OVERLOAD_MS / 1_000) / peak).toFixed(2)} of it and ` +
        `accepted ${(over.acceptedPerSecond / peak).toFixed(2)}; refusals ${over.refusedMs.length}, p99 ${ms(over.refusedMs, 0.99)}; ` +
        `accepted p99 ${ms(over.acceptedMs, 0.99)}, normally ${ms(normal.acceptedMs, 0.99)}; ` +
        `in a hurry ${over.hurriedMs.length}, p50 ${ms(over.hurriedMs, 0.5)} p99 ${ms(over.hurriedMs, 0.99)}, ` +
        `${(p99 / p99Normal).toFixed(2)} of the normal ${ms(normal.hurriedMs, 0.99)}, refused ${over.hurriedRefused}; ` +
        `normal again after ${((performance.now() - endedMs) / 1_000).toFixed(1)} s, p99 ${ms(after.acceptedMs, 0.99)}\n`,
    )
    expect(over.refusedMs.length).toBeGreaterThan(1_000)
    expect(over.hurriedRefused).toBe(0)
    expect(over.acceptedPerSecond / peak).toBeGreaterThan(GOODPUT_MIN)
    expect(after.refusedMs.length).toBe(0)
  }, 200_000)

  it('not one answer was false', async () => {
    expect(await stack.stop()).toBe(0)
    const sequenced: Sequenced = new Map()
    replayJournal(dataDir, ({ command: { command }, answer }) => {
      if (command.kind !== 'PlaceOrder' && command.kind !== 'CancelOrder') return
      const name = nameOf(command)
      // A second copy that the engine refuses takes nothing from the first.
      if (!sequenced.get(name)?.isDone) sequenced.set(name, { isDone: answer.ok })
    })
    const unknown = offered.filter((one) => one.unknown > 0).length
    process.stdout.write(
      `overload: ${offered.length} signed requests, ${sequenced.size} sequenced, ${unknown} without an answer\n`,
    )
    expect(unknown).toBeLessThan(offered.length / 100)
    expect(falseAnswers(offered, sequenced).slice(0, 20)).toEqual([])
    expect(offered.filter(({ accepted, refused }) => accepted === 0 && refused > 0).length).toBeGreaterThan(
      100,
    )
    expect(offered.filter(({ accepted, refused }) => accepted > 0 && refused > 0).length).toBeGreaterThan(100)
  }, 100_000)
})
