/**
 * A busy day whose tail has told so many events is written into a folder, and the engine started on it: what that
 * took. Run as a program of its own, bundled as what is shipped: a test runner turns every import into a call.
 */
import { rmSync } from 'node:fs'
import { exchangeCore, snapshotFolder, startEngineInProcess } from '@vest/runtime'
import { createTradingDay } from '../../bench/src/tradingDay.ts'
import { createScriptedTime } from '../../runtime/src/testing/scriptedTime.ts'
import { writeLongTail } from './longTail.ts'

const COMMANDS_BEFORE = 10_000
const SEED = 5
const YEARS_LATER_MS = 2_000_000_000_000

export interface Restarted {
  readonly snapshotSeq: number
  readonly seq: number
  readonly events: number
  /** Where the replay began, and where it was to end. */
  readonly begun: { readonly seq: number; readonly total: number }
  /** Of the state that never stopped, and of the one that was restarted. */
  readonly written: { readonly seq: number; readonly hash: string }
  readonly restarted: { readonly seq: number; readonly hash: string }
  /** Of this process, all its threads together. */
  readonly processorSeconds: number
  readonly wallSeconds: number
}

/** `events` behind the snapshot; `isWhole`: without that snapshot, from the first command on. */
export async function restartWithTail(
  dataDir: string,
  { events: atLeast, isWhole }: { readonly events: number; readonly isWhole: boolean },
): Promise<Restarted> {
  const { snapshotSeq, seq, events, hash } = writeLongTail({
    dataDir,
    workload: createTradingDay(SEED),
    commandsBefore: COMMANDS_BEFORE,
    isLongEnough: (tail) => tail.events >= atLeast,
  })
  if (isWhole) rmSync(snapshotFolder(dataDir), { recursive: true })
  const time = createScriptedTime(YEARS_LATER_MS)
  const reports: { readonly seq: number; readonly total: number }[] = []
  const startedMs = performance.now()
  const before = process.cpuUsage()
  const engine = await startEngineInProcess({
    core: exchangeCore,
    data: dataDir,
    clock: time.clock,
    timers: time.timers,
    emitFromSeq: seq,
    onProgress: (report) => reports.push({ seq: report.seq, total: report.total }),
  })
  const restarted = await engine.stateHash()
  const { user, system } = process.cpuUsage(before)
  const wallSeconds = (performance.now() - startedMs) / 1_000
  await engine.stop()
  return {
    snapshotSeq,
    seq,
    events,
    restarted,
    wallSeconds,
    begun: reports[0]!,
    written: { seq, hash },
    processorSeconds: (user + system) / 1_000_000,
  }
}
