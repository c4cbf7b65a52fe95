/**
 * A start from a snapshot with a tail of a million events behind it (R5). The processor's time is what counts here:
 * other work on the machine leaves it as it is. How long it takes by the clock is `npm run bench -- restart`.
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

let dataDir: string
let program: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vest-restart-'))
  // Below the root, where the packages are that it imports.
  mkdirSync(join(root, 'build', 'programs'), { recursive: true })
  program = join(root, 'build', 'programs', `restartTail.${process.pid}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: ['tests/simulation/restartTail.ts'],
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
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(program, { force: true })
})

it(
  `[R5] restarts ${IN_WORDS} of the processor, into the state of one that never stopped`,
  async () => {
    const options = JSON.stringify({ events: EVENTS, isWhole: REPLAYED !== undefined })
    const script = `
      const { restartWithTail } = await import(${JSON.stringify(pathToFileURL(program).href)})
      process.stdout.write(JSON.stringify(await restartWithTail(${JSON.stringify(dataDir)}, ${options})))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    const { snapshotSeq, seq, events, begun, written, restarted, ...took } = JSON.parse(stdout) as Restarted
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
