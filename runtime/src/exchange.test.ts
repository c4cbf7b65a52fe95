/** The runtime with the real core: every later life restores what an earlier one computed. */
import { describe, expect, it } from 'vitest'
import type { Command, EventEnvelope } from '@vest/engine'
import { exchangeCore } from './engine/exchangeCore.ts'
import type { EngineClient } from './ports/engineClient.ts'
import { startEngineInProcess } from './startEngineInProcess.ts'
import { genesisCommands, tradingCommands } from './testing/exchangeCommands.ts'
import { createScriptedTime } from './testing/scriptedTime.ts'
import { seededRandom } from './testing/seededRandom.ts'
import { createSimulatedStorage } from './testing/simulatedStorage.ts'

const START_MS = 1_800_000_000_000

describe('exchange core behind the journal', () => {
  it('[R2] live, snapshot and tail, and full replay end in one hash and publish one stream of events', async () => {
    const random = seededRandom(5)
    const time = createScriptedTime(START_MS)
    let journal = createSimulatedStorage()
    let snapshots = createSimulatedStorage()
    const start = (
      withSnapshots = true,
      emitFromSeq?: number,
      onReplayed?: (batch: readonly EventEnvelope[]) => void,
    ): Promise<EngineClient> =>
      startEngineInProcess({
        core: exchangeCore,
        data: { journal, snapshots: withSnapshots ? snapshots : createSimulatedStorage() },
        segmentBytes: 65_536,
        snapshotEveryCommands: 300,
        clock: time.clock,
        timers: time.timers,
        ...(emitFromSeq === undefined ? {} : { emitFromSeq }),
        ...(onReplayed ? { onReplayed } : {}),
      })
    const commands = tradingCommands(1, () => time.clock.nowMs())
    const told: EventEnvelope[] = []
    const hear = (engine: EngineClient): (() => void) =>
      engine.onEvents((envelopes) => told.push(...envelopes))

    let engine = await start()
    let deafen = hear(engine)
    for (const command of genesisCommands(START_MS))
      expect(await engine.submit(command)).toMatchObject({ answer: { ok: true } })
    let hash = await engine.stateHash()
    for (let life = 0; life < 6; life += 1) {
      for (let turn = 0; turn < 25; turn += 1) {
        const group: Command[] = Array.from(
          { length: 1 + Math.floor(random() * 40) },
          () => commands.next().value,
        )
        await Promise.all(group.map((command) => engine.submit(command)))
        time.advance(Math.floor(random() * 5_000))
      }
      hash = await engine.stateHash()
      journal = journal.afterKill()
      snapshots = snapshots.afterKill()
      deafen() // a killed engine publishes nothing more
      engine = await start()
      expect(await engine.stateHash()).toEqual(hash)
      deafen = hear(engine)
    }
    expect(told.some(({ events }) => events.some((event) => event.kind === 'TradeExecuted'))).toBe(true)
    journal = journal.afterKill()
    const replayed: EventEnvelope[] = []
    engine = await start(false, 0, (batch) => replayed.push(...batch))
    expect(await engine.stateHash()).toEqual(hash)
    expect(replayed).toEqual(told)
  })
})
