/**
 * The stages of the test commands. Each runs a tool as a child process, shows its output, and answers its totals
 * (`testTotals.mjs`): a tool that judges the tree as a whole counts one, a test runner counts its tests.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './build.mjs'
import { add, NO_TESTS, totalsOfPlaywright, totalsOfTool, totalsOfVitest } from './testTotals.mjs'

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

/** False = no process is left. */
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
    // A caller of what is not begun any more waits until the process ends.
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
  return told(title, startedMs, await run(command, args, options))
}

/** Beside others: what it says is told when it has ended, as one piece. */
async function singleBeside(title, command, args) {
  const startedMs = Date.now()
  let output = ''
  const code = await new Promise((resolve, reject) => {
    if (isStopping) return
    const child = spawnTracked(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (exit) => resolve(exit ?? 1))
  })
  heading(title)
  process.stdout.write(output)
  return told(title, startedMs, code)
}

function told(title, startedMs, code) {
  process.stdout.write(
    `${title}: ${code === 0 ? 'ok' : `failed (exit ${code})`} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`,
  )
  return totalsOfTool(title, code)
}

const clock = (seconds) =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`
const lines = []

/**
 * Runs a stage and tells what it took beside what it may take on two cores with nothing else to do. The budget judges
 * nothing: a machine that has other work takes longer.
 *
 * @param {string} title
 * @param {number} budgetSeconds
 * @param {() => Promise<import('./testTotals.mjs').Totals>} stage
 */
export async function budgeted(title, budgetSeconds, stage) {
  const startedMs = Date.now()
  const totals = await stage()
  const line = `${title.padEnd(52)} ${clock((Date.now() - startedMs) / 1000).padStart(6)} of ${clock(budgetSeconds).padStart(5)}`
  process.stdout.write(`\n${line}\n`)
  lines.push(line)
  return totals
}

/** Of all stages that ran, each with its time and its budget. */
export const timesTold = () =>
  `\nminutes of each stage, and of its budget on two quiet cores\n${lines.map((line) => `  ${line}\n`).join('')}`

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

/** Seconds on two cores with nothing else to do; what takes longer for good is made shorter, or its budget argued for. */
export const BUDGET_SECONDS = {
  tree: 45,
  units: 120,
  coveredUnits: 180,
  integration: 300,
  stacks: 240,
  alone: 400,
  simulation: 180,
  // A hundred and sixty of them, each against the real stack; two at a time.
  journeys: 1_050,
}

/** Counting makes every command of a property slower. */
const COVERED = ['--coverage', '--testTimeout', '120000']

/** With `isCovered` the units also prove that they run the lines and branches of the core (vitest.config.ts). */
export async function runCheckStages({ isCovered = false } = {}) {
  const totals = await budgeted('types, lint, format', BUDGET_SECONDS.tree, judgeTree)
  return add(
    totals,
    await budgeted(
      'units, properties, import table',
      isCovered ? BUDGET_SECONDS.coveredUnits : BUDGET_SECONDS.units,
      () =>
        vitest('units, properties, import table', [
          ...['--project', 'fast', ...ON_ALL_CORES],
          ...(isCovered ? COVERED : []),
        ]),
    ),
  )
}

/** A quarter of what there is to format: behind the types, so that both cores end together. */
const FORMATTED_LATER = 'core'

/** What the last run found of files that have not changed since holds again. */
const TYPES_KEPT = ['--incremental', '--tsBuildInfoFile', 'build/types.tsbuildinfo']
const cacheAt = (name) => [
  ...['--cache', '--cache-strategy', 'content'],
  ...['--cache-location', `build/${name.replaceAll(' ', '-')}.cache`],
]

/** The compiler on one core: on several its threads work out the same types, each for itself, in twice the time of all. */
async function judgeTree() {
  const format = (name, ...paths) =>
    singleBeside(name, bin('prettier'), ['--check', '--log-level', 'warn', ...cacheAt(name), ...paths])
  const oneAfterTheOther = async (...tools) => {
    let totals = NO_TESTS
    for (const tool of tools) totals = add(totals, await tool())
    return totals
  }
  const cores = await Promise.all([
    oneAfterTheOther(
      () => singleBeside('types', bin('tsc'), ['-p', 'tsconfig.json', '--singleThreaded', ...TYPES_KEPT]),
      () => singleBeside('lint', bin('oxlint'), []),
      () => format(`format of ${FORMATTED_LATER}`, FORMATTED_LATER),
    ),
    oneAfterTheOther(() => format('format', '.', `!${FORMATTED_LATER}/**`)),
  ])
  return cores.reduce(add)
}
