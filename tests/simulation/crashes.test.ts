/** What a crash may cost: nothing that was acknowledged, at any place, over any disk (R1, R4, R6, R7). */
import { describe, expect, it } from 'vitest'
import type { Exchange } from '@vest/engine'
import { BUGGIFY_POINTS, exchangeCore, type Core, type PlantedBug } from '@vest/runtime'
import { MISHAPS } from './crashes/mishap.ts'
import { addCounts, simulateCrashes, type CrashOptions } from './crashes/simulateCrashes.ts'

const SEEDS = 330
/** Alone on a core all of it takes two minutes. */
const TIMEOUT_MS = 900_000
const FAULTS = [
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
  ...MISHAPS,
]

describe('crashes of the real engine', () => {
  it(
    '[R1] [R4] [R7] 2,000 crashes over 330 seeds: nothing acknowledged is lost, doubled or changed',
    async () => {
      const counts: Record<string, number> = {}
      const violations: string[] = []
      let crashes = 0
      let commands = 0
      const fresh = 1_000_000 + (Date.now() % 1_000_000_000)
      for (const seed of [...Array.from({ length: SEEDS }, (_, n) => 1 + n), fresh]) {
        const result = await simulateCrashes({ seed })
        for (const violation of result.violations)
          violations.push(`${violation} (npm run sim -- --crashes --seed ${seed})`)
        addCounts(counts, result.counts)
        crashes += result.crashes
        commands += result.commands
      }
      process.stdout.write(
        `${crashes} crashes, ${commands} commands, seeds 1 to ${SEEDS} and ${fresh}: ${JSON.stringify(counts)}\n`,
      )
      expect(violations).toEqual([])
      expect(crashes).toBeGreaterThanOrEqual(2_000)
      expect(FAULTS.filter((fault) => (counts[fault] ?? 0) < 200)).toEqual([])
      expect(BUGGIFY_POINTS.filter((point) => (counts[point] ?? 0) === 0)).toEqual([])
    },
    TIMEOUT_MS,
  )

  it('the same seed is the same life', async () => {
    expect(await simulateCrashes({ seed: 7 })).toEqual(await simulateCrashes({ seed: 7 }))
  })
})

/** Said by the witness, or by the exchange itself when it refuses to start. */
const LOST =
  /is lost|acknowledged commands are missing|acknowledged commands were lost|the segment before ends/

describe('[R1] planted bugs of memory', () => {
  /** What is found until something is, over a few seeds. */
  const caught = async (options: Omit<CrashOptions, 'seed'>): Promise<readonly string[]> => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const { violations } = await simulateCrashes({ ...options, seed })
      if (violations.length > 0) return violations
    }
    return []
  }

  it.each<[PlantedBug, RegExp]>([
    ['skipSync', LOST],
    ['ackBeforeWrite', LOST],
    ['recoveryOffByOne', LOST],
    ['skipDirectorySync', LOST],
    ['skipArchiveSync', /archive: its (SHA-256 does not fit|head is damaged)/],
    ['timeGoesBack', /time (goes|never goes) back/],
    ['fundingTwice', /charged twice/],
    ['snapshotSkipsLast', /state after command \d+ is another|it ended with/],
    ['trustAnySnapshot', /state after command \d+ is another|it ended with/],
  ])(
    '%s is caught',
    async (plantedBug, words) => {
      expect(await caught({ plantedBug })).toEqual(expect.arrayContaining([expect.stringMatching(words)]))
    },
    TIMEOUT_MS,
  )

  it('[T1] a snapshot that forgets nonces and ids is caught by an order that executes twice', async () => {
    const core: Core<Exchange> = {
      ...exchangeCore,
      encode: (state) => {
        const plain = JSON.parse(exchangeCore.encode(state)) as Record<string, unknown>
        return JSON.stringify({ ...plain, nonces: [], youngIds: [], oldIds: [] })
      },
    }
    expect(await caught({ core, comparesStates: false })).toEqual(
      expect.arrayContaining([expect.stringMatching(/was executed twice|was answered differently/)]),
    )
  })
})
