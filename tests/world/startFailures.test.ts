/**
 * What the start command does when it cannot start: one clear sentence, exit code 1, no stack, nothing changed
 * and nothing left running.
 */
import { REFUSAL } from '@vest/protocol'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDevnetClient } from '@vest/sdk/node'
import { freePort } from '../../runtime/src/testing/freePort.ts'
import { createBot } from './bot.ts'
import {
  exitOf,
  freshDataDir,
  isRunning,
  removeDataDir,
  spawnStart,
  startStack,
  type Stack,
} from './stack.ts'

const isRoot = process.getuid?.() === 0
const NOBODY_UID = 65_534

let dataDir: string
beforeEach(() => {
  dataDir = freshDataDir()
})
afterEach(() => {
  if (isRoot) chownSync(dataDir, 0, 0)
  chmodSync(dataDir, 0o700)
  removeDataDir(dataDir)
})

interface Refusal {
  readonly code: number
  readonly sentence: string
}

/** Runs a start that must fail; what it wrote to standard error must be one line without a stack. */
async function refusedStart(
  options: { dataDir?: string; port?: number; args?: string[]; env?: Record<string, string> } = {},
): Promise<Refusal> {
  const attempt = spawnStart({ dataDir, ...options, port: options.port ?? (await freePort()) })
  const code = await exitOf(attempt)
  const sentence = attempt.errors()
  expect(sentence).toMatch(/^[^\n]+\n$/)
  expect(attempt.output()).not.toMatch(/\n\s+at .*[:(]\d+/)
  return { code, sentence }
}

const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )

describe('a start that cannot be', () => {
  it('a taken port is named, before anything is touched', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const { code, sentence } = await refusedStart({ port })
    holder.close()
    expect(code).toBe(1)
    expect(sentence).toBe(`Port ${port} is taken. Stop what listens there or choose another with PORT=…\n`)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('a folder without permission is named, one of another user with its owner', async () => {
    // Permissions do not bind root, owners do.
    if (isRoot) chownSync(dataDir, NOBODY_UID, NOBODY_UID)
    else chmodSync(dataDir, 0o500)
    const { code, sentence } = await refusedStart()
    expect(code).toBe(1)
    expect(sentence).toContain(
      isRoot
        ? `The data folder ${dataDir} belongs to user nobody.`
        : `The data folder ${dataDir} is not writable for this user.`,
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('a folder inside nothing is not grown', async () => {
    const missing = join(dataDir, 'no', 'such')
    const { code, sentence } = await refusedStart({ dataDir: missing })
    expect(code).toBe(1)
    expect(sentence).toContain(`The folder ${join(dataDir, 'no')} for the data does not exist.`)
    expect(existsSync(join(dataDir, 'no'))).toBe(false)
  })

  it('a file in the place of the folder', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(await refusedStart({ dataDir: file })).toEqual({
      code: 1,
      sentence: `${file} is not a folder. Set VEST_DATA to another path.\n`,
    })
  })

  it('--reset without a terminal needs --yes', async () => {
    mkdirSync(join(dataDir, 'journal'))
    const { code, sentence } = await refusedStart({ args: ['--reset'] })
    expect(code).toBe(1)
    expect(sentence).toBe('--reset deletes all data; without a terminal it needs --yes.\n')
    expect(readdirSync(dataDir)).toEqual(['journal'])
  })

  it.each([
    ['an unknown option', { args: ['--fast'] }, /Unknown option --fast/],
    ['a network address not confirmed', { env: { HOST: '0.0.0.0' } }, /VEST_ALLOW_NETWORK=yes/],
    [
      'a database that is not there',
      { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } },
      /The database at DATABASE_URL cannot be used/,
    ],
  ])('%s', async (_, options, said) => {
    const { code, sentence } = await refusedStart(options)
    expect(code).toBe(1)
    expect(sentence).toMatch(said)
  })
})

describe('a start on data that were used', () => {
  let stack: Stack
  beforeEach(async () => {
    stack = await startStack({ dataDir, flow: false })
  })

  it('a second start on the same folder says who holds it, and does not disturb; what is in it is its owner’s alone', async () => {
    const { code, sentence } = await refusedStart()
    expect(code).toBe(1)
    expect(sentence).toContain(
      `in use by process ${stack.pid}: stop it first, or remove ${join(dataDir, 'lock')} if it is gone.`,
    )
    expect(
      (await createDevnetClient({ baseUrl: stack.baseUrl, validate: true }).state()).seq,
    ).toBeGreaterThan(0)
    for (const entry of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
      const info = statSync(join(dataDir, entry))
      // PGlite gives its files modes of its own; no other user gets into their folders.
      if (entry.startsWith('database/') && info.isFile()) continue
      expect([entry, (info.mode & 0o777).toString(8)]).toEqual([entry, info.isDirectory() ? '700' : '600'])
    }
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
    expect(await stack.stop()).toBe(0)
  })

  it('a journal damaged in the middle is refused with its place; nothing is changed, nothing keeps running', async () => {
    await createBot({ baseUrl: stack.baseUrl, depositUsd6: 0n })
    const state = await createDevnetClient({ baseUrl: stack.baseUrl, validate: true }).state()
    expect(await stack.stop()).toBe(0)
    const journal = join(dataDir, 'journal')
    const segment = join(journal, 'segment-00000001.journal')
    flipByte(segment, middleOf(segment))
    const before = contentsOf(journal)
    const { code, sentence } = await refusedStart()
    expect(state.seq).toBeGreaterThan(100)
    expect(code).toBe(1)
    expect(sentence).toMatch(
      /^The journal is damaged: in .*segment-00000001\.journal at offset \d+, .*Restore the data folder from a backup; nothing was changed\.\n$/,
    )
    expect(contentsOf(journal)).toEqual(before)
    expect(processesUnder(dataDir)).toEqual([])
  })

  it('a stop does not wait for a connection that says nothing, as browsers open in advance', async () => {
    const silent = connect(stack.port, '127.0.0.1')
    await once(silent, 'connect')
    const gone = once(silent, 'close')
    expect(await stack.stop()).toBe(0)
    await gone
  })

  it('--reset --yes begins anew', async () => {
    const bot = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 1_000_000n })
    expect(await stack.stop()).toBe(0)
    const attempt = spawnStart({ dataDir, port: stack.port, args: ['--reset', '--yes', '--no-flow'] })
    await readyOf(attempt)
    await expect(bot.client.account()).rejects.toMatchObject({ code: REFUSAL.UNAUTHORIZED })
    attempt.child.kill('SIGINT')
    expect(await exitOf(attempt)).toBe(0)
  })
})

describe('a start whose reader goes away', () => {
  it('goes on, and stops in order when asked', async () => {
    const attempt = spawnStart({ dataDir, port: await freePort(), args: ['--no-flow'] })
    await readyOf(attempt)
    attempt.child.stdout!.destroy()
    attempt.child.kill('SIGINT')
    expect(await exitOf(attempt)).toBe(0)
    expect(attempt.errors()).toBe('')
  })
})

/** Half way through what was written: valid records stand before it and behind it. */
function middleOf(segment: string): number {
  const bytes = readFileSync(segment)
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return Math.floor(end / 2)
}

function flipByte(path: string, offset: number): void {
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, offset)
  byte[0]! ^= 0xff
  writeSync(file, byte, 0, 1, offset)
  closeSync(file)
}

/** Processes that name the folder in their arguments: a chain that continues from its file there. */
const processesUnder = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isRunning(pid) && commandLine(pid).includes(folder))

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const readyOf = (attempt: ReturnType<typeof spawnStart>): Promise<void> =>
  new Promise((resolve, reject) => {
    attempt.child.stdout!.on('data', () => attempt.output().includes('Vest is ready') && resolve())
    attempt.child.once('close', () => reject(new Error(attempt.output())))
  })
