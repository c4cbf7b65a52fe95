/**
 * `node tools/program.mjs golden`: records the golden lives anew. Only before a release, and only because rules
 * have changed on purpose: after a release the lives of that release stay as they are (CONTRIBUTING.md).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { exchangeCore, startEngineInProcess, type Storage } from '@vest/runtime'
import { createScriptedTime } from '../../../runtime/src/testing/scriptedTime.ts'
import {
  createSimulatedStorage,
  type SimulatedStorage,
} from '../../../runtime/src/testing/simulatedStorage.ts'
import { createPrng } from '../prng.ts'
import { createWorkload } from '../workload.ts'
import { GOLDEN_FOLDER, GOLDEN_LIST, goldenFile, type GoldenLife } from './goldenLife.ts'

const SEEDS = [101, 102, 103]
const COMMANDS = 3_000
const SEGMENT_BYTES = 131_072
const SNAPSHOT_EVERY_COMMANDS = 1_000

export async function main(): Promise<number> {
  rmSync(GOLDEN_FOLDER, { recursive: true, force: true })
  mkdirSync(GOLDEN_FOLDER, { recursive: true })
  const lives: GoldenLife[] = []
  let bytes = 0
  for (const seed of SEEDS) {
    const { disks, seq, hash } = await live(seed)
    const [journal, snapshots] = [
      wanted(disks.journal, /^segment-/),
      wanted(disks.snapshots, /\.vest$/).slice(0, 1),
    ]
    lives.push({ seed, seq, hash, journal, snapshots })
    const keep = (storage: SimulatedStorage, names: readonly string[]): void => {
      for (const name of names) {
        const packed = gzipSync(storage.contentOf(name), { level: 9 })
        writeFileSync(goldenFile({ seed }, name), packed)
        bytes += packed.length
      }
    }
    keep(disks.journal, journal)
    keep(disks.snapshots, snapshots)
    process.stdout.write(`seed ${seed}: ${seq} commands, state ${hash}\n`)
  }
  writeFileSync(join(GOLDEN_LIST), `${JSON.stringify(lives, undefined, 2)}\n`)
  process.stdout.write(`${lives.length} lives, ${bytes} bytes in ${GOLDEN_FOLDER}\n`)
  return 0
}

const wanted = (storage: Storage, pattern: RegExp): string[] =>
  storage.list().filter((name) => pattern.test(name))

/** One life without a crash, killed at its end, so that its tail is longer than its newest snapshot. */
async function live(seed: number) {
  const workload = createWorkload(createPrng(seed))
  const genesis = workload.genesis()
  const time = createScriptedTime(genesis[0]!.timeMs)
  const disks = { journal: createSimulatedStorage(), snapshots: createSimulatedStorage() }
  const engine = await startEngineInProcess({
    core: exchangeCore,
    data: disks,
    segmentBytes: SEGMENT_BYTES,
    snapshotEveryCommands: SNAPSHOT_EVERY_COMMANDS,
    clock: time.clock,
    timers: time.timers,
  })
  engine.onEvents((envelopes) => {
    for (const { events } of envelopes) workload.observe(events)
  })
  let nowMs: number = genesis[0]!.timeMs
  const send = async ({ timeMs, command }: (typeof genesis)[number]): Promise<void> => {
    // Ticks and funding are the sequencer's; time passes as the workload says.
    time.advance(Math.max(0, timeMs - nowMs))
    nowMs = Math.max(nowMs, timeMs)
    if (command.kind !== 'TickTimer' && command.kind !== 'TickFunding') await engine.submit(command)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const step of genesis) await send(step)
  for (let n = 0; n < COMMANDS; n += 1) await send(workload.next())
  return { disks, ...(await engine.stateHash()) }
}
