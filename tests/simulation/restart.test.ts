/** A start from a snapshot with a long tail behind it (R5); how long it takes is `npm run bench -- restart`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exchangeCore, startEngineInProcess } from '@vest/runtime'
import { createScriptedTime } from '../../runtime/src/testing/scriptedTime.ts'
import { writeLongTail } from './longTail.ts'
import { createPrng } from './prng.ts'
import { createWorkload } from './workload.ts'

const TAIL = 100_000
const SEED = 5
const YEARS_LATER_MS = 2_000_000_000_000
const TIMEOUT_MS = 600_000

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vest-restart-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it(
  '[R5] restarts from a snapshot with a tail of 100,000 commands into the state of one that never stopped',
  async () => {
    const written = writeLongTail({
      dataDir,
      workload: createWorkload(createPrng(SEED)),
      commandsBefore: 2_000,
      isLongEnough: ({ commands }) => commands >= TAIL,
    })
    expect(written.seq - written.snapshotSeq).toBe(TAIL)
    const time = createScriptedTime(YEARS_LATER_MS)
    const reports: { readonly seq: number; readonly total: number }[] = []
    const engine = await startEngineInProcess({
      core: exchangeCore,
      data: dataDir,
      clock: time.clock,
      timers: time.timers,
      emitFromSeq: written.seq,
      onProgress: (report) => reports.push(report),
    })
    // It began with the snapshot, and replayed all of the tail and nothing else.
    expect(reports[0]).toMatchObject({ seq: written.snapshotSeq, total: written.seq })
    expect(await engine.stateHash()).toEqual({ seq: written.seq, hash: written.hash })
    await engine.stop()
  },
  TIMEOUT_MS,
)
