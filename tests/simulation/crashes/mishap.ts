/**
 * What goes wrong in one life of the exchange: how it ends, and what it suffers before. Drawn from the seed.
 */
import { BUGGIFY_POINTS, type BuggifyPoint } from '@vest/runtime'
import type { Prng } from '../prng.ts'

export type Ending =
  /** At a place in the code that is made for it. */
  | { readonly kind: 'point'; readonly point: BuggifyPoint; readonly skip: number }
  /** Before the n-th thing that would change a disk. */
  | { readonly kind: 'call'; readonly skip: number }
  /** The next sync fails. */
  | { readonly kind: 'syncFails'; readonly afterTurns: number }
  /** While several groups are under way to the disk, after so many turns of that. */
  | { readonly kind: 'underWay'; readonly skip: number }
  /** Between two groups. */
  | { readonly kind: 'quiet' }

/** Turns that are allowed but rare; the others are places to die at. */
export const RARE_POINTS: ReadonlySet<BuggifyPoint> = new Set([
  'sequencer.groupOfOne',
  'sequencer.outOfRoom',
  'sequencer.beside',
  'clock.standsStill',
  'journal.segmentEarly',
  'journal.noUpkeep',
  'snapshot.skipped',
])
/** Half of the deaths at a point are those that tear a write. */
const TEARING_POINT = 'journal.afterWriteBeforeSync'
const DEADLY_POINTS = BUGGIFY_POINTS.filter((point) => !RARE_POINTS.has(point))

export function drawEnding(prng: Prng): Ending {
  const dice = prng.next()
  if (dice < 0.2) return { kind: 'point', point: TEARING_POINT, skip: prng.int(0, 4) }
  if (dice < 0.5) return { kind: 'point', point: prng.pick(DEADLY_POINTS), skip: prng.int(0, 2) }
  if (dice < 0.7) return { kind: 'call', skip: prng.int(0, 40) }
  if (dice < 0.85) return { kind: 'syncFails', afterTurns: prng.int(0, 5) }
  return { kind: 'quiet' }
}

export const MISHAPS = [
  'clock back',
  'clock ahead',
  'clock an hour off',
  'clock a day off',
  'slow sync',
  'disk full',
  'pause',
] as const
export type Mishap = (typeof MISHAPS)[number]
const MISHAP_CHANCE = 0.35

export const drawMishap = (prng: Prng): Mishap | undefined =>
  prng.chance(MISHAP_CHANCE) ? prng.pick(MISHAPS) : undefined
