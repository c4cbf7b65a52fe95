/**
 * The keeper of the vaults' balance: looks at what each vault holds against what waits to be paid there, and moves lots from a
 * vault with more than it needs to one that is short, by the rules of `lotRules`. It holds no key: a quorum of validators
 * signs each lot, and the vault's contract lets it reach the vault of another chain alone. Any step may be broken off and
 * repeated: a lot is burned once by its number, and made once by its message.
 */
import type { EngineEvent, TransferRecord } from '@vest/engine'
import { REBALANCE_VALID_MS, usd6, type Address, type RebalanceLot } from '@vest/protocol'
import type { BridgePort, EngineClient, VaultRoad } from '@vest/runtime'
import type { Chains } from '../../chains.ts'
import type { Logger } from '../../logger.ts'
import type { WorkQueue } from '../workQueue.ts'
import { isOpen, type Lot, type LotFile } from './lotFile.ts'
import { nextMove, type RebalanceRules, type VaultStand } from './lotRules.ts'

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
  readonly holds: 'PAUSED' | 'BREAKER' | 'RESERVES' | undefined
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

/** By which clocks may differ: what is void is planned anew, and the vault takes one of a number. */
const VOID_AFTER_MS = 60_000
/** So many lots that are not in the file are looked for. */
const ADOPTED_MAX = 100

export function createRebalancer(options: RebalancerOptions): Rebalancer {
  const { engine, chains, bridge, file, queue, rules, logger, nowMs } = options
  let breakerUntilMs = 0
  let timer: NodeJS.Timeout | undefined
  const told = new Set<string>()
  const unsubscribe = engine.onEvents((envelopes) => {
    for (const { events } of envelopes) for (const event of events) noteBreaker(event)
  })
  const noteBreaker = (event: EngineEvent): void => {
    if (event.kind === 'BreakerTripped') breakerUntilMs = event.untilMs
  }

  const roads = (): (readonly [chainId: number, road: VaultRoad])[] =>
    chains.adapters().flatMap((adapter) => {
      const road = adapter.road?.()
      return road === undefined ? [] : [[adapter.chainId, road] as const]
    })
  const roadOf = (chainId: number): VaultRoad | undefined => chains.adapter(chainId)?.road?.()
  const open = (): Lot[] => file.lots().filter(isOpen)
  const holds = (): RebalanceReport['holds'] => {
    if (file.isPaused()) return 'PAUSED'
    if (!options.mayMove()) return 'RESERVES'
    return breakerUntilMs > nowMs() ? 'BREAKER' : undefined
  }

  const standOf = (chainId: number, heldUsd6: number, waiting: readonly TransferRecord[]): VaultStand => ({
    chainId,
    heldUsd6,
    waitingUsd6: waiting.reduce(
      (sum, transfer) => (chains.payer(transfer.chainId)?.chainId === chainId ? sum + transfer.size : sum),
      0,
    ),
    comingUsd6: open().reduce((sum, lot) => (lot.to === chainId ? sum + lot.sizeUsd6 : sum), 0),
    isSending: open().some(({ from, state }) => from === chainId && state === 'PLANNED'),
  })

  /** Every vault that runs; lots that left and are not in the file are taken into it. */
  async function stands(): Promise<readonly (VaultStand & { readonly nextNonce: number })[]> {
    const found = await Promise.all(
      roads().map(async ([chainId, road]) => {
        const state = await road.state()
        await adopt(chainId, road, state.nextNonce)
        return { chainId, ...state }
      }),
    )
    const transfers = await engine.query('openTransfers', {})
    const waiting = transfers.filter(
      ({ type, status }) => type === 'WITHDRAW' && (status === 'NEW' || status === 'VERIFIED'),
    )
    return found.map(({ chainId, heldUsd6, nextNonce }) => ({
      ...standOf(chainId, heldUsd6, waiting),
      nextNonce,
    }))
  }

  async function adopt(chainId: number, road: VaultRoad, nextNonce: number): Promise<void> {
    const mine = file.lots().filter(({ from }) => from === chainId)
    const known = new Set(mine.filter(({ state }) => state !== 'VOID').map(({ nonce }) => nonce))
    for (let nonce = nextNonce - 1; nonce >= Math.max(0, nextNonce - ADOPTED_MAX); nonce -= 1) {
      if (known.has(nonce)) return
      const burn = await road.burnOf(nonce)
      const to = burn && roads().find(([, each]) => each.domain === burn.domain)?.[0]
      if (burn === undefined || to === undefined) continue
      file.put({
        from: chainId,
        to,
        nonce,
        sizeUsd6: burn.sizeUsd6,
        plannedMs: burn.timeMs,
        deadlineMs: 0,
        state: 'BURNED',
        burnTxHash: burn.txHash,
        burnMs: burn.timeMs,
      })
    }
  }

  async function plan(): Promise<void> {
    if (holds() !== undefined) return
    const all = await stands()
    const move = nextMove(all, rules, (a, b) =>
      open().some(({ from, to }) => (from === a && to === b) || (from === b && to === a)),
    )
    if (move === undefined || holds() !== undefined) return
    const { nextNonce: nonce } = all.find(({ chainId }) => chainId === move.from)!
    const plannedMs = nowMs()
    file.put({ ...move, nonce, plannedMs, deadlineMs: plannedMs + REBALANCE_VALID_MS, state: 'PLANNED' })
    logger.info({ ...move, nonce }, 'a vault is short: a lot of another is on its way')
    followAll()
  }

  function followAll(): void {
    for (const lot of open())
      queue.add(`lot ${lot.from} ${lot.nonce}`, async () => {
        const now = file
          .lots()
          .find((each) => each.from === lot.from && each.nonce === lot.nonce && isOpen(each))
        if (now !== undefined) await step(now)
      })
  }

  async function step(lot: Lot): Promise<void> {
    const road = roadOf(lot.from)
    if (road === undefined) return chains.adapter(lot.from)?.wake?.()
    if (lot.state === 'BURNED') return deliver(lot)
    const burn = await road.burnOf(lot.nonce)
    if (burn !== undefined) {
      // The vault took one lot of this number: what it says holds, whatever was planned.
      const to = roads().find(([, each]) => each.domain === burn.domain)?.[0] ?? lot.to
      const burned: Lot = {
        ...lot,
        to,
        sizeUsd6: burn.sizeUsd6,
        state: 'BURNED',
        burnTxHash: burn.txHash,
        burnMs: burn.timeMs,
      }
      file.put(burned)
      return deliver(burned)
    }
    const { nextNonce } = await road.state()
    // In a block that is not final yet.
    if (nextNonce > lot.nonce) return
    if (nowMs() > lot.deadlineMs + VOID_AFTER_MS) return file.put({ ...lot, state: 'VOID', endMs: nowMs() })
    if (holds() !== undefined || nowMs() >= lot.deadlineMs) return
    const wanted = signable(lot)
    if (wanted === undefined) return
    const signatures = await road.sign(wanted)
    if (holds() === undefined) await road.send(wanted, signatures)
  }

  function signable(lot: Lot): RebalanceLot | undefined {
    const token = chains.info(lot.from)?.tokens[0]?.address.toLowerCase() as Address | undefined
    const domain = chains.info(lot.to)?.cctpDomain
    if (token === undefined || domain === undefined || domain === null) return undefined
    const { nonce, deadlineMs, sizeUsd6, from } = lot
    return { nonce, deadlineMs, domain, token, sizeUsd6: usd6(sizeUsd6), chainId: from }
  }

  async function deliver(lot: Lot): Promise<void> {
    tellLate(lot)
    const road = roadOf(lot.to)
    if (road === undefined) return chains.adapter(lot.to)?.wake?.()
    const attested = await bridge.attestationOf(lot.from, lot.burnTxHash!)
    if (attested === undefined || !(await road.receive(attested)).isFinal) return
    file.put({ ...lot, state: 'MADE', endMs: nowMs() })
    logger.info({ from: lot.from, to: lot.to, nonce: lot.nonce }, 'a lot has come to its vault')
    options.onArrived(lot.to)
  }

  function tellLate({ from, to, nonce, burnMs = 0, burnTxHash }: Lot): void {
    const name = `${from} ${nonce}`
    if (told.has(name) || nowMs() < burnMs + 2 * bridge.estimateMs) return
    told.add(name)
    logger.error({ from, to, nonce, txHash: burnTxHash }, 'a lot was burned and is late on the other chain')
  }

  return {
    underWay: () => file.lots().filter(({ state }) => state === 'BURNED'),
    report: async () => ({ holds: holds(), rules, vaults: await stands(), lots: file.lots() }),
    setPaused: (isPaused) => file.setPaused(isPaused),
    start() {
      timer = setInterval(() => {
        followAll()
        queue.add('balance of the vaults', plan)
      }, options.lookMs).unref()
    },
    stop() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
