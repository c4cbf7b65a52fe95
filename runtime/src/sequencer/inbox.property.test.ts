import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command } from '@vest/engine'
import { GROUP_COMMANDS_MAX } from '../bounds.ts'
import { createInbox, type WaitingItem } from './inbox.ts'
import { isTakenWhenLow, LANES, LANE_SHARES, laneOf } from './lanes.ts'

const order = (id: string, reduceOnly = false): Command =>
  ({ kind: 'PlaceOrder', id, account: `o${id}`, reduceOnly }) as unknown as Command
const legged = (id: string): Command =>
  ({
    kind: 'PlaceOrder',
    id: `legged ${id}`,
    account: `o${id}`,
    takeProfit: { id: `take ${id}` },
    stopLoss: { id: `stop ${id}` },
  }) as unknown as Command
const closeAll = (account: string): Command => ({ kind: 'CloseAllPositions', account }) as unknown as Command
const cancelAll = (account: string): Command => ({ kind: 'CancelAllOrders', account }) as unknown as Command
const cancel = (id: string): Command => ({ kind: 'CancelOrder', id }) as unknown as Command
const named = (id: string): Command =>
  ({ kind: 'PlaceOrder', id: `named ${id}`, account: `a${id}`, clientId: 'mine' }) as unknown as Command
const cancelNamed = (id: string): Command =>
  ({ kind: 'CancelClientOrder', account: `a${id}`, clientId: 'mine' }) as unknown as Command
const replace = (place: Command): Command =>
  ({ kind: 'ReplaceOrder', cancel: cancel('old'), place }) as unknown as Command
const tick: Command = { kind: 'TickTimer' }
const mode: Command = { kind: 'SetMarketMode', marketId: 1, mode: 'HALT' }

const command = fc.oneof(
  { arbitrary: fc.nat(50).map((n) => order(`${n}`)), weight: 4 },
  { arbitrary: fc.nat(50).map((n) => replace(order(`${n}`))), weight: 2 },
  { arbitrary: fc.nat(50).map((n) => cancel(`${n}`)), weight: 6 },
  { arbitrary: fc.nat(20).map((n) => named(`${n}`)), weight: 2 },
  { arbitrary: fc.nat(20).map((n) => replace(named(`${n}`))), weight: 1 },
  { arbitrary: fc.nat(20).map((n) => cancelNamed(`${n}`)), weight: 3 },
  { arbitrary: fc.nat(20).map((n) => legged(`${n}`)), weight: 1 },
  { arbitrary: fc.nat(20).map((n) => cancel(`stop ${n}`)), weight: 1 },
  { arbitrary: fc.nat(20).map((n) => closeAll(`o${n}`)), weight: 1 },
  { arbitrary: fc.nat(20).map((n) => cancelAll(`o${n}`)), weight: 2 },
  { arbitrary: fc.constant(tick), weight: 1 },
  { arbitrary: fc.constant(mode), weight: 1 },
)

/** Whether the earlier command brings an order that the later one cancels. */
function concerns(earlier: Command, later: Command): boolean {
  const place = earlier.kind === 'ReplaceOrder' ? earlier.place : earlier
  if (place.kind !== 'PlaceOrder' && place.kind !== 'CloseAllPositions') return false
  if (later.kind === 'CancelAllOrders') return place.account === later.account
  if (place.kind !== 'PlaceOrder') return false
  if (later.kind === 'CancelOrder')
    return [place.id, place.takeProfit?.id, place.stopLoss?.id].includes(later.id)
  if (later.kind !== 'CancelClientOrder') return false
  return place.account === later.account && place.clientId === later.clientId
}

describe('inbox', () => {
  it('returns everything once, in order within a lane, and never a cancel before its order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(command, fc.nat(3)), { maxLength: 1_500, size: 'max' }),
        fc.nat(600),
        (arrivals, back) => {
          const inbox = createInbox()
          const out: WaitingItem[] = []
          let ticket = 0
          for (const [arrived, pause] of arrivals) {
            inbox.put({ command: arrived, ticket: ticket++ })
            if (pause === 0 && ticket % 97 === 0) {
              const taken = inbox.take()
              const kept = taken.slice(0, Math.max(1, taken.length - back))
              inbox.putBack(taken.slice(kept.length))
              out.push(...kept)
            }
          }
          while (inbox.size > 0) out.push(...inbox.take())
          expect(out.map((item) => item.ticket!).sort((a, b) => a - b)).toEqual(arrivals.map((_, n) => n))
          for (const lane of LANES) {
            const tickets = out.filter((item) => item.lane === lane).map((item) => item.ticket!)
            expect(tickets).toEqual([...tickets].sort((a, b) => a - b))
          }
          const place = new Map(out.map((item, at) => [item.ticket!, at]))
          for (const [n, [later]] of arrivals.entries()) {
            if (laneOf(later) !== 'cancel') continue
            for (const [m, [earlier]] of arrivals.slice(0, n).entries())
              if (concerns(earlier, later)) expect(place.get(m)!).toBeLessThan(place.get(n)!)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a cancel overtakes other orders, and stays behind its own by either id, also for a replacement', () => {
    const inbox = createInbox()
    const arrivals = [
      order('1'),
      named('2'),
      named('2'),
      replace(order('3')),
      replace(named('4')),
      ...[cancel('1'), cancelNamed('2'), cancel('3'), cancelNamed('4'), cancel('named 4')],
      ...[cancel('old'), cancelNamed('1')],
    ]
    for (const [ticket, one] of arrivals.entries()) inbox.put({ command: one, ticket })
    expect(inbox.take().map(({ ticket }) => ticket)).toEqual([10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    inbox.put({ command: cancelNamed('2') })
    expect(inbox.take().map(({ lane }) => lane)).toEqual(['cancel'])
  })

  it('cancelling all of an account stays behind its own orders, and overtakes those of others', () => {
    const inbox = createInbox()
    const arrivals = [order('1'), replace(order('2')), closeAll('o3'), legged('4')]
    arrivals.push(...['o1', 'o2', 'o3', 'o4', 'o5'].map(cancelAll), cancel('take 4'), cancel('stop 4'))
    for (const [ticket, one] of arrivals.entries()) inbox.put({ command: one, ticket })
    expect(inbox.take().map(({ ticket }) => ticket)).toEqual([8, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10])
    inbox.put({ command: cancelAll('o1') })
    expect(inbox.take().map(({ lane }) => lane)).toEqual(['cancel'])
  })

  it('a cancel waits for the last of several orders with its id', () => {
    const inbox = createInbox()
    for (let n = 0; n <= GROUP_COMMANDS_MAX; n += 1) inbox.put({ command: named('2') })
    expect(inbox.take()).toHaveLength(GROUP_COMMANDS_MAX)
    inbox.put({ command: cancelNamed('2') })
    expect(inbox.take().map((item) => item.command.kind)).toEqual(['PlaceOrder', 'CancelClientOrder'])
  })

  it('never takes more than a group holds, and every waiting lane gets its share', () => {
    const inbox = createInbox()
    for (let n = 0; n < 2_000; n += 1) {
      inbox.put({ command: order(`o${n}`) })
      inbox.put({ command: cancel(`c${n}`) })
      inbox.put({ command: tick })
      inbox.put({ command: mode })
    }
    const taken = inbox.take()
    expect(taken).toHaveLength(GROUP_COMMANDS_MAX)
    for (const lane of LANES)
      expect(taken.filter((item) => item.lane === lane)).toHaveLength(LANE_SHARES[lane])
    expect(taken.map((item) => LANES.indexOf(item.lane))).toEqual(
      taken.map((item) => LANES.indexOf(item.lane)).sort((a, b) => a - b),
    )
  })

  it('fills a group with one lane when nothing else waits', () => {
    const inbox = createInbox()
    for (let n = 0; n < 700; n += 1) inbox.put({ command: order(`${n}`) })
    expect(inbox.take()).toHaveLength(GROUP_COMMANDS_MAX)
    expect(inbox.take()).toHaveLength(700 - GROUP_COMMANDS_MAX)
    expect(inbox.take()).toEqual([])
  })

  it('knows whether a tick waits', () => {
    const inbox = createInbox()
    expect(inbox.hasTick).toBe(false)
    inbox.put({ command: tick })
    expect(inbox.hasTick).toBe(true)
    inbox.putBack(inbox.take())
    expect(inbox.hasTick).toBe(true)
    inbox.take()
    expect(inbox.hasTick).toBe(false)
  })

  it('on the reserve accepts cancels, reduce-only orders and facts, but nothing new', () => {
    expect([cancel('1'), order('1', true), tick, mode].map(isTakenWhenLow)).toEqual([true, true, true, true])
    expect([order('1'), { kind: 'SetLeverage' } as unknown as Command].map(isTakenWhenLow)).toEqual([
      false,
      false,
    ])
    expect(laneOf({ kind: 'RequestWithdrawal' } as unknown as Command)).toBe('order')
  })
})
