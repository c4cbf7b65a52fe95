/** The time of the exchange: ticks, funding hours, clocks that jump (R7). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../bounds.ts'
import { type EngineClient } from '../ports/engineClient.ts'
import { activate, createEngineWorld, START_MS, type EngineWorld } from '../testing/engineWorld.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { createSimulatedStorage } from '../testing/simulatedStorage.ts'
import { tallyCore, type TallyState } from '../testing/tallyCore.ts'

let world: EngineWorld
beforeEach(() => {
  world = createEngineWorld()
})
afterEach(() => world.end())

describe('engine time', () => {
  const passed = async (engine: EngineClient, spanMs: number): Promise<void> => {
    world.time.advance(spanMs)
    await engine.submit(activate('now'))
  }
  const stateOf = async (): Promise<TallyState> => {
    world.kill()
    const snapshots = createSimulatedStorage()
    const engine = await world.start({ data: { journal: world.journal, snapshots } })
    await engine.stop()
    const text = snapshots.contentOf(snapshots.list()[0]!).toString().split('\n')[1]!
    return JSON.parse(text) as TallyState
  }

  it('ticks once a second, and once after a stall', async () => {
    const engine = await world.start()
    for (let second = 0; second < 5; second += 1) await passed(engine, 1_000)
    await passed(engine, 10_000) // ten periods in one turn of the event loop
    expect((await stateOf()).counts.TickTimer).toBe(6)
  })

  it('prepares for later commands with each tick that finds no command waiting', async () => {
    let prepared = 0
    const core = { ...tallyCore, prepare: () => void (prepared += 1) }
    const engine = await world.start({ core })
    for (let second = 0; second < 5; second += 1) await passed(engine, 1_000)
    expect(prepared).toBe(5)
    // The second comes while the first still waits for execution.
    world.time.advance(1_000)
    await passed(engine, 1_000)
    expect(prepared).toBe(6)
  })

  it('[mechanics 3.3] charges each hour once at its end', async () => {
    const engine = await world.start()
    for (let quarter = 0; quarter < 16; quarter += 1) await passed(engine, HOUR_MS / 4)
    expect((await stateOf()).hours).toEqual([0, 1, 2, 3].map((n) => START_MS + n * HOUR_MS))
  })

  it('charges after a downtime only the last hour in which it ran', async () => {
    let engine = await world.start()
    await passed(engine, 60_000)
    world.kill()
    world.time.advance(5 * HOUR_MS)
    engine = await world.start()
    await engine.submit(activate('back'))
    await passed(engine, HOUR_MS)
    expect((await stateOf()).hours).toEqual([START_MS, START_MS + 5 * HOUR_MS])
  })

  it('[R7] charges no hour twice after any restarts around its end and steps back of the clock', async () => {
    const random = seededRandom(11)
    let engine = await world.start()
    for (let round = 0; round < 80; round += 1) {
      world.time.advance(Math.floor(random() * 20 * 60_000))
      await engine.submit(activate('x'))
      if (random() < 0.3) world.time.leap(-Math.floor(random() * 2 * HOUR_MS))
      if (random() < 0.3) world.time.leap(Math.floor(random() * 2 * HOUR_MS))
      if (random() < 0.3) {
        world.kill()
        engine = await world.start()
      }
    }
    const { hours } = await stateOf()
    expect(hours.length).toBeGreaterThan(10)
    expect(hours).toEqual([...new Set(hours)].sort((a, b) => a - b))
  })

  it('[R7] never goes back', async () => {
    const engine = await world.start()
    const times: number[] = []
    for (const span of [0, -3_600_000, 10, 86_400_000, -5, 2 ** 40, 1]) {
      world.time.leap(span)
      times.push((await engine.submit(activate('t'))).timeMs)
    }
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('follows a leap of the wall clock only after it has stayed', async () => {
    const engine = await world.start()
    await passed(engine, 1_000)
    world.time.leap(HOUR_MS)
    // A caller that asks for progress gets the time before which nothing more will be stamped.
    expect((await engine.caughtUp()).timeMs).toBe(START_MS + 1_000)
    expect((await engine.submit(activate('leapt'))).timeMs).toBe(START_MS + 1_000)
    world.time.advance(2_000)
    expect((await engine.submit(activate('waits'))).timeMs).toBe(START_MS + 3_000)
    world.time.leap(-HOUR_MS)
    expect((await engine.submit(activate('taken back'))).timeMs).toBe(START_MS + 3_000)
    world.time.leap(HOUR_MS)
    await engine.submit(activate('again'))
    world.time.advance(5_000)
    expect((await engine.caughtUp()).timeMs).toBe(START_MS + 8_000 + HOUR_MS)
    expect((await engine.submit(activate('believed'))).timeMs).toBe(START_MS + 8_000 + HOUR_MS)
  })

  it('waits again for a second leap, and follows neither if both are reverted', async () => {
    const engine = await world.start()
    await passed(engine, 1_000)
    const timeNow = async (): Promise<number> => (await engine.submit(activate('now'))).timeMs - START_MS
    world.time.leap(60_000)
    expect(await timeNow()).toBe(1_000)
    world.time.advance(4_900)
    world.time.leap(24 * HOUR_MS)
    expect(await timeNow()).toBe(5_900)
    world.time.advance(4_900)
    expect(await timeNow()).toBe(10_800)
    world.time.leap(-24 * HOUR_MS - 60_000)
    expect(await timeNow()).toBe(10_800)
    world.time.leap(60_000)
    expect(await timeNow()).toBe(10_800)
    world.time.advance(2_000)
    world.time.leap(-30_000) // a part of it is reverted: the rest has not lasted long
    expect(await timeNow()).toBe(12_800)
    world.time.advance(4_900)
    expect(await timeNow()).toBe(17_700)
    world.time.advance(100)
    expect(await timeNow()).toBe(17_800 + 30_000)
  })
})
