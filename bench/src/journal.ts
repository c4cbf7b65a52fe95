/**
 * `bench -- journal`: durable groups of 100 records of 200 bytes. Ours against the loop that only writes the same
 * bytes into a preallocated file and syncs them, and against better-sqlite3 with synchronous=FULL. All three lie on
 * the same disk. The peers know one way, each group durable before the next begins; the engine leaves groups of this
 * size to other threads, a sync for each, and writes the next ones meanwhile, so that is what is measured, and the one
 * way beside it. The loop's file is preallocated before the clock runs, and so are the segments that we prepare while
 * it is quiet, the time in which finished ones are sealed; what an exchange without a quiet second reaches is said
 * beside it.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openJournal, openNodeStorage } from '@vest/runtime'
import type { BenchResult } from './benchResult.ts'
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
  const collect = (): void => {
    for (let i = 0; i < GROUP; i += 1) journal.append(KIND, record)
  }
  const oneByOne = (): Promise<number> =>
    timedGroups(() => {
      collect()
      journal.commit((timeMs += 1))
    })
  const beside = (): Promise<number> =>
    timedUnderWay(
      () => journal.canCommitBeside,
      (done) => {
        collect()
        journal.commitBeside((timeMs += 1), done)
      },
    )
  /** After a time without orders, in which the timer of the engine came. */
  const rested = async (round: () => Promise<number>): Promise<number> => {
    while (!journal.isAhead) {
      journal.upkeep()
      await nextTurn()
    }
    return round()
  }
  const sizes = { ops: GROUPS * GROUP, warmUpRounds: WARM_UP_ROUNDS }
  const toRaw = { ...sizes, names: ['journal', 'raw'], peer: raw.round } as const
  const toSqlite = { ...sizes, names: ['journal', 'better-sqlite3'], peer: sqlite.round } as const
  const told = (what: string, ratio: number): void => print(`  ${what}: ${ratio.toFixed(2)}`)
  const aside = { print: () => undefined }
  try {
    print(
      `${GROUPS} groups of ${GROUP} records of ${RECORD_BYTES} bytes, 5 interleaved rounds with each peer`,
    )
    const sqliteName = `better-sqlite3 ${SQLITE.version}, WAL, synchronous=FULL`
    told(
      `against ${sqliteName}, as the engine writes such groups`,
      await interleave({ ...toSqlite, print, ours: () => rested(beside) }),
    )
    told(
      'the same, each group durable before the next begins',
      await interleave({ ...toSqlite, ...aside, ours: () => rested(oneByOne) }),
    )
    told(
      'against the raw loop, as the engine writes such groups',
      await interleave({ ...toRaw, ...aside, ours: () => rested(beside) }),
    )
    told(
      'the same, each group durable before the next begins, without a quiet second to prepare segments in',
      await interleave({ ...toRaw, ...aside, ours: oneByOne }),
    )
    print('  the same with one, each group durable before the next begins:')
    const ratio = await interleave({ ...toRaw, print, ours: () => rested(oneByOne) })
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

/** Nanoseconds until all groups are durable, as many of them under way as may be; those that follow come in a later turn. */
function timedUnderWay(
  canBegin: () => boolean,
  writeGroup: (done: (error?: Error) => void) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint()
    let begun = 0
    let durable = 0
    const begin = (): void => {
      for (; begun < GROUPS && canBegin(); begun += 1)
        writeGroup((error) => {
          if (error) return reject(error)
          durable += 1
          if (durable === GROUPS) resolve(Number(process.hrtime.bigint() - started))
          else setImmediate(begin)
        })
    }
    begin()
  })
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
