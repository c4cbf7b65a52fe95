/**
 * Every pass and breach can be recomputed from its certificate alone: random lives of evaluation and funded accounts until
 * each has ended, its certificate from what the read models keep, and the same with one byte changed.
 */
import { verdictCause, verdictLevel } from '@vest/formulas'
import { ratio4, timeMs, usd6, type Id } from '@vest/protocol'
import { addressOf, keccak256, signDigest, verifyVerdict } from '@vest/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CapitalTerms } from '../../core/engine/src/api/capital.ts'
import { FUNDED, midnight, openCapital } from '../../core/engine/src/testing/capitalWorld.ts'
import { createSim, INDEX, USDC } from '../../core/engine/src/testing/simWorld.ts'
import { AAPL, BTC, placeOrder, type Trader } from '../../core/engine/src/testing/world.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { signedVerdict, verdictBodyOf } from '../../services/exchange/src/capital/verdictCertificate.ts'
import { createPrng, type Prng } from './prng.ts'
import { keepVerdictRows, type VerdictRows } from './verdictRows.ts'

const CERTIFICATES = 200
const AT_ONCE = 20
/** Steps between two days. */
const DAY_STEPS = 60
const KEY = `0x${'5a'.repeat(32)}` as Id
const SIGNER = { address: addressOf(KEY), sign: (digest: Uint8Array) => signDigest(digest, KEY) }

const termsOf = (prng: Prng): CapitalTerms => {
  const losses = { maxDailyLossRatio: ratio4(prng.int(40, 120)), maxDrawdownRatio: ratio4(prng.int(80, 240)) }
  return prng.int(0, 3) > 0
    ? { stage: 'EVAL', goalRatio: ratio4(prng.int(40, 200)), minTradingDays: 0, ...losses }
    : {
        stage: 'FUNDED',
        profitSplitRatio: ratio4(9_000),
        minTradingDays: 0,
        ...losses,
        firstProfitAfterMs: 0,
        profitEveryMs: 0,
      }
}

function livesOf(prng: Prng): Map<string, VerdictRows> {
  const { world, owner } = createSim()
  const { rows, ended } = keepVerdictRows(world)
  const prices = { AAPL: INDEX, BTC: 921_000 }
  let trading: Trader[] = []
  for (let step = 0; ended.size < CERTIFICATES; step += 1) {
    trading = trading.filter(({ address }) => !ended.has(address))
    while (trading.length < AT_ONCE) trading.push(openCapital(world, owner, termsOf(prng), 50_000))
    for (const trader of trading) {
      if (prng.int(0, 2) > 0) continue
      const spec = prng.int(0, 1) === 0 ? AAPL : BTC
      const size = spec === AAPL ? prng.int(1_000, 1_500_000) : prng.int(10, 3_000)
      const side = prng.int(0, 1) === 0 ? 'buy' : 'sell'
      world.run(placeOrder(world, 900_000 + world.log.length, { trader, spec, side, order: { size } }))
    }
    prices.AAPL = Math.max(20_000, prices.AAPL + prng.int(-80, 80))
    prices.BTC = Math.max(800_000, prices.BTC + prng.int(-3_000, 3_000))
    world.prices(prices, prng.pick([700, 1_000, 4_000]))
    if (step % DAY_STEPS === DAY_STEPS - 1) midnight({ world, owner, trader: trading[0]! }, prices)
  }
  return new Map([...rows].filter(([account]) => ended.has(account)))
}

/** Another byte at this place, in the printable range. */
function changed(text: string, at: number): string {
  const code = text.charCodeAt(at)
  return `${text.slice(0, at)}${String.fromCharCode(code === 126 ? 33 : code + 1)}${text.slice(at + 1)}`
}

describe('verdict certificates', () => {
  let lives: ReturnType<typeof livesOf>
  beforeAll(() => {
    lives = livesOf(createPrng(RUN_SEED))
  })

  it(`${CERTIFICATES} re-verify from their own content, and each with one byte changed does not`, () => {
    const prng = createPrng(RUN_SEED)
    const met = new Set<string>()
    let certificates = 0
    let byMark = 0
    for (const rows of lives.values()) {
      const body = verdictBodyOf(rows)!
      const text = signedVerdict(body, SIGNER, keccak256)
      const checked = verifyVerdict(text, SIGNER.address)
      expect(checked).toMatchObject({ ok: true, body })
      expect(verifyVerdict(changed(text, prng.int(0, text.length - 1)), SIGNER.address).ok).toBe(false)
      met.add(`${body.stage} ${body.verdict}`)
      // At the marks before, an account that lost was not lost yet: those of the verdict decided.
      const { equityBefore } = checked.ok ? checked.recomputed : {}
      if (body.verdict !== 'GOAL' && equityBefore !== undefined) {
        expect(equityBefore).toBeGreaterThan(verdictLevel(body.verdict, body.limits))
        byMark += 1
      }
      // In a life of prices, fills and days each loss has its cause, and names it.
      if (body.verdict !== 'GOAL') expect(verdictCause(body), body.account).toBeDefined()
      certificates += 1
    }
    expect(certificates).toBeGreaterThanOrEqual(CERTIFICATES)
    expect(byMark).toBeGreaterThan(CERTIFICATES / 4)
    expect([...met].sort()).toEqual([
      ...['EVAL GOAL', 'EVAL MAX_DAILY_LOSS', 'EVAL MAX_DRAWDOWN'],
      ...['FUNDED MAX_DAILY_LOSS', 'FUNDED MAX_DRAWDOWN'],
    ])
  })

  it('is refused where it is signed, but its entries lead elsewhere; and where another key has signed it', () => {
    const [rows] = [...lives.values()] as [VerdictRows]
    const body = verdictBodyOf(rows)!
    const forged = signedVerdict({ ...body, fills: body.fills.slice(1) }, SIGNER, keccak256)
    expect(verifyVerdict(forged)).toMatchObject({ ok: false, fault: 'NOT_FOLLOWING' })
    const others = signedVerdict({ ...body, rulebook: 'vest-capital-0' }, SIGNER, keccak256)
    expect(verifyVerdict(others)).toMatchObject({ ok: false, fault: 'OTHER_RULEBOOK' })
    const genuine = signedVerdict(body, SIGNER, keccak256)
    expect(verifyVerdict(genuine, `0x${'11'.repeat(20)}`)).toMatchObject({ ok: false, fault: 'OTHER_SIGNER' })
  })

  it('counts the profit that was withdrawn, from the balance and from that of its day', () => {
    const { world, owner } = createSim()
    world.run({ kind: 'SeedSystemAccount', account: 'CAPITAL_TREASURY', amountUsd6: usd6(100_000 * USDC) })
    const { rows, ended } = keepVerdictRows(world)
    const trader = openCapital(world, owner, { ...FUNDED, maxDrawdownRatio: ratio4(100) }, 50_000)
    const trade = (side: 'buy' | 'sell') =>
      world.run(
        placeOrder(world, 900_000 + world.log.length, { trader, spec: AAPL, side, order: { size: 300_000 } }),
      )
    let index = INDEX
    const move = (ticks: number): void => {
      index += ticks
      world.prices({ AAPL: index }, 1_000)
    }
    trade('buy')
    for (let rise = 0; rise < 10; rise += 1) move(150)
    trade('sell')
    const id = `0x${'7'.repeat(64)}` as Id
    world.run({
      kind: 'WithdrawProfit',
      id,
      account: trader.address,
      signer: trader.address,
      nonce: 60_000_000,
      orderTimeMs: timeMs(world.now()),
      recipient: owner.address,
      signature: '0x',
      sizeUsd6: usd6(100 * USDC),
    })
    trade('buy')
    while (!ended.has(trader.address)) move(-100)
    const body = verdictBodyOf(rows.get(trader.address)!)!
    expect(body).toMatchObject({ stage: 'FUNDED', withdrawals: [{ size: 100 * USDC }] })
    expect(body.dayBalance).toBe(body.resets.at(-1)!.balance - 100 * USDC)
    expect(verifyVerdict(signedVerdict(body, SIGNER, keccak256))).toMatchObject({ ok: true })
    const hidden = signedVerdict({ ...body, withdrawals: [] }, SIGNER, keccak256)
    expect(verifyVerdict(hidden)).toMatchObject({
      fault: 'NOT_FOLLOWING',
      recomputed: { differences: ['balance', 'dayBalance'] },
    })
  })
})
