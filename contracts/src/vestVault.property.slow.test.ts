import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Address, Hex } from '@vest/protocol'
import { refusal, startVaultWorld, type Payload, type VaultWorld } from './testing/vaultWorld.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Small walls, so that random payments run into them. Micro-USDC. */
const TERMS = { keeperFeeUsd6: 300, hourlyBps: 0, hourlyFloorUsd6: 20_000, transactionCapUsd6: 9_000 }
const SEED = 200_000

type Step =
  | { readonly kind: 'withdraw'; readonly size: number; readonly by: 'trader' | 'keeper' | 'stranger' }
  | { readonly kind: 'again'; readonly pick: number }
  | { readonly kind: 'forged'; readonly size: number }
  | { readonly kind: 'deposit'; readonly size: number }
  | { readonly kind: 'pass'; readonly seconds: number }
const size = fc.integer({ min: 1, max: 10_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      size,
      by: fc.constantFrom('trader', 'keeper', 'stranger'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), pick: fc.nat(1_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forged' as const), size }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deposit' as const), size }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 2_400 }) }),
  },
)

let world: VaultWorld
beforeAll(async () => {
  world = await startVaultWorld()
})
afterAll(() => world.stop())

describe('any sequence of payments', () => {
  it('pays every approved request at most once, never more than an hour may, and holds the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
        const snapshot: Hex = await world.snapshot()
        const vault = await world.vaultFor(world.usdc, TERMS)
        await world.mint(vault, BigInt(SEED))
        await runSteps(vault, steps)
        await world.restore(snapshot)
      }),
      { numRuns: 12 },
    )
  })
})

async function runSteps(vault: Address, steps: readonly Step[]): Promise<void> {
  let holds = SEED
  const paid: { readonly timeS: number; readonly amount: number }[] = []
  const done: Payload[] = []
  for (const one of steps) {
    if (one.kind === 'pass') await world.pass(one.seconds)
    else if (one.kind === 'deposit') {
      await world.mint(vault, BigInt(one.size))
      holds += one.size
    } else if (one.kind === 'again') {
      const payload = done[one.pick % Math.max(1, done.length)]
      if (payload) expect(await refusal(world.withdraw(payload, 'stranger', vault))).toBe('AlreadyProcessed')
    } else if (one.kind === 'forged') {
      const payload = await world.approve(await world.request({ size: one.size }), {}, vault)
      const forged = { ...payload, validatorSignature: await world.personalSign('stranger', payload.id) }
      expect(await refusal(world.withdraw(forged, 'trader', vault))).toBe('InvalidValidatorSignature')
    } else {
      const payload = await world.approve(await world.request({ size: one.size }), {}, vault)
      const fee = one.by === 'keeper' ? TERMS.keeperFeeUsd6 : 0
      const outcome = await world.withdraw(payload, one.by, vault).then(
        () => 'paid' as const,
        (error: unknown) => refusal(Promise.reject(error)),
      )
      const nowS = await world.timeS()
      const lastHour = paid
        .filter(({ timeS }) => timeS > nowS - 3_600)
        .reduce((sum, { amount }) => sum + amount, 0)
      if (outcome === 'paid') {
        expect(one.size > fee && one.size <= TERMS.transactionCapUsd6).toBe(true)
        expect(lastHour + one.size - fee).toBeLessThanOrEqual(TERMS.hourlyFloorUsd6)
        paid.push({ timeS: nowS, amount: one.size - fee })
        holds -= one.size - fee
        done.push(payload)
      } else if (one.size <= fee) expect(outcome).toBe('SizeTooSmall')
      else if (one.size > TERMS.transactionCapUsd6) expect(outcome).toBe('TransactionCapExceeded')
      else {
        expect(outcome).toBe('HourlyCapExceeded')
        // The wall may stand up to a quarter longer than the hour, never more.
        const lastHourAndQuarter = paid
          .filter(({ timeS }) => timeS > nowS - 4_500)
          .reduce((sum, { amount }) => sum + amount, 0)
        expect(lastHourAndQuarter + one.size - fee).toBeGreaterThan(TERMS.hourlyFloorUsd6)
      }
    }
    expect(await world.balanceOf(vault)).toBe(BigInt(holds))
  }
  const flags = await world.read<boolean[]>('getCompletedTransactions', [done.map(({ id }) => id)], vault)
  expect(flags.every(Boolean)).toBe(true)
}
