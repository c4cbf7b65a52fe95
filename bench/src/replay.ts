/**
 * `bench -- replay`: reading a journal back (checksums, records, decoding, executing) against executing the same
 * commands live from memory. Both must end in the same state.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apply, createExchange, encodeState, type Exchange, type SequencedCommand } from '@vest/engine'
import { createCommandEncoder, decodeCommand, openJournal, openNodeStorage } from '@vest/runtime'
import { timeMs } from '@vest/protocol'
import type { BenchResult } from './benchResult.ts'
import { interleave, timed } from './interleave.ts'
import { recordLife } from './life.ts'

const OPS = 100_000
const SEED = 7
const WARM_UP_ROUNDS = 2
/** Commands of one time that are written together, as the sequencer does; at most so many. */
const GROUP_MAX = 100

export async function benchReplay(print: (line: string) => void): Promise<BenchResult> {
  const life = recordLife(SEED, OPS)
  print(
    `a simulated life, ${life.length} commands, seed ${SEED}, 5 interleaved rounds after ${WARM_UP_ROUNDS} to warm up`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'vest-bench-replay-'))
  const journal = openJournal({ storage: openNodeStorage(folder) })
  try {
    write(journal, life)
    let live: Exchange = createExchange()
    let replayed: Exchange = createExchange()
    const ratio = await interleave({
      print,
      names: ['replay', 'live'],
      ops: life.length,
      warmUpRounds: WARM_UP_ROUNDS,
      ours: () => {
        replayed = createExchange()
        return timed(() => replay(journal, replayed))
      },
      peer: () => {
        live = createExchange()
        return timed(() => {
          for (const command of life) apply(live, command)
        })
      },
    })
    if (encodeState(live) !== encodeState(replayed)) throw new Error('replay and live differ')
    return { peer: 'the same commands live, from memory', ratio }
  } finally {
    journal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Journal = ReturnType<typeof openJournal>

/** A group has one time: every change of time begins another. */
function write(journal: Journal, life: readonly SequencedCommand[]): void {
  const encode = createCommandEncoder()
  let count = 0
  life.forEach(({ timeMs: time, command }, at) => {
    const { kind, payload } = encode(command)
    journal.append(kind, payload)
    count += 1
    const next = life[at + 1]
    if (next?.timeMs === time && count < GROUP_MAX) return
    journal.commit(time)
    count = 0
  })
}

function replay(journal: Journal, state: Exchange): void {
  for (const group of journal.read(1)) {
    let seq = group.firstSeq
    for (const { kind, payload } of group.commands) {
      apply(state, { seq, timeMs: timeMs(group.timeMs), command: decodeCommand(kind, payload) })
      seq += 1
    }
  }
}
