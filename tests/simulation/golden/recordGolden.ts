/**
 * `node tools/program.mjs golden SEED ...`: records these lives beside those that are there, which stay as they are: every
 * later version must read them and come to the state that the version computed which wrote them. `--anew` records every
 * life again, after a change of the rules (CONTRIBUTING.md).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type CapitalPlan,
  type CapitalTerms,
  type Command,
  type PlaceOrder,
  type Register,
} from '@vest/engine'
import { type Address, type Id, lots, ratio4, ticks, timeMs, usd6 } from '@vest/protocol'
import { exchangeCore, startEngineInProcess, type Storage } from '@vest/runtime'
import { createScriptedTime } from '../../../runtime/src/testing/scriptedTime.ts'
import {
  createSimulatedStorage,
  type SimulatedStorage,
} from '../../../runtime/src/testing/simulatedStorage.ts'
import { createPrng } from '../prng.ts'
import { createWorkload } from '../workload.ts'
import { GOLDEN_FOLDER, GOLDEN_LIST, goldenFile, readGoldenLives, type GoldenLife } from './goldenLife.ts'

const COMMANDS = 1_000
const SEGMENT_BYTES = 131_072
const SNAPSHOT_EVERY_COMMANDS = 500
/** Waves of as many commands, large enough that no group waits for the one before it, now and then. */
const WAVES = 4
const WAVE_COMMANDS = 40
const BETWEEN_WAVES = 250
/** So many turns a sync takes. */
const SYNC_TURNS = 5
/** Longer than a nonce is remembered from its use. */
const SIGNED_AHEAD_MS = 36 * 3_600_000
const ID_KEPT_MS = 120_000
/** Runs of nonces that a key is remembered by, the fewest that may be asked for. */
const LEAPS = 1_000
/** Until nothing of the hour can arrive any more. */
const CLOSED_MS = 3 * 3_600_000
const LATE_MS = 4_000
/** Some 6,000 dollars of ETH for each of three accounts of 5,000: one wins too little, one loses too much, one is paid. */
const CAPITAL_SYMBOL = 'ETH-PERP'
const CAPITAL_LOTS = lots(2_000)
const CAPITAL_USD6 = usd6(5_000_000_000)
const LOSSES = { maxDailyLossRatio: ratio4(100), maxDrawdownRatio: ratio4(200), minTradingDays: 1 }
const PLAN: CapitalPlan = {
  name: 'Silver',
  priceId: 'price_silver',
  priceCents: 6_000,
  currency: 'usd',
  sizeUsd6: CAPITAL_USD6,
  goalRatio: ratio4(100),
  maxDailyLossRatio: ratio4(400),
  maxDrawdownRatio: ratio4(600),
  profitSplitRatio: ratio4(9_000),
  minTradingDays: 0,
  minFundedDays: 0,
  reviewMs: 0,
  firstProfitAfterMs: 0,
  profitEveryMs: 0,
}
const CAPITAL_TERMS: readonly CapitalTerms[] = [
  { stage: 'EVAL', goalRatio: ratio4(100), ...LOSSES },
  { stage: 'EVAL', goalRatio: ratio4(100), ...LOSSES },
  { stage: 'FUNDED', profitSplitRatio: ratio4(9_000), firstProfitAfterMs: 0, profitEveryMs: 0, ...LOSSES },
]
const WARM_UP_MS = 10_000
/** More than SIM_HOUSE may owe. */
const UNCOUNTABLE_USD6 = 4_500_000_000_000_000

export async function main(argv: readonly string[]): Promise<number> {
  const recorded = readGoldenLives('.')
  const isAnew = argv.length === 1 && argv[0] === '--anew'
  const seeds = isAnew ? recorded.map(({ seed }) => seed) : argv.map(Number)
  const lives: GoldenLife[] = isAnew ? [] : [...recorded]
  const isNew = (seed: number): boolean =>
    Number.isSafeInteger(seed) && lives.every((life) => life.seed !== seed)
  if (seeds.length === 0 || !seeds.every(isNew)) {
    process.stderr.write(
      `Name seeds of lives to add, or --anew; there are ${lives.map(({ seed }) => seed).join(', ')}, and they stay.\n`,
    )
    return 1
  }
  if (isAnew) rmSync(GOLDEN_FOLDER, { recursive: true })
  mkdirSync(GOLDEN_FOLDER, { recursive: true })
  let bytes = 0
  for (const seed of seeds) {
    const { disks, seq, hash } = await live(seed)
    const [journal, snapshots] = [
      wanted(disks.journal, /^segment-/),
      wanted(disks.snapshots, /\.vest$/).slice(0, 1),
    ]
    lives.push({ seed, seq, hash, journal, snapshots })
    const keep = (storage: SimulatedStorage, names: readonly string[]): void => {
      for (const name of names) {
        const packed = gzipSync(storage.contentOf(name), { level: 9 })
        writeFileSync(goldenFile({ seed }, name), packed)
        bytes += packed.length
      }
    }
    keep(disks.journal, journal)
    keep(disks.snapshots, snapshots)
    process.stdout.write(`seed ${seed}: ${seq} commands, state ${hash}\n`)
  }
  writeFileSync(join(GOLDEN_LIST), `${JSON.stringify(lives, undefined, 2)}\n`)
  process.stdout.write(`${bytes} bytes more in ${GOLDEN_FOLDER}\n`)
  return 0
}

const wanted = (storage: Storage, pattern: RegExp): string[] =>
  storage.list().filter((name) => pattern.test(name))

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * One life without a crash, killed at its end, so that its tail is longer than its newest snapshot. At its
 * end stand scenes that the workload seldom comes to; some groups are written while others are under way to the disk.
 */
async function live(seed: number) {
  const workload = createWorkload(createPrng(seed))
  const genesis = workload.genesis()
  const time = createScriptedTime(genesis[0]!.timeMs)
  const disks = { journal: createSimulatedStorage(), snapshots: createSimulatedStorage() }
  disks.journal.syncBeside(async (end) => {
    for (let turn = 0; turn < SYNC_TURNS; turn += 1) await nextTurn()
    end()
  })
  const engine = await startEngineInProcess({
    core: exchangeCore,
    data: disks,
    segmentBytes: SEGMENT_BYTES,
    snapshotEveryCommands: SNAPSHOT_EVERY_COMMANDS,
    clock: time.clock,
    timers: time.timers,
  })
  const index = new Map<number, number>()
  engine.onEvents((envelopes) => {
    for (const { events } of envelopes) {
      workload.observe(events)
      for (const event of events)
        if (event.kind === 'TickersChanged') for (const row of event.rows) index.set(row.marketId, row.index)
    }
  })
  let nowMs: number = genesis[0]!.timeMs
  let order: PlaceOrder | undefined
  /** Time passes as the workload says; ticks and funding are the sequencer's. */
  const submit = ({ timeMs: atMs, command }: (typeof genesis)[number]): Promise<unknown> => {
    time.advance(Math.max(0, atMs - nowMs))
    nowMs = Math.max(nowMs, atMs)
    if (command.kind === 'TickTimer' || command.kind === 'TickFunding') return Promise.resolve()
    if (command.kind === 'PlaceOrder') order = command
    return engine.submit(command)
  }
  const waves = async (): Promise<void> => {
    const heard: Promise<unknown>[] = []
    for (let wave = 0; wave < WAVES; wave += 1) {
      for (let n = 0; n < WAVE_COMMANDS; n += 1) heard.push(submit(workload.next()))
      await nextTurn()
    }
    await Promise.all(heard)
  }
  const send = (command: Command): Promise<unknown> => engine.submit(command)

  for (const step of genesis) await submit(step)
  for (let n = 0; n < COMMANDS; n += 1) {
    await submit(workload.next())
    await nextTurn()
    if (n % BETWEEN_WAVES === 0) await waves()
  }

  // A nonce is remembered for as long as its signed time may still arrive, however far ahead that was.
  const ahead: PlaceOrder = {
    ...order!,
    id: `0x${seed.toString(16).padStart(64, '0')}` as Id,
    nonce: 2 ** 50,
    orderTimeMs: timeMs(time.clock.nowMs() + SIGNED_AHEAD_MS),
  }
  await send(ahead)
  time.silence()
  // With three ticks on the way: ids are forgotten in two steps.
  for (const spanMs of [SIGNED_AHEAD_MS - 2 * ID_KEPT_MS, ID_KEPT_MS, ID_KEPT_MS]) {
    time.advance(spanMs)
    await send({ kind: 'TickTimer' })
  }
  await send(ahead)

  // The approval of a key that was revoked is spent.
  const { command: approval } = genesis.find((step) => step.command.kind === 'Register')!
  const { account, apiKeyHash } = approval as Register
  await send({ kind: 'RevokeApiKey', account, apiKeyHash })
  await send(approval)

  // What the workload seldom does. Every kind of command has to be in a life.
  await send({ kind: 'RenameMarket', marketId: 0, symbol: `OTHER${seed}-PERP` })

  // More than SIM can count is refused.
  const amountUsd6 = usd6(UNCOUNTABLE_USD6)
  const sim = `0x${seed.toString(16).padStart(40, 'f')}` as Address
  await send({ kind: 'OpenSimAccount', account: sim, ownerId: account, amountUsd6 })

  // What arrives too late does not use its nonce up.
  await send({
    kind: 'CancelOrder',
    account: order!.account,
    signer: order!.signer,
    id: order!.id,
    nonce: 2 ** 51,
    orderTimeMs: timeMs(time.clock.nowMs() - LATE_MS),
    recvWindowMs: LATE_MS / 2,
  })

  // Of two prices of one market in one command the first counts.
  const price = { marketId: 0, price: ticks(1_000), conf: ticks(0), held: false }
  const twice = [price, { ...price, price: ticks(1_010) }].map((one) => ({
    ...one,
    sourceTimeMs: timeMs(time.clock.nowMs()),
  }))
  await send({ kind: 'UpdateIndexPrices', prices: twice })

  // Funding accrues at another pace.
  await send({ kind: 'ChangeParameters', exchange: { accrualsPerHour: 900 } })

  // A withdrawal that arrives too late.
  await send({
    kind: 'RequestWithdrawal',
    account: order!.account,
    signer: order!.signer,
    nonce: 2 ** 51 + 1,
    id: `0x${seed.toString(16).padStart(64, 'e')}` as Id,
    recipient: order!.account,
    orderTimeMs: timeMs(time.clock.nowMs() - LATE_MS),
    recvWindowMs: LATE_MS / 2,
    isTrustedRecipient: true,
    sizeUsd6: usd6(1_000_000),
    networkFeeUsd6: usd6(0),
    execute: false,
    chainId: 42_161,
    token: account,
    requestArgs: '0x',
    signature: '0x',
    signatureProof: '0x',
  })

  // A scheduled withdrawal from the pool is taken back, if there is one.
  const now = { orderTimeMs: timeMs(time.clock.nowMs()), recvWindowMs: LATE_MS }
  const scheduled = {
    id: `0x${seed.toString(16).padStart(64, 'b')}` as Id,
    account: order!.account,
    signer: order!.signer,
    ...now,
  }
  await send({
    kind: 'PlaceLpOrder',
    ...scheduled,
    nonce: 2 ** 51 + 2,
    orderType: 'SCHEDULE_WITHDRAW',
    sizeUsd6: usd6(1_000_000),
    sizeText: '1',
  })
  await send({ kind: 'CancelLpOrder', ...scheduled, nonce: 2 ** 51 + 3 })

  // Between too many of its numbers a key's unused ones are none any more, between all when hours have passed.
  const leaping = { account: order!.account, signer: order!.signer, recvWindowMs: LATE_MS }
  const leapTo = (nonce: number): Promise<unknown> =>
    send({ kind: 'CancelAllOrders', ...leaping, nonce, orderTimeMs: timeMs(time.clock.nowMs()) })
  await send({ kind: 'ChangeParameters', exchange: { nonceRunsMax: LEAPS } })
  for (let n = 1; n <= 2 * LEAPS; n += 1) await leapTo(2 ** 52 + 2 * n)
  await leapTo(2 ** 52 + 3)
  time.advance(CLOSED_MS)
  await send({ kind: 'TickTimer' })
  await leapTo(2 ** 52 + 4 * LEAPS - 3)

  // One evaluation passes, one fails, and a funded account pays its owner.
  const listed = genesis.flatMap(({ command }) =>
    command.kind === 'ListMarket' ? [command.spec.symbol] : [],
  )
  const marketId = listed.indexOf(CAPITAL_SYMBOL)
  const before = index.get(marketId)!
  const priced = (times: number): Promise<unknown> =>
    send({
      kind: 'UpdateIndexPrices',
      prices: [
        {
          marketId,
          price: ticks(Math.round(before * times)),
          conf: ticks(0),
          held: false,
          sourceTimeMs: timeMs(time.clock.nowMs()),
        },
      ],
    })
  const capitals = CAPITAL_TERMS.map((capital, at) => ({
    account: `0x${(1_000 * seed + at).toString(16).padStart(40, 'e')}` as Address,
    capital,
  }))
  for (const capital of capitals)
    await send({ kind: 'OpenSimAccount', ownerId: account, amountUsd6: CAPITAL_USD6, ...capital })
  await send({ kind: 'SetMarketMode', marketId, mode: 'OPEN' })
  // A market that stood still opens with three prices of three moments.
  for (let n = 0; n < 5; n += 1) {
    time.advance(1_000)
    await priced(1)
  }
  // No account is judged while a market warms up.
  time.advance(WARM_UP_MS)
  await priced(1)
  const signed = (of: Address, number: number) => ({
    account: of,
    signer: of,
    nonce: 2 ** 52 + number,
    recvWindowMs: 10_000,
    orderTimeMs: timeMs(time.clock.nowMs()),
  })
  const idOf = (number: number): Id => `0x${(1_000 * seed + number).toString(16).padStart(64, 'e')}` as Id
  for (const [at, one] of capitals.entries())
    await send({
      kind: 'PlaceOrder',
      id: idOf(at),
      ...signed(one.account, at),
      symbol: CAPITAL_SYMBOL,
      isBuy: at !== 1,
      size: CAPITAL_LOTS,
      orderType: 'MARKET',
      reduceOnly: false,
      timeInForce: 'GTC',
    })
  await priced(1.02)
  await send({ kind: 'CloseAllPositions', ...signed(capitals[2]!.account, 8) })
  await send({
    kind: 'WithdrawProfit',
    id: idOf(9),
    ...signed(capitals[2]!.account, 9),
    recipient: account,
    sizeUsd6: usd6(10_000_000),
    signature: '0x',
  })
  await send({
    kind: 'WithdrawProfit',
    id: idOf(10),
    ...signed(capitals[2]!.account, 10),
    recipient: account,
    sizeUsd6: usd6(1_000_000),
    signature: '0x',
    signals: ['BRIEF_TRADES'],
  })
  await send({ kind: 'DecideReview', id: idOf(10), decision: 'RELEASE', by: 'operator', why: 'looked at' })
  await send({ kind: 'FundCapitalTreasury', amountUsd6: usd6(1), by: 'operator', why: 'room for claims' })
  time.advance(1_000)
  await priced(1.02)

  // Another is bought, passes and is funded; its dispute is won, and it is closed when it owes nothing.
  const [evaluation, funded] = ['f', 'd'].map(
    (digit) => `0x${(1_000 * seed).toString(16).padStart(40, digit)}` as Address,
  ) as [Address, Address]
  const id = idOf(20)
  await send({ kind: 'BeginPurchase', id, ownerId: account, account: evaluation, networkType: 0, plan: PLAN })
  await send({ kind: 'NotePayment', id, fact: 'PAID' })
  await send({ kind: 'AllocateEvaluation', id })
  await send({ kind: 'OpenEvaluation', account: evaluation })
  await send({
    kind: 'PlaceOrder',
    id: idOf(21),
    ...signed(evaluation, 21),
    symbol: CAPITAL_SYMBOL,
    isBuy: true,
    size: CAPITAL_LOTS,
    orderType: 'MARKET',
    reduceOnly: false,
    timeInForce: 'GTC',
  })
  await priced(1.04)
  time.advance(1_000)
  await priced(1.04)
  await send({ kind: 'DismissEvaluation', account: evaluation })
  // One owner has one funded account.
  await send({ kind: 'CloseFunded', account: capitals[2]!.account, by: 'OPERATOR' })
  await send({ kind: 'AllocateFunded', evaluation, account: funded, networkType: 0 })
  await send({ kind: 'NotePayment', id, fact: 'DISPUTED' })
  await send({ kind: 'NotePayment', id, fact: 'DISPUTE_WON' })
  await send({ kind: 'ActivateFunded', evaluation, account: funded })
  await send({ kind: 'CloseFunded', account: funded, by: 'OWNER' })
  return { disks, ...(await engine.stateHash()) }
}
