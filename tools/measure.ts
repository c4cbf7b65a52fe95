/**
 * What Vest costs on this machine: `npm start` on a new data folder, then again on the same one, with one
 * browser tab on the trading page. Costs are those of the whole process tree, npm included, the browser
 * excluded; they are read from /proc (Linux). The load of the machine stands beside them, because figures from
 * a busy machine are worth less.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { freePort } from '../runtime/src/testing/freePort.ts'

const HELP = `Usage: node tools/program.mjs measure [--seconds N]

Starts Vest twice on a data folder of its own, with one browser tab open, and prints the time to the ready
line, the processor time of the idle process tree over N seconds (default 60), and its memory. Needs Linux
and Chromium; stop everything else for figures worth keeping.
`
const SETTLE_MS = 20_000
const READY = /Vest is ready at (\S+)/
const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** USER_HZ: the unit of times in /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

export async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    process.stdout.write(HELP)
    return 0
  }
  const at = argv.indexOf('--seconds')
  const seconds = at < 0 ? 60 : Number(argv[at + 1])
  if (!(seconds > 0)) {
    process.stderr.write('--seconds needs a number above 0.\n')
    return 1
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'vest-measure-'))
  try {
    for (const title of ['first', 'later']) await measureRun(title, { dataDir, seconds })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return 0
}

async function measureRun(title: string, options: { dataDir: string; seconds: number }): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${title} start: ${text}\n`)
  const { child, url, readyMs } = await start(options.dataDir)
  const executablePath = process.env.CHROMIUM_PATH ?? CHROMIUM_PATHS.find(existsSync)
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox'],
  })
  try {
    print(`ready after ${(readyMs / 1000).toFixed(1)} s`)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${url}/trade/BTC-PERP`)
    await wait(SETTLE_MS)
    const before = processorSeconds(child.pid!)
    const startedMs = performance.now()
    await wait(options.seconds * 1000)
    const elapsed = (performance.now() - startedMs) / 1000
    const used = processorSeconds(child.pid!)
    print(
      `idle with one tab: ${percent(sum(used) - sum(before), elapsed)} of one core over ${elapsed.toFixed(0)} s`,
    )
    for (const [pid, one] of used)
      print(`  ${one.name}: ${percent(one.seconds - (before.get(pid)?.seconds ?? 0), elapsed)}`)
    const memory = memoryOf(child.pid!)
    print(`memory: ${memory.pssMb} MB (PSS), ${memory.rssMb} MB (RSS)`)
    print(`load of the machine ${loadavg()[0]!.toFixed(2)} on ${cpus().length} cores, the browser's included`)
  } finally {
    await browser.close()
    process.kill(-child.pid!, 'SIGINT')
    await once(child, 'exit')
  }
}

async function start(dataDir: string): Promise<{ child: ChildProcess; url: string; readyMs: number }> {
  const startedMs = performance.now()
  // A group of its own, so that one signal reaches all of it, as Ctrl-C in a terminal does.
  const child = spawn('npm', ['start'], {
    detached: true,
    env: { ...process.env, PORT: String(await freePort()), VEST_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const said = READY.exec(output)?.[1]
      if (said !== undefined) resolve(said)
    })
    child.once('exit', () => reject(new Error(`Vest did not start:\n${output}`)))
  })
  return { child, url, readyMs: performance.now() - startedMs }
}

interface ProcessTime {
  readonly name: string
  readonly seconds: number
}
const sum = (times: ReadonlyMap<number, ProcessTime>): number =>
  [...times.values()].reduce((total, { seconds }) => total + seconds, 0)
const percent = (seconds: number, elapsed: number): string => `${((100 * seconds) / elapsed).toFixed(1)} %`

/** User and system time of every process of the tree, with that of children that have ended. */
function processorSeconds(root: number): ReadonlyMap<number, ProcessTime> {
  return new Map(
    treeOf(root).map(({ pid, name, fields }) => [
      pid,
      {
        name,
        seconds: fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / TICKS_PER_SECOND,
      },
    ]),
  )
}

/** PSS shares what processes have in common; RSS counts it for each. */
function memoryOf(root: number): { readonly pssMb: number; readonly rssMb: number } {
  let [pss, rss] = [0, 0]
  for (const { pid } of treeOf(root)) {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    pss += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1])
    rss += Number(/^Rss:\s+(\d+)/m.exec(rollup)?.[1])
  }
  return { pssMb: Math.round(pss / 1024), rssMb: Math.round(rss / 1024) }
}

interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** /proc/PID/stat after the name: state, ppid, … */
  readonly fields: readonly string[]
}

function treeOf(root: number): readonly ProcessRow[] {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(rowOf)
  const tree = rows.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...rows.filter(({ parent }) => parent === pid))
  return tree
}

function rowOf(pid: string): readonly ProcessRow[] {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It ended between the listing and the look.
    return []
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  return [{ pid: Number(pid), parent: Number(fields[1]), name, fields }]
}
