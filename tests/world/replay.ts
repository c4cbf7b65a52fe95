/**
 * The journal of a stack, read and applied anew from its first command by the engine alone: the judge of what
 * a stack says of itself. Works on a copy, so that what is judged is not touched.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apply,
  createExchange,
  encodeState,
  type Answer,
  type EngineEvent,
  type Exchange,
  type SequencedCommand,
} from '@vest/engine'
import { timeMs } from '@vest/protocol'
import { decodeCommand, journalFolder, openJournal, openNodeStorage, stateHash } from '@vest/runtime'

export interface ReplayStep {
  readonly command: SequencedCommand
  readonly answer: Answer
  readonly events: readonly EngineEvent[]
  readonly exchange: Exchange
}

/** Applies every command; `onStep` sees the state after each. The exchange is returned as the last one left it. */
export function replayJournal(dataDir: string, onStep: (step: ReplayStep) => void): Exchange {
  const copy = mkdtempSync(join(tmpdir(), 'vest-replay-'))
  try {
    cpSync(journalFolder(dataDir), copy, { recursive: true, filter: (path) => !path.endsWith('lock') })
    const journal = openJournal({ storage: openNodeStorage(copy) })
    const exchange = createExchange()
    try {
      for (const group of journal.read(1))
        group.commands.forEach((record, at) => {
          const command = decodeCommand(record.kind, Buffer.from(record.payload))
          const sequenced: SequencedCommand = {
            seq: group.firstSeq + at,
            timeMs: timeMs(group.timeMs),
            command,
          }
          const { answer, events } = apply(exchange, sequenced)
          onStep({ command: sequenced, answer, events, exchange })
        })
    } finally {
      journal.close()
    }
    return exchange
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

export const hashOf = (exchange: Exchange): string => stateHash(encodeState(exchange))
