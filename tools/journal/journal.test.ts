/** The journal for people: what it says of a good one, of a bad one, and of a wrong question. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exchangeCore,
  journalFolder,
  openJournal,
  openNodeStorage,
  startEngineInProcess,
  type EngineClient,
} from '@vest/runtime'
import { genesisCommands, tradingCommands } from '../../runtime/src/testing/exchangeCommands.ts'
import { createScriptedTime } from '../../runtime/src/testing/scriptedTime.ts'
import { main } from './journal.ts'

const START_MS = 1_800_000_000_000
let dataDir: string
let engine: EngineClient
let stated: { seq: number; hash: string }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vest-journal-'))
  const time = createScriptedTime(START_MS)
  engine = await startEngineInProcess({
    core: exchangeCore,
    data: dataDir,
    segmentBytes: 16_384,
    snapshotEveryCommands: 150,
    clock: time.clock,
    timers: time.timers,
  })
  const commands = tradingCommands(1, () => time.clock.nowMs())
  for (const command of genesisCommands(START_MS)) await engine.submit(command)
  for (let n = 0; n < 200; n += 1) {
    await Promise.all(Array.from({ length: 4 }, () => engine.submit(commands.next().value)))
    time.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  stated = await engine.stateHash()
}, 60_000)
afterAll(async () => {
  await engine.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = async (...argv: string[]): Promise<{ code: number; lines: string[]; errors: string[] }> => {
  const [lines, errors]: [string[], string[]] = [[], []]
  const output = {
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void errors.push(line),
  }
  return { code: await main(argv, output, {}), lines, errors }
}
const contents = (): string[] =>
  readdirSync(journalFolder(dataDir)).map(
    (name) => `${name} ${readFileSync(join(journalFolder(dataDir), name)).length}`,
  )

describe('npm run journal', () => {
  it('verifies a journal beside its running exchange, archived segments too, and changes nothing', async () => {
    const before = contents()
    const { code, lines, errors } = await run('verify', '--data', dataDir)
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
    expect(
      lines.some((line) => /^segment-00000001\.archive {2}commands 1 to \d+ .* archived$/.test(line)),
    ).toBe(true)
    expect(lines.join('\n')).toContain(`In order: ${stated.seq} commands (to ${stated.seq})`)
    expect(lines.filter((line) => /^Snapshot \d+: whole, state [0-9a-f]{64}\.$/.test(line)).length).toBe(3)
    expect(contents()).toEqual(before)
  })

  it('gives the state hash of the live exchange, by replay and alone, and that of any command before', async () => {
    expect((await run('hash', '--data', dataDir)).lines).toEqual([`${stated.seq} ${stated.hash}`])
    const replayed = await run('replay', '--data', dataDir)
    expect(replayed.lines.at(-1)).toBe(`${stated.seq} ${stated.hash}`)
    expect(replayed.lines).toContain('ListMarket: 3')
    const earlier = await run('hash', '--data', dataDir, '--to', '100')
    expect(earlier.lines[0]).toMatch(/^100 [0-9a-f]{64}$/)
    expect(earlier.lines[0]).not.toContain(stated.hash)
  })

  it('dumps commands as JSON lines, by place and kind', async () => {
    const { lines } = await run('dump', '--data', dataDir, '--from', '3', '--to', '40')
    const rows = lines.map((line) => JSON.parse(line) as { seq: number; kind: string; timeMs: number })
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 38 }, (_, n) => 3 + n))
    const orders = await run('dump', '--data', dataDir, '--kind', 'PlaceOrder')
    expect(orders.lines.length).toBeGreaterThan(100)
    expect(orders.lines.every((line) => line.includes('"kind":"PlaceOrder"'))).toBe(true)
  })

  it('says how much it grows', async () => {
    const { lines } = await run('growth', '--data', dataDir)
    expect(lines.at(-1)).toMatch(/^\d+\.\d MB and \d+ commands a day at this pace$/)
  })

  it.each([
    [['verify', '--data', '/nowhere'], 1, 'There is no journal in /nowhere.'],
    [['look'], 2, 'Unknown command look: verify, dump, replay, hash, growth. Try npm run journal -- --help.'],
    [[], 2, 'Say what to do: verify, dump, replay, hash, growth. Try npm run journal -- --help.'],
    [['hash', '--to', 'x'], 2, '--to needs a sequence number from 1 on, not "x".'],
    [['hash', '--from', '1'], 2, 'hash has no option --from; it has --data, --to.'],
    [['dump', '--from', '9', '--to', '3'], 2, '--from 9 lies behind --to 3.'],
    [['dump', '--to'], 2, '--to needs a value.'],
  ])('%j ends with %i and a sentence', async (argv, code, sentence) => {
    expect(await run(...argv)).toEqual({ code, lines: [], errors: [sentence] })
  })

  it('refuses a kind that no command has, and a place behind the end', async () => {
    expect((await run('dump', '--data', dataDir, '--kind', 'Buy')).errors[0]).toMatch(
      /^No command has the kind Buy;/,
    )
    expect((await run('hash', '--data', dataDir, '--to', '99999999')).errors).toEqual([
      `The journal ends with command ${stated.seq}; --to 99999999 lies behind it.`,
    ])
  })

  it.each([
    ['a folder in its place', mkdirSync, 'EISDIR: illegal operation on a directory, read'],
    [
      'its bytes gone',
      (path: string) => symlinkSync('/nowhere', path),
      'ENOENT: no such file or directory, open',
    ],
  ])('says of a segment that cannot be read (%s) which one it is', async (_what, replace, reason) => {
    const name = readdirSync(journalFolder(dataDir)).find((one) => /^segment-.*\.journal$/.test(one))!
    const path = join(journalFolder(dataDir), name)
    const away = join(dataDir, 'away')
    renameSync(path, away)
    replace(path)
    const answers = [await run('verify', '--data', dataDir), await run('growth', '--data', dataDir)]
    rmSync(path, { recursive: true })
    renameSync(away, path)
    const errors = [`Cannot read the journal: ${reason} '${path}'. Check the disk.`]
    for (const answer of answers) expect(answer).toEqual({ code: 1, lines: [], errors })
  })

  it.each(['dump', 'replay', 'hash'])(
    '%s says of a command of a newer version where it is',
    async (command) => {
      const newer = mkdtempSync(join(tmpdir(), 'vest-journal-'))
      const journal = openJournal({ storage: openNodeStorage(journalFolder(newer)), segmentBytes: 16_384 })
      journal.append(200, Buffer.from([0]))
      journal.commit(START_MS)
      journal.close()
      const answer = await run(command, '--data', newer)
      rmSync(newer, { recursive: true })
      const errors = [
        'Command 1 cannot be read: the journal holds a command of a newer version (kind 200). ' +
          'Use the version of Vest that wrote it; nothing was changed.',
      ]
      expect(answer).toEqual({ code: 1, lines: [], errors })
    },
  )

  it('tells the first damage with its place and what it means', async () => {
    const name = readdirSync(journalFolder(dataDir)).find((one) => /^segment-.*\.journal$/.test(one))!
    const path = join(journalFolder(dataDir), name)
    const whole = readFileSync(path)
    const broken = Buffer.from(whole)
    broken[300]! ^= 1
    writeFileSync(path, broken)
    const { code, errors } = await run('verify', '--data', dataDir)
    writeFileSync(path, whole)
    expect(code).toBe(1)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(
      /^The journal is damaged: in .* at offset \d+, .* Restore the data folder from a backup; nothing was changed\.$/,
    )
  })
})
