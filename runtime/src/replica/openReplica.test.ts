import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { segmentName } from '../journal/segment.ts'
import type { Storage } from '../journal/storage.ts'
import { activate, createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { tallyCore } from '../testing/tallyCore.ts'
import { openReplica, type Replica } from './openReplica.ts'

let world: EngineWorld
beforeEach(() => {
  world = createEngineWorld()
})
afterEach(() => world.end())

const OPTIONS = { segmentBytes: 4_096, snapshotEveryCommands: 20 }

/** A life over several segments; what stood after each command. */
async function live(commands: number): Promise<Map<number, number>> {
  const engine = await world.start(OPTIONS)
  const tallies = new Map<number, number>()
  for (let n = 0; n < commands; n += 1) {
    const { seq } = await engine.submit(activate(`${n} ${'x'.repeat(n % 60)}`))
    const depth = await engine.query('depth', { symbol: 'BTC-PERP', depth: 1 } as never)
    tallies.set(seq, tallyOf(depth))
    world.time.advance(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return tallies
}
const tallyOf = (depth: unknown): number => (depth as { bids: [number, number][] }).bids[0]![0]
const tally = (replica: Replica): number => tallyOf(replica.query('depth', { symbol: 'BTC-PERP' } as never))

interface Copy {
  own: SimulatedStorage
  snapshots: SimulatedStorage
  told: number[]
}
const emptyCopy = (): Copy => ({
  own: createSimulatedStorage(),
  snapshots: createSimulatedStorage(),
  told: [],
})
const open = (copy: Copy, source: Storage = world.journal): Replica =>
  openReplica({
    core: tallyCore,
    source,
    own: copy.own,
    snapshots: copy.snapshots,
    snapshotEvery: 25,
    onCommand: (_command, seq) => void copy.told.push(seq),
  })

/** The journal with one byte changed, for its readers. */
function altered(source: Storage, name: string, at: number): Storage {
  return {
    ...source,
    open(opened) {
      const file = source.open(opened)
      if (opened !== name) return file
      return {
        ...file,
        sizeBytes: () => file.sizeBytes(),
        read(offset, length) {
          const bytes = file.read(offset, length)
          if (at >= offset && at < offset + bytes.length) bytes[at - offset]! ^= 0x40
          return bytes
        },
      }
    },
  }
}

describe('a replica', () => {
  it('has at every place the state that the engine had, over segments, archives, kills and cuts of power', async () => {
    const tallies = await live(120)
    const seqs = [...tallies.keys()]
    await fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(119), fc.constantFrom('on', 'kill', 'cut'), fc.nat()), { maxLength: 12 }),
        (steps) => {
          const copy = emptyCopy()
          let replica = open(copy)
          for (const [place, then, random] of steps) {
            const to = seqs[place]!
            replica.follow(to)
            const seq = Math.max(to, replica.seq)
            if (tallies.has(replica.seq)) expect(tally(replica)).toBe(tallies.get(replica.seq))
            expect(replica.seq).toBeGreaterThanOrEqual(seq)
            if (then === 'on') continue
            const after = (disk: SimulatedStorage) =>
              then === 'kill' ? disk.afterKill() : disk.afterPowerCut(() => (random % 97) / 97)
            copy.own = after(copy.own)
            copy.snapshots = after(copy.snapshots)
            replica = open(copy)
            expect(replica.seq).toBe(seq)
          }
          replica.follow(seqs.at(-1)!)
          expect(tally(replica)).toBe(tallies.get(seqs.at(-1)!))
          expect(new Set(copy.told).size).toBeGreaterThan(0)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('refuses a journal whose past was altered, and one that does not continue what it has', async () => {
    const tallies = await live(30)
    const last = [...tallies.keys()].at(-1)!
    const copy = emptyCopy()
    const half = open(copy)
    half.follow(15)
    half.close()
    const name = world.journal.list().findLast((one) => one.endsWith('.journal') && !one.startsWith('spare'))!
    expect(name).toBe(segmentName(1))
    for (const at of [70, 100, 200, 400]) {
      const lied = open({ ...copy }, altered(world.journal, name, at))
      expect(() => lied.follow(last), String(at)).toThrow(/altered|does not continue/)
      expect(lied.seq).toBe(15)
      lied.close()
    }
    const honest = open(copy)
    honest.follow(last)
    expect(tally(honest)).toBe(tallies.get(last))
  })
})
