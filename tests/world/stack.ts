/**
 * The real stack as a child process: exactly what `npm start` runs, on a free port with a data folder of its
 * own. A test can stop it as a person would, kill it as a power cut would, and start it again on the same
 * data.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../runtime/src/testing/freePort.ts'

const root = join(import.meta.dirname, '..', '..')
const READY = /Vest is ready at (http:\/\/\S+)/
const READY_TIMEOUT_MS = 150_000
const STOP_TIMEOUT_MS = 30_000

/** Of the stacks of this process, by their port: where their data lies. */
const dataDirs = new Map<number, string>()

/** What programs of this installation carry: they are not limited. Pages in a browser are, like every client. */
export const programHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  'x-vest-program': programTokenAt(Number(new URL(baseUrl).port)),
})
export const programTokenAt = (port: number): string =>
  readFileSync(join(dataDirs.get(port)!, 'program.token'), 'utf8').trim()

/** fetch of such a program. */
export const programFetch =
  (baseUrl: string) =>
  (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...programHeaders(baseUrl) },
    })

export interface StackOptions {
  readonly dataDir?: string
  readonly port?: number
  readonly flow?: boolean
  /** Markets keep their hours; by default they trade at every hour. */
  readonly calendar?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** A command that runs the rest of its line in its own place. */
  readonly through?: readonly string[]
}

export interface Stack {
  readonly baseUrl: string
  readonly dataDir: string
  readonly port: number
  /** Everything it printed so far. */
  output(): string
  /** From spawning to the ready line. */
  readonly readyMs: number
  readonly pid: number
  /** Children that it recorded, such as the local chain. */
  childPids(): readonly number[]
  /** Ctrl-C. Resolves with the exit code; rejects when it takes too long or leaves something running. */
  stop(): Promise<number>
  /** SIGKILL of the exchange process alone. */
  kill9(): Promise<void>
  /** SIGKILL of the children it recorded: the local chain. */
  kill9Chain(): readonly number[]
}

export const freshDataDir = (): string => mkdtempSync(join(tmpdir(), 'vest-stack-'))
export const removeDataDir = (path: string): void => rmSync(path, { recursive: true, force: true })

export interface Attempt {
  readonly child: ChildProcess
  readonly dataDir: string
  readonly port: number
  output(): string
  /** Of that, what went to standard error. */
  errors(): string
}

/** Folders of stacks that may have children: one that was killed leaves its own behind. */
const withChildren = new Set<string>()
process.once('exit', () => {
  for (const pid of [...withChildren].flatMap(recordedChildren))
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
})

/** Runs the start command without waiting for anything: for what must fail. */
export function spawnStart(options: {
  dataDir: string
  port: number
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  through?: readonly string[]
}): Attempt {
  let output = ''
  let errors = ''
  const line = [process.execPath, join(root, 'tools', 'start.mjs'), ...(options.args ?? [])]
  const [program, ...args] = [...(options.through ?? []), ...line]
  const child = spawn(program!, args, {
    cwd: root,
    env: {
      ...process.env,
      HOST: 'localhost',
      // The port beside a free one need not be free.
      VEST_WALLET_PORT: '0',
      ...options.env,
      PORT: String(options.port),
      VEST_DATA: options.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test run that is broken off takes along what it started.
  const endWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  withChildren.add(options.dataDir)
  child.once('exit', (_, signal) => {
    process.off('exit', endWithUs)
    if (signal !== 'SIGKILL') withChildren.delete(options.dataDir)
  })
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    errors += chunk.toString()
  })
  return { child, dataDir: options.dataDir, port: options.port, output: () => output, errors: () => errors }
}

/** Exit code of an attempt that is expected to end by itself. */
export async function exitOf(attempt: Attempt): Promise<number> {
  if (attempt.child.exitCode !== null) return attempt.child.exitCode
  // `close` comes after `exit`, when everything it printed has been read.
  const [code] = (await once(attempt.child, 'close')) as [number | null]
  return code ?? -1
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const startedMs = performance.now()
  const attempt = spawnStart({
    dataDir: options.dataDir ?? freshDataDir(),
    port: options.port ?? (await freePort()),
    args: [
      ...(options.flow === false ? ['--no-flow'] : []),
      ...(options.calendar === true ? ['--calendar'] : []),
    ],
    env: { VEST_WALLET_PORT: String(await freePort()), ...options.env },
    ...(options.through ? { through: options.through } : {}),
  })
  const { child } = attempt
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready after ${READY_TIMEOUT_MS / 1000} s:\n${attempt.output()}`))
    }, READY_TIMEOUT_MS)
    const look = (): void => {
      const url = READY.exec(attempt.output())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout!.on('data', look)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it was ready:\n${attempt.output()}`))
    })
  })
  dataDirs.set(attempt.port, attempt.dataDir)
  return {
    baseUrl,
    dataDir: attempt.dataDir,
    port: attempt.port,
    output: attempt.output,
    readyMs: performance.now() - startedMs,
    pid: child.pid!,
    childPids: () => recordedChildren(attempt.dataDir),
    stop: async () => {
      const children = recordedChildren(attempt.dataDir)
      child.kill('SIGINT')
      const code = await withTimeout(exitOf(attempt), STOP_TIMEOUT_MS, () => {
        for (const pid of [...children.filter(isRunning), child.pid!]) process.kill(pid, 'SIGKILL')
        return `did not stop:\n${attempt.output()}`
      })
      const left = children.filter(isRunning)
      if (left.length > 0) throw new Error(`left running after stop: ${left.join(', ')}`)
      return code
    },
    kill9: async () => {
      child.kill('SIGKILL')
      await exitOf(attempt)
    },
    kill9Chain: () => {
      const pids = recordedChildren(attempt.dataDir).filter(isRunning)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      return pids
    },
  }
}

/** The same data on the same port, after a stop or a kill. */
export const startAgain = ({ dataDir, port }: Stack): Promise<Stack> => startStack({ dataDir, port })

function recordedChildren(dataDir: string): readonly number[] {
  const file = join(dataDir, 'run.json')
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as { children: { pid: number }[] }).children.map(
    (one) => one.pid,
  )
}

/** A zombie has ended: only its parent has not looked yet. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch {
    return false
  }
}

async function withTimeout<T>(promise: Promise<T>, ms: number, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
