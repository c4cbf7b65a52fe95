/** Many crashed lives, one seed each: no violation, and every fault and every place to die met. */
import { BUGGIFY_POINTS } from '@vest/runtime'
import { type FailedSeed, lineOf } from '../failedSeeds.ts'
import { MISHAPS } from './mishap.ts'
import { addCounts, simulateCrashes } from './simulateCrashes.ts'

/** From so many seeds on, every fault must have happened so often. */
const MEETS_ALL_SEEDS = 300
const FAULT_MIN = 200

export const CRASH_FAULTS: readonly string[] = [
  'kill',
  'power cut',
  'sector lost',
  'sector torn',
  'sector duplicated',
  'sector reordered',
  'snapshot damaged',
  'sync failed',
  'refused: disk full',
  'death while starting',
  'death at a call of the disk',
  'death at a point',
  'death with several groups under way',
  ...MISHAPS,
]

export interface ManyCrashesResult {
  readonly crashes: number
  readonly commands: number
  readonly violations: readonly string[]
  /** Of each seed that failed, the line of `failedSeeds.ts`. */
  readonly failed: readonly string[]
  readonly hash: string
  readonly counts: Readonly<Record<string, number>>
  /** Faults and places that so many seeds must have met and did not. */
  readonly missed: readonly string[]
}

export async function simulateManyCrashes(
  seeds: readonly number[],
  onLife: (done: number, seed: number) => void = () => undefined,
): Promise<ManyCrashesResult> {
  const counts: Record<string, number> = {}
  const violations: string[] = []
  const failed: string[] = []
  let crashes = 0
  let commands = 0
  let hash = ''
  for (const [done, seed] of seeds.entries()) {
    const life = await simulateCrashes({ seed })
    addCounts(counts, life.counts)
    crashes += life.crashes
    commands += life.commands
    hash = life.hash
    for (const violation of life.violations) violations.push(`seed ${seed}: ${violation}`)
    const found = life.violations[0]
    if (found !== undefined) {
      const line: FailedSeed = { kind: 'crashes', seed, found }
      failed.push(lineOf(line))
    }
    onLife(done + 1, seed)
  }
  const missed = seeds.length < MEETS_ALL_SEEDS ? [] : missedIn(counts)
  return { crashes, commands, violations, failed, hash, counts, missed }
}

const missedIn = (counts: Readonly<Record<string, number>>): readonly string[] => [
  ...CRASH_FAULTS.filter((fault) => (counts[fault] ?? 0) < FAULT_MIN),
  ...BUGGIFY_POINTS.filter((point) => (counts[point] ?? 0) === 0),
]
