/**
 * `npm run journal -- verify|dump|replay|hash|growth`: the journal for people. It only reads, and works beside a
 * running exchange: what the writer adds meanwhile is simply not seen. Exit code 0: as it should be; 1: damaged,
 * or not there; 2: asked wrongly.
 */
import { existsSync } from 'node:fs'
import { apply, createExchange, encodeState, query, type Command, type Exchange } from '@vest/engine'
import { InvariantError, timeMs } from '@vest/protocol'
import {
  COMMAND_CODES,
  decodeCommand,
  inspectJournal,
  JournalDamagedError,
  journalFolder,
  openReadOnlyStorage,
  openSnapshotStore,
  readJournal,
  snapshotFolder,
  stateHash,
  StorageError,
  verifySeals,
  type JournalGroup,
  type JournalInspection,
  type Storage,
} from '@vest/runtime'
import { readJournalOptions, UsageError, type JournalOptions } from './journalOptions.ts'

const HELP = `Usage: npm run journal -- verify [--data DIR]
       npm run journal -- dump   [--data DIR] [--from SEQ] [--to SEQ] [--kind KIND]
       npm run journal -- replay [--data DIR] [--to SEQ]
       npm run journal -- hash   [--data DIR] [--to SEQ]
       npm run journal -- growth [--data DIR]

Reads the journal in DIR (VEST_DATA, or data) and changes nothing; the exchange may be running.

  verify  every byte from the first segment on, archived ones too: the chain, the counts, the SHA-256 seals, the
          snapshots; says what is there, or the first damage, where it is and what it means
  dump    the commands, one line of JSON each: seq, timeMs, kind and what the command says
  replay  applies every command to an empty exchange and prints where it ends, its state hash, what it holds, and
          how fast that went
  hash    the state hash after the last command, or after command SEQ
  growth  how much the journal has grown per day, in the bytes that commands take

Exit code 0: in order. 1: damaged or not there, in one sentence. 2: asked wrongly.
`

export interface JournalOutput {
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

const toTerminal: JournalOutput = {
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
}

export async function main(
  argv: readonly string[],
  output: JournalOutput = toTerminal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  if (argv.includes('--help')) {
    output.print(HELP.trimEnd())
    return 0
  }
  if (output === toTerminal) endWithReader()
  try {
    const options = readJournalOptions(argv, env, process.cwd(), Object.keys(COMMAND_CODES))
    run(options, output)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      output.complain(error.message)
      return 2
    }
    if (error instanceof JournalDamagedError || error instanceof StorageError) output.complain(error.message)
    else if (isOfSystem(error)) output.complain(`Cannot read the journal: ${error.message}. Check the disk.`)
    else throw error
    return 1
  }
}

/** The disk's word (a bad sector, a folder in place of a file), which names the file. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

/** Who reads us may have had enough (`| head`). */
function endWithReader(): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}

function run(options: JournalOptions, output: JournalOutput): void {
  const folder = journalFolder(options.dataDir)
  if (!existsSync(folder)) throw new StorageError(`There is no journal in ${options.dataDir}.`)
  const storage = openReadOnlyStorage(folder)
  if (options.command === 'verify') return verify(options, storage, output)
  const inspection = inspected(storage)
  const range: Range = {
    storage,
    from: Math.max(options.from, inspection.firstSeq),
    to: endOf(options, inspection),
  }
  switch (options.command) {
    case 'dump':
      return dump(range, options.kind, output)
    case 'replay':
      return replay(range, output)
    case 'hash':
      return output.print(`${range.to} ${stateHash(encodeState(stateAt(range)))}`)
    case 'growth':
      return growth(range, output)
  }
}

interface Range {
  readonly storage: Storage
  readonly from: number
  readonly to: number
}

function endOf({ to }: JournalOptions, { chain }: JournalInspection): number {
  if (to === Infinity) return chain.seq
  if (to > chain.seq)
    throw new UsageError(`The journal ends with command ${chain.seq}; --to ${to} lies behind it.`)
  return to
}

/** Attempts before what is read is believed to be damaged and not just being written. */
const LOOKS = 3

/** A writer may add a frame, or archive a segment, between two reads: what is damaged stays so. */
function inspected(storage: Storage, archives?: 'read'): JournalInspection {
  for (let look = 1; ; look += 1) {
    try {
      const inspection = inspectJournal({ storage, ...(archives ? { archives } : {}) })
      if (inspection === undefined) throw new StorageError(`There is no journal in ${storage.pathOf('')}.`)
      return inspection
    } catch (error) {
      const mayPass =
        error instanceof JournalDamagedError || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!mayPass || look === LOOKS) throw error
    }
  }
}

function verify(options: JournalOptions, storage: Storage, { print }: JournalOutput): void {
  const inspection = inspected(storage, 'read')
  const { segments, firstSeq, chain, seals } = inspection
  for (const { name, isArchived, firstSeq: first, lastSeq, endOffset } of segments)
    print(
      `${name}  ${lastSeq < first ? 'no command' : `commands ${first} to ${lastSeq}`}  ${endOffset} bytes${isArchived ? ', archived' : ''}`,
    )
  const { verified } = verifySeals(storage, inspection)
  print(`Journal ${inspection.journalId}, written by ${chain.epoch} lives of the exchange.`)
  if (firstSeq > 1) print(`It begins with command ${firstSeq}: older archives were removed after their time.`)
  print(
    `In order: ${chain.seq - firstSeq + 1} commands (to ${chain.seq}) in ${segments.length} segments; ${verified} of ${seals.size} SHA-256 seals checked.`,
  )
  if (inspection.tornBytes > 0)
    print(
      `Behind command ${chain.seq} lie ${inspection.tornBytes} bytes of a write that did not finish: nothing in it was acknowledged, and the next start makes them zeros. A running exchange may be writing them now.`,
    )
  verifySnapshots(options, inspection, print)
}

function verifySnapshots(
  options: JournalOptions,
  { journalId, chain }: JournalInspection,
  print: (line: string) => void,
): void {
  const folder = snapshotFolder(options.dataDir)
  if (!existsSync(folder)) return print('There are no snapshots.')
  const snapshots = openSnapshotStore(openReadOnlyStorage(folder))
  for (const seq of snapshots.list()) {
    const snapshot = snapshots.load(seq)
    if ('fault' in snapshot) print(`Snapshot ${seq}: ${snapshot.fault}; a start passes over it.`)
    else if (snapshot.journalId !== journalId)
      print(`Snapshot ${seq}: of another journal; a start passes over it.`)
    else if (seq > chain.seq)
      throw new JournalDamagedError(
        `The journal ends with command ${chain.seq} but a whole snapshot knows command ${seq}: acknowledged commands are missing. Restore the data folder from a backup; nothing was changed.`,
      )
    else print(`Snapshot ${seq}: whole, state ${snapshot.stateHash}.`)
  }
}

function dump(range: Range, kind: string | undefined, { print }: JournalOutput): void {
  for (const { seq, atMs, command } of commandsOf(range)) {
    const { kind: its, ...fields } = command
    if (kind === undefined || kind === its)
      print(
        JSON.stringify({ seq, timeMs: atMs, kind: its, ...fields }, (_key, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        ),
      )
  }
}

function* commandsOf({ storage, from, to }: Range) {
  for (const group of readJournal({ storage, fromSeq: from, toSeq: to }))
    for (const [place, record] of group.commands.entries()) {
      const seq = group.firstSeq + place
      if (seq >= from && seq <= to) yield { seq, atMs: group.timeMs, command: commandOf(seq, record) }
    }
}

/** A frame is whole, and what it says is not known here: its words are another version's. */
function commandOf(seq: number, { kind, payload }: JournalGroup['commands'][number]): Command {
  try {
    return decodeCommand(kind, payload)
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error
    throw new StorageError(
      `Command ${seq} cannot be read: ${error.message}. Use the version of Vest that wrote it; nothing was changed.`,
    )
  }
}

/** From an empty exchange; it cannot be had if the beginning was removed. */
function stateAt({ storage, to }: Range, onCommand: (kind: string) => void = () => undefined): Exchange {
  const exchange = createExchange()
  for (const { seq, atMs, command } of commandsOf({ storage, from: 1, to })) {
    apply(exchange, { seq, timeMs: timeMs(atMs), command })
    onCommand(command.kind)
  }
  return exchange
}

function replay(range: Range, { print }: JournalOutput): void {
  const counts = new Map<string, number>()
  const startedMs = performance.now()
  const exchange = stateAt(range, (kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1))
  const seconds = (performance.now() - startedMs) / 1_000
  for (const [kind, count] of [...counts].sort()) print(`${kind}: ${count}`)
  print(`markets: ${query(exchange, 'markets', {}).length}, accounts: ${exchange.accounts.length}`)
  print(
    `${range.to} commands in ${seconds.toFixed(2)} s, ${Math.round(range.to / Math.max(seconds, 1e-3))} a second`,
  )
  print(`${range.to} ${stateHash(encodeState(exchange))}`)
}

const DAY_MS = 86_400_000

/** Bytes of records with their headers, over the time between the first command and the last. */
function growth({ storage, from, to }: Range, { print }: JournalOutput): void {
  const bytesOf = new Map<string, number>()
  let [bytes, commands, firstMs, lastMs] = [0, 0, 0, 0]
  for (const group of readJournal({ storage, fromSeq: from, toSeq: to })) {
    bytes += FRAME_BYTES
    for (const record of group.commands) {
      const kind = KIND_OF_CODE.get(record.kind) ?? 'unknown'
      const size = RECORD_BYTES + record.payload.length
      bytesOf.set(kind, (bytesOf.get(kind) ?? 0) + size)
      bytes += size
      commands += 1
    }
    if (firstMs === 0) firstMs = group.timeMs
    lastMs = group.timeMs
  }
  const days = (lastMs - firstMs) / DAY_MS
  for (const [kind, size] of [...bytesOf].sort((a, b) => b[1] - a[1]))
    print(`${kind}: ${((size / Math.max(bytes, 1)) * 100).toFixed(1)} %`)
  print(`${commands} commands, ${bytes} bytes in ${(days * 24).toFixed(2)} hours`)
  if (days > 0)
    print(
      `${(bytes / days / 1_000_000).toFixed(1)} MB and ${Math.round(commands / days)} commands a day at this pace`,
    )
}

const KIND_OF_CODE = new Map(Object.entries(COMMAND_CODES).map(([kind, code]) => [code, kind]))
/** Head and checksum of a frame, and head of a record (runtime/src/journal/frame.ts). */
const FRAME_BYTES = 40
const RECORD_BYTES = 4
