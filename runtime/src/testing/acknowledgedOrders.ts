/**
 * Compares the reports of a process with its journal: an acknowledged order is there under the reported number, once.
 */
import { decodeCommand } from '../codec/commandCodec.ts'
import { journalFolder } from '../engine/runEngineWorker.ts'
import { parseFrame } from '../journal/frame.ts'
import { inspectJournal } from '../journal/inspectJournal.ts'
import { openNodeStorage } from '../journal/nodeStorage.ts'
import { readJournal } from '../journal/readJournal.ts'
import { SEGMENT_HEADER_BYTES } from '../journal/segment.ts'
import { listVolumes } from '../journal/volumes.ts'

export interface JournalledCommand {
  readonly seq: number
  readonly timeMs: number
  readonly command: ReturnType<typeof decodeCommand>
}

export function* journalledCommands(dataDir: string): Generator<JournalledCommand> {
  const storage = openNodeStorage(journalFolder(dataDir))
  const { chain, firstSeq } = inspectJournal({ storage })!
  for (const { firstSeq: seq, timeMs, commands } of readJournal({
    storage,
    fromSeq: firstSeq,
    toSeq: chain.seq,
  }))
    for (const [place, { kind, payload }] of commands.entries())
      yield { seq: seq + place, timeMs, command: decodeCommand(kind, payload) }
}

/** Number of groups in the journal's segments that were written while earlier ones were under way to the disk. */
export function groupsBehindOthers(dataDir: string): number {
  const storage = openNodeStorage(journalFolder(dataDir))
  let count = 0
  for (const volume of listVolumes(storage)) {
    const bytes = volume.read()
    for (let offset = SEGMENT_HEADER_BYTES; ;) {
      const frame = parseFrame(bytes, offset)
      if (frame === undefined) break
      if (frame.openBytes > 0) count += 1
      offset = frame.end
    }
  }
  return count
}

/** Those of `acknowledged` (ids by sequence number) that the journal lacks, holds elsewhere, or holds twice. */
export function falseAcknowledgements(dataDir: string, acknowledged: ReadonlyMap<number, string>): string[] {
  const found = new Map<number, string>()
  const times = new Map<string, number>()
  for (const { seq, command } of journalledCommands(dataDir)) {
    if (command.kind !== 'PlaceOrder') continue
    found.set(seq, command.id)
    times.set(command.id, (times.get(command.id) ?? 0) + 1)
  }
  return [...acknowledged]
    .filter(([seq, id]) => found.get(seq) !== id || times.get(id) !== 1)
    .map(([seq, id]) => `${id} was acknowledged as ${seq}; the journal has ${found.get(seq)} there`)
}
