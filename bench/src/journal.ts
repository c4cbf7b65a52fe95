/**
 * `bench -- journal`: durable groups of 100 records of 200 bytes. Ours against the loop that only writes the same
 * bytes into a preallocated file and syncs them, and against better-sqlite3 with synchronous=FULL. All three lie on
 * the same disk; every group is durable before the next begins, and each has a turn of the event loop to itself, as it
 * has in the engine. The loop's file is preallocated before the clock runs, and so are the segments that we prepare
 * while it is quiet, the time in which finished ones are sealed; what an exchange without a quiet second reaches is
 * said beside it.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openJournal, openNodeStorage } from '@vest/runtime'
import type { BenchResult } from './bench.ts'
import { interleave } from './interleave.ts'
import { loadPeer } from './loadPeer.ts'

const GROUPS = 2_000
const GROUP = 100
const RECORD_BYTES = 200
const KIND = 1
const WARM_UP_ROUNDS = 1
const SQLITE = { name: 'better-sqlite3', version: '12.4.1' }

/** What the measurement uses of better-sqlite3. */
interface SqliteDatabase {
  pragma(text: string): unknown
  exec(text: string): unknown
  prepare(text: string): { run(...values: unknown[]): unknown }
  close(): void
}
type Sqlite = new (file: string) => SqliteDatabase

export async function benchJournal(print: (line: string) => void): Promise<BenchResult> {
  const Sqlite = (await loadPeer(SQLITE, print)) as Sqlite
  const folder = mkdtempSync(join(tmpdir(), 'vest-bench-journal-'))
  const record = Buffer.alloc(RECORD_BYTES, 0x5a)
  const journal = openJournal({ storage: openNodeStorage(join(folder, 'journal')) })
  const raw = createRawFile(join(folder, 'raw'))
  const sqlite = openSqlite(Sqlite, join(folder, 'sqlite.db'))
  let timeMs = 1_700_000_000_000
  const round = (): Promise<number> =>
    timedGroups(() => {
      for (let i = 0; i < GROUP; i += 1) journal.append(KIND, record)
      journal.commit((timeMs += 1))
    })
  const ours = async (): Promise<number> => {
    // The timer of the engine, in a time without orders.
    while (!journal.isAhead) {
      journal.upkeep()
      await nextTurn()
    }
    return round()
  }
  const common = { print, ours, ops: GROUPS * GROUP, warmUpRounds: WARM_UP_ROUNDS }
  try {
    print(
      `${GROUPS} groups of ${GROUP} records of ${RECORD_BYTES} bytes, 5 interleaved rounds with each peer`,
    )
    const toSqlite = await interleave({ ...common, names: ['journal', 'better-sqlite3'], peer: sqlite.round })
    print(`  against better-sqlite3 ${SQLITE.version}, WAL, synchronous=FULL: ${toSqlite.toFixed(2)}`)
    const restless = await interleave({
      ...common,
      print: () => undefined,
      names: ['journal', 'raw'],
      ours: round,
      peer: raw.round,
    })
    print(`  against the raw loop, without a quiet second to prepare segments in: ${restless.toFixed(2)}`)
    const ratio = await interleave({ ...common, names: ['journal', 'raw'], peer: raw.round })
    return { peer: 'the loop of write and fdatasync on a preallocated file', ratio }
  } finally {
    journal.close()
    raw.close()
    sqlite.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Peer {
  round(): Promise<number>
  close(): void
}

/** Nanoseconds of all groups, each in a turn of its own. */
async function timedGroups(writeGroup: (group: number) => void): Promise<number> {
  const started = process.hrtime.bigint()
  for (let group = 0; group < GROUPS; group += 1) {
    writeGroup(group)
    await nextTurn()
  }
  return Number(process.hrtime.bigint() - started)
}

/** Zeroed to its full size beforehand; each round writes over it from the start. */
function createRawFile(path: string): Peer {
  const bytes = Buffer.alloc(GROUP * RECORD_BYTES, 0x5a)
  const fd = openSync(path, 'w+')
  const zeros = Buffer.alloc(1_048_576)
  for (let at = 0; at < GROUPS * bytes.length; at += zeros.length) writeSync(fd, zeros, 0, zeros.length, at)
  fdatasyncSync(fd)
  return {
    round: () =>
      timedGroups((group) => {
        writeSync(fd, bytes, 0, bytes.length, group * bytes.length)
        fdatasyncSync(fd)
      }),
    close: () => closeSync(fd),
  }
}

function openSqlite(Sqlite: Sqlite, path: string): Peer {
  const database = new Sqlite(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table records (id integer primary key, bytes blob not null)')
  const insert = database.prepare('insert into records (bytes) values (?)')
  const record = Buffer.alloc(RECORD_BYTES, 0x5a)
  return {
    round: () =>
      timedGroups(() => {
        database.exec('begin')
        for (let i = 0; i < GROUP; i += 1) insert.run(record)
        database.exec('commit')
      }),
    close: () => database.close(),
  }
}
