/** Shares, referrals and points over random histories of a small exchange. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LpOrderType, usd6 } from '@vest/protocol'
import { apply } from '../apply.ts'
import { type Command } from '../api/commands.ts'
import { appraisePool } from '../pool/netAssetValue.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createExchange } from '../state/exchange.ts'
import { DAY_MS, lpCommand, USDC } from '../testing/lpCommands.ts'
import { createDriver, type Step, steps, TRADERS } from '../testing/randomCommands.ts'
import { type Trader, traderAddress, type World } from '../testing/world.ts'
import { startOfWeek, weekOf } from '../state/collections/calendar.ts'

const TYPES: readonly LpOrderType[] = ['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW']
const trader = (who: number): Trader => ({ address: traderAddress(who % TRADERS) })

/** Every fifth step is one of an LP, a referral, a cluster, or a number of days. */
function rewardCommand(world: World, { what, who, a, b }: Step): { command: Command; afterMs: number } {
  const one = trader(who)
  if (what < 70) {
    const size = a % 7 === 0 ? a : a * 997
    return { command: lpCommand(world, one, TYPES[b % 3]!, Math.max(1, size)), afterMs: 0 }
  }
  if (what < 78)
    return { command: { kind: 'SetReferralCode', account: one.address, code: `CODE0${who}` }, afterMs: 0 }
  if (what < 88)
    return {
      command: { kind: 'ApplyReferral', account: one.address, code: `CODE0${b % TRADERS}` },
      afterMs: 0,
    }
  if (what < 90)
    return { command: { kind: 'SetAccountCluster', account: one.address, cluster: b % 3 }, afterMs: 0 }
  if (what < 93)
    return { command: { kind: 'TickTimer' }, afterMs: startOfWeek(weekOf(world.now()) + 1) - world.now() }
  return { command: { kind: 'TickTimer' }, afterMs: (1 + (b % 2)) * DAY_MS }
}

type Watch = (world: World, run: () => void, command: Command | undefined) => void

function live(list: readonly Step[], watch: Watch): World {
  const driver = createDriver()
  const { world } = driver
  list.forEach((step, at) => {
    if (at % 3 !== 0) return watch(world, () => driver.step(step), undefined)
    const { command, afterMs } = rewardCommand(world, step)
    watch(world, () => void world.run(command, afterMs), command)
  })
  return world
}

const lives = steps({ minLength: 60, maxLength: 160 })
const priceOf = (world: World): number => query(world.exchange, 'pool', {}).sharePrice

describe('the LP pool in random histories', () => {
  it('I13 J11 no order of an LP lowers the price of a share, and one that is not immediate leaves it unchanged', () => {
    let filled = 0
    fc.assert(
      fc.property(lives, (list) => {
        live(list, (world, run, command) => {
          const before = {
            price: priceOf(world),
            ...appraisePool(world.exchange),
            shares: world.exchange.lp.totalShares,
          }
          run()
          if (command?.kind !== 'PlaceLpOrder') return
          const after = { ...appraisePool(world.exchange), shares: world.exchange.lp.totalShares }
          if (after.shares !== before.shares) filled += 1
          // NAV_lo per share, compared without rounding.
          expect(BigInt(after.low) * BigInt(before.shares)).toBeGreaterThanOrEqual(
            BigInt(before.low) * BigInt(after.shares),
          )
          if (command.orderType !== 'IMMEDIATE_WITHDRAW' && before.low === before.high)
            expect(priceOf(world) - before.price).toBeLessThanOrEqual(1)
        })
      }),
      { numRuns: 60 },
    )
    expect(filled).toBeGreaterThan(50)
  }, 120_000)

  it('J17 a deposit and its withdrawal, in any pieces and at once, never bring a profit', () => {
    let rounds = 0
    fc.assert(
      fc.property(
        lives,
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.integer({ min: 1, max: 90 })),
        (list, dollars, cuts) => {
          const world = live(list, (_, run) => run())
          const fresh = world.trader(10_000)
          const { exchange } = world
          const before = world.account(fresh).collateral
          world.run(lpCommand(world, fresh, 'DEPOSIT', dollars * USDC + 7))
          if (exchange.lp.holdings.get(world.account(fresh).accountId) === undefined) return
          // The lock depends on time, and so do prices: the test removes it.
          exchange.lp.holdings.get(world.account(fresh).accountId)!.young.length = 0
          for (const cut of [...cuts, 100]) {
            const { balance } = query(exchange, 'lp', { account: fresh.address })!
            world.run(
              lpCommand(world, fresh, 'IMMEDIATE_WITHDRAW', Math.max(1, Math.floor((balance * cut) / 100))),
            )
          }
          const { balance } = query(exchange, 'lp', { account: fresh.address })!
          expect(world.account(fresh).collateral + balance).toBeLessThanOrEqual(before)
          rounds += 1
        },
      ),
      { numRuns: 40 },
    )
    expect(rounds).toBeGreaterThan(5)
  }, 120_000)

  it('I12 the collateral of a flat account without orders changes only by its own transfers and its payouts', () => {
    fc.assert(
      fc.property(lives, (list) => {
        live(list, (world, run, command) => {
          const idle = world.exchange.accounts
            .filter(({ positions, openOrders }) => positions.length === 0 && openOrders === 0)
            .map((account) => ({ account, collateral: account.collateral }))
          run()
          const last = world.log.at(-1)!.command
          for (const { account, collateral } of idle) {
            if (account.collateral === collateral) continue
            const isOwn = 'account' in last && last.account === account.address
            const isPaid = last.kind === 'TickTimer' && account.collateral > collateral
            const isMoney = last.kind.endsWith('Deposit') || last.kind.endsWith('Withdrawal')
            expect([last.kind, isOwn || isPaid || isMoney]).toEqual([last.kind, true])
          }
          void command
        })
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('I4 replays to the same text from genesis and from a snapshot', () => {
    fc.assert(
      fc.property(lives, fc.nat(100), (list, percent) => {
        const world = live(list, (_, run) => run())
        const cut = Math.floor((world.log.length * percent) / 100)
        let exchange = createExchange()
        for (const [at, command] of world.log.entries()) {
          if (at === cut) exchange = decodeState(encodeState(exchange))
          apply(exchange, command)
        }
        expect(encodeState(exchange)).toBe(encodeState(world.exchange))
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  it('J17 trading in tiny sizes for a referral earns referrer and trader together less than it costs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const { world } = createDriver()
        const [owner, friend] = [world.trader(1_000), world.trader(1_000)]
        world.run({ kind: 'SetReferralCode', account: owner.address, code: 'DUSTDUST' })
        world.run({ kind: 'ApplyReferral', account: friend.address, code: 'DUSTDUST' })
        const full = createDriver().world
        full.trader(1_000)
        const plain = full.trader(1_000)
        let value = 0
        let fees = 0
        let undiscounted = 0
        for (const size of sizes)
          for (const side of ['buy', 'sell'] as const) {
            const spec = { symbol: world.exchange.markets[0]!.spec.symbol } as never
            const order = world.order(friend, spec, side, { size })
            undiscounted += full.order(plain, spec, side, { size }).fees
            value += order.filledValue
            fees += order.fees
          }
        const { pending } = query(world.exchange, 'referral', { account: owner.address })!
        // Never cheaper than one order over the whole value, discount and share included.
        expect(fees * 100).toBeGreaterThanOrEqual(undiscounted * 95)
        expect(pending * 10).toBeLessThanOrEqual(fees)
        expect((fees - pending) * 100_000).toBeGreaterThanOrEqual(Math.floor((value * 10 * 855) / 1_000))
        expect(usd6(pending)).toBe(world.exchange.money.REFERRAL)
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})
