/**
 * A PostgreSQL server of Debian's package on a free port and a temporary folder, for tests. The server
 * refuses to run as root; then it runs as the user `postgres` that the package made.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { freePort } from '../../../../runtime/src/testing/freePort.ts'

const PACKAGE_ROOT = '/usr/lib/postgresql'

export interface PostgresServer {
  readonly url: string
  /** SIGKILL to the whole server, as a crash does it. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port. */
  start(): Promise<void>
  remove(): Promise<void>
}

function binaries(): string {
  const versions = existsSync(PACKAGE_ROOT)
    ? readdirSync(PACKAGE_ROOT).sort((a, b) => Number(b) - Number(a))
    : []
  const found = versions
    .map((version) => join(PACKAGE_ROOT, version, 'bin'))
    .find((dir) => existsSync(join(dir, 'initdb')))
  if (!found) throw new Error('these tests need a PostgreSQL server: apt-get install postgresql')
  return found
}

const isRoot = process.getuid?.() === 0
/** As root, a command runs as the package's user. */
const asServerUser = (command: string, args: readonly string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]]

export async function startPostgresServer(): Promise<PostgresServer> {
  const bin = binaries()
  const folder = mkdtempSync(join(tmpdir(), 'vest-postgres-'))
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    chownSync(folder, id('-u'), id('-g'))
  }
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  execFileSync(
    ...asServerUser(join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'vest',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]),
    {
      stdio: 'pipe',
      cwd: '/',
    },
  )
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start() {
    const args = [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
    ]
    const child = spawn(...asServerUser(join(bin, 'postgres'), args), {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      detached: true,
    })
    server = child
    await new Promise<void>((resolve, reject) => {
      let log = ''
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        log += text
        if (log.includes('database system is ready to accept connections')) resolve()
      })
      child.on('exit', () => reject(new Error(`the PostgreSQL server did not start:\n${log}`)))
    })
  }
  async function kill() {
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(-server.pid, 'SIGKILL')
    await ended
    endProcessesIn(data)
    await isReaped(postmaster)
  }

  await start()
  return {
    url: `postgres://vest@127.0.0.1:${port}/postgres`,
    kill,
    start,
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A dead server whose parent has not asked after it still counts as running to the next one. */
async function isReaped(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Backends lead sessions of their own: each is ended by itself, until none works in the folder any more. */
function endProcessesIn(data: string): void {
  for (let left = true; left;) {
    left = false
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        if (readlinkSync(`/proc/${pid}/cwd`) !== data) continue
        process.kill(Number(pid), 'SIGKILL')
        left = true
      } catch {
        // It has ended, or belongs to another user.
      }
  }
}
