/**
 * Proves the checks: each planted fault must be caught by its check, and the same check must be silent without the
 * fault. A check that catches nothing is considered broken.
 */
import { describe, expect, it } from 'vitest'
import type { Command } from '@vest/engine'
import { HOUR_MS } from '../bounds.ts'
import { EngineStoppedError } from '../ports/engineClient.ts'
import { startEngineInProcess } from '../startEngineInProcess.ts'
import { createScriptedTime } from '../testing/scriptedTime.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { tallyCore } from '../testing/tallyCore.ts'
import type { PlantedBug } from './plantedBug.ts'

const START_MS = 1_800_000_000_000
const activate = (feature: string): Command => ({ kind: 'Activate', feature })

/**
 * Lives of an engine, each ended by a sync that fails at a moment after an answer, and two of three by a power cut as
 * well; returns the violations of "acknowledged commands are there, once, in their place, and each hour was charged
 * once".
 */
async function violations(plantedBug: PlantedBug | undefined): Promise<string[]> {
  const random = seededRandom(99)
  const time = createScriptedTime(START_MS)
  const found: string[] = []
  const acknowledged = new Map<number, string>()
  let journal: SimulatedStorage = createSimulatedStorage()
  const begin = (core = tallyCore): ReturnType<typeof startEngineInProcess> =>
    startEngineInProcess({
      core,
      data: { journal, snapshots: createSimulatedStorage() },
      segmentBytes: 8_192,
      clock: time.clock,
      timers: time.timers,
      ...(plantedBug ? { plantedBug } : {}),
    })
  for (let life = 0; life < 18; life += 1) {
    try {
      const engine = await begin()
      const submit = async (feature: string): Promise<void> => {
        const { seq } = await engine.submit(activate(feature))
        if (acknowledged.has(seq)) found.push(`command ${seq} was acknowledged twice`)
        acknowledged.set(seq, feature)
      }
      for (let n = 0; n < 10; n += 1) {
        await submit(`${life}.${n}`)
        if (random() < 0.3) time.leap(-Math.floor(random() * 600_000))
        time.advance(Math.floor(random() * HOUR_MS))
      }
      // One more, whose answer arrives at the moment when the sync fails.
      await engine.stateHash() // the last tick is complete: the next groups are these two
      await submit(`${life}.end`)
      journal.failNext('sync', 'EIO')
      await submit(`${life}.failing`).catch((error: unknown) => {
        if (!(error instanceof EngineStoppedError)) throw error
      })
    } catch (error) {
      found.push(error instanceof Error ? `engine: ${error.message}` : String(error))
      break
    }
    journal = life % 3 === 0 ? journal.afterKill() : journal.afterPowerCut(random)
  }
  const seen = new Map<number, string>()
  const hours: number[] = []
  const recording: typeof tallyCore = {
    ...tallyCore,
    applyUnpublished(state, sequenced) {
      if (sequenced.command.kind === 'Activate') seen.set(sequenced.seq, sequenced.command.feature)
      if (sequenced.command.kind === 'TickFunding') hours.push(sequenced.command.hourMs)
      tallyCore.applyUnpublished(state, sequenced)
    },
  }
  try {
    await begin(recording)
  } catch (error) {
    found.push(error instanceof Error ? `restart: ${error.message}` : String(error))
  }
  for (const [seq, feature] of acknowledged)
    if (seen.get(seq) !== feature) found.push(`acknowledged command ${seq} (${feature}) is lost`)
  if (new Set(hours).size !== hours.length) found.push('an hour was charged twice')
  return found
}

describe('[R1] planted bugs', () => {
  it('none planted: nothing found', async () => {
    expect(await violations(undefined)).toEqual([])
  })
  it.each<[PlantedBug, RegExp]>([
    ['skipSync', /is lost|acknowledged twice/],
    ['ackBeforeWrite', /is lost|acknowledged twice/],
    ['trustWhatIsFound', /is lost|The journal is damaged/],
    ['recoveryOffByOne', /is lost|acknowledged twice/],
    ['timeGoesBack', /time (went|never goes) back|The engine has stopped/],
    ['fundingTwice', /charged twice/],
  ])('%s is caught', async (bug, sign) => {
    const found = await violations(bug)
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(sign)]))
  })
})
