/**
 * The keeper of the vaults' balance: looks at what each vault holds against what waits to be paid there, and moves lots from a
 * vault with more than it needs to one that is short, by the rules of `lotRules`. It holds no key: a quorum of validators
 * signs each lot, and the vault's contract lets it reach the vault of another chain alone. Any step may be broken off and
 * repeated: a lot is burned once by its number, and made once by its message.
 */
import { REBALANCE_VALID_MS } from '@vest/protocol'
import type { BridgePort, EngineClient } from '@vest/runtime'
import type { Chains } from '../../chains.ts'
import type { Logger } from '../../logger.ts'
import type { WorkQueue } from '../workQueue.ts'
import { createLotDelivery } from './lotDelivery.ts'
import { isOpen, openLots, type Lot, type LotFile } from './lotFile.ts'
import { createLotHolds, type LotHold } from './lotHolds.ts'
import { nextMove, type RebalanceRules, type VaultStand } from './lotRules.ts'
import { createLotStep } from './lotStep.ts'
import { createVaultRoads } from './vaultRoads.ts'
import { createVaultStands } from './vaultStands.ts'

export interface Rebalancer {
  /** Burned and not made yet: what lies in no vault. */
  underWay(): readonly Lot[]
  report(): Promise<RebalanceReport>
  setPaused(isPaused: boolean): void
  start(): void
  stop(): void
}

/** `holds`: why nothing is sent now; what is burned is made all the same. */
export interface RebalanceReport {
  readonly holds: LotHold | undefined
  readonly rules: RebalanceRules
  readonly vaults: readonly VaultStand[]
  /** Oldest first. */
  readonly lots: readonly Lot[]
}

export interface RebalancerOptions {
  readonly engine: Pick<EngineClient, 'query' | 'onEvents'>
  readonly chains: Chains
  readonly bridge: BridgePort
  readonly file: LotFile
  readonly queue: WorkQueue
  readonly rules: RebalanceRules
  /** False while some vault holds less than its logs say. */
  readonly mayMove: () => boolean
  /** Money came to this vault: what waits for it is looked at. */
  readonly onArrived: (chainId: number) => void
  readonly logger: Logger
  readonly nowMs: () => number
  readonly lookMs: number
}

export function createRebalancer(options: RebalancerOptions): Rebalancer {
  const { engine, chains, bridge, file, queue, rules, logger, nowMs, mayMove, onArrived } = options
  const holds = createLotHolds({ engine, file, mayMove, nowMs })
  const roads = createVaultRoads(chains)
  const stands = createVaultStands({ engine, chains, roads, file })
  const deliver = createLotDelivery({ roads, bridge, file, onArrived, logger, nowMs })
  const step = createLotStep({ chains, roads, file, holds, deliver, nowMs })
  let timer: NodeJS.Timeout | undefined

  async function plan(): Promise<void> {
    if (holds.present() !== undefined) return
    const all = await stands()
    const move = nextMove(all, rules, (a, b) =>
      openLots(file).some(({ from, to }) => (from === a && to === b) || (from === b && to === a)),
    )
    if (move === undefined || holds.present() !== undefined) return
    const { nextNonce: nonce } = all.find(({ chainId }) => chainId === move.from)!
    const plannedMs = nowMs()
    file.put({ ...move, nonce, plannedMs, deadlineMs: plannedMs + REBALANCE_VALID_MS, state: 'PLANNED' })
    logger.info({ ...move, nonce }, 'a vault is short: a lot of another is on its way')
    followAll()
  }

  function followAll(): void {
    for (const lot of openLots(file))
      queue.add(`lot ${lot.from} ${lot.nonce}`, async () => {
        const now = file
          .lots()
          .find((each) => each.from === lot.from && each.nonce === lot.nonce && isOpen(each))
        if (now !== undefined) await step(now)
      })
  }

  return {
    underWay: () => file.lots().filter(({ state }) => state === 'BURNED'),
    report: async () => ({ holds: holds.present(), rules, vaults: await stands(), lots: file.lots() }),
    setPaused: (isPaused) => file.setPaused(isPaused),
    start() {
      timer = setInterval(() => {
        followAll()
        queue.add('balance of the vaults', plan)
      }, options.lookMs).unref()
    },
    stop() {
      clearInterval(timer)
      holds.stop()
    },
  }
}
