/**
 * `node tools/program.mjs golden SEED ...`: records these lives beside those that are there, which stay as they are: every
 * later version must read them and come to the state that the version computed which wrote them (CONTRIBUTING.md).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
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
import { GOLDEN_FOLDER, GOLDEN_LIST, goldenFile, readGoldenLives, type GoldenLife } from './goldenLife.ts'

const COMMANDS = 3_000
const SEGMENT_BYTES = 131_072
const SNAPSHOT_EVERY_COMMANDS = 1_000

export async function main(argv: readonly string[]): Promise<number> {
  const seeds = argv.map(Number)
  const lives: GoldenLife[] = [...readGoldenLives('.')]
  const isNew = (seed: number): boolean =>
    Number.isSafeInteger(seed) && lives.every((life) => life.seed !== seed)
  if (seeds.length === 0 || !seeds.every(isNew)) {
    process.stderr.write(
      `Name seeds of lives to add; there are ${lives.map(({ seed }) => seed).join(', ')}, and they stay.\n`,
    )
    return 1
  }
  mkdirSync(GOLDEN_FOLDER, { recursive: true })
  let bytes = 0
  for (const seed of seeds) {
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
  process.stdout.write(`${bytes} bytes more in ${GOLDEN_FOLDER}\n`)
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
