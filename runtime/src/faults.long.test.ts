/**
 * A real process with a disk that is full, failing or slow (R6), with a clock that jumps (R7), and a stopped process
 * whose data another one wants (R8). In every case, what it acknowledged is in the journal, once. The faults come from
 * outside: strace answers system calls, libfaketime sets the time, a small file system is mounted in a separate
 * namespace. If one of these tools is missing, its part reports that and is skipped.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT_CODE_ENGINE_FAILED, HOUR_MS } from './bounds.ts'
import { falseAcknowledgements, journalledCommands } from './testing/acknowledgedOrders.ts'
import { bundle } from './testing/bundle.ts'
import { canTrace, leftOut } from './testing/leftOut.ts'
import { seededRandom } from './testing/seededRandom.ts'

const numberIn = (variable: string): number => Number(process.env[variable] ?? 20)
/** Number of runs per disk fault; per clock fault; per stopped process. */
const RUNS = numberIn('VEST_DISK_RUNS')
const CLOCK_RUNS = numberIn('VEST_CLOCK_RUNS')
const FENCE_RUNS = numberIn('VEST_FENCE_RUNS')
/** Runs with stopped processes wait for one another: several of them run at a time. */
const LANES = 4
const RUN_MS_MAX = 60_000
const timeoutOf = (runs: number): number => runs * RUN_MS_MAX

/**
 * Two segments and a little more; the ballast is a third one. A busy journal checks the free space once per megabyte:
 * in a smaller segment it learns of a full disk only at its end, and nothing is left of the reserve.
 */
const SMALL_DISK = 'size=13m'
const SMALL_SEGMENT_BYTES = 4_194_304
const BALLAST_BYTES = 4_700_000
/** Mounts a small disk that no other process sees, runs the given command on it, and removes the ballast on request. */
const ON_SMALL_DISK = `
mount -t tmpfs -o ${SMALL_DISK} tmpfs "$DATA" || exit 99
head -c ${BALLAST_BYTES} /dev/zero > "$DATA/ballast"
(until [ -e "$OUT/free" ] || [ -e "$OUT/over" ]; do sleep 0.05; done; rm -f "$DATA/ballast") &
"$@"
code=$?
touch "$OUT/over"
cp -a "$DATA/." "$OUT/"
exit $code`

/**
 * File system on a failing device: its image is sparse and lies on a disk without space for the holes, so that sooner
 * or later a block of the kernel is lost. The test checks the content of the device, not the kernel's cache: the image
 * is mounted again, on a sound device, before it is read.
 */
const ON_FAILING_DEVICE = `
set -e
mount -t tmpfs -o size=$ROOM tmpfs "$DEVICE"
truncate -s 32M "$DEVICE/image"
mkfs.ext4 -q -N 512 -m 0 -b 1024 -J size=1 "$DEVICE/image"
mount -o loop "$DEVICE/image" "$DATA"
code=0
"$@" || code=$?
umount "$DATA"
mount -o remount,size=64m "$DEVICE"
mount -o loop "$DEVICE/image" "$DATA"
cp -a "$DATA/." "$OUT/"
umount "$DATA"
exit $code`

const FAKETIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib']
  .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => existsSync(path))
const canLoop =
  spawnSync('unshare', [
    ...['-m', 'sh', '-c'],
    'cd $(mktemp -d) && truncate -s 1M i && mkfs.ext4 -q i && mkdir d && mount -o loop i d && umount d',
  ]).status === 0
const canMount = spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp']).status === 0

const running = new Set<Writer>()
let folder: string
let workerPath: string
let writerPath: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-faults-'))
  workerPath = await bundle('../engineWorker.ts', folder)
  writerPath = await bundle('./ackingWriter.ts', folder)
})
afterAll(async () => {
  // Of a failed test.
  for (const writer of running) {
    if (writer.lines.length > 0) writer.signal('SIGKILL')
    else writer.child.kill('SIGKILL')
    await writer.ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const freshFolder = (): string => mkdtempSync(join(folder, 'data-'))

interface Writer {
  readonly child: ChildProcess
  /** Orders that it acknowledged, by sequence number, every output line, and its end. */
  readonly acknowledged: ReadonlyMap<number, string>
  readonly lines: readonly string[]
  errors(): string
  /** Resolves when the condition is true, which is checked after every line; rejects if the process ends first. */
  until(isTrue: () => boolean): Promise<void>
  /** Sends the signal to the process itself, not to the command that started it. */
  signal(name: NodeJS.Signals): void
  readonly ended: Promise<number | NodeJS.Signals>
}

interface WriterOptions {
  readonly dataDir: string
  readonly life?: number
  /** The command that starts it. */
  readonly through?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function startWriter({ dataDir, life = 0, through = [], env = {} }: WriterOptions): Writer {
  const [command, ...parameters] = [
    ...through,
    ...[process.execPath, writerPath, dataDir, workerPath, String(life), 'all'],
  ]
  const child = spawn(command!, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const acknowledged = new Map<number, string>()
  const lines: string[] = []
  let errors = ''
  let cut = ''
  let look = (): void => undefined
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (cut + text).split('\n')
    cut = pieces.pop()!
    for (const line of pieces) {
      lines.push(line)
      const [, seq, id] = /^(\d+) (0x\w+)$/.exec(line) ?? []
      if (seq !== undefined && id !== undefined) acknowledged.set(Number(seq), id)
    }
    look()
  })
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code!)),
  )
  const writer: Writer = {
    child,
    acknowledged,
    lines,
    errors: () => errors,
    until: (isTrue) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (isTrue()) resolve()
        }
        look()
        void ended.then((how) =>
          reject(new Error(`ended with ${how}: ${errors}\n${lines.slice(-5).join('\n')}`)),
        )
      }),
    signal(name) {
      process.kill(Number(lines[0]!.replace('pid ', '')), name)
    },
    ended,
  }
  running.add(writer)
  void ended.then(() => running.delete(writer))
  return writer
}

const countOf = (lines: readonly string[], start: string): number =>
  lines.filter((line) => line.startsWith(start)).length

/** Another life on the same data, without any fault, acknowledges orders again. */
async function livesOn(dataDir: string, life: number): Promise<void> {
  const writer = startWriter({ dataDir, life })
  await writer.until(() => writer.acknowledged.size > 20)
  writer.signal('SIGKILL')
  await writer.ended
  expect(falseAcknowledgements(dataDir, writer.acknowledged)).toEqual([])
}

describe.runIf(leftOut('a full disk', canMount, 'unshare and user namespaces'))('a disk that is full', () => {
  it(
    '[R6] refuses what is new and goes on with the rest, then with all once there is room, and acknowledges nothing in vain',
    async () => {
      for (let run = 0; run < RUNS; run += 1) {
        const [dataDir, out] = [freshFolder(), freshFolder()]
        const writer = startWriter({
          dataDir,
          through: ['unshare', '-Urm', 'sh', '-c', ON_SMALL_DISK, 'sh'],
          env: { DATA: dataDir, OUT: out, WRITER_SEGMENT_BYTES: `${SMALL_SEGMENT_BYTES}` },
        })
        // Prices and cancels still get through, on the reserve: by the order of the lines, because before a busy
        // machine has read the first refusal the reserve may be used up too.
        await writer.until(() => {
          const refused = writer.lines.indexOf('refused JournalFullError')
          return refused >= 0 && writer.lines.slice(refused).some((line) => line.startsWith('other '))
        })
        const before = writer.acknowledged.size
        expect(before).toBeGreaterThan(20)
        writeFileSync(join(out, 'free'), '')
        await writer.until(() => writer.acknowledged.size > before + 50)
        expect(writer.lines.filter((line) => /^refused (?!JournalFullError)/.test(line))).toEqual([])
        writer.signal('SIGKILL')
        await writer.ended
        expect(falseAcknowledgements(out, writer.acknowledged)).toEqual([])
        await livesOn(out, 1)
        for (const each of [dataDir, out]) rmSync(each, { recursive: true })
      }
    },
    timeoutOf(RUNS),
  )
})

const FAILING_DISK = 'a file system whose device fails'
describe.runIf(leftOut(FAILING_DISK, canLoop, 'root, unshare, mkfs.ext4 and loop devices'))(
  FAILING_DISK,
  () => {
    it(
      '[R6] ends the process with 70, and acknowledges nothing that the device does not hold',
      async () => {
        const random = seededRandom(62)
        let acknowledged = 0
        for (let run = 0; run < RUNS; run += 1) {
          const [dataDir, out, device] = [freshFolder(), freshFolder(), freshFolder()]
          const writer = startWriter({
            dataDir,
            // In every other run many traders are active: groups are synced by several threads.
            life: run % 2 === 0 ? 0 : 5,
            through: ['unshare', '-m', 'sh', '-c', ON_FAILING_DEVICE, 'sh'],
            env: { DATA: dataDir, OUT: out, DEVICE: device, ROOM: `${900 + Math.floor(random() * 1_500)}k` },
          })
          expect([run, await writer.ended, writer.errors()]).toEqual([run, EXIT_CODE_ENGINE_FAILED, ''])
          expect(writer.lines.at(-1)).toBe('refused EngineStoppedError')
          expect(falseAcknowledgements(out, writer.acknowledged)).toEqual([])
          acknowledged += writer.acknowledged.size
          await livesOn(out, 1)
          for (const each of [dataDir, out, device]) rmSync(each, { recursive: true })
        }
        expect(acknowledged).toBeGreaterThan(20 * RUNS)
      },
      timeoutOf(RUNS),
    )
  },
)

describe.runIf(leftOut('syncs that fail or take long', canTrace(), 'strace'))('a disk whose syncs', () => {
  const answering = (how: string): string[] => [
    ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=fdatasync', '-e', `inject=fdatasync:${how}`],
  ]

  it(
    '[R6] fail once ends the process with 70, and acknowledges nothing of that group or after it',
    async () => {
      const random = seededRandom(61)
      for (let run = 0; run < RUNS; run += 1) {
        const dataDir = freshFolder()
        const when = 20 + Math.floor(random() * 300)
        // In every other run many traders are active: groups are synced by several threads.
        const life = run % 2
        if (life === 1) await livesOn(dataDir, 0)
        const writer = startWriter({ dataDir, life, through: answering(`error=EIO:when=${when}`) })
        expect([when, await writer.ended, writer.errors()]).toEqual([when, EXIT_CODE_ENGINE_FAILED, ''])
        expect(countOf(writer.lines, 'refused EngineStoppedError')).toBeGreaterThan(0)
        expect(writer.lines.at(-1)).toBe('refused EngineStoppedError')
        expect(falseAcknowledgements(dataDir, writer.acknowledged)).toEqual([])
        await livesOn(dataDir, life + 1)
        rmSync(dataDir, { recursive: true })
      }
    },
    timeoutOf(RUNS),
  )

  it(
    '[R6] take a fifth of a second: slower, and nothing else',
    async () => {
      const dataDir = freshFolder()
      const writer = startWriter({ dataDir, through: answering('delay_exit=200000') })
      await writer.until(() => writer.acknowledged.size > 50)
      writer.signal('SIGKILL')
      await writer.ended
      expect(countOf(writer.lines, 'refused')).toBe(0)
      expect(falseAcknowledgements(dataDir, writer.acknowledged)).toEqual([])
      rmSync(dataDir, { recursive: true })
    },
    RUN_MS_MAX,
  )
})

describe.runIf(leftOut('a clock that leaps', FAKETIME !== undefined, 'libfaketime'))(
  'a wall clock that leaps',
  () => {
    /** Errors of the clock in seconds, one after the other for a moment each, and the last for longer. */
    const LEAPS = [-3_600, 3_600, -86_400, 86_400, 1, -1, 366 * 86_400, 0]
    const STAYS_AHEAD_BY = 3 * 3_600

    it(
      '[R7] never takes the time of the exchange back, and every hour of funding is charged once',
      async () => {
        const random = seededRandom(71)
        for (let run = 0; run < CLOCK_RUNS; run += 1) {
          const dataDir = freshFolder()
          const clock = join(dataDir, 'clock')
          const set = (offsetSeconds: number): void =>
            writeFileSync(clock, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`)
          set(0)
          const writer = startWriter({
            dataDir,
            env: {
              LD_PRELOAD: FAKETIME!,
              FAKETIME_TIMESTAMP_FILE: clock,
              FAKETIME_NO_CACHE: '1',
              FAKETIME_DONT_FAKE_MONOTONIC: '1',
            },
          })
          await writer.until(() => writer.lines.includes('ready'))
          const leapTo = async (offsetSeconds: number): Promise<void> => {
            set(offsetSeconds)
            const before = writer.lines.length
            await writer.until(() => writer.lines.length > before + 50)
          }
          for (const leap of LEAPS.toSorted(() => random() - 0.5)) await leapTo(leap)
          await leapTo(0)
          expect(countOf(writer.lines, 'notice The wall clock leapt ahead')).toBeGreaterThan(0)
          expect(countOf(writer.lines, 'notice Following')).toBe(0)
          set(STAYS_AHEAD_BY)
          await writer.until(() => countOf(writer.lines, 'notice Following') > 0)
          await leapTo(-86_400)
          writer.signal('SIGKILL')
          await writer.ended
          expect(countOf(writer.lines, 'refused')).toBe(0)
          expect(falseAcknowledgements(dataDir, writer.acknowledged)).toEqual([])
          await livesOn(dataDir, 1)
          let lastMs = 0
          const hours: number[] = []
          for (const { timeMs, command } of journalledCommands(dataDir)) {
            expect(timeMs).toBeGreaterThanOrEqual(lastMs)
            lastMs = timeMs
            if (command.kind === 'TickFunding') hours.push(command.hourMs)
          }
          expect(hours.length).toBeGreaterThan(0)
          expect(hours).toEqual([...new Set(hours)].sort((a, b) => a - b))
          expect(hours.every((hourMs) => hourMs % HOUR_MS === 0)).toBe(true)
          rmSync(dataDir, { recursive: true })
        }
      },
      timeoutOf(CLOCK_RUNS),
    )
  },
)

describe('a stopped process', () => {
  it(
    '[R8] keeps its data to itself while it lives, and acknowledges nothing once another has them',
    async () => {
      const lane = async (runs: number): Promise<void> => {
        for (let run = 0; run < runs; run += 1) await standStill()
      }
      const runsOf = (n: number): number => Math.floor(FENCE_RUNS / LANES) + (n < FENCE_RUNS % LANES ? 1 : 0)
      await Promise.all(Array.from({ length: LANES }, (_, n) => lane(runsOf(n))))
    },
    timeoutOf(FENCE_RUNS),
  )

  async function standStill(): Promise<void> {
    const dataDir = freshFolder()
    const first = startWriter({ dataDir })
    await first.until(() => first.acknowledged.size > 20)
    first.signal('SIGSTOP')
    const second = startWriter({ dataDir, life: 1 })
    expect(await second.ended).not.toBe(0)
    expect(second.errors()).toContain('JournalLockedError')
    expect(second.acknowledged.size).toBe(0)
    first.signal('SIGCONT')
    const before = first.acknowledged.size
    await first.until(() => first.acknowledged.size > before + 20)
    first.signal('SIGSTOP')
    first.signal('SIGKILL')
    await first.ended
    const third = startWriter({ dataDir, life: 2 })
    await third.until(() => third.acknowledged.size > 20)
    third.signal('SIGKILL')
    await third.ended
    const all = new Map([...first.acknowledged, ...third.acknowledged])
    expect(all.size).toBe(first.acknowledged.size + third.acknowledged.size)
    expect(falseAcknowledgements(dataDir, all)).toEqual([])
    rmSync(dataDir, { recursive: true })
  }
})
