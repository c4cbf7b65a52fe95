/**
 * An engine over simulated disks and scripted time, with the tally core: shared by tests of the running engine. `kill`
 * leaves what a killed process leaves; a new start continues from there.
 */
import { timeMs, type Address, type Id } from '@vest/protocol'
import type { Command } from '@vest/engine'
import type { EngineClient } from '../ports/engineClient.ts'
import { startEngineInProcess, type StartEngineInProcessOptions } from '../startEngineInProcess.ts'
import { createScriptedTime, type ScriptedTime } from './scriptedTime.ts'
import { createSimulatedStorage, type SimulatedStorage } from './simulatedStorage.ts'
import { tallyCore, type TallyState } from './tallyCore.ts'

/** 2027-01-15T08:00:00Z: a full hour. */
export const START_MS = 1_800_000_000_000

export interface EngineWorld {
  readonly time: ScriptedTime
  journal: SimulatedStorage
  snapshots: SimulatedStorage
  start(options?: Partial<StartEngineInProcessOptions<TallyState>>): Promise<EngineClient>
  kill(): void
  /** Cuts the power: unsynced data is there, torn or gone. */
  cutPower(random: () => number): void
  /** Stops everything that still runs. */
  end(): Promise<void>
}

export function createEngineWorld(): EngineWorld {
  const running = new Set<EngineClient>()
  const die = (): void => {
    world.time.silence()
    running.clear()
  }
  const world: EngineWorld = {
    time: createScriptedTime(START_MS),
    journal: createSimulatedStorage(),
    snapshots: createSimulatedStorage(),
    async start(options = {}) {
      const engine = await startEngineInProcess({
        core: tallyCore,
        data: { journal: world.journal, snapshots: world.snapshots },
        segmentBytes: 16_384,
        clock: world.time.clock,
        timers: world.time.timers,
        ...options,
      })
      running.add(engine)
      return engine
    },
    kill() {
      die()
      world.journal = world.journal.afterKill()
      world.snapshots = world.snapshots.afterKill()
    },
    cutPower(random) {
      die()
      world.journal = world.journal.afterPowerCut(random)
      world.snapshots = world.snapshots.afterPowerCut(random)
    },
    async end() {
      await Promise.all([...running].map((engine) => engine.stop()))
    },
  }
  return world
}

export const activate = (feature: string): Command => ({ kind: 'Activate', feature })

const ACCOUNT = `0x${'1'.repeat(40)}` as Address

export const cancel = (id: string): Command => ({
  kind: 'CancelOrder',
  id: id as Id,
  account: ACCOUNT,
  signer: `0x${'2'.repeat(40)}` as Address,
  nonce: 1,
  orderTimeMs: timeMs(START_MS),
  recvWindowMs: 5_000,
})

export const setLeverage: Command = { kind: 'SetLeverage', account: ACCOUNT, symbol: 'BTC-PERP', leverage: 5 }
