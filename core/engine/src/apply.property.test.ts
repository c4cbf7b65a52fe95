/** Random command streams: every invariant after every command, and three ways to the same state. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apply, applyUnpublished } from './apply.ts'
import { decodeState, encodeState } from './snapshot/snapshot.ts'
import { createExchange } from './state/exchange.ts'
import { createDriver, steps } from './testing/randomCommands.ts'

/** Twenty seconds alone; longer with coverage and on a busy machine. */
const TIMEOUT_MS = 240_000

it(
  'I1 I2 I3 I5 I9 I19 hold after every command',
  () => {
    fc.assert(
      fc.property(steps({ minLength: 60, maxLength: 160 }), (list) => {
        const driver = createDriver()
        for (const step of list) driver.step(step)
      }),
      { numRuns: 150 },
    )
  },
  TIMEOUT_MS,
)

it(
  'I4 replay from genesis and from a snapshot, with whatever room, give the same state and the same events',
  () => {
    fc.assert(
      fc.property(
        steps({ minLength: 60, maxLength: 160 }),
        fc.integer({ min: 0, max: 99 }),
        fc.tuple(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 3_000 })),
        (list, cutPercent, [roomOfReplay, roomOfRestored]) => {
          const { world, step } = createDriver({ audit: false })
          for (const item of list) step(item)
          const cut = Math.floor((world.log.length * cutPercent) / 100)

          const replayed = createExchange(undefined, roomOfReplay)
          const events = world.log.map((command) => apply(replayed, command))
          expect(encodeState(replayed)).toBe(encodeState(world.exchange))

          const first = createExchange()
          for (const command of world.log.slice(0, cut)) applyUnpublished(first, command)
          const text = encodeState(first)
          const restored = decodeState(text, undefined, roomOfRestored)
          expect(encodeState(restored)).toBe(text)
          const rest = world.log.slice(cut).map((command) => apply(restored, command))
          expect(rest).toEqual(events.slice(cut))
          expect(encodeState(restored)).toBe(encodeState(world.exchange))
          // Nothing of the dropped results is published later.
          expect(world.log.slice(cut).map((command) => apply(first, command))).toEqual(events.slice(cut))
          expect(encodeState(first)).toBe(encodeState(world.exchange))
        },
      ),
      { numRuns: 60 },
    )
  },
  TIMEOUT_MS,
)
