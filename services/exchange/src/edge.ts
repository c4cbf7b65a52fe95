/** Everything a handler of the edge may use; made once by `startExchange`, replaced piecewise in tests. */
import type { Command } from '@vest/engine'
import type { Address, ServiceStatus } from '@vest/protocol'
import {
  CommandTooLargeError,
  InboxFullError,
  JournalFullError,
  type Clock,
  type EngineClient,
  type OutsidePorts,
  type ReadModelStore,
  type Submitted,
  type TradingHours,
} from '@vest/runtime'
import type { DepositRelay } from './bridge/depositRelay.ts'
import type { Chains } from './chains.ts'
import type { EdgeView } from './edgeView.ts'
import type { FundingRateSeries } from './fundingRateSeries.ts'
import type { Projector } from './projectorPort.ts'
import { refuse, tooMany, unavailable, type Refusal } from './refusal.ts'
import type { RateLimits } from './rest/rateLimits.ts'
import type { ListenKeys } from './socket/listenKeys.ts'
import type { SignatureVerifier } from './verify/signatureJob.ts'

export interface Edge {
  readonly clock: Clock
  readonly engine: EngineClient
  readonly view: EdgeView
  readonly projector: Projector
  readonly store: ReadModelStore
  readonly fundingRates: FundingRateSeries
  readonly hours: TradingHours
  readonly verifier: SignatureVerifier
  readonly chains: Chains
  readonly relay: DepositRelay
  readonly listenKeys: ListenKeys
  readonly outside: OutsidePorts
  readonly rateLimits: RateLimits
  /** Contracts whose domain a registration proof may name; ours first. */
  readonly registrationContracts: readonly Address[]
  /** Callers on this machine are not limited. */
  readonly isExempt: (address: string) => boolean
  readonly serviceStatus: () => { readonly status: ServiceStatus; readonly message: string | null }
}

/**
 * Waits until everything is known that was sequenced before. 503 while the exchange has not followed a leap of the clock
 * by which windows are judged here: what still waits to be sequenced may then be in a window that is over by our clock.
 */
export async function catchUp({
  engine,
  clock,
}: Pick<Edge, 'engine' | 'clock'>): Promise<Refusal | undefined> {
  const nowMs = clock.nowMs()
  const { timeMs } = await engine.caughtUp()
  return timeMs < nowMs ? unavailable('The clock has leapt', 1) : undefined
}

/** Resolves once the command is durable and applied; refuses what was never sequenced and never will be. */
export async function submit(edge: Pick<Edge, 'engine'>, command: Command): Promise<Submitted | Refusal> {
  try {
    return await edge.engine.submit(command)
  } catch (error) {
    if (error instanceof InboxFullError) return tooMany(1)
    if (error instanceof JournalFullError)
      return unavailable('The exchange cannot record anything at the moment')
    if (error instanceof CommandTooLargeError) return refuse(1130)
    throw error
  }
}
