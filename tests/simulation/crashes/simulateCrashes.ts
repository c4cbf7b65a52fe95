/**
 * Lives of the real engine over disks that forget, each ended by a crash: `npm run sim -- --crashes --seed N`.
 * The workload sends groups of commands; clocks leap, syncs fail or take long, disks fill; then the process dies
 * at a drawn place, the disks are what a kill or a power cut leaves of them, perhaps a snapshot is damaged, and
 * the next life begins (and may die while it does). The witness judges every life by what the ones before said.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Command, type EventEnvelope, type Exchange, type PlaceOrder } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import {
  chooseAtBuggifyPoints,
  EngineStoppedError,
  exchangeCore,
  JournalFullError,
  startEngineInProcess,
  type BuggifyPoint,
  type Core,
  type EngineClient,
  type PlantedBug,
} from '@vest/runtime'
import { createScriptedTime } from '../../../runtime/src/testing/scriptedTime.ts'
import {
  createSimulatedStorage,
  type SimulatedStorage,
} from '../../../runtime/src/testing/simulatedStorage.ts'
import { createPrng } from '../prng.ts'
import { createWorkload, type Step } from '../workload.ts'
import { drawEnding, drawMishap, RARE_POINTS, type Ending, type Mishap } from './mishap.ts'
import { createWitness, type Acknowledged } from './witness.ts'

export interface CrashOptions {
  readonly seed: number
  /** Crashes after which the life is led to its end and judged as a whole. */
  readonly crashes?: number
  readonly plantedBug?: PlantedBug
  /** Another core than the product's, with a bug in its memory. */
  readonly core?: Core<Exchange>
  /** False: a state that differs is not told, so that what follows from it must be. */
  readonly comparesStates?: boolean
}

export interface CrashResult {
  readonly violations: readonly string[]
  readonly crashes: number
  readonly commands: number
  readonly hash: string
  /** How often each fault happened and each point was passed by a decision against the usual way. */
  readonly counts: Readonly<Record<string, number>>
}

const CRASHES_DEFAULT = 7
const TURNS_PER_LIFE = 6
const SEGMENT_BYTES = 8_192
const SNAPSHOT_EVERY_COMMANDS = 30
/** Ids and nonces are remembered for longer than this. */
const REMEMBERED_MS = 3_600_000
const RARE_CHANCE = 0.04
/** Lives whose disk syncs beside, and groups there that are left to it. */
const BESIDE_LIFE_CHANCE = 0.7
const BESIDE_CHANCE = 0.7
const DEATH_UNDER_WAY_CHANCE = 0.3
/** Commands that come in a turn of their own there. */
const WAVE_CHANCE = 0.8
/** A sync beside ends after so many turns at most. */
const SYNC_TURNS_MAX = 40
/** Starts that may die one after the other, before one is left alone. */
const STARTS_MAX = 4

export async function simulateCrashes(options: CrashOptions): Promise<CrashResult> {
  const world = createCrashWorld(options)
  try {
    await world.beginFirst()
    while (world.violations.length === 0 && world.crashes < (options.crashes ?? CRASHES_DEFAULT)) {
      await world.live()
      world.die()
      await world.begin()
    }
    if (world.violations.length === 0) await world.endWell()
  } catch (error) {
    world.violations.push(`it ended with ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    chooseAtBuggifyPoints()
  }
  const { violations, crashes, counts } = world
  return { violations, crashes, counts, commands: world.witness.seq, hash: world.witness.hash }
}

function createCrashWorld(options: CrashOptions) {
  const prng = createPrng(options.seed)
  /** Its own, so that lives without it are what they were. */
  const besidePrng = createPrng(options.seed ^ 0xbe51de)
  const random = (): number => prng.next()
  const workload = createWorkload(createPrng(options.seed ^ 0x5eed))
  const witness = createWitness(options.comparesStates ?? true)
  const genesis = workload.genesis()
  const time = createScriptedTime(genesis[0]!.timeMs)
  const counts: Record<string, number> = {}
  const violations: string[] = []
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)
  const resent: Acknowledged[] = []
  let disks = { journal: createSimulatedStorage(), snapshots: createSimulatedStorage() }
  let engine: EngineClient
  let unhear = (): unknown => undefined
  let sentMs: number = genesis[0]!.timeMs
  /** The latest time that the exchange told. */
  let exchangeMs = 0
  let heardSeq = 0
  let ending: Ending = { kind: 'quiet' }
  let isDead = false
  let isSyncFailing = false
  /** Syncs of this life run beside; so many of them are. */
  let isBeside = false
  let syncsUnderWay = 0
  let crashes = 0

  // ---------------------------------------------------------------- dying

  const dieOf = (how: string): void => {
    if (!isDead) count(how)
    isDead = true
    disks.journal.switchOff()
    disks.snapshots.switchOff()
  }
  const switchOff = (how: string): never => {
    dieOf(how)
    throw new Error('The process is dead.')
  }

  /** From now on the life under way has a drawn end. */
  const drawFate = (): void => {
    ending = drawEnding(prng)
    if (isBeside && besidePrng.chance(DEATH_UNDER_WAY_CHANCE))
      ending = { kind: 'underWay', skip: besidePrng.int(0, SYNC_TURNS_MAX) }
    isDead = false
    isSyncFailing = false
    let passed = 0
    let called = 0
    const onCall = (): void => {
      called += 1
      if (ending.kind === 'call' && called > ending.skip && !isDead) switchOff('death at a call of the disk')
    }
    disks.journal.onCall(onCall)
    disks.snapshots.onCall(onCall)
    chooseAtBuggifyPoints((point: BuggifyPoint) => {
      if (RARE_POINTS.has(point)) {
        const isDrawn =
          point === 'sequencer.beside' ? besidePrng.chance(BESIDE_CHANCE) : prng.chance(RARE_CHANCE)
        if (!isDrawn) return false
        count(point)
        return true
      }
      if (ending.kind === 'point' && ending.point === point && !isDead && passed++ >= ending.skip) {
        count(point)
        switchOff('death at a point')
      }
      return false
    })
  }

  /** Syncs of a life end in any order, and never after it. */
  const syncBeside = (): void => {
    syncsUnderWay = 0
    let turnsTogether = 0
    isBeside = besidePrng.chance(BESIDE_LIFE_CHANCE)
    if (!isBeside) return
    const life = crashes
    disks.journal.syncBeside((end) => {
      syncsUnderWay += 1
      let turns = besidePrng.int(1, SYNC_TURNS_MAX)
      const wait = (): void => {
        if (crashes !== life) return
        if (syncsUnderWay > 1) turnsTogether += 1
        if (ending.kind === 'underWay' && turnsTogether > ending.skip) dieOf('death between syncs')
        turns -= 1
        if (turns > 0) return void setImmediate(wait)
        syncsUnderWay -= 1
        end()
      }
      setImmediate(wait)
    })
  }

  /** What the next life finds. */
  const leaveBehind = (): void => {
    chooseAtBuggifyPoints()
    time.silence()
    unhear()
    if (syncsUnderWay > 1) count('death with several groups under way')
    crashes += 1
    if (prng.chance(0.3)) {
      count('kill')
      disks = { journal: disks.journal.afterKill(), snapshots: disks.snapshots.afterKill() }
    } else {
      count('power cut')
      const cut = (disk: SimulatedStorage): SimulatedStorage =>
        disk.afterPowerCut(random, (fate) => count(`sector ${fate}`))
      disks = { journal: cut(disks.journal), snapshots: cut(disks.snapshots) }
    }
    if (prng.chance(0.25)) damageSnapshot()
  }

  /** A bit of the newest snapshot flips, or its end is missing. */
  const damageSnapshot = (): void => {
    const name = disks.snapshots
      .list()
      .filter((one) => one.endsWith('.vest'))
      .at(-1)
    if (name === undefined) return
    const bytes = disks.snapshots.contentOf(name)
    const at = prng.int(0, bytes.length - 1)
    bytes[at]! ^= 1 << prng.int(0, 7)
    disks.snapshots.replace(name, prng.chance(0.5) ? bytes : bytes.subarray(0, at))
    count('snapshot damaged')
  }

  // ---------------------------------------------------------------- beginning

  const hear = (envelopes: readonly EventEnvelope[]): void => {
    for (const { seq, events } of envelopes) {
      if (seq !== heardSeq + 1) violations.push(`events of command ${seq} follow those of ${heardSeq}`)
      heardSeq = seq
      workload.observe(events)
    }
  }

  const start = (snapshots = disks.snapshots): Promise<EngineClient> =>
    startEngineInProcess({
      core: options.core ?? exchangeCore,
      data: { journal: disks.journal, snapshots },
      segmentBytes: SEGMENT_BYTES,
      // A random one would give archives another length, and full disks and damaged bytes another place.
      newJournalId: options.seed.toString(16).padStart(32, '0'),
      snapshotEveryCommands: SNAPSHOT_EVERY_COMMANDS,
      clock: time.clock,
      timers: time.timers,
      emitFromSeq: heardSeq,
      onReplayed: hear,
      ...(options.plantedBug ? { plantedBug: options.plantedBug } : {}),
    })

  /** The listings and registrations that everything else supposes: in peace. */
  const beginFirst = async (): Promise<void> => {
    engine = await start()
    unhear = engine.onEvents(hear)
    await send(genesis.map(({ command }) => command))
    await engine.stop()
    unhear()
    await begin()
  }

  /** Starts until one start survives. */
  const begin = async (): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      syncBeside()
      if (attempt < STARTS_MAX) drawFate()
      else {
        ending = { kind: 'quiet' }
        isDead = false
      }
      try {
        engine = await start()
        break
      } catch (error) {
        if (!isDead) throw error
        count('death while starting')
        leaveBehind()
      }
    }
    unhear = engine.onEvents(hear)
    engine.onFailure(({ message }) => {
      if (!isDead && !isSyncFailing) violations.push(`the engine stopped of itself: ${message}`)
    })
    const stated = await stateHash()
    if (stated === undefined) return
    violations.push(...witness.judge(disks.journal, stated))
    await resendKnown()
  }

  /** Whatever died between a question and its answer is judged by the next life. */
  const stateHash = async (): Promise<{ seq: number; hash: string } | undefined> =>
    engine.stateHash().catch((error: unknown) => {
      if (error instanceof EngineStoppedError) return undefined
      throw error
    })

  // ---------------------------------------------------------------- living

  /** Sends a group in one turn; hears what becomes of each. */
  const send = async (commands: readonly Command[]): Promise<void> => {
    const heard: Promise<unknown>[] = []
    for (const command of commands) {
      // One after the other, so that groups follow those that are under way.
      if (isBeside && besidePrng.chance(WAVE_CHANCE)) await nextTurn()
      heard.push(
        engine.submit(command).then(
          ({ seq, answer, timeMs: atMs }) => {
            exchangeMs = Math.max(exchangeMs, atMs)
            const one = { seq, command, answer }
            witness.acknowledge(one)
            if (answer.ok && command.kind === 'PlaceOrder') resent.push(one)
          },
          (error: unknown) => {
            if (error instanceof JournalFullError) return count('refused: disk full')
            if (!(error instanceof EngineStoppedError)) throw error
            count('left open')
            return witness.leaveOpen(command)
          },
        ),
      )
    }
    await Promise.all(heard)
  }

  /** A client that got no answer, or asks once more: the same order never executes twice. */
  const resendKnown = async (): Promise<void> => {
    const known = [
      ...witness.executed.filter(({ command, answer }) => command.kind === 'PlaceOrder' && answer.ok),
      ...resent.splice(0, 3),
    ]
    for (const { command } of known) {
      if (isDead) return
      // Older copies are refused by their date, before they come here.
      if (Math.max(exchangeMs, time.clock.nowMs()) - (command as PlaceOrder).orderTimeMs > REMEMBERED_MS)
        continue
      await send([command])
      const again = resent.at(-1)
      if (again?.command !== command) continue
      resent.pop()
      violations.push(`order ${(command as PlaceOrder).id} was executed twice: at ${again.seq} once more`)
    }
  }

  /** The exchange's own clock leads: what the workload dates is moved to it. */
  const redated = (step: Step): Command => {
    const shiftMs = time.clock.nowMs() - step.timeMs
    const { command } = step
    if (command.kind === 'UpdateIndexPrices')
      return {
        ...command,
        prices: command.prices.map((price) => ({
          ...price,
          sourceTimeMs: timeMs(price.sourceTimeMs + shiftMs),
        })),
      }
    return 'orderTimeMs' in command
      ? { ...command, orderTimeMs: timeMs(command.orderTimeMs + shiftMs) }
      : command
  }

  const suffer = (mishap: Mishap | undefined): void => {
    if (mishap === undefined) return
    count(mishap)
    if (mishap === 'clock back') time.leap(-prng.int(1, 5_000))
    if (mishap === 'clock ahead') time.leap(prng.int(1, 5_000))
    if (mishap === 'clock an hour off') time.leap((prng.chance(0.5) ? 1 : -1) * prng.int(1, 3_600_000))
    if (mishap === 'clock a day off') time.leap((prng.chance(0.5) ? 1 : -1) * prng.int(1, 86_400_000))
    if (mishap === 'pause') time.advance(prng.int(1_000, 1_800_000))
    if (mishap === 'disk full') disks.journal.limitSpace(prng.int(0, 4_096))
    if (mishap === 'slow sync') slowSyncs += 1
  }
  let slowSyncs = 0

  const turn = async (steps: readonly Step[]): Promise<void> => {
    suffer(drawMishap(prng))
    const passedMs = Math.max(0, steps.at(-1)!.timeMs - sentMs)
    sentMs += passedMs
    time.advance(Math.min(passedMs, 60_000))
    while (slowSyncs > 0) {
      slowSyncs -= 1
      time.stall(prng.int(5, 500))
    }
    await send(steps.map(redated))
    if (prng.chance(0.3)) disks.journal.limitSpace(undefined)
  }

  const nextSteps = (): Step[] => {
    const steps = Array.from({ length: prng.int(1, 9) }, () => workload.next())
    return steps.filter(({ command }) => command.kind !== 'TickFunding')
  }

  return {
    violations,
    counts,
    witness,
    get crashes() {
      return crashes
    },
    beginFirst,
    begin,
    async live(): Promise<void> {
      for (let n = 0; n < TURNS_PER_LIFE && !isDead; n += 1) {
        if (ending.kind === 'syncFails' && ending.afterTurns === n) {
          count('sync failed')
          isSyncFailing = true
          disks.journal.failNext('sync', 'EIO')
        }
        const steps = nextSteps()
        if (steps.length > 0) await turn(steps)
      }
    },
    die(): void {
      if (!isDead) count('death between groups')
      leaveBehind()
    },
    /** The last life ends in peace; then the whole journal gives the same state without any snapshot. */
    async endWell(): Promise<void> {
      chooseAtBuggifyPoints()
      ending = { kind: 'quiet' }
      disks.journal.limitSpace(undefined)
      await engine.stop().catch(() => undefined)
      if (isDead) leaveBehind()
      else unhear()
      isDead = false
      heardSeq = 0
      engine = await start(createSimulatedStorage())
      const stated = await engine.stateHash()
      violations.push(...witness.judge(disks.journal, stated))
      await engine.stop()
    },
  }
}

export function addCounts(sum: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
}
