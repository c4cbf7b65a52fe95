/**
 * The stages of the test commands. Each runs a tool as a child process, shows its output, and answers its totals
 * (`testTotals.mjs`): a tool that judges the tree as a whole counts one, a test runner counts its tests.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './build.mjs'
import { add, totalsOfPlaywright, totalsOfTool, totalsOfVitest } from './testTotals.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', name)
/** The groups of processes that run, each by the number of the one that leads it. */
const groups = new Set()
const STOP_MS_MAX = 5_000
const STOP_LOOK_MS = 20
let isStopping = false

/**
 * Ends whatever runs when the command itself is ended; nothing is begun after that. A runner that has ended leaves its
 * workers behind, and they what they started: the whole group is told, and waited for.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    process.stdout.write('Stopped before the end.\n')
    signalAll(signal)
    const startedMs = Date.now()
    setInterval(() => {
      const isLate = Date.now() - startedMs > STOP_MS_MAX
      if (isLate) signalAll('SIGKILL')
      if (isLate || groups.size === 0 || !signalAll(0)) process.exit(1)
    }, STOP_LOOK_MS)
  })

/** False = nobody is left. */
function signalAll(signal) {
  for (const group of groups)
    try {
      process.kill(-group, signal)
    } catch {
      groups.delete(group)
    }
  return groups.size > 0
}

/** Starts a process that leads a group of its own, which ends when the command is ended. */
export function spawnTracked(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true })
  const group = child.pid
  if (group === undefined) return child
  groups.add(group)
  if (isStopping) signalAll('SIGKILL')
  child.on('exit', () => {
    if (!isStopping) groups.delete(group)
  })
  return child
}

/** @returns {Promise<number>} exit code; a signal counts as 1. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // Whoever waits for what is not begun any more waits until the process ends.
    if (isStopping) return
    const child = spawnTracked(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

export function heading(title) {
  process.stdout.write(`\n── ${title} ${'─'.repeat(Math.max(2, 70 - title.length))}\n`)
}

export async function single(title, command, args, options) {
  heading(title)
  const startedMs = Date.now()
  const code = await run(command, args, options)
  process.stdout.write(
    `${title}: ${code === 0 ? 'ok' : `failed (exit ${code})`} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`,
  )
  return totalsOfTool(title, code)
}

export async function vitest(title, args, env = {}) {
  heading(title)
  const { code, report } = await reported('vitest', env, (file) => [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ])
  return totalsOfVitest(title, code, report)
}

/** `names`: only the journeys of files that are called so. */
export async function playwright(title, env, names = []) {
  heading(title)
  const { code, report } = await reported('playwright', env, () => [
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
    '--reporter=list,json',
    ...names,
  ])
  return totalsOfPlaywright(title, code, report)
}

/** Runs a test runner and reads the report that it writes to a file; Playwright is told which by the environment. */
async function reported(name, env, argsFor) {
  const dir = mkdtempSync(join(tmpdir(), 'vest-report-'))
  const file = join(dir, 'report.json')
  try {
    const code = await run(bin(name), argsFor(file), {
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    })
    return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** By itself the runner leaves one core alone: on two of them, half. */
export const ON_ALL_CORES = ['--maxWorkers', String(availableParallelism())]

/** Counting makes every command of a property slower. */
const COVERED = ['--coverage', '--testTimeout', '120000']

/** With `isCovered` the units also prove that they run the lines and branches of the core (vitest.config.ts). */
export async function runCheckStages({ isCovered = false } = {}) {
  let totals = await single('types', bin('tsc'), ['-p', 'tsconfig.json'])
  totals = add(totals, await single('lint', bin('oxlint'), []))
  totals = add(totals, await single('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']))
  return add(
    totals,
    await vitest('units, properties, import table', [
      ...['--project', 'fast', ...ON_ALL_CORES],
      ...(isCovered ? COVERED : []),
    ]),
  )
}
