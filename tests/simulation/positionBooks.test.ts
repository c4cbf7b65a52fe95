/**
 * The past of positions, folded from the events of whole simulated lives (splits, delistings, liquidations, SIM among
 * them), against the engine: what is open is what the engine holds, and what was earned and paid explains every
 * account's money.
 */
import { describe, expect, it } from 'vitest'
import { apply, createExchange, type Exchange } from '@vest/engine'
import type { ClosedPosition, HeldPosition } from '@vest/runtime'
import { createPositionBooks } from '../../services/exchange/src/projector/positionBooks.ts'
import { createPrng } from './prng.ts'
import { createWorkload } from './workload.ts'

const COMMANDS = 15_000
const CHECK_EVERY = 500
const TIMEOUT_MS = 300_000

interface Life {
  readonly state: Exchange
  /** As the store would have them: a row that comes again replaces itself. */
  readonly closed: ReadonlyMap<string, ClosedPosition>
  readonly held: ReadonlyMap<string, HeldPosition>
  /** Paid to referrers, by account. */
  readonly payouts: ReadonlyMap<string, number>
  /** How often a corporate action realised something. */
  readonly adjusted: { split: number; ended: number }
}

/** Lives a seed; every so often the books are read back from what was written, as a restart would. */
function live(seed: number, check: (life: Life) => void): Life {
  const workload = createWorkload(createPrng(seed))
  const state = createExchange()
  const life = {
    state,
    closed: new Map<string, ClosedPosition>(),
    held: new Map<string, HeldPosition>(),
    payouts: new Map<string, number>(),
    adjusted: { split: 0, ended: 0 },
  }
  let books = createPositionBooks()
  const genesis = workload.genesis()
  for (let seq = 1; seq <= COMMANDS; seq += 1) {
    const { timeMs, command } = genesis[seq - 1] ?? workload.next()
    const { events } = apply(state, { seq, timeMs, command })
    workload.observe(events)
    books.fold({ seq, timeMs, events })
    for (const event of events) {
      if (event.kind === 'PositionAdjusted') life.adjusted[event.split ? 'split' : 'ended'] += 1
      // Profit of a funded account counts as money that comes in.
      const isPayout = event.kind === 'TransferUpdated' && command.kind !== 'WithdrawProfit'
      if (isPayout && event.transfer.type === 'INTERNAL_DEPOSIT') {
        const { account, size } = event.transfer
        life.payouts.set(account, (life.payouts.get(account) ?? 0) + size)
      }
    }
    for (const position of books.takeClosed()) life.closed.set(position.id, position)
    if (seq % CHECK_EVERY !== 0) continue
    for (const position of books.takeHeld()) {
      const key = `${position.account} ${position.symbol}`
      if (position.size === 0) life.held.delete(key)
      else life.held.set(key, position)
    }
    check(life)
    books = createPositionBooks()
    books.restore([...life.held.values()])
  }
  return life
}

function expectHeld({ state, held }: Life): void {
  const positions = state.accounts.flatMap((account) =>
    account.positions.map(({ marketId, isLong, size, cost, initMarginRatio }) => {
      const { symbol } = state.markets[marketId]!.spec
      return [`${account.address} ${symbol}`, { isLong, size, cost, initMarginRatio }] as const
    }),
  )
  const folded = [...held].map(([key, { isLong, size, cost, initMarginRatio }]) => [
    key,
    { isLong, size, cost, initMarginRatio },
  ])
  expect(Object.fromEntries(folded)).toEqual(Object.fromEntries(positions))
}

/** What the money of an account has that its deposits and its positions do not explain. */
function unexplained(life: Life): {
  readonly none: number
  readonly forgiven: number
  readonly wrong: string[]
} {
  const results = new Map<string, number>()
  const add = (account: string, amount: number) => results.set(account, (results.get(account) ?? 0) + amount)
  for (const { account, realizedPnl } of life.closed.values()) add(account, realizedPnl)
  for (const { account, pnl, settledFunding, fees } of life.held.values())
    add(account, pnl + settledFunding - fees)
  for (const [account, amount] of life.payouts) add(account, amount)
  let none = 0
  let forgiven = 0
  const wrong: string[] = []
  for (const account of life.state.accounts) {
    const margin = account.positions.reduce((sum, { isolatedMargin }) => sum + isolatedMargin, 0)
    const rest = account.collateral + margin - account.netDeposits - (results.get(account.address) ?? 0)
    if (rest === 0) none += results.has(account.address) ? 1 : 0
    // What an account could not pay was paid for it.
    else if (rest > 0) forgiven += 1
    else wrong.push(`${account.address} lacks ${-rest}`)
  }
  return { none, forgiven, wrong }
}

describe('the past of positions', () => {
  it(
    'holds what the engine holds, over restarts, and explains the money of every account',
    () => {
      const reached = { closed: 0, explained: 0, split: 0, ended: 0, kinds: new Set<string>() }
      for (const seed of [1, 2, 3, 4]) {
        const life = live(seed, expectHeld)
        const { none, forgiven, wrong } = unexplained(life)
        expect([seed, wrong]).toEqual([seed, []])
        expect(none).toBeGreaterThan(3 * forgiven)
        reached.closed += life.closed.size
        reached.explained += none
        reached.split += life.adjusted.split
        reached.ended += life.adjusted.ended
        for (const { closeType } of life.closed.values()) reached.kinds.add(closeType)
        for (const {
          size,
          isLong,
          entryValue,
          exitValue,
          realizedPnl,
          fees,
          settledFunding,
        } of life.closed.values()) {
          const gain = isLong ? exitValue - entryValue : entryValue - exitValue
          expect(size).toBeGreaterThanOrEqual(0n)
          expect(Number(gain)).toBe(realizedPnl + fees - settledFunding)
        }
      }
      expect(reached.closed).toBeGreaterThan(500)
      expect(reached.explained).toBeGreaterThan(40)
      expect(reached.split).toBeGreaterThan(10)
      expect(reached.ended).toBeGreaterThan(10)
      expect([...reached.kinds].sort()).toEqual([
        'LIMIT',
        'LIQUIDATION',
        'MARKET',
        'STOP_LOSS',
        'TAKE_PROFIT',
      ])
    },
    TIMEOUT_MS,
  )
})
