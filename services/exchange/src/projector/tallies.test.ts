import type { EngineEvent } from '@vest/engine'
import { lots, ticks, timeMs, usd6, type Address } from '@vest/protocol'
import type { AccountTally } from '@vest/runtime'
import { describe, expect, it } from 'vitest'
import { createTallies, restoreTallies, type Tallies } from './tallies.ts'
import { createEnvelopes, createMemoryStore, HOUR_MS, MIDNIGHT_MS } from './testing/scriptedEvents.ts'

const accountOf = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const [ONE, TWO, THREE] = [accountOf(1), accountOf(2), accountOf(3)]
let tradeId = 0
const fill = (account: Address, fee: number, value = 1_000): EngineEvent => ({
  kind: 'FillBooked',
  tradeId: (tradeId += 1),
  orderId: '0x1',
  account,
  marketId: 0,
  symbol: 'BTC-PERP',
  isBuy: true,
  orderType: 'MARKET',
  isMaker: false,
  price: ticks(1),
  size: lots(1),
  value: usd6(value),
  fee: usd6(fee),
  pnl: usd6(0),
  settledFunding: usd6(0),
})
const referred = (account: Address, referrer: Address): EngineEvent => ({
  kind: 'ReferralApplied',
  account,
  referrer,
  code: 'FRIEND',
})
const simOpened = (account: Address): EngineEvent => ({
  kind: 'SimAccountOpened',
  accountId: 1,
  account,
  ownerId: ONE,
  networkType: 0,
  amountUsd6: usd6(1),
})

const readings = (tallies: Tallies) => [
  tallies.feesOfDay(),
  ...[ONE, TWO, THREE].map((account) => tallies.refereeVolume(account)),
]

describe('sums over fills', () => {
  it('are of the running hour and the 23 before it', () => {
    const tallies = createTallies()
    const next = createEnvelopes()
    for (let hour = 0; hour < 30; hour += 1) tallies.fold(next(MIDNIGHT_MS + hour * HOUR_MS, fill(ONE, 100)))
    expect(tallies.feesOfDay()).toBe(2_400)
    tallies.fold(next(MIDNIGHT_MS + 30 * HOUR_MS - 1, fill(ONE, 7)))
    expect(tallies.feesOfDay()).toBe(2_407)
    tallies.fold(next(MIDNIGHT_MS + 54 * HOUR_MS))
    expect(tallies.feesOfDay()).toBe(0)
  })

  it('count what a referred account trades from then on, for its referrer', () => {
    const tallies = createTallies()
    const next = createEnvelopes()
    tallies.fold(next(MIDNIGHT_MS, fill(TWO, 1, 500), referred(TWO, ONE), fill(TWO, 1, 70), fill(ONE, 1, 9)))
    tallies.fold(next(MIDNIGHT_MS, referred(THREE, ONE), fill(THREE, 0, 3)))
    expect(readings(tallies)).toEqual([3, 73n, 0n, 0n])
    expect(tallies.refereesOf(ONE, 9)).toEqual([
      { account: THREE, referrer: ONE, isSim: false, volume: 3n, fees: 0n, joinTimeMs: MIDNIGHT_MS },
      { account: TWO, referrer: ONE, isSim: false, volume: 70n, fees: 1n, joinTimeMs: MIDNIGHT_MS },
    ])
    expect(tallies.refereesOf(ONE, 1).map(({ account }) => account)).toEqual([THREE])
    expect(tallies.refereesOf(TWO, 9)).toEqual([])
  })

  it('are asked of no referred account, however many there are', () => {
    const tallies = createTallies()
    let looks = 0
    const rows = Array.from({ length: 100 }, (_, n): AccountTally => ({
      account: accountOf(10 + n),
      referrer: ONE,
      isSim: false,
      fees: 0n,
      get volume() {
        looks += 1
        return BigInt(n)
      },
    }))
    tallies.restore([], rows)
    looks = 0
    expect(tallies.refereeVolume(ONE)).toBe(4_950n)
    expect(looks).toBe(0)
    tallies.fold(createEnvelopes()(MIDNIGHT_MS, fill(accountOf(10), 1, 50), referred(accountOf(11), ONE)))
    expect(tallies.refereeVolume(ONE)).toBe(5_000n)
  })

  it('know nothing of virtual money', () => {
    const tallies = createTallies()
    tallies.fold(createEnvelopes()(MIDNIGHT_MS, simOpened(TWO), fill(TWO, 5), fill(ONE, 1)))
    expect(readings(tallies)).toEqual([1, 0n, 0n, 0n])
  })

  it('go on from a checkpoint as if nothing had ended, wherever it lay', async () => {
    const next = createEnvelopes()
    const envelopes = Array.from({ length: 40 }, (_, at) => {
      const account = accountOf(1 + (at % 3))
      const extra =
        at === 5
          ? [referred(TWO, ONE)]
          : at === 11
            ? [simOpened(accountOf(9))]
            : at === 20
              ? [referred(ONE, THREE)]
              : []
      return next(
        MIDNIGHT_MS + at * 0.7 * HOUR_MS,
        fill(account, at, 10 * at),
        ...extra,
        fill(accountOf(9), 1),
      )
    })
    const whole = createTallies()
    envelopes.forEach(whole.fold)
    for (let cut = 0; cut <= envelopes.length; cut += 1) {
      const store = createMemoryStore()
      const first = createTallies()
      for (const [at, envelope] of envelopes.slice(0, cut).entries()) {
        first.fold(envelope)
        // Checkpoints in between hand over what has changed since the last.
        if (at % 7 === 0 || at === cut - 1) await write(store, first, envelope.seq)
      }
      // What came after the checkpoint is lost with the process, and heard again.
      first.fold(envelopes[cut] ?? envelopes[0]!)
      const second = createTallies()
      await restoreTallies(second, store)
      envelopes.slice(cut).forEach(second.fold)
      second.fold({ seq: 99, timeMs: timeMs(MIDNIGHT_MS + 39 * 0.7 * HOUR_MS), events: [] })
      expect([cut, ...readings(second)]).toEqual([cut, ...readings(whole)])
    }
  })
})

const write = (store: ReturnType<typeof createMemoryStore>, tallies: Tallies, lastSeq: number) =>
  store.apply({
    lastSeq,
    orders: [],
    transfers: [],
    trades: [],
    fills: [],
    fundingApplied: [],
    fundingSettled: [],
    candles: [],
    lpOrders: [],
    poolValues: [],
    points: [],
    accountValues: [],
    capitalPast: [],
    closedPositions: [],
    ...tallies.takeChanged(),
  })
