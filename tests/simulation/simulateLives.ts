/**
 * Many simulated lives, one seed each: the proof at scale. All are audited every hundred commands and replayed from a
 * snapshot; every third one from genesis as well; one in fifty is audited after every command; as many as the caller
 * wants have their twin beside them.
 */
import { createHash } from 'node:crypto'
import { addCounts } from './crashes/simulateCrashes.ts'
import { type FailedSeed, lineOf } from './failedSeeds.ts'
import { simulate } from './simulate.ts'
import { createTwin } from './twin/twin.ts'

const REPLAYED_WHOLE_EVERY = 3
const AUDITED_ALWAYS_EVERY = 50

/** Of every so many seeds one has a twin; 0 = none. By its number, so that a seed is the same life in every run. */
export const hasTwin = (seed: number, twinEvery: number): boolean => twinEvery > 0 && seed % twinEvery === 0

export interface LivesResult {
  readonly lives: number
  readonly twins: number
  readonly ops: number
  readonly violations: readonly string[]
  /** Of each seed that failed, the line of `failedSeeds.ts`. */
  readonly failed: readonly string[]
  /** Of one life its own, of several the SHA-256 over theirs. */
  readonly hash: string
  readonly counts: Readonly<Record<string, number>>
  readonly audits: number
  readonly replayed: number
}

export function simulateLives(
  seeds: readonly number[],
  ops: number,
  twinEvery: number,
  onLife: (done: number, seed: number) => void,
): LivesResult {
  const counts: Record<string, number> = {}
  const violations: string[] = []
  const failed: string[] = []
  const hash = createHash('sha256')
  const sum = { ops: 0, audits: 0, replayed: 0, twins: 0 }
  for (const [done, seed] of seeds.entries()) {
    const withTwin = hasTwin(seed, twinEvery)
    const life = simulate({
      seed,
      ops,
      audits: seed % AUDITED_ALWAYS_EVERY === 0 ? 'always' : 'often',
      replays: seed % REPLAYED_WHOLE_EVERY === 0 ? 'whole' : 'tail',
      ...(withTwin ? { twin: createTwin } : {}),
    })
    if (withTwin) sum.twins += 1
    sum.ops += life.ops
    sum.audits += life.audits
    sum.replayed += life.replayed
    addCounts(counts, life.counts)
    hash.update(life.hash)
    for (const violation of life.violations) violations.push(`seed ${seed}: ${violation}`)
    const found = life.violations[0]
    if (found !== undefined) {
      const line: FailedSeed = { kind: 'life', seed, ops, ...(withTwin ? { twin: true } : {}), found }
      failed.push(lineOf(line))
    }
    onLife(done + 1, seed)
  }
  return { lives: seeds.length, ...sum, violations, failed, hash: hash.digest('hex'), counts }
}
