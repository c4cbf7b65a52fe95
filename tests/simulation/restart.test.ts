/**
 * A start from a snapshot with a tail of a million events behind it, and from the snapshot of a large exchange (R5).
 * The processor's time is what counts here: other work on the machine leaves it nearly as it is. How long a start takes
 * by the clock is `npm run bench -- restart`.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
// @ts-expect-error a script without types
import { externalPackages, PRODUCT_DROPS_LABELS, root } from '../../tools/build.mjs'
// @ts-expect-error a script without types
import { makeConstant } from '../../tools/constantBindings.mjs'
import type { Loaded } from './largeSnapshot.ts'
import type { Restarted } from './restartTail.ts'

const run = promisify(execFile)
/** A long run asks for more, and for the whole past instead of a snapshot with a tail. */
const REPLAYED = process.env['VEST_REPLAYED_EVENTS']
const EVENTS = Number(REPLAYED ?? 1_000_000)
const ALLOWED_SECONDS = REPLAYED === undefined ? 10 : EVENTS / 66_666
const TIMEOUT_MS = 600_000 + EVENTS / 2
const IN_WORDS =
  REPLAYED === undefined
    ? 'from a snapshot with a tail of a million events, within ten seconds'
    : `from the first of ${EVENTS} events, within ${Math.round(ALLOWED_SECONDS)} seconds`

/** In a long run 100,000 accounts with 500,000 orders, otherwise a tenth of either. */
const ACCOUNTS = REPLAYED === undefined ? 10_000 : 100_000
const ORDERS = 5 * ACCOUNTS
/** Eight for the whole. Of the tenth half of that, so that a busy machine does not decide. */
const LOAD_SECONDS = REPLAYED === undefined ? 4 : 8

let dataDir: string
let program: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vest-restart-'))
  // Below the root, where the packages are that it imports.
  mkdirSync(join(root, 'build', 'programs'), { recursive: true })
  program = join(root, 'build', 'programs', `restart.${process.pid}.mjs`)
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(program, { force: true })
})

/** What a function of a program of ours comes to in a process of its own. */
async function resultOf<Result>(entry: string, called: string, options: object): Promise<Result> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    plugins: [externalPackages],
    dropLabels: PRODUCT_DROPS_LABELS,
  })
  makeConstant(program)
  const script = `
    const { ${called} } = await import(${JSON.stringify(pathToFileURL(program).href)})
    const result = await ${called}(${JSON.stringify(dataDir)}, ${JSON.stringify(options)})
    process.stdout.write(JSON.stringify(result))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout) as Result
}

it(
  `[R5] restarts ${IN_WORDS} of the processor, into the state of one that never stopped`,
  async () => {
    const options = { events: EVENTS, isWhole: REPLAYED !== undefined }
    const restart = await resultOf<Restarted>('tests/simulation/restartTail.ts', 'restartWithTail', options)
    const { snapshotSeq, seq, events, begun, written, restarted, ...took } = restart
    process.stdout.write(
      `restart: ${events} events of ${seq - snapshotSeq} commands, ` +
        `${took.processorSeconds.toFixed(2)} s of the processor, ${took.wallSeconds.toFixed(2)} s by the clock\n`,
    )
    expect(events).toBeGreaterThanOrEqual(EVENTS)
    // It began with the snapshot, and replayed all of the tail and nothing else.
    expect(begun).toEqual({ seq: REPLAYED === undefined ? snapshotSeq : 0, total: seq })
    expect(restarted).toEqual(written)
    expect(took.processorSeconds).toBeLessThan(ALLOWED_SECONDS)
  },
  TIMEOUT_MS,
)

it(
  `[R5] stands on the snapshot of ${ACCOUNTS} accounts and ${ORDERS} orders within ${LOAD_SECONDS} s of the processor`,
  async () => {
    const options = { accounts: ACCOUNTS, orders: ORDERS }
    const load = await resultOf<Loaded>('tests/simulation/largeSnapshot.ts', 'loadLargeSnapshot', options)
    const { processorSeconds, wallSeconds, stateBytes } = load
    process.stdout.write(
      `snapshot of ${ORDERS} orders: ${(stateBytes / 1_000_000).toFixed(0)} MB, ` +
        `${processorSeconds.toFixed(2)} s of the processor, ${wallSeconds.toFixed(2)} s by the clock\n`,
    )
    expect(load.liveOrders).toBe(ORDERS)
    expect(load.loaded).toBe(load.written)
    expect(processorSeconds).toBeLessThan(LOAD_SECONDS)
  },
  TIMEOUT_MS,
)
