/**
 * `bench -- restart`: from opening a data folder to answering, with a snapshot and a tail of a million events behind
 * it. The peer is what a restart may take: ten seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeCore, nodeTimers, startEngineInProcess } from '@vest/runtime'
import { writeLongTail } from '../../tests/simulation/longTail.ts'
import type { BenchResult } from './benchResult.ts'
import { createTradingDay, ORDERS_PER_SECOND } from './tradingDay.ts'

const EVENTS = 1_000_000
const ALLOWED_SECONDS = 10
const SEED = 7

export async function benchRestart(print: (line: string) => void): Promise<BenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vest-bench-restart-'))
  try {
    print(
      `writing a busy day (${ORDERS_PER_SECOND} orders a second), seed ${SEED}, until its tail has told ${EVENTS} events`,
    )
    const written = writeLongTail({
      dataDir,
      workload: createTradingDay(SEED),
      commandsBefore: 10_000,
      isLongEnough: ({ events }) => events >= EVENTS,
    })
    const commands = written.seq - written.snapshotSeq
    // Once: a second start would begin from the snapshot that the first one has made.
    const seconds = await restart(dataDir, written)
    print(
      `${seconds.toFixed(2)} s: ${commands} commands (${Math.round(commands / seconds)}/s), ${written.events} events (${Math.round(written.events / seconds)}/s)`,
    )
    return { peer: `${ALLOWED_SECONDS} seconds`, ratio: ALLOWED_SECONDS / seconds }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Until it answers; without a tick of its own, so that it stands where the journal ends. */
async function restart(dataDir: string, written: { seq: number; hash: string }): Promise<number> {
  const startedMs = performance.now()
  const engine = await startEngineInProcess({
    core: exchangeCore,
    data: dataDir,
    emitFromSeq: written.seq,
    timers: { ...nodeTimers, every: () => () => undefined },
  })
  const stated = await engine.stateHash()
  const seconds = (performance.now() - startedMs) / 1_000
  await engine.stop()
  if (stated.seq !== written.seq || stated.hash !== written.hash)
    throw new Error('the restarted state is another')
  return seconds
}
