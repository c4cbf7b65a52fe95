/**
 * The simulation itself: honest lives end without a violation and replay to the same hash; and every planted bug,
 * written into the state behind the engine's back the way a real defect would leave it, is caught. A net that lets
 * one of these through would let its like through in the product.
 */
import { describe, expect, it } from 'vitest'
import type { Exchange, SequencedCommand } from '@vest/engine'
import { shareOf } from '../../runtime/src/testing/runSeed.ts'
import { type Counts, TO_REACH, unlisted, unreached } from './reach.ts'
import { AUDIT_EVERY, simulate } from './simulate.ts'

const OPS = 20_000
/** Of the lives in which bugs are planted, unless another meets one. */
const SEED = 4

describe('a simulated life', () => {
  /** Of four lives two, in turn from run to run; a long one has all. */
  const isEvery = process.env['VEST_EVERY_LIFE'] === '1'
  const SEEDS = isEvery ? [1, 2, 3, 4] : shareOf(2) === 0 ? [1, 2] : [3, 4]
  const lives: Counts[] = []

  it.each(SEEDS)(
    'of seed %i has no violation, and replays to the same hash from genesis and from a snapshot',
    (seed) => {
      const { violations, ops, hash, counts } = simulate({ seed, ops: OPS })
      // A replay that ends in another hash is a violation (I4).
      expect(violations).toEqual([])
      expect(ops).toBe(OPS)
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      // It lived.
      expect(counts['trades']).toBeGreaterThan(1_000)
      expect(counts['order FILLED']).toBeGreaterThan(500)
      expect(counts['transfer WITHDRAW FILLED']).toBeGreaterThan(50)
      lives.push(counts)
    },
  )

  it('meets no code that the list of what can be met does not know, and nearly all that it does', () => {
    expect(lives).toHaveLength(SEEDS.length)
    expect(unlisted(...lives)).toEqual([])
    // The stage of many lives must meet every one; a few commands in a thousand are rarer than these seeds are long.
    expect(unreached(...lives).length).toBeLessThanOrEqual(TO_REACH.length / (5 * SEEDS.length))
  })

  it('is one number: the same seed gives the same life, another seed another', () => {
    const first = simulate({ seed: 7, ops: 500 })
    expect(simulate({ seed: 7, ops: 500 })).toEqual(first)
    expect(simulate({ seed: 8, ops: 500 }).hash).not.toBe(first.hash)
  })
})

/** Parents that are none, each named once. */
let strangers = 0
/** Where a row of an order holds its size. */
const SIZE_PLACE = 3

/** A bug waits until the state lets it strike; true = it has struck. */
type Bug = (state: Writable<Exchange>, command: SequencedCommand) => boolean
type Writable<T> = T extends (infer Item)[]
  ? Writable<Item>[]
  : T extends Set<infer Item>
    ? Set<Item>
    : T extends Map<infer Key, infer Value>
      ? Map<Key, Value>
      : T extends readonly (infer Item)[]
        ? Writable<Item>[]
        : T extends number | string | bigint | boolean | undefined
          ? Unbranded<T>
          : { -readonly [Key in keyof T]: Writable<T[Key]> }
type Unbranded<T> = T extends number ? number : T extends bigint ? bigint : T

const holder = (state: Writable<Exchange>, ofSim = false) =>
  state.accounts.find((account) => account.isSim === ofSim && account.positions.length > 0)
const restingOn = (state: Writable<Exchange>) =>
  state.markets.flatMap(({ bids, asks }) => [...bids.levels, ...asks.levels])
const dormantOn = (state: Writable<Exchange>) =>
  state.markets.flatMap(({ triggers }) => [...triggers.above.levels, ...triggers.below.levels])
const isEvery = (count: number, { seq }: SequencedCommand): boolean => seq % count === 0

/** Each with the words by which it must be found out, and the seed of a life that meets it. */
const BUGS: readonly (readonly [name: string, finding: RegExp, bug: Bug, seed?: number])[] = [
  [
    'a micro-dollar is lost from an account now and then',
    /ledger/,
    (state, command) => {
      const account = state.accounts[command.seq % 40]
      if (!isEvery(500, command) || account === undefined || account.collateral === 0) return false
      account.collateral -= 1
      return true
    },
  ],
  [
    'a fee share is credited twice',
    /ledger/,
    (state) => {
      if (state.money.TREASURY === 0) return false
      state.money.TREASURY += 1
      return true
    },
  ],
  [
    'open interest is counted twice',
    /open interest is off|I20.* beyond its cap/,
    (state) => {
      const market = state.markets.find(({ longOi }) => longOi > 0)
      if (market === undefined) return false
      market.longOi *= 2
      return true
    },
  ],
  [
    'a position is one lot too large',
    /positions do not sum to zero/,
    (state) => {
      const position = holder(state)?.positions[0]
      if (position === undefined) return false
      position.size += 1
      return true
    },
  ],
  [
    "the pool's side of a fill is forgotten",
    /ledger|sum to zero/,
    (state) => {
      const market = state.markets.find(({ pool }) => pool !== undefined)
      if (market === undefined) return false
      Object.assign(market, { pool: undefined })
      return true
    },
  ],
  [
    'a released cost is rounded away',
    /ledger/,
    (state) => {
      const position = holder(state)?.positions.find(({ cost }) => cost > 1)
      if (position === undefined) return false
      position.cost -= 1
      return true
    },
  ],
  [
    'a funding clearing entry is dropped',
    /ledger|funding clearing/,
    (state) => {
      const market = state.markets.find(({ fundingClearing }) => fundingClearing !== 0)
      if (market === undefined) return false
      market.fundingClearing = 0
      return true
    },
  ],
  [
    'funding settles without being paid',
    /funding clearing owes/,
    (state) => {
      // A payer whose entry moves to the present without a payment leaves its creditors uncovered.
      for (const account of state.accounts)
        for (const position of account.positions) {
          const market = state.markets[position.marketId]!
          const owed =
            (position.isLong ? 1n : -1n) * (market.cumFunding - position.entryFunding) * BigInt(position.size)
          if (owed <= 0n) continue
          position.entryFunding = market.cumFunding
          return true
        }
      return false
    },
  ],
  [
    'a resting order is dropped from its level',
    /level size is off|empty level|engine stopped/,
    (state) => {
      const level = restingOn(state).find(({ oldest }) => oldest?.younger !== undefined)
      if (level === undefined) return false
      level.oldest = level.oldest!.younger
      return true
    },
  ],
  [
    'a resting order is counted twice in its level',
    /level size is off/,
    (state) => {
      const level = restingOn(state)[0]
      if (level === undefined) return false
      level.size *= 2
      return true
    },
  ],
  [
    'two orders change places in their queue',
    /queue is not by age/,
    (state) => {
      const first = restingOn(state).find(({ oldest }) => oldest?.younger !== undefined)?.oldest
      if (first?.younger === undefined) return false
      const { rank } = first
      first.rank = first.younger.rank
      first.younger.rank = rank
      return true
    },
  ],
  [
    'a resting order changes its price where it stands',
    /misplaced order/,
    (state) => {
      const order = restingOn(state)[0]?.oldest
      if (order === undefined) return false
      order.limitPrice += 1
      return true
    },
  ],
  [
    'a reduce-only flag is dropped',
    /order counters are right|wrong reservation/,
    (state) => {
      const order = restingOn(state)
        .map(({ oldest }) => oldest)
        .find((oldest) => oldest?.reduceOnly === true)
      if (order === undefined) return false
      order.reduceOnly = false
      return true
    },
  ],
  [
    'a cancelled order keeps its margin reserved',
    /reserved margin is the sum/,
    (state, { command }) => {
      const account =
        command.kind === 'CancelOrder' && state.accounts.find(({ address }) => address === command.account)
      if (!account) return false
      account.openOrderMargin += 1_000
      return true
    },
  ],
  [
    'insurance pays what it does not have',
    /insurance never owes/,
    (state) => {
      state.money.TREASURY += state.money.INSURANCE + 1
      state.money.INSURANCE = -1
      return true
    },
  ],
  [
    'a withdrawal is paid out twice',
    /held money is never negative/,
    (state) => {
      if (state.money.PENDING_WITHDRAWALS === 0) return false
      state.money.VAULT -= state.money.PENDING_WITHDRAWALS + 1
      state.money.PENDING_WITHDRAWALS = -1
      return true
    },
  ],
  [
    'an account without a position owes money',
    /owes without a position/,
    (state) => {
      const account = state.accounts.find(
        ({ exists, positions, isSim }) => exists && positions.length === 0 && !isSim,
      )
      if (account === undefined) return false
      state.money.TREASURY += account.collateral + 1
      account.collateral = -1
      return true
    },
  ],
  [
    'the mark follows a trade away from the index',
    /mark leaves its clamp/,
    (state) => {
      const market = state.markets.find(({ mark }) => mark !== undefined)
      if (market === undefined) return false
      market.mark = market.mark! * 2
      return true
    },
  ],
  [
    'the caps of the pool count an old inventory',
    /value is off/,
    (state) => {
      if (state.sleeves.POOL.grossValue === 0) return false
      state.sleeves.POOL.grossValue -= 1
      return true
    },
  ],
  [
    'a market quotes below the orders of its users',
    /crosses the ladder/,
    (state) => {
      const market = state.markets.find(
        ({ ladder, asks, bids }) => ladder !== undefined && bids.levels.length + asks.levels.length > 0,
      )
      if (market?.ladder === undefined) return false
      const isBid = market.bids.levels.length > 0
      market.ladder = {
        ...market.ladder,
        index: Math.max(1, Math.floor(isBid ? market.ladder.index / 2 : market.ladder.index * 2)),
      }
      return true
    },
    1,
  ],
  [
    'a deposit mints a share too many',
    /shares are held/,
    (state) => {
      const holding = [...state.lp.holdings.values()].find(({ shares }) => shares > 0)
      if (holding === undefined) return false
      holding.shares += 1
      return true
    },
  ],
  [
    'a change of parameters does not reach what was worked out from them',
    /follows the parameters/,
    (state, { command }) => {
      const market = state.markets[0]
      if (command.kind !== 'ChangeParameters' || market === undefined) return false
      market.makerFeeRate += 1
      return true
    },
  ],
  [
    'a scheduled withdrawal does not lock its shares',
    /scheduled shares are those of the queue/,
    (state) => {
      const holding = [...state.lp.holdings.values()].find(({ scheduled }) => scheduled > 0)
      if (holding === undefined) return false
      holding.scheduled = 0
      return true
    },
  ],
  [
    'an accrual setting that does not divide the hour is taken',
    /within their ranges/,
    (state, { command }) => {
      if (command.kind !== 'ChangeParameters') return false
      state.parameters.accrualsPerHour = 7
      return true
    },
  ],
  [
    "a referrer's part of a fee is credited to no account",
    /referrers are owed/,
    (state) => {
      const [referrer] = state.referrals.accrued.keys()
      if (referrer === undefined) return false
      state.referrals.accrued.delete(referrer)
      return true
    },
  ],
  [
    'no account pays out the fractions of a split',
    /ledger/,
    (state, { command }) => {
      if (command.kind !== 'ApplySplit') return false
      state.money.POOL += 1
      return true
    },
  ],
  [
    'a wash trade is punished twice',
    /weigh less than nothing/,
    (state) => {
      const account = state.accounts.find(({ fillWeight }) => fillWeight > 0)
      if (account === undefined) return false
      account.fillWeight -= 2 * account.fillWeight
      return true
    },
  ],
  [
    'the pool keeps its old size in a split',
    /sum to zero/,
    (state, { command }) => {
      const pool = command.kind === 'ApplySplit' ? state.markets[command.marketId]?.pool : undefined
      if (pool === undefined) return false
      pool.size *= 2
      return true
    },
  ],
  [
    'a withdrawal from the pool is paid without burning its shares',
    /ledger|shares are held/,
    (state) => {
      const first = [...state.lp.holdings].find(([, { shares }]) => shares > 0)
      if (first === undefined) return false
      state.accounts[first[0]]!.collateral += first[1].shares
      return true
    },
  ],
  [
    'a market trades again before its dividend is paid',
    /a dividend is paid when trading begins/,
    (state, { command }) => {
      const market = command.kind === 'PayDividend' ? state.markets[command.marketId] : undefined
      if (market?.pendingDividend === undefined) return false
      market.mode = 'OPEN'
      return true
    },
  ],
  [
    'an announced delisting is forgotten when the market reopens',
    /takes no new risk/,
    (state) => {
      const market = state.markets.find(({ delistAnnouncedAtMs }) => delistAnnouncedAtMs !== undefined)
      if (market === undefined) return false
      market.mode = 'OPEN'
      return true
    },
  ],
  [
    'the daily sweep takes what positions are still owed',
    /funding clearing owes/,
    (state) => {
      const market = state.markets.find(({ fundingClearing }) => fundingClearing > 0)
      if (market === undefined) return false
      state.money.INSURANCE += market.fundingClearing + 1
      market.fundingClearing = -1
      return true
    },
  ],
  [
    'trading lifts open interest beyond its cap',
    /I20/,
    (state, { command }) => {
      const market =
        command.kind === 'PlaceOrder' && state.markets.find(({ spec }) => spec.symbol === command.symbol)
      if (!market) return false
      market.spec = { ...market.spec, risk: { ...market.spec.risk, openInterestCapUsd6: 1 } }
      return true
    },
  ],
  [
    'a nonce is forgotten and its duplicate accepted',
    /J6|J14/,
    (state) => {
      for (const entry of state.nonces.values()) {
        entry.runs.length = 0
        entry.stragglers.clear()
        entry.last = -1
      }
      return true
    },
  ],
  [
    'the backstop loses a lot of what it has taken over',
    /positions do not sum to zero/,
    (state) => {
      const market = state.markets.find(({ backstop }) => backstop !== undefined && backstop.size > 1)
      if (market?.backstop === undefined) return false
      market.backstop = { ...market.backstop, size: market.backstop.size - 1, offered: 0 }
      return true
    },
  ],
  [
    'a dormant order is forgotten at its price',
    /every trigger stands at its price/,
    (state) => {
      const side = state.markets
        .flatMap(({ triggers }) => [triggers.above, triggers.below])
        .find(({ bandCount }) => bandCount > 0)
      if (side === undefined) return false
      side.bandCount -= 1
      return true
    },
  ],
  [
    'the backstop offers more than it holds',
    /offers what it does not hold/,
    (state) => {
      const market = state.markets.find(({ backstop }) => backstop !== undefined)
      if (market?.backstop === undefined) return false
      market.backstop = { ...market.backstop, offered: market.backstop.size + 1 }
      return true
    },
  ],
  [
    'a leg grows by a lot that no order filled',
    /triggers (above|below): level size is off/,
    (state) => {
      const leg = dormantOn(state)
        .map(({ oldest }) => oldest)
        .find((order) => order?.extras?.parentId !== undefined)
      if (leg === undefined) return false
      leg.rows.numbers[leg.at + SIZE_PLACE]! += 1
      return true
    },
  ],
  [
    'what the backstop has gained or lost is forgotten',
    /ledger/,
    (state) => {
      if (state.money.BACKSTOP === 0) return false
      state.money.BACKSTOP = 0
      return true
    },
  ],
  [
    'the legs of a parent know nothing of each other',
    /K2/,
    (state) => {
      let strikes = 0
      for (const [at, extras] of state.orders.rows.extras)
        if (extras.parentId?.startsWith('0xee') === false) {
          strangers += 1
          state.orders.rows.extras.set(at, { parentId: `0xee${String(strangers).padStart(62, '0')}` })
          strikes += 1
        }
      return strikes > 0
    },
  ],
  [
    "the dead-man's switch sleeps",
    /K1/,
    (state) => {
      if (state.cancelTimers.size === 0) return false
      const { switchTimes } = state as unknown as Exchange
      for (const accountId of state.cancelTimers.keys()) switchTimes.drop(accountId)
      state.cancelTimers.clear()
      return true
    },
  ],
  [
    'an account that was once far from liquidation is never looked at again',
    /near and thought far/,
    (state) => {
      const { ranges: positions } = state.safeRanges as unknown as { readonly ranges: Float64Array }
      // The eighth and ninth of the ten numbers of a position are the band of its mark.
      for (let at = 0; at < positions.length; at += 10) {
        if (Number.isNaN(positions[at]!)) continue
        positions[at + 7] = 0
        positions[at + 8] = Number.MAX_SAFE_INTEGER
      }
      return true
    },
  ],
  [
    'a holder of a market is left out of its index',
    /holders of a market/,
    (state) => {
      const account = holder(state)
      if (account === undefined) return false
      const bits = state.accountRows.real.holdersIn[account.positions[0]!.marketId]!
      bits[account.id >>> 5] = bits[account.id >>> 5]! & ~(1 << (account.id & 31))
      return true
    },
  ],
  [
    'the name of an open order is free again',
    /client ids name open orders/,
    (state) => {
      if (state.clientIds.size === 0) return false
      state.clientIds.clear()
      return true
    },
  ],
  [
    'a trade id is given twice',
    /J14.*trade ids/,
    (state) => {
      if (state.tradeCount < 2) return false
      state.tradeCount -= 1
      return true
    },
  ],
  [
    'a virtual dollar comes from nowhere',
    /SIM ledger/,
    (state) => {
      if (state.sim.tradeCount === 0) return false
      state.sim.houseUsd6 += 1_000_000
      return true
    },
  ],
  [
    'the house forgets its side of a fill in SIM',
    /SIM .*positions do not sum to zero/,
    (state) => {
      const side = state.sim.markets.find((market) => (market?.sim?.houseInventory ?? 0) !== 0)?.sim
      if (side === undefined) return false
      side.houseInventory = 0
      return true
    },
  ],
  [
    'a SIM account passes for one of REAL',
    /ledger/,
    (state) => {
      const account = state.accounts.find(({ isSim, openOrders }) => isSim && openOrders > 0)
      if (account === undefined) return false
      account.isSim = false
      return true
    },
  ],
  [
    'an account is frozen and its orders stay',
    /frozen and has orders/,
    (state) => {
      const account = state.accounts.find(({ isSim, openOrders }) => isSim && openOrders > 0)
      if (account === undefined) return false
      account.isFrozen = true
      return true
    },
  ],
  [
    'a frozen account thaws by itself',
    /I16.*fills/,
    (state, { command }) => {
      const account =
        command.kind === 'PlaceOrder' && state.accounts.find(({ address }) => address === command.account)
      // Of one that has ended for good the invariants would say so at once.
      if (!account || !account.isFrozen || account.capital?.status.endsWith('active') === false) return false
      account.isFrozen = false
      return true
    },
  ],
  [
    'a holder of SIM stands among those of REAL',
    /holders are the accounts/,
    (state) => {
      const account = holder(state, true)
      if (account === undefined) return false
      const { holders } = state.accountRows.real
      holders[account.id >>> 5] = holders[account.id >>> 5]! | (1 << (account.id & 31))
      return true
    },
  ],
  [
    'a fee of SIM earns points',
    /SIM account .* has a part in points/,
    (state) => {
      const account = holder(state, true)
      if (account === undefined) return false
      account.fillWeight += 1
      return true
    },
  ],
  [
    'a stop of SIM waits on the other side of the mark',
    /a trigger waits on the wrong side/,
    (state, { seq }) => {
      // Just before all is looked at: an order put onto the wrong side would seek its place for ever.
      if (seq % AUDIT_EVERY !== 0) return false
      const triggers = state.sim.markets.find(
        (market) =>
          market !== undefined &&
          market.triggers.above.levels.length + market.triggers.below.levels.length > 0,
      )?.triggers
      if (triggers === undefined) return false
      Object.assign(triggers, { above: triggers.below, below: triggers.above })
      return true
    },
    36,
  ],
  [
    'an order of SIM stands in a book of REAL',
    /of the other domain/,
    (state) => {
      const mirrored = state.sim.markets.find((market) => (market?.bids.levels.length ?? 0) > 0)
      if (mirrored === undefined) return false
      Object.assign(state.markets[mirrored.id]!, { bids: mirrored.bids })
      return true
    },
  ],
  [
    'the ladder of SIM stays behind that of REAL',
    /SIM .*crosses the ladder/,
    (state, command) => {
      // Before the engine itself sets it right: the next price would.
      if (!isEvery(AUDIT_EVERY, command)) return false
      let hasStruck = false
      for (const market of state.sim.markets) {
        const real = market && state.markets[market.id]!
        if (market === undefined || real?.ladder === undefined) continue
        // Where no order of REAL rests on that side, which would match first; and near the mark, where the pool quotes.
        const isBid = market.bids.levels.length > 0 && real.bids.levels.length === 0
        const isAsk = market.asks.levels.length > 0 && real.asks.levels.length === 0
        if (!isBid && !isAsk) continue
        const prices = (isBid ? market.bids : market.asks).levels.map(({ price }) => price)
        const best = isBid ? Math.max(...prices) : Math.min(...prices)
        real.ladder = {
          ...real.ladder,
          index: Math.max(1, Math.floor(isBid ? best * 0.99 : best * 1.01)),
        }
        hasStruck = true
      }
      return hasStruck
    },
  ],
  [
    'a plan grows while it is traded',
    /I16 .* has other limits than it began with/,
    (state) => {
      const capital = state.accounts.find((account) => account.capital?.status.endsWith('active'))?.capital
      if (capital === undefined) return false
      Object.assign(capital, { sizeUsd6: capital.sizeUsd6 + 1_000_000 })
      return true
    },
  ],
  [
    'an evaluation that has ended is let go',
    /has ended and goes on/,
    (state) => {
      const ended = state.accounts.find(
        ({ capital }) => capital !== undefined && !capital.status.endsWith('active'),
      )
      if (ended === undefined) return false
      ended.isFrozen = false
      return true
    },
  ],
  [
    'a failed evaluation turns out to have passed',
    /I16/,
    (state) => {
      const failed = state.accounts.find(({ capital }) => capital?.status.startsWith('goal_failed') === true)
      if (failed === undefined) return false
      Object.assign(failed.capital!, { status: 'active' })
      failed.isFrozen = false
      return true
    },
  ],
]

describe('the nets', () => {
  const planted = BUGS.map(([name, finding, bug, seed = SEED]) => [name, finding, bug, seed] as const)
  it.each(planted)('catch it when %s', (_, finding, bug, seed) => {
    let strikes = 0
    const { violations } = simulate({
      seed,
      ops: OPS,
      sabotage: (command, state) => {
        if (bug(state as unknown as Writable<Exchange>, command)) strikes += 1
      },
    })
    expect(strikes).toBeGreaterThan(0)
    expect(violations[0]).toMatch(finding)
  })
})
