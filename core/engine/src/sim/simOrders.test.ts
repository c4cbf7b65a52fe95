/**
 * Legs, replacements, commands on all orders and the dead-man's switch in SIM: the rules of REAL, on separate books.
 */
import { describe, expect, it } from 'vitest'
import { REFUSAL, type Id, lots, ticks, timeMs } from '@vest/protocol'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createSim, house, houseIn, openSim, place, type Sim } from '../testing/simWorld.ts'
import { AAPL, eventsOf, lastOrder, outcome, placeOrder, type Trader } from '../testing/world.ts'

const ROOM = 8_639_308
const leg = (number: number, price: number) => ({
  id: `0x1e${number.toString(16).padStart(62, '0')}` as Id,
  nonce: 900_000 + number,
  price: ticks(price),
})
const record = ({ world }: Sim, id: Id) => query(world.exchange, 'order', { id })
const signed = ({ world, sim }: Sim, trader: Trader = sim) => ({
  account: trader.address,
  signer: trader.address,
  nonce: 800_000 + world.log.length,
  orderTimeMs: timeMs(world.now()),
  recvWindowMs: 5_000,
})
/** Replaces an order of the SIM account with a smaller or another one. */
function replace(sim: Sim, id: Id, side: 'buy' | 'sell', order: Parameters<typeof place>[2]) {
  const { world, sim: trader } = sim
  const command = placeOrder(world, 750_000 + world.log.length, { trader, spec: AAPL, side, order })
  const cancel = { kind: 'CancelOrder', id, ...signed(sim) } as const
  const { answer, events } = world.run({ kind: 'ReplaceOrder', cancel, place: command })
  return { answer, events, order: lastOrder(events, command.id) }
}
const queue = ({ world }: Sim): Id[] =>
  world.exchange.sim.markets[0]!.bids.levels.flatMap(({ oldest }) => {
    const ids: Id[] = []
    for (let order = oldest; order !== undefined; order = order.younger) ids.push(order.id)
    return ids
  })

describe('in SIM', () => {
  it('a LIMIT order has legs, and a fill of one reduces the other', () => {
    const sim = createSim()
    const { world } = sim
    const [takeProfit, stopLoss] = [leg(1, 23_400), leg(2, 22_900)]
    const { order } = place(sim, 'buy', { size: 100_000, limitPrice: 23_200, takeProfit, stopLoss })
    expect(outcome(order)).toBe('FILLED')
    expect([takeProfit, stopLoss].map(({ id }) => record(sim, id))).toMatchObject([
      { orderType: 'TAKE_PROFIT', size: 100_000, parentId: order.id, status: 'NEW' },
      { orderType: 'STOP_LOSS', size: 100_000, parentId: order.id, status: 'NEW' },
    ])
    const { events } = world.prices({ AAPL: 22_800 }, 1_000)
    expect(outcome(lastOrder(events, stopLoss.id))).toBe('FILLED')
    expect(outcome(lastOrder(events, takeProfit.id))).toBe('CANCELLED')
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect([world.account(sim.sim).positions, houseIn(world)]).toEqual([[], 0])
  })

  it('a resting parent that the ladder reaches creates its legs at once, and a snapshot keeps them', () => {
    const sim = createSim()
    const { world } = sim
    const stopLoss = leg(3, 22_000)
    const { order } = place(sim, 'buy', { size: 5_000, limitPrice: 23_000, stopLoss })
    expect(record(sim, stopLoss.id)).toBeUndefined()
    const { events } = world.prices({ AAPL: 22_900 }, 1_000)
    expect(outcome(lastOrder(events, order.id))).toBe('FILLED')
    expect(record(sim, stopLoss.id)).toMatchObject({ size: 5_000, parentId: order.id })
    const read = decodeState(encodeState(world.exchange))
    expect(encodeState(read)).toBe(encodeState(world.exchange))
    expect(query(read, 'order', { id: stopLoss.id })).toEqual(record(sim, stopLoss.id))
  })

  it('a smaller order keeps the queue position of the one that it replaces; REAL’s books do not change', () => {
    const sim = createSim()
    const other = openSim(sim.world, sim.owner, 25_000)
    const first = place(sim, 'buy', { size: 5_000, limitPrice: 23_000 }).order
    const second = place(sim, 'buy', { size: 5_000, limitPrice: 23_000 }, other).order
    const smaller = replace(sim, first.id, 'buy', { size: 4_000, limitPrice: 23_000 })
    expect([outcome(smaller.order), record(sim, first.id)?.status]).toEqual(['NEW', undefined])
    expect(queue(sim)).toEqual([smaller.order.id, second.id])
    const larger = replace(sim, smaller.order.id, 'buy', { size: 6_000, limitPrice: 23_000 })
    expect(queue(sim)).toEqual([second.id, larger.order.id])
    expect(
      [smaller, larger].flatMap(({ events }) => events).some(({ kind }) => kind === 'BooksChanged'),
    ).toBe(false)
  })

  it('a replacement above the limit of one order leaves the old one in its place', () => {
    const sim = createSim(2_000_000)
    const old = place(sim, 'buy', { size: 5_000, limitPrice: 23_000 }).order
    const { order } = replace(sim, old.id, 'buy', { size: ROOM + 1, limitPrice: 23_000 })
    expect(outcome(order)).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(queue(sim)).toEqual([old.id])
    const taking = replace(sim, old.id, 'buy', { size: 2_000, limitPrice: 23_200 })
    expect(outcome(taking.order)).toBe('FILLED')
    expect(queue(sim)).toEqual([])
  })

  it('an amended order keeps its id: if smaller its queue position too; above the limit it is refused', () => {
    const sim = createSim(2_000_000)
    const { world } = sim
    const other = openSim(world, sim.owner, 25_000)
    const { id } = place(sim, 'buy', { size: 5_000, limitPrice: 23_000 }).order
    const second = place(sim, 'buy', { size: 5_000, limitPrice: 23_000 }, other).order
    const amend = (size: number, limitPrice: number) =>
      world.run({
        kind: 'AmendOrder',
        ...signed(sim),
        id,
        size: lots(size),
        limitPrice: ticks(limitPrice),
      })
    expect(amend(4_000, 23_000).answer).toEqual({ ok: true, id })
    expect(queue(sim)).toEqual([id, second.id])
    expect(amend(ROOM + 1, 23_000).answer).toEqual({ ok: false, code: REFUSAL.CAPACITY_EXCEEDED })
    expect(record(sim, id)).toMatchObject({ size: 4_000, limitPrice: 23_000 })
    expect(amend(6_000, 23_000).answer.ok).toBe(true)
    expect(queue(sim)).toEqual([second.id, id])
    // To a price that takes: it fills at the ladder's price, not at its own.
    const { events } = amend(6_000, 23_200)
    expect(lastOrder(events, id)).toMatchObject({
      status: 'FILLED',
      filledSize: 6_000,
      avgFilledPrice: 23_159,
    })
    expect(events.some(({ kind }) => kind === 'BooksChanged' || kind === 'TradeExecuted')).toBe(false)
    world.run({ kind: 'ChangeParameters', market: { marketId: 0, change: { evalAllowed: false } } })
    const { answer } = world.run({
      kind: 'AmendOrder',
      ...signed(sim, other),
      id: second.id,
      size: second.size,
      limitPrice: ticks(22_000),
    })
    expect(answer).toEqual({ ok: false, code: REFUSAL.SYMBOL_REJECTED })
  })

  it('an order of REAL is not replaced by one of SIM', () => {
    const sim = createSim()
    const real = place(sim, 'buy', { size: 5_000, limitPrice: 23_000 }, sim.owner).order
    const command = placeOrder(sim.world, 760_000, {
      trader: sim.sim,
      spec: AAPL,
      side: 'buy',
      order: { size: 1_000, limitPrice: 23_000 },
    })
    const cancel = { kind: 'CancelOrder', id: real.id, ...signed(sim, sim.owner) } as const
    const { answer } = sim.world.run({ kind: 'ReplaceOrder', cancel, place: command })
    expect(answer).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(record(sim, real.id)?.status).toBe('NEW')
  })

  it('everything is cancelled or closed by one command, and a client id finds its order', () => {
    const sim = createSim()
    const { world } = sim
    place(sim, 'buy', { size: 50_000 })
    const named = place(sim, 'buy', { size: 100, limitPrice: 23_000, clientId: 'mine' }).order
    const taken = place(sim, 'buy', { size: 100, limitPrice: 23_000, clientId: 'mine' }).order
    expect(outcome(taken)).toBe('REJECTED INVALID_PARAMETER')
    expect(world.run({ kind: 'CancelClientOrder', ...signed(sim), clientId: 'mine' }).answer).toEqual({
      ok: true,
      id: named.id,
    })
    const bid = place(sim, 'buy', { size: 100, limitPrice: 23_000 }).order
    const cancelled = world.run({ kind: 'CancelAllOrders', ...signed(sim) })
    expect(cancelled.answer).toEqual({ ok: true, ids: [bid.id] })
    const closed = world.run({ kind: 'CloseAllPositions', ...signed(sim) })
    expect(eventsOf(closed.events, 'OrderUpdated')).toMatchObject([
      { order: { orderType: 'MARKET', reduceOnly: true, status: 'FILLED', filledSize: 50_000 } },
    ])
    expect([...cancelled.events, ...closed.events].some(({ kind }) => kind === 'BooksChanged')).toBe(false)
    const { collateral, positions } = world.account(sim.sim)
    expect([positions, house(world)]).toEqual([[], -collateral])
  })

  it('the dead-man’s switch cancels its orders and leaves those of its owner', () => {
    const sim = createSim()
    const { world } = sim
    const theirs = place(sim, 'buy', { size: 100, limitPrice: 22_000 }, sim.owner).order
    const bid = place(sim, 'buy', { size: 100, limitPrice: 22_000 }).order
    world.run({ kind: 'SetCancelTimer', ...signed(sim), timeoutMs: 5_000 })
    const { events } = world.run({ kind: 'TickTimer' }, 5_000)
    expect(outcome(lastOrder(events, bid.id))).toBe('CANCELLED DEADMAN_CANCELLED')
    expect(record(sim, theirs.id)?.status).toBe('NEW')
    expect(eventsOf(events, 'BooksChanged')).toEqual([])
  })

  it('a frozen account cannot close either: every such order is refused', () => {
    const sim = createSim()
    const { world } = sim
    place(sim, 'buy', { size: 50_000 })
    world.run({ kind: 'SetSimAccountStatus', account: sim.sim.address, status: 'FROZEN' })
    const { answer, events } = world.run({ kind: 'CloseAllPositions', ...signed(sim) })
    expect(answer.ok).toBe(true)
    expect(eventsOf(events, 'OrderUpdated').map(({ order }) => outcome(order))).toEqual([
      'REJECTED ACTION_NOT_AVAILABLE',
    ])
    expect(world.account(sim.sim).positions).toMatchObject([{ size: lots(50_000) }])
  })
})
