/** The SIM domain in small scenarios; the ladder is that of the worked example W3. */
import { describe, expect, it } from 'vitest'
import { poolBidPrice } from '@vest/formulas'
import { REFUSAL, ticks, timeMs, usd6 } from '@vest/protocol'
import { apply } from '../apply.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { query } from '../queries/query.ts'
import {
  closeByForce,
  createSim,
  createVastSim,
  house,
  houseIn,
  INDEX,
  openSim,
  place,
  setStatus,
  USDC,
} from '../testing/simWorld.ts'
import {
  AAPL,
  BTC,
  CHAIN,
  createWorld,
  deposit,
  eventsOf,
  FIG,
  lastOrder,
  outcome,
  placeOrder,
  TOKEN,
  traderAddress,
} from '../testing/world.ts'

const LIMIT = 43_196_544
const ROOM = 8_639_308

describe('a SIM account', () => {
  it('is quoted the ladder of REAL, W3, and changes nothing of it', () => {
    const sim = createSim()
    const { events, order } = place(sim, 'buy', { size: 2_000_000 })
    // 107.9913 @ 231.59, 92.0087 @ 231.63
    const value = 1_079_913 * 23_159 + 920_087 * 23_163
    const fee = Math.ceil(value / 10_000)
    expect(order).toMatchObject({ status: 'FILLED', filledValue: value, fees: fee, initMarginRatio: 2_000 })
    expect([...new Set(events.map(({ kind }) => kind))].sort()).toEqual([
      'FillBooked',
      'OrderUpdated',
      'PositionChanged',
    ])
    const { world } = sim
    expect(world.account(sim.sim)).toMatchObject({ collateral: 25_000 * USDC - fee })
    expect(houseIn(world)).toBe(-2_000_000)
    expect(house(world)).toBe(-25_000 * USDC + fee + value)
    expect(world.exchange.markets[0]).toMatchObject({ pool: undefined, longOi: 0, shortOi: 0 })
    expect(world.exchange).toMatchObject({ tradeCount: 0, orderCount: 0 })
    expect(world.exchange.money).toMatchObject({ INSURANCE: 0, TREASURY: 0, POOL: 1_000_000 * USDC })
  })

  it('is quoted at the inventory that REAL trading has left in the pool, W3 with P = −10 000 000', () => {
    const sim = createSim()
    const { world, owner } = sim
    world.order(owner, AAPL, 'buy', { size: 10_000_000 })
    const { order } = place(sim, 'buy', { size: 799_130 })
    expect(order).toMatchObject({ avgFilledPrice: 23_200, filledSize: 799_130 })
    expect(outcome(order)).toBe('FILLED')
  })

  it('does not read orders that no price has reached', () => {
    /** Number of mirrorings of the market for an index price, with `count` orders that rest below the first ask. */
    const mirroredWith = (count: number) => {
      const sim = createSim()
      const { world } = sim
      for (let n = 0; n < count; n += 1)
        expect(outcome(place(sim, 'buy', { size: 1_000, limitPrice: 23_100 }).order)).toBe('NEW')
      const [market] = world.exchange.sim.markets
      let { ladder } = market!
      let mirrored = 0
      Object.defineProperty(market!, 'ladder', {
        get: () => ladder,
        set: (value: typeof ladder) => {
          mirrored += 1
          ladder = value
        },
      })
      const nowMs = timeMs(world.now() + 1_000)
      const price = { marketId: 0, price: ticks(INDEX + 1), sourceTimeMs: nowMs, conf: ticks(0), held: false }
      const command = { kind: 'UpdateIndexPrices', prices: [price] } as const
      // Not through the world: the invariants mirror it as well.
      apply(world.exchange, { seq: world.exchange.seq + 1, timeMs: nowMs, command })
      return mirrored
    }
    expect(mirroredWith(40)).toBe(mirroredWith(2))
  })

  it('fills against the ladder only: neither against another SIM order nor against one of REAL', () => {
    const sim = createSim()
    const { world, owner } = sim
    const other = openSim(world, owner, 25_000)
    // All within the spread of 231.41 and 231.59.
    const asks = [place(sim, 'sell', { size: 1_000, limitPrice: 23_150 }, other).order]
    asks.push(world.order(owner, AAPL, 'sell', { size: 1_000, limitPrice: 23_151 }))
    const resting = place(sim, 'buy', { size: 1_000, limitPrice: 23_152 })
    expect([...asks, resting.order].map(outcome)).toEqual(['NEW', 'NEW', 'NEW'])
    const taken = place(sim, 'buy', { size: 1_000 })
    expect(taken.order.avgFilledPrice).toBe(23_159)
    // A REAL taker does not see them either, and in REAL an owner's SIM order is not the owner's.
    const trader = world.trader(100_000)
    expect(world.order(trader, AAPL, 'sell', { size: 1_000 }).avgFilledPrice).toBe(23_141)
    expect(world.order(owner, AAPL, 'sell', { size: 1_000 }).avgFilledPrice).toBe(23_141)
    expect(query(world.exchange, 'order', { id: resting.order.id })?.status).toBe('NEW')
  })

  it('may take a fifth of the limit with one order', () => {
    const sim = createSim(2_000_000)
    expect(Math.floor(LIMIT / 5)).toBe(ROOM)
    const wide = { size: ROOM + 1, limitPrice: 25_000 }
    expect(outcome(place(sim, 'buy', { size: ROOM + 1 }).order)).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(outcome(place(sim, 'buy', { ...wide, timeInForce: 'FOK' }).order)).toBe(
      'REJECTED CAPACITY_EXCEEDED',
    )
    expect(outcome(place(sim, 'buy', wide).order)).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(outcome(place(sim, 'sell', { ...wide, timeInForce: 'POST_ONLY' }).order)).toBe(
      'REJECTED CAPACITY_EXCEEDED',
    )
    const part = place(sim, 'buy', { ...wide, timeInForce: 'IOC' }).order
    expect([outcome(part), part.filledSize]).toEqual(['CANCELLED CAPACITY_EXCEEDED', ROOM])
    expect(outcome(place(sim, 'buy', { size: ROOM }).order)).toBe('FILLED')
  })

  it('may close its whole position with one order', () => {
    const sim = createSim(2_000_000)
    const { world } = sim
    for (const _ of [1, 2]) expect(outcome(place(sim, 'buy', { size: ROOM }).order)).toBe('FILLED')
    const size = 2 * ROOM
    const closing = { size, reduceOnly: true, limitPrice: 22_000 }
    const isRefused = outcome(place(sim, 'sell', { size, limitPrice: 22_000, timeInForce: 'FOK' }).order)
    expect(isRefused).toBe('REJECTED CAPACITY_EXCEEDED')
    const resting = place(sim, 'sell', { ...closing, limitPrice: 24_000 }).order
    expect(outcome(resting)).toBe('NEW')
    world.cancel(sim.sim, resting.id)
    place(sim, 'sell', { ...closing, orderType: 'STOP_LOSS' })
    world.prices({ AAPL: INDEX + 1 }, 1_000)
    expect(world.account(sim.sim).positions[0]!.size).toBe(size)
    // Not in two sweeps: its position places it deeper in the ladder, and closing moves it back by that.
    const { events } = world.prices({ AAPL: 21_990 }, 1_000)
    const sold = lastOrder(events, eventsOf(events, 'OrderUpdated').at(-1)!.order.id)
    expect([outcome(sold), sold.filledSize]).toEqual(['FILLED', size])
  })

  it('may rest at most a fifth of the limit while there are no quotes', () => {
    const sim = createSim(2_000_000)
    const { world } = sim
    for (let second = 0; second < 31; second += 1) world.run({ kind: 'TickTimer' }, 1_000)
    expect(world.exchange.markets[0]!.ladder).toBeUndefined()
    const wide = { size: ROOM + 1, limitPrice: 24_000 }
    expect(outcome(place(sim, 'buy', wide).order)).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(outcome(place(sim, 'buy', { ...wide, size: ROOM }).order)).toBe('NEW')
    world.prices({ AAPL: INDEX }, 500)
    expect(world.account(sim.sim).positions[0]!.size).toBe(ROOM)
  })

  it('has its resting order filled at the price of a ladder that has gapped through it, W5, as a maker', () => {
    const sim = createSim()
    const { world } = sim
    const bid = place(sim, 'buy', { size: 100_000, limitPrice: 23_000 })
    expect(outcome(bid.order)).toBe('NEW')
    const { events } = world.prices({ AAPL: 22_900 }, 1_000)
    const filled = lastOrder(events, bid.order.id)
    expect(filled).toMatchObject({ status: 'FILLED', avgFilledPrice: 22_909 })
    expect(filled.fees).toBe(Math.ceil((22_909 * 100_000 * 5) / 100_000))
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(eventsOf(events, 'FillBooked')).toMatchObject([{ isMaker: true, account: sim.sim.address }])
  })

  it('has its resting order filled when REAL trading moves the ladder onto it', () => {
    const sim = createSim()
    const { world, owner } = sim
    const real = (side: 'buy' | 'sell') =>
      placeOrder(world, side === 'buy' ? 600_000 : 600_001, {
        trader: owner,
        spec: AAPL,
        side,
        order: { size: 10_000_000 },
      })
    world.run(real('sell'))
    // P = 10 000 000: the pool bids less than 231.40, until it has its inventory back.
    const ask = place(sim, 'sell', { size: 10_000, limitPrice: 23_140 })
    expect(outcome(ask.order)).toBe('NEW')
    const { events } = world.run(real('buy'))
    expect(lastOrder(events, ask.order.id)).toMatchObject({ status: 'FILLED', avgFilledPrice: 23_141 })
  })

  it('does not sell at a price that REAL has improved', () => {
    const sim = createSim()
    const { world, owner } = sim
    expect(world.order(owner, AAPL, 'buy', { size: 10_000_000 }).status).toBe('FILLED')
    // P = −10 000 000: the pool bids 231.88 to REAL, and 231.41 without an inventory.
    expect(place(sim, 'sell', { size: 10_000 }).order).toMatchObject({ avgFilledPrice: 23_141 })
    // The other side is more expensive for both.
    expect(place(sim, 'buy', { size: 20_000 }).order.avgFilledPrice).toBeGreaterThan(23_188)
  })

  it('gains nothing from its owner’s moves of the REAL ladder that are reversed', () => {
    const sim = createSim()
    const { world, owner } = sim
    const real = (side: 'buy' | 'sell') =>
      expect(world.order(owner, AAPL, side, { size: 40_000_000 }).status).toBe('FILLED')
    const virtual = (side: 'buy' | 'sell', size: number) =>
      expect(place(sim, side, { size }).order.status).toBe('FILLED')
    virtual('buy', 4_000_000)
    real('buy')
    virtual('sell', 8_000_000)
    real('sell')
    virtual('buy', 4_000_000)
    expect(world.account(sim.sim).positions).toEqual([])
    expect(world.account(sim.sim).collateral).toBeLessThan(25_000 * USDC)
  })

  it('closes its position in a market that is no longer open to it, and opens nothing there', () => {
    const { world, sim } = createSim()
    expect(world.order(sim, AAPL, 'buy', { size: 1_000 }).status).toBe('FILLED')
    world.run({ kind: 'ChangeParameters', market: { marketId: 0, change: { evalAllowed: false } } })
    expect(outcome(world.order(sim, AAPL, 'sell', { size: 1_000 }))).toBe('REJECTED SYMBOL_REJECTED')
    expect(world.order(sim, AAPL, 'sell', { size: 1_000, reduceOnly: true }).status).toBe('FILLED')
    expect(world.account(sim).positions).toEqual([])
  })

  it('has leverage up to 5, which is its default, in the markets that SIM may trade', () => {
    const { world, sim } = createSim()
    const set = (symbol: string, leverage: number) =>
      world.run({ kind: 'SetLeverage', account: sim.address, symbol, leverage }).answer
    expect(set('AAPL-USD-PERP', 6)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(set('FIG-USD-PERP', 2)).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    expect(outcome(world.order(sim, FIG, 'buy', { size: 1_000 }))).toBe('REJECTED SYMBOL_REJECTED')
    const asked = { size: 1_000, initMarginRatio: 1_000 as never }
    expect(outcome(world.order(sim, BTC, 'buy', asked))).toBe('REJECTED ORDER_CHANGES_LEVERAGE')
    expect(world.order(sim, BTC, 'buy', { size: 10 })).toMatchObject({ initMarginRatio: 2_000 })
    expect(set('AAPL-USD-PERP', 2)).toEqual({ ok: true })
    expect(world.order(sim, AAPL, 'buy', { size: 1_000 })).toMatchObject({ initMarginRatio: 5_000 })
    // Five times 25 000 is not enough for more.
    expect(outcome(world.order(sim, BTC, 'buy', { size: 130_000 }))).toBe('REJECTED MARGIN_CHECK_FAILED')
  })

  it('has no transfers: announced and withdrawn money is refused, incoming money waits', () => {
    const { world, sim } = createSim()
    const account = sim.address
    const id = `0x${'d1'.repeat(32)}` as const
    const announced = { id, chainId: CHAIN, token: TOKEN, account, amountUsd6: usd6(5 * USDC) }
    expect(world.run({ kind: 'AnnounceDeposit', ...announced }).answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    const { answer } = world.run(deposit(4_711, sim, 5))
    expect(answer.ok).toBe(true)
    expect(world.exchange.money.SUSPENSE).toBe(5 * USDC)
    const { events } = world.run({
      kind: 'RequestWithdrawal',
      id,
      account,
      signer: account,
      nonce: 1,
      orderTimeMs: world.exchange.timeMs,
      recvWindowMs: 5_000,
      recipient: account,
      isTrustedRecipient: true,
      token: TOKEN,
      sizeUsd6: usd6(5 * USDC),
      chainId: CHAIN,
      execute: false,
      networkFeeUsd6: usd6(0),
      requestArgs: '0x',
      signature: '0x',
      signatureProof: '0x',
    })
    expect(eventsOf(events, 'TransferUpdated')).toMatchObject([
      { transfer: { status: 'REJECTED', code: REFUSAL.ACTION_NOT_AVAILABLE } },
    ])
    expect(world.account(sim).collateral).toBe(25_000 * USDC)
  })

  it('leaves no trace of a refused leverage', () => {
    const { world, sim } = createSim()
    const set = (symbol: string, leverage: number) =>
      world.run({ kind: 'SetLeverage', account: sim.address, symbol, leverage }).answer
    const state = () => ({ ...JSON.parse(encodeState(world.exchange)), seq: 0 }) as unknown
    const before = state()
    expect(set(BTC.symbol, 6)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(set('NONE-PERP', 5)).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    expect(set(FIG.symbol, 5)).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    setStatus(world, sim, 'FROZEN')
    expect(set(BTC.symbol, 5)).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    setStatus(world, sim, 'ACTIVE')
    expect(state()).toEqual(before)
    expect(set(BTC.symbol, 5)).toEqual({ ok: true })
    // Its default is five as well: setting it with a position is no change, and a lower one is refused.
    place({ world, sim, owner: sim }, 'buy', { size: 10_000 })
    expect([set(AAPL.symbol, 5), set(AAPL.symbol, 4)]).toEqual([
      { ok: true },
      { ok: false, code: REFUSAL.DECREASE_LEVERAGE_WITH_POSITION },
    ])
  })

  it('leaves no market after a refused order', () => {
    const { world, sim, owner } = createSim()
    const markets = () =>
      (JSON.parse(encodeState(world.exchange)) as { sim: { markets: { marketId: number }[] } }).sim.markets
    expect(markets()).toEqual([])
    const refused = place({ world, sim, owner }, 'buy', { size: ROOM + 1 })
    expect([outcome(refused.order), markets().length]).toEqual(['REJECTED MARGIN_CHECK_FAILED', 0])
    const { order } = place({ world, sim, owner }, 'buy', { size: 10, limitPrice: 23_000 })
    expect([outcome(order), markets().length]).toEqual(['NEW', 1])
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
  })

  it('cannot raise SIM’s positions in a market above a quarter of the limit', () => {
    const sim = createVastSim(500_000_000)
    const { world } = sim
    const text = () => encodeState(world.exchange)
    const buy = (size: number) => outcome(place(sim, 'buy', { size }).order)
    const heldLots = () => world.exchange.sim.markets[0]!.sim!.heldLots
    for (let n = 0; n < 5; n++) expect(buy(8_000_000_000)).toBe('FILLED')
    const most = Math.floor(1e15 / INDEX)
    const left = most - heldLots()
    expect(buy(left + 1)).toBe('REJECTED OI_CAP_EXCEEDED')
    expect(outcome(place(sim, 'buy', { size: left + 1, limitPrice: INDEX - 100 }).order)).toBe(
      'REJECTED OI_CAP_EXCEEDED',
    )
    const bids = [0, 1].map((n) => place(sim, 'buy', { size: left, limitPrice: INDEX - 200 - n }).order)
    expect(bids.map(outcome)).toEqual(['NEW', 'NEW'])
    // A closing order adds nothing, and a resting order is checked again at its fill.
    const other = openSim(world, sim.owner, 100_000_000)
    expect(outcome(place(sim, 'sell', { size: left }, other).order)).toBe('FILLED')
    expect(outcome(place(sim, 'sell', { size: 1 }, other).order)).toBe('REJECTED OI_CAP_EXCEEDED')
    expect(outcome(place(sim, 'sell', { size: 2 * left }).order)).toBe('FILLED')
    expect(heldLots()).toBe(most - 2 * left)
    const { events } = world.prices({ AAPL: INDEX - 400 }, 1_000)
    expect(bids.map(({ id }) => outcome(lastOrder(events, id)))).toEqual(['FILLED', 'FILLED'])
    expect(heldLots()).toBe(most)
    expect(decodeState(text()).sim.markets[0]!.sim!.heldLots).toBe(most)
    const ask = place(sim, 'sell', { size: 500_000_000, limitPrice: INDEX }, other).order
    expect(outcome(ask)).toBe('NEW')
    const { events: later } = world.prices({ AAPL: INDEX + 400 }, 1_000)
    expect([outcome(lastOrder(later, ask.id)), heldLots()]).toEqual(['CANCELLED OI_CAP_EXCEEDED', most])
    expect(encodeState(decodeState(text()))).toBe(text())
  })

  it('has a safe integer value at any accepted price', () => {
    const sim = createVastSim(500_000_000)
    const { world } = sim
    expect(outcome(place(sim, 'buy', { size: 4_000_000_000 }).order)).toBe('FILLED')
    const most = Math.floor(4e15 / 4_000_000_000)
    const index = () => world.exchange.markets[0]!.index
    world.prices({ AAPL: most + 1 }, 1_000)
    expect(index()).toBe(INDEX)
    world.prices({ AAPL: most }, 1_000)
    expect(index()).toBe(most)
    closeByForce(world, sim.sim)
    world.prices({ AAPL: most + 1 }, 1_000)
    expect(index()).toBe(most + 1)
  })

  it('is opened once, for an owner of REAL, at an address that has had no money', () => {
    const { world, owner, sim } = createSim()
    const account = traderAddress(400)
    const run = (change: object) =>
      world.run({
        kind: 'OpenSimAccount',
        account,
        ownerId: owner.address,
        amountUsd6: usd6(USDC),
        ...change,
      }).answer
    expect(run({ amountUsd6: 0 })).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(run({ ownerId: traderAddress(401) })).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
    expect(run({ ownerId: sim.address })).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
    expect(run({ account: owner.address })).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(run({ account: sim.address })).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    const registered = world.trader(0)
    const poor = world.trader(0)
    expect(run({ account: traderAddress(402), ownerId: poor.address })).toEqual({ ok: true })
    expect(run({ account: poor.address })).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(run({ account: registered.address })).toEqual({ ok: true })
    expect(world.account(registered).sim).toEqual({ ownerId: owner.address, isFrozen: false })
    expect(world.account(owner).sim).toBeUndefined()
  })

  it('cannot take more from SIM_HOUSE than the limit', () => {
    const { world, owner } = createSim(25_000)
    const open = (number: number, amount: number) =>
      world.run({
        kind: 'OpenSimAccount',
        account: traderAddress(number),
        ownerId: owner.address,
        amountUsd6: usd6(amount),
      }).answer
    const most = 4_000_000_000_000_000 - 25_000 * USDC
    expect(open(600, most + 1)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(open(600, most)).toEqual({ ok: true })
    expect(open(601, 1)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(house(world)).toBe(-4_000_000_000_000_000)
  })

  it('pays the funding of REAL to SIM_HOUSE, and nothing of it passes through REAL', () => {
    const sim = createSim()
    const { world } = sim
    place(sim, 'buy', { size: 2_000_000 })
    world.exchange.markets[0]!.samples = 720
    world.exchange.markets[0]!.premiumSum = 720 * 40_000
    const before = [world.account(sim.sim).collateral, house(world)] as const
    world.run({ kind: 'TickFunding', hourMs: (1_800_000_000_000 - 3_600_000) as never })
    const { cumFunding, fundingClearing } = world.exchange.markets[0]!
    // Longs pay: ⌈size · cum / 10^(4 + 6)⌉
    const pay = Number((2_000_000n * cumFunding + 9_999_999_999n) / 10_000_000_000n)
    expect(pay).toBeGreaterThan(0)
    const { order, events } = place(sim, 'sell', { size: 2_000_000, reduceOnly: true })
    expect(order.settledFunding).toBe(-pay)
    expect(eventsOf(events, 'FundingSettled')).toMatchObject([{ payment: -pay }])
    expect(world.exchange.markets[0]!.fundingClearing).toBe(fundingClearing)
    expect(fundingClearing).toBe(0)
    // The loss of one side is the profit of the other.
    expect(world.account(sim.sim).collateral + house(world)).toBe(0)
    expect(before[0]).toBeGreaterThan(world.account(sim.sim).collateral)
    expect(world.exchange.sim.houseUsd6).toBe(house(world))
  })

  it('does not have its triggers filled at a price that REAL has improved in the same record', () => {
    const sim = createSim()
    const { world, owner } = sim
    place(sim, 'buy', { size: 100_000 })
    const stop = place(sim, 'sell', {
      size: 100_000,
      limitPrice: 23_100,
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    }).order
    // A REAL bid rests below: the pool sells to it when the price gets there, before any trigger is checked.
    world.order(owner, AAPL, 'buy', { size: 5_000_000, limitPrice: 23_100 })
    const { events } = world.prices({ AAPL: 23_000 }, 1_000)
    const [market] = world.exchange.markets
    expect(market!.pool).toMatchObject({ isLong: false, size: 5_000_000 })
    expect(lastOrder(events, stop.id)).toMatchObject({
      status: 'FILLED',
      // As for a pool without inventory, less its own position.
      avgFilledPrice: poolBidPrice(market!.ladder!, -100_000),
    })
    expect(poolBidPrice(market!.ladder!, -5_000_000)).toBeGreaterThan(poolBidPrice(market!.ladder!, 0))
  })

  it('has triggers and reduce-only orders like any other', () => {
    const sim = createSim()
    const { world } = sim
    place(sim, 'buy', { size: 100_000 })
    const stop = place(sim, 'sell', {
      size: 100_000,
      limitPrice: 23_000,
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    }).order
    const rest = { limitPrice: 24_000, reduceOnly: true }
    const resting = place(sim, 'sell', { size: 60_000, ...rest }).order
    expect(outcome(place(sim, 'sell', { size: 60_000, ...rest }).order)).toBe(
      'REJECTED REDUCE_ONLY_EXCEEDS_SIZE',
    )
    expect(outcome(place(sim, 'buy', { size: 60_000, ...rest, limitPrice: 23_000 }).order)).toBe(
      'REJECTED REDUCE_ONLY_INCREASES',
    )
    const { events } = world.prices({ AAPL: 22_950 }, 1_000)
    expect(outcome(lastOrder(events, stop.id))).toBe('FILLED')
    expect(outcome(lastOrder(events, resting.id))).toBe('CANCELLED')
    expect(world.account(sim.sim).positions).toEqual([])
    expect(houseIn(world)).toBe(0)
  })

  it('that falls below its maintenance margin is closed; SIM_HOUSE alone bears the shortfall', () => {
    const sim = createSim(1_000)
    const { world } = sim
    world.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(1_000 * USDC) })
    place(sim, 'buy', { size: 210_000 })
    const { money } = world.exchange
    const before = { ...money }
    const { events } = world.prices({ AAPL: 17_000 }, 1_000)
    const [liquidation] = eventsOf(events, 'OrderUpdated').map(({ order }) => order)
    expect(liquidation).toMatchObject({ orderType: 'LIQUIDATION', status: 'FILLED', filledSize: 210_000 })
    // SIM_HOUSE takes it at the price at which nothing would be left, rounded to a tick.
    const { collateral, positions } = world.account(sim.sim)
    expect([collateral < 210_000, positions.length]).toEqual([true, 0])
    expect(house(world)).toBe(-collateral)
    expect(money).toEqual(before)
  })
})

describe('a frozen SIM account', () => {
  it('has no orders, places none, changes no leverage, and is no longer liquidated', () => {
    const sim = createSim(1_000)
    const { world, sim: trader, owner } = sim
    const other = openSim(world, owner, 1_000)
    for (const account of [trader, other]) place(sim, 'buy', { size: 200_000 }, account)
    const bid = place(sim, 'buy', { size: 1_000, limitPrice: 23_000 }).order
    expect(outcome(bid)).toBe('NEW')
    const { events } = setStatus(world, trader, 'FROZEN')
    expect(outcome(lastOrder(events, bid.id))).toBe('CANCELLED')
    expect(eventsOf(events, 'SimAccountStatusChanged')).toMatchObject([{ status: 'FROZEN' }])
    expect(outcome(place(sim, 'sell', { size: 100, reduceOnly: true }).order)).toBe(
      'REJECTED ACTION_NOT_AVAILABLE',
    )
    const symbol = 'AAPL-USD-PERP'
    expect(world.run({ kind: 'SetLeverage', account: trader.address, symbol, leverage: 2 }).answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    expect(closeByForce(world, trader).answer).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    // Not even at a price at which another account like it is.
    const fallen = world.prices({ AAPL: 17_000 }, 1_000)
    expect(eventsOf(fallen.events, 'FillBooked').map(({ account }) => account)).toEqual([other.address])
    expect(setStatus(world, trader, 'FROZEN').events).toEqual([])
    setStatus(world, trader, 'ACTIVE')
    world.prices({ AAPL: INDEX }, 1_000)
    expect(outcome(place(sim, 'sell', { size: 100, limitPrice: 23_000 }).order)).toBe('FILLED')
  })

  it('must be a SIM account: others are refused', () => {
    const { world, owner } = createSim()
    const unknown = { address: traderAddress(999) }
    expect(setStatus(world, owner, 'FROZEN').answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    expect(setStatus(world, unknown, 'FROZEN').answer).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
    expect(closeByForce(world, owner).answer).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(closeByForce(world, unknown).answer).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
  })
})

describe('closing a SIM account by force', () => {
  it('cancels its orders with the code and sells everything to the ladder, without a penalty', () => {
    const sim = createSim(2_000_000)
    const { world, sim: trader } = sim
    place(sim, 'buy', { size: ROOM })
    place(sim, 'buy', { size: ROOM })
    const bid = place(sim, 'buy', { size: 100, limitPrice: 23_000 }).order
    const cost = world.account(trader).positions[0]!.cost
    const bought = world.account(trader).collateral
    const { events } = closeByForce(world, trader, REFUSAL.DELETED_BY_LIQ)
    expect(outcome(lastOrder(events, bid.id))).toBe('CANCELLED DELETED_BY_LIQ')
    const last = eventsOf(events, 'OrderUpdated').at(-1)!.order
    // More than one order may take: that limit does not apply here.
    expect(last).toMatchObject({
      orderType: 'LIQUIDATION',
      status: 'FILLED',
      filledSize: 2 * ROOM,
      isBuy: false,
    })
    expect(last.fees).toBe(Math.ceil(last.filledValue / 10_000))
    expect(world.account(trader)).toMatchObject({
      collateral: bought + last.filledValue - cost - last.fees,
      positions: [],
    })
    expect(outcome(place(sim, 'buy', { size: 100 }).order)).toBe('FILLED')
  })

  it('leaves a halted market at its mark, and has no code if none was given', () => {
    const sim = createSim()
    const { world, sim: trader } = sim
    const stop = { size: 100, limitPrice: 20_000, orderType: 'STOP_LOSS', reduceOnly: true } as const
    place(sim, 'buy', { size: 100_000 })
    const dormant = place(sim, 'sell', stop).order
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const { events } = closeByForce(world, trader)
    expect(outcome(lastOrder(events, dormant.id))).toBe('CANCELLED')
    expect(eventsOf(events, 'OrderUpdated').at(-1)!.order).toMatchObject({
      status: 'FILLED',
      avgFilledPrice: world.exchange.markets[0]!.mark,
    })
    expect(world.account(trader).positions).toEqual([])
  })

  it('ends at the end of the ladder, however small its cells are', () => {
    const sim = createSim(2_000_000)
    const { world, sim: trader } = sim
    place(sim, 'sell', { size: ROOM })
    // A pool that has lost nearly all its money quotes cells of one lot.
    world.exchange.money.VAULT = usd6(world.exchange.money.VAULT - 999_999 * USDC)
    world.exchange.money.POOL = usd6(USDC)
    world.prices({ AAPL: INDEX }, 1_000)
    expect(world.exchange.markets[0]!.ladder).toMatchObject({ limit: 43, cell: 1 })
    const { events } = closeByForce(world, trader)
    const { filledSize, avgFilledPrice } = eventsOf(events, 'OrderUpdated').at(-1)!.order
    expect(filledSize).toBe(ROOM)
    // Nearly all of it at the full skew: ⌈231.50 · (1 + 0.000150 − 0.008)⌉.
    expect(avgFilledPrice).toBe(Math.ceil(INDEX * 0.99215))
  })
})

describe('a corporate action', () => {
  it('splits positions of SIM like those of REAL, against SIM_HOUSE', () => {
    const sim = createSim()
    const { world, sim: trader } = sim
    place(sim, 'buy', { size: 100_001 })
    const { cost } = world.account(trader).positions[0]!
    const bid = place(sim, 'buy', { size: 100, limitPrice: 23_000 }).order
    const before = house(world)
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const { answer, events } = world.run({ kind: 'ApplySplit', marketId: 0, newShares: 1, oldShares: 2 })
    expect(answer).toEqual({ ok: true })
    expect(outcome(lastOrder(events, bid.id))).toBe('CANCELLED')
    // One lot of the old share is paid out at half of the rest: the last index price.
    expect(world.account(trader).positions).toMatchObject([
      { size: 50_000, cost: cost - Math.ceil(cost / 100_001) },
    ])
    expect([houseIn(world), house(world)]).toEqual([-50_000, before - INDEX])
  })

  it('cancels the only delayed taker of a SIM market, in a restored exchange too', () => {
    const { world, sim } = createSim()
    world.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: 2_000 } })
    const order = world.order(sim, AAPL, 'buy', { size: 10 })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const restored = decodeState(encodeState(world.exchange))
    const { events } = world.run({ kind: 'ApplySplit', marketId: 0, newShares: 2, oldShares: 1 })
    expect(outcome(lastOrder(events, order.id))).toBe('CANCELLED')
    expect(apply(restored, world.log.at(-1)!).events).toEqual(events)
    expect(encodeState(restored)).toBe(encodeState(world.exchange))
  })

  it('closes SIM positions of a delisted market at its last index price, without a fee', () => {
    const sim = createSim()
    const { world, sim: trader } = sim
    place(sim, 'buy', { size: 100_000 })
    const { collateral, positions } = world.account(trader)
    world.run({ kind: 'AnnounceDelisting', marketId: 0 })
    world.run({ kind: 'DelistMarket', marketId: 0 }, 86_400_000)
    expect(world.account(trader)).toMatchObject({
      positions: [],
      collateral: collateral + INDEX * 100_000 - positions[0]!.cost,
    })
    expect([houseIn(world), house(world)]).toEqual([0, -world.account(trader).collateral])
  })
})

describe('the state', () => {
  it('does not mention SIM before the first account', () => {
    const world = createWorld()
    world.trader(1_000)
    expect(encodeState(world.exchange)).not.toMatch(/"sim|ownerId|isFrozen/)
  })
})
