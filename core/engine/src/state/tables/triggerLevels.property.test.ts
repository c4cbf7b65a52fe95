/** The index of triggers by price finds what a scan of all of them finds, in the order of their age. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ID_WORDS } from '../memory/words.ts'
import { addOrderRow, beginOrder, createOrderRows } from './orders.ts'
import {
  GTC,
  IS_TRIGGERED,
  FLAGS,
  LIMIT_PRICE,
  NONE,
  RANK,
  STOP_LOSS,
  TAKE_PROFIT,
  TERMS,
  termsOf,
  typeIn,
  BUY_BIT,
} from './orderLayout.ts'
import {
  addTrigger,
  createTriggers,
  hasTriggers,
  markTriggered,
  reachedTriggers,
  removeTrigger,
} from './triggerLevels.ts'

const step = fc.oneof(
  fc.record({
    what: fc.constant('add' as const),
    isBuy: fc.boolean(),
    isStop: fc.boolean(),
    price: fc.integer({ min: 90, max: 110 }),
  }),
  fc.record({ what: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ what: fc.constant('reach' as const), mark: fc.integer({ min: 88, max: 112 }) }),
)

it('a mark reaches the triggers that a scan of all finds, oldest first, and reached ones stay to be retried', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const rows = createOrderRows([], [])
      const triggers = createTriggers(rows)
      const live: number[] = []
      let rank = 0
      const isReached = (order: number, mark: number): boolean => {
        if ((rows.int32s[2 * order + FLAGS]! & IS_TRIGGERED) !== 0) return true
        const words = rows.int32s[2 * order + TERMS]!
        const isAbove = (typeIn(words) === TAKE_PROFIT) !== ((words & BUY_BIT) !== 0)
        const price = rows.numbers[order + LIMIT_PRICE]!
        return isAbove ? mark >= price : mark <= price
      }
      for (const one of steps) {
        if (one.what === 'add') {
          const order = addOrderRow(rows)
          const terms = termsOf(one.isBuy, true, one.isStop ? STOP_LOSS : TAKE_PROFIT, GTC)
          beginOrder(rows, order, {
            nonce: 0,
            marketId: 0,
            terms,
            size: 10,
            limitPrice: one.price,
            initMarginRatio: 0,
            markPrice: 100,
            orderTimeMs: 0,
            postTimeMs: 0,
            accountId: 0,
            signerIndex: NONE,
            idWords: new Int32Array(ID_WORDS),
            idAt: 0,
          })
          rows.numbers[order + RANK] = rank += 1
          addTrigger(triggers, rows, order)
          live.push(order)
        } else if (one.what === 'remove' && live.length > 0) {
          removeTrigger(triggers, rows, live.splice(one.pick % live.length, 1)[0]!)
        } else if (one.what === 'reach') {
          const reached = reachedTriggers(triggers, rows, one.mark)
          const expected = live.filter((order) => isReached(order, one.mark))
          expect(reached).toEqual(expected)
          for (const order of reached) markTriggered(triggers, rows, order)
        }
        expect(hasTriggers(triggers)).toBe(live.length > 0)
      }
    }),
    { numRuns: 300 },
  )
})
