/**
 * `npm run readmodels -- hash|rebuild`: the read models for people. They are a projection of the journal: `rebuild`
 * throws them away and folds them anew from its first command, and the hashes of before and after are the same. Works
 * on the folder of an exchange that does not run, and on the embedded database or the server at DATABASE_URL.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHash } from 'node:crypto'
import { openPgliteStore, openPostgresStore, type OpenedStore, type TableDigest } from '@vest/database'
import { createCandleHistory } from '@vest/devnet'
import { apply, createExchange, type EventEnvelope } from '@vest/engine'
import { createProjector } from '@vest/exchange'
import { alwaysOpen, createCalendar } from '@vest/oracle'
import { timeMs } from '@vest/protocol'
import { decodeCommand, inspectJournal, journalFolder, openReadOnlyStorage, readJournal } from '@vest/runtime'
import { openDataFolder } from '../start/dataFolder.ts'
import { devnetIdentity, type DevnetIdentity } from '../start/devnetIdentity.ts'
import { readOptions, StartError, type StartOptions } from '../start/options.ts'

const HELP = `Usage: npm run readmodels -- hash
       npm run readmodels -- rebuild [--calendar]

Works on the data folder of \`npm start\` (VEST_DATA, or data) while the exchange does not run.

  hash     rows and digest of every table, and one hash of all
  rebuild  empties the tables, folds every command of the journal anew, then says the same

--calendar belongs to an exchange that was started with it. Equal hashes are equal rows. Exit code 0: done. 1: not possible, in one sentence. 2: asked wrongly.
`

const ENVELOPES_PER_BATCH = 1_000
const print = (line: string): void => void process.stdout.write(`${line}\n`)

export async function main(argv: readonly string[]): Promise<number> {
  const [command, ...more] = argv
  if (argv.includes('--help')) {
    print(HELP.trimEnd())
    return 0
  }
  const isKnown = command === 'hash' || command === 'rebuild'
  if (!isKnown || more.some((option) => option !== '--calendar')) {
    process.stderr.write('Say hash or rebuild. Try npm run readmodels -- --help.\n')
    return 2
  }
  try {
    await work(command, readOptions(more, process.env, process.cwd()))
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

async function work(command: 'hash' | 'rebuild', options: StartOptions): Promise<void> {
  const { dataDir } = options
  const folder = openDataFolder(dataDir)
  try {
    const identity = devnetIdentity(dataDir, Date.now())
    const opened = await openStore(dataDir, identity)
    try {
      if (command === 'rebuild') await rebuild(options, identity, opened)
      tell(await opened.store.digests())
    } finally {
      await opened.store.close()
    }
  } finally {
    folder.release()
  }
}

function openStore(dataDir: string, { seed, genesisMs }: DevnetIdentity): Promise<OpenedStore> {
  const journalId = `${seed}-${genesisMs}`
  const url = process.env.DATABASE_URL
  if (url !== undefined && url !== '') return openPostgresStore({ url, journalId })
  const workerUrl = pathToFileURL(join(process.cwd(), 'build', 'server', 'pgliteWorker.mjs'))
  return openPgliteStore({ dir: join(dataDir, 'database'), workerUrl, journalId })
}

/** Every command through an empty exchange, its events through the projector that a running exchange has. */
async function rebuild(
  { dataDir, alwaysOpen: isAlwaysOpen }: StartOptions,
  { seed, genesisMs }: DevnetIdentity,
  { store }: OpenedStore,
): Promise<void> {
  const storage = openReadOnlyStorage(journalFolder(dataDir))
  const inspection = inspectJournal({ storage })
  if (inspection === undefined) throw new StartError(`There is no journal in ${dataDir}.`)
  const { firstSeq, chain } = inspection
  if (firstSeq > 1)
    throw new StartError(
      `The journal begins with command ${firstSeq}: older archives were removed after their time, so the whole cannot be folded anew. The tables stay as they are.`,
    )
  await store.reset()
  const clock = { nowMs: () => timeMs(Date.now()) }
  let failure: Error | undefined
  const projector = createProjector({
    store,
    history: createCandleHistory({ seed, genesisMs, calendar: isAlwaysOpen ? alwaysOpen : createCalendar() }),
    clock,
    onFailure: (reason) => (failure = reason),
  })
  const exchange = createExchange()
  let batch: EventEnvelope[] = []
  for (const group of readJournal({ storage, fromSeq: 1, toSeq: chain.seq })) {
    for (const [place, record] of group.commands.entries()) {
      const seq = group.firstSeq + place
      const at = timeMs(group.timeMs)
      const command = decodeCommand(record.kind, record.payload)
      batch.push({ seq, timeMs: at, events: apply(exchange, { seq, timeMs: at, command }).events })
    }
    if (batch.length < ENVELOPES_PER_BATCH) continue
    await projector.replay(batch)
    batch = []
  }
  await projector.replay(batch)
  await projector.flushedThrough(chain.seq)
  await projector.stop()
  if (failure) throw failure
  print(`Folded ${chain.seq} commands.`)
}

function tell(digests: readonly TableDigest[]): void {
  const all = createHash('sha256')
  for (const { table, rows, digest } of digests) {
    print(`${table.padEnd(18)} ${String(rows).padStart(9)}  ${digest}`)
    all.update(`${table} ${rows} ${digest}\n`)
  }
  print(`hash: ${all.digest('hex')}`)
}
