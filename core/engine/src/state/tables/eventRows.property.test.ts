import { expect, it } from 'vitest'
import fc from 'fast-check'
import { advance, apply } from '../../apply.ts'
import { readEnvelopes } from '../../events/readEvents.ts'
import { takeRows } from './eventRows.ts'
import { encodeState } from '../../snapshot/snapshot.ts'
import { createExchange } from '../exchange.ts'
import { createDriver, steps } from '../../testing/randomCommands.ts'

it('rows taken after many commands equal the rows of each command alone', () => {
  fc.assert(
    fc.property(
      steps({ minLength: 40, maxLength: 120 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
      (list, groups) => {
        const { world, step } = createDriver({ audit: false })
        for (const item of list) step(item)

        const alone = createExchange()
        const expected = world.log.map((command) => ({
          seq: command.seq,
          timeMs: command.timeMs,
          events: apply(alone, command).events,
        }))
        const together = createExchange(12_345)
        const told = []
        let at = 0
        for (let group = 0; at < world.log.length; group++) {
          const end = Math.min(world.log.length, at + groups[group % groups.length]!)
          for (; at < end; at++) advance(together, world.log[at]!)
          told.push(...readEnvelopes(takeRows(together.work.log), together))
        }
        expect(told).toEqual(expected)
        // The secret of the tables changes neither results nor state.
        expect(encodeState(together)).toBe(encodeState(alone))
      },
    ),
    { numRuns: 40 },
  )
})
