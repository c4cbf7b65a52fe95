/** The engine in its thread and in a killed process (R4): real files, real threads, real signals. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventEnvelope } from '@vest/engine'
import { EXIT_CODE_ENGINE_FAILED } from './bounds.ts'
import { journalFolder } from './engine/runEngineWorker.ts'
import { JournalDamagedError, JournalLockedError, StorageError } from './journal/errors.ts'
import { openNodeStorage } from './journal/nodeStorage.ts'
import { segmentName } from './journal/segment.ts'
import { EngineStoppedError, type GroupFigures } from './ports/engineClient.ts'
import { startEngine, type StartEngineOptions } from './startEngine.ts'
import { falseAcknowledgements, groupsBehindOthers } from './testing/acknowledgedOrders.ts'
import { bundle } from './testing/bundle.ts'
import { genesisCommands } from './testing/exchangeCommands.ts'
import { RUN_SEED } from './testing/runSeed.ts'
import { seededRandom } from './testing/seededRandom.ts'
import { BREAKING_FEATURE } from './testing/tallyCore.ts'

let folder: string
let workerPath: string
let writerPath: string
let dataDir: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-engine-'))
  workerPath = await bundle('./tallyEngineWorker.ts', folder)
  writerPath = await bundle('./ackingWriter.ts', folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'data-'))
})

const start = (options: Partial<StartEngineOptions> = {}): ReturnType<typeof startEngine> =>
  startEngine({ dataDir, workerUrl: pathToFileURL(workerPath), segmentBytes: 65_536, ...options })

describe('engine in a worker thread', () => {
  it('answers, publishes events in order, keeps its state over a restart', async () => {
    let engine = await start()
    const seen: number[] = []
    const groups: GroupFigures[] = []
    engine.onGroup((figures) => groups.push(figures))
    engine.onEvents((envelopes) => seen.push(...envelopes.map(({ seq }) => seq)))
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => engine.submit({ kind: 'Activate', feature: `${n}` })),
    )
    expect(answers.every(({ answer }) => answer.ok)).toBe(true)
    const { seq, hash } = await engine.stateHash()
    expect(seq).toBeGreaterThanOrEqual(1_000)
    expect(seen.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, n) => 1 + n))
    // Every command was in a synced group, which takes time.
    expect(groups.reduce((sum, { commands }) => sum + commands, 0)).toBeGreaterThanOrEqual(1_000)
    for (const { commands, syncMs, applyMs } of groups)
      expect([commands > 0, syncMs > 0, applyMs > 0]).toEqual([true, true, true])
    await engine.stop()
    const progress: number[] = []
    const replayed: EventEnvelope[] = []
    engine = await start({
      emitFromSeq: 0,
      onProgress: (report) => progress.push(report.total),
      onReplayed: (envelopes) => void replayed.push(...envelopes),
    })
    // A tick may have come between the hash and the stop; the replay passes through the state after `seq`.
    expect(replayed.length).toBe(progress[0])
    expect(replayed.map((envelope) => envelope.seq)).toEqual(
      Array.from({ length: replayed.length }, (_, n) => 1 + n),
    )
    if (progress[0] === seq) expect((await engine.stateHash()).hash).toBe(hash)
    await engine.stop()
  })

  it('ticks by itself', async () => {
    const engine = await start()
    const two = new Promise<void>((resolve) => {
      let ticks = 0
      engine.onEvents((envelopes) => {
        ticks += envelopes.length
        if (ticks >= 2) resolve()
      })
    })
    await two
    await engine.stop()
  })

  it('ends the process with 70 after a broken invariant, and reports the reason first', async () => {
    const exit = new Promise<number>((resolve) => {
      void start({ exit: resolve }).then(async (engine) => {
        const reasons: string[] = []
        engine.onFailure(({ message }) => reasons.push(message))
        await engine.submit({ kind: 'Activate', feature: 'good' })
        await expect(engine.submit({ kind: 'Activate', feature: BREAKING_FEATURE })).rejects.toThrow(
          EngineStoppedError,
        )
        expect(reasons).toEqual(['broken on purpose'])
      })
    })
    expect(await exit).toBe(EXIT_CODE_ENGINE_FAILED)
    expect(process.exitCode).toBe(EXIT_CODE_ENGINE_FAILED)
    process.exitCode = undefined
  })

  it('[R6] ends the process a second after a failure also when its thread does not end', async () => {
    const starter = pathToFileURL(await bundle('../startEngine.ts', folder)).href
    const hanging = join(folder, 'hangingWorker.mjs')
    // Like a thread whose other syncs wait for the disk after one failed.
    writeFileSync(
      hanging,
      `import { parentPort } from 'node:worker_threads'
      parentPort.postMessage({ kind: 'ready', seq: 0, timeMs: 0 })
      parentPort.postMessage({ kind: 'failed', reason: { name: 'JournalFatalError', message: 'as planned' } })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    )
    const program = join(folder, 'hangingProgram.mjs')
    writeFileSync(
      program,
      `import { startEngine } from ${JSON.stringify(starter)}
      const { dataDir, workerUrl } = ${JSON.stringify({ dataDir, workerUrl: pathToFileURL(hanging).href })}
      const engine = await startEngine({ dataDir, workerUrl: new URL(workerUrl) })
      engine.onFailure(({ message }) => console.log(message))`,
    )
    const limits = { encoding: 'utf8', timeout: 10_000 } as const
    const { stdout, signal } = spawnSync(process.execPath, [program], limits)
    expect({ stdout, signal }).toEqual({ stdout: 'as planned\n', signal: 'SIGKILL' })
  })

  it('gives the reason in one sentence if it cannot start', async () => {
    const engine = await start()
    for (let n = 0; n < 20; n += 1) await engine.submit({ kind: 'Activate', feature: 'x'.repeat(200) })
    await expect(start()).rejects.toThrow(JournalLockedError)
    await engine.stop()
    rmSync(join(dataDir, 'snapshots'), { recursive: true })
    const storage = openNodeStorage(journalFolder(dataDir))
    const file = storage.open(segmentName(1))
    file.write(Buffer.from([0xff]), 400)
    file.close()
    await expect(start()).rejects.toThrow(JournalDamagedError)
    await expect(start()).rejects.toThrow(/segment-00000001\.journal at offset \d+.*Restore the data folder/)
    await expect(start({ dataDir: join(workerPath, 'below-a-file') })).rejects.toThrow(StorageError)
  })
})

/**
 * Number of lives, each of which ends with a kill; two exchanges run at a time on two cores, each with its own data.
 * The run's seed decides the moments: many runs are many kills. A long run uses a larger number.
 */
const KILLS = Number(process.env['VEST_KILLS'] ?? 60)
const EXCHANGES = 4
const ACKS_MIN = 50
/** Factor of every fifth life, in which many traders are active. */
const BUSY_TIMES = 2
const LIVES_TO_A_SNAPSHOT = 5
const SNAPSHOT_LOOK_MS = 20
/**
 * A life of a second ends before the code that V8 optimizes for it is used: without optimization it takes half of the
 * processor time. Every tenth life uses the shipped settings.
 */
const flagsOf = (life: number): string[] => (life % 10 === 1 ? [] : ['--no-opt'])
/** Alone on two cores a life takes a second or two; this limit is for busy machines. */
const KILLS_TIMEOUT_MS = KILLS * 4_000

describe('kill -9 of a trading exchange', () => {
  const snapshotsIn = (where: string): string => {
    const path = join(where, 'snapshots')
    return existsSync(path) ? readdirSync(path).join() : ''
  }

  /** One life: runs until it has acknowledged enough orders, then is killed at a random moment. */
  async function live(
    where: string,
    worker: string,
    life: number,
    goal: number,
  ): Promise<Map<number, string>> {
    const child = spawn(process.execPath, [...flagsOf(life), writerPath, where, worker, String(life)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const before = snapshotsIn(where)
    let output = ''
    let errors = ''
    let lines = 0
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    // A short life leaves no time for a snapshot: some lives wait for one, without reading the output meanwhile, so
    // that the process stops trading once its pipe is full.
    const isLong = life % LIVES_TO_A_SNAPSHOT === LIVES_TO_A_SNAPSHOT - 1
    let snapshotLook: NodeJS.Timeout | undefined
    const killAfterSnapshot = (): void => {
      if (snapshotsIn(where) === before) return
      clearInterval(snapshotLook)
      child.kill('SIGKILL')
      child.stdout.resume()
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      lines += text.split('\n').length - 1
      if (lines <= goal) return
      if (!isLong) child.kill('SIGKILL')
      else if (snapshotLook === undefined) {
        child.stdout.pause()
        snapshotLook = setInterval(killAfterSnapshot, SNAPSHOT_LOOK_MS)
      }
    })
    const signal = await new Promise((resolve) => child.once('close', (_code, name) => resolve(name)))
    expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' })
    const whole = output.slice(0, output.lastIndexOf('\n')).split('\n')
    expect(whole[0]).toBe('ready')
    return new Map(whole.slice(1).map((line) => [Number(line.split(' ')[0]), line.split(' ')[1]!]))
  }

  /** Lives one after the other on the same data; returns the number of acknowledged orders. */
  async function liveOften(where: string, worker: string, lives: number, seed: number): Promise<number> {
    const random = seededRandom(seed)
    const acknowledged = new Map<number, string>()
    for (let life = 0; life < lives; life += 1) {
      const times = life % 5 === 1 ? BUSY_TIMES : 1
      const goal = times * (ACKS_MIN + Math.floor(random() * ACKS_MIN))
      for (const [seq, id] of await live(where, worker, life, goal)) {
        expect(acknowledged.has(seq)).toBe(false)
        acknowledged.set(seq, id)
      }
    }
    expect(falseAcknowledgements(where, acknowledged)).toEqual([])
    return acknowledged.size
  }

  it(
    `[R4] loses and doubles nothing acknowledged over ${KILLS} lives`,
    async () => {
      const exchangeWorker = await bundle('../engineWorker.ts', folder)
      const places = Array.from({ length: EXCHANGES }, () => mkdtempSync(join(folder, 'killed-')))
      const counts = await Promise.all(
        places.map((place, n) => liveOften(place, exchangeWorker, KILLS / EXCHANGES, RUN_SEED + n)),
      )
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(KILLS * ACKS_MIN)
      // Groups were written while others were under way; otherwise their kills would prove nothing.
      expect(places.reduce((sum, place) => sum + groupsBehindOthers(place), 0)).toBeGreaterThan(KILLS / 40)
      for (const place of places) {
        // The exchange itself starts with it: snapshot and tail, then the same by full replay.
        const workerUrl = pathToFileURL(exchangeWorker)
        let engine = await start({ dataDir: place, workerUrl })
        const withSnapshot = await engine.stateHash()
        await engine.stop()
        rmSync(join(place, 'snapshots'), { recursive: true })
        engine = await start({ dataDir: place, workerUrl })
        const replayed = await engine.stateHash()
        await engine.stop()
        if (replayed.seq === withSnapshot.seq) expect(replayed.hash).toBe(withSnapshot.hash)
        expect(replayed.seq).toBeGreaterThanOrEqual(withSnapshot.seq)
      }
    },
    KILLS_TIMEOUT_MS,
  )
})

describe('snapshots in a thread of their own', () => {
  it('appear while orders continue, and a start after a kill continues from them', async () => {
    const notices: string[] = []
    const started: number[] = []
    let engine = await start({ snapshotEveryCommands: 400, onNotice: (text) => notices.push(text) })
    const folderOf = openNodeStorage(join(dataDir, 'snapshots'))
    for (let n = 0; folderOf.list().filter((name) => name.endsWith('.vest')).length < 2; n += 1)
      await engine.submit({ kind: 'Activate', feature: `${n}` })
    expect(notices).toEqual([])
    await engine.stop()
    // The last one holds everything: nothing is replayed.
    engine = await start({ onProgress: ({ seq, total }) => started.push(total - seq) })
    expect(started[0]).toBe(0)
    await engine.stop()
  })

  it('one under way when the engine stops is cancelled: the next start finds complete ones only', async () => {
    const notices: string[] = []
    for (let life = 0; life < 4; life += 1) {
      const engine = await start({ snapshotEveryCommands: 1, onNotice: (text) => notices.push(text) })
      await engine.submit({ kind: 'Activate', feature: `${life}` })
      await engine.stop()
    }
    expect(notices).toEqual([])
    expect(openNodeStorage(join(dataDir, 'snapshots')).list().length).toBe(3)
  })
})

describe('the exchange in its own thread', () => {
  it('lists its markets, keeps them over a restart and restores the same state', async () => {
    const exchangeWorker = await bundle('../engineWorker.ts', folder)
    let engine = await start({ workerUrl: pathToFileURL(exchangeWorker) })
    for (const command of genesisCommands(Date.now()))
      expect((await engine.submit(command)).answer.ok).toBe(true)
    const markets = await engine.query('markets', {})
    expect(markets.map(({ marketId }) => marketId)).toEqual([0, 1, 2])
    await engine.stop()
    engine = await start({ workerUrl: pathToFileURL(exchangeWorker) })
    expect(await engine.query('markets', {})).toEqual(markets)
    await engine.stop()
  })
})
