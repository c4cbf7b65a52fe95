/** Everything a handler of the edge may use; made once by `startExchange`, replaced piecewise in tests. */
import type { Address, IdentityInfoResponse } from '@vest/protocol'
import {
  type Clock,
  type EngineClient,
  type FundingPast,
  type IdentityPort,
  type OutsidePorts,
  type ReadModelStore,
  type TradingHours,
} from '@vest/runtime'
import type { Access } from './access/createAccess.ts'
import type { DepositRelay } from './bridge/depositRelay.ts'
import type { SolanaPayoutDesk } from './bridge/solanaPayouts.ts'
import type { ProgressDesk } from './bridge/transferProgress.ts'
import type { StrayDesk } from './bridge/strayDesk.ts'
import type { CapitalCluster } from './capital/capitalCluster.ts'
import type { Chains } from './chains.ts'
import type { EdgeView } from './edgeView.ts'
import type { FundingRateSeries } from './fundingRateSeries.ts'
import type { NoticeDesk } from './notices/createNoticeDesk.ts'
import type { ServiceNotice } from './operator/serviceNotice.ts'
import type { StatusRecord } from './operator/statusRecord.ts'
import type { Projector } from './projectorPort.ts'
import type { ReserveDesk } from './reserves/index.ts'
import type { RateLimits } from './rest/rateLimits.ts'
import type { ListenKeys } from './socket/listenKeys.ts'
import type { KeyUses } from './keyUses.ts'
import type { ShownNames } from './shownNames.ts'
import type { SignatureVerifier } from './verify/signatureJob.ts'

/** The part that knows people, and what the trading page is told of it. */
export interface IdentityRole {
  readonly port: Pick<IdentityPort, 'ownerOf' | 'ownersOnSameDevices' | 'tell'> &
    Partial<Pick<IdentityPort, 'askHoldings' | 'prepare'>>
  readonly info: IdentityInfoResponse
}

export interface Edge {
  readonly clock: Clock
  readonly engine: EngineClient
  readonly view: EdgeView
  readonly projector: Projector
  readonly store: ReadModelStore
  readonly fundingRates: FundingRateSeries
  /** From before the exchange began; absent: there is nothing to tell. */
  readonly fundingPast?: FundingPast
  readonly hours: TradingHours
  readonly verifier: SignatureVerifier
  readonly chains: Chains
  readonly relay: DepositRelay
  readonly strays: StrayDesk
  /** Absent: nothing leaves for Solana. */
  readonly payouts?: SolanaPayoutDesk | undefined
  /** Absent: where transfers stand is told by their status alone. */
  readonly progress?: ProgressDesk
  readonly reserveDesk: ReserveDesk
  readonly listenKeys: ListenKeys
  readonly outside: OutsidePorts
  /** Claims and payouts of the capital programme are looked at for signals of abuse first. */
  readonly isCapitalReviewed: boolean
  readonly capitalCluster: CapitalCluster
  /** Absent: there are no embedded wallets here. */
  readonly identity?: IdentityRole
  readonly rateLimits: RateLimits
  readonly shownNames: ShownNames
  readonly keyUses: KeyUses
  readonly notices: NoticeDesk
  /** Contracts whose domain a registration proof may name; ours first. */
  readonly registrationContracts: readonly Address[]
  readonly access: Access
  readonly serviceStatus: () => ServiceNotice
  readonly statusRecord: StatusRecord
}

/** What the way of a signed write uses, from its first check to the answer of the engine. */
export type WritePorts = Pick<Edge, 'clock' | 'engine' | 'rateLimits' | 'verifier' | 'view'>
