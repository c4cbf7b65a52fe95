/** Journals and snapshots of former versions lead to the state that those versions had. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { apply, createExchange, type EventEnvelope } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import {
  decodeCommand,
  exchangeCore,
  type JournalGroup,
  readJournal,
  startEngineInProcess,
} from '@vest/runtime'
import { bundle } from '../../runtime/src/testing/bundle.ts'
import { createScriptedTime } from '../../runtime/src/testing/scriptedTime.ts'
import { createSimulatedStorage } from '../../runtime/src/testing/simulatedStorage.ts'
import { TO_REACH } from './reach.ts'
import { GOLDEN_FOLDER, openGoldenLife, readGoldenLives, type GoldenLife } from './golden/goldenLife.ts'

const root = join(import.meta.dirname, '..', '..')
const lives = readGoldenLives(root)

const groupsOf = (life: GoldenLife): Iterable<JournalGroup> =>
  readJournal({ storage: openGoldenLife(root, life).journal, fromSeq: 1, toSeq: life.seq })

/** Every command of a life, in order. */
function* commandsOf(life: GoldenLife) {
  for (const group of groupsOf(life))
    for (const { kind, payload } of group.commands)
      yield { timeMs: timeMs(group.timeMs), command: decodeCommand(kind, payload) }
}

describe('[R2] golden lives', () => {
  // What V8 makes of hot code must be what the code says: a wrong number of its optimizer would be in every later state.
  it('come to the same hash where V8 compiles nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vest-golden-'))
    try {
      const program = await bundle(new URL('./golden/replayGolden.ts', import.meta.url).href, folder)
      const { stdout } = await promisify(execFile)(process.execPath, ['--jitless', program, root])
      expect(stdout.trim().split('\n')).toEqual(lives.map(({ seed, hash }) => `${seed} ${hash}`))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  const restart = async (life: GoldenLife, withSnapshots: boolean) => {
    const disks = openGoldenLife(root, life)
    const time = createScriptedTime(1_900_000_000_000)
    const begun: number[] = []
    const engine = await startEngineInProcess({
      core: exchangeCore,
      data: withSnapshots ? disks : { ...disks, snapshots: createSimulatedStorage() },
      segmentBytes: 131_072,
      clock: time.clock,
      timers: time.timers,
      onProgress: ({ seq }) => begun.push(seq),
    })
    return { begunAt: begun[0]!, stated: await engine.stateHash() }
  }

  it('are there: several seeds, each below a quarter of a megabyte', () => {
    expect(lives.length).toBeGreaterThanOrEqual(3)
    const folder = join(root, GOLDEN_FOLDER)
    const bytesOf = ({ seed }: GoldenLife): number =>
      readdirSync(folder)
        .filter((name) => name.startsWith(`${seed}-`))
        .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    const tooLarge = lives.filter((life) => bytesOf(life) >= 250_000)
    expect(tooLarge).toEqual([])
  })

  it.each(lives.map((life) => [life.seed, life] as const))(
    'seed %i: from the beginning, and from its snapshot, to the recorded hash',
    async (_, life) => {
      const { seq, hash } = life
      const whole = await restart(life, false)
      expect(whole).toEqual({ begunAt: 0, stated: { seq, hash } })
      const tail = await restart(life, true)
      expect(tail.stated).toEqual({ seq, hash })
      expect(tail.begunAt).toBeGreaterThan(0)
    },
  )

  it.each(lives.map((life) => [life.seed, life] as const))(
    'seed %i: a listener hears every event that the engine reads out alone',
    async (_, life) => {
      const time = createScriptedTime(1_900_000_000_000)
      const heard: EventEnvelope[] = []
      await startEngineInProcess({
        core: exchangeCore,
        data: { ...openGoldenLife(root, life), snapshots: createSimulatedStorage() },
        segmentBytes: 131_072,
        clock: time.clock,
        timers: time.timers,
        emitFromSeq: 0,
        onReplayed: (envelopes) => void heard.push(...envelopes),
      })
      const exchange = createExchange()
      const alone: EventEnvelope[] = []
      for (const [place, { timeMs: atMs, command }] of [...commandsOf(life)].entries()) {
        const seq = place + 1
        alone.push({ seq, timeMs: atMs, events: apply(exchange, { seq, timeMs: atMs, command }).events })
      }
      expect(heard).toHaveLength(life.seq)
      expect(heard).toEqual(alone)
      expect(new Set(heard.flatMap(({ events }) => events.map(({ kind }) => kind))).size).toBeGreaterThan(20)
    },
  )

  it('hold every kind of command', () => {
    const met = new Set(
      lives.flatMap((life) => [...commandsOf(life)].map(({ command }) => `command ${command.kind}`)),
    )
    const kinds = TO_REACH.filter((name) => name.startsWith('command '))
    expect(kinds.length).toBeGreaterThan(30)
    expect(kinds.filter((name) => !met.has(name))).toEqual([])
  })

  it('hold an evaluation that passes, one that fails, and the profit of a funded account', () => {
    const met = new Set<string>()
    for (const life of lives) {
      const exchange = createExchange()
      let seq = 0
      for (const step of commandsOf(life))
        for (const event of apply(exchange, { seq: ++seq, ...step }).events) {
          if (event.kind === 'CapitalChanged') met.add(event.capital.status)
          if (event.kind === 'TransferUpdated') met.add(`${event.transfer.type} ${event.transfer.status}`)
        }
    }
    const wanted = [
      ...['goal_passed', 'goal_failed_max_drawdown', 'funded_active', 'WITHDRAW_PROFIT FILLED'],
      ...['created', 'paid', 'pre_eval', 'pre_funded', 'funded_claimed', 'claimed'],
    ]
    expect(wanted.filter((name) => !met.has(name))).toEqual([])
  })

  it('hold groups that were written while others were still under way to the disk', () => {
    const behindOthers = lives.flatMap((life) => [...groupsOf(life)].filter(({ openBytes }) => openBytes > 0))
    expect(behindOthers.length).toBeGreaterThan(10)
  })
})
