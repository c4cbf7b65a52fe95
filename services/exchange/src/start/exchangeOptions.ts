/** What an exchange is started with: the parts that others made, and where it listens. */
import type { ValidatorHealth } from '@vest/evm'
import type { Command } from '@vest/engine'
import type { MailPort } from '@vest/identity'
import type { Address } from '@vest/protocol'
import type {
  ChainAdapter,
  Clock,
  EngineClient,
  FundingPast,
  OutsidePorts,
  PaymentProvider,
  ReadModelStore,
  SolanaChain,
  TradingHours,
} from '@vest/runtime'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { RebalancerOptions } from '../bridge/rebalancing/index.ts'
import type { VerdictSigner } from '../capital/verdictCertificate.ts'
import type { IdentityRole } from '../edge.ts'
import type { GenesisOptions } from '../genesis.ts'
import type { Logger } from '../logger.ts'
import type { BuildInfo } from '../operator/startOperatorServer.ts'
import type { Projector } from '../projectorPort.ts'
import type { ListenKeyTimes } from '../socket/listenKeys.ts'
import type { VerifyPoolOptions } from '../verify/verifyPool.ts'

export interface ExchangeOptions {
  /** `localhost` = the loopback of both families, where there are both. */
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  /** Files of the edge itself: authorizations that wait for their block. */
  readonly dataDir: string
  /** Started with `emitFromSeq` = what the store says it is complete to; stopped by us. */
  readonly engine: EngineClient
  /** Open; closed by us. */
  readonly store: ReadModelStore
  /** Made over the same store; stopped by us. */
  readonly projector: Projector
  readonly logger: Logger
  /** Submitted where the engine lacks it. */
  readonly genesis?: GenesisOptions
  readonly chains?: readonly ChainAdapter[]
  /** Absent: no deposits from Solana. */
  readonly solana?: SolanaChain
  /** Moves money from vaults that have more than they need to those that are short. Absent: nothing does. */
  readonly rebalancing?: Pick<RebalancerOptions, 'bridge' | 'rules'> & { readonly lookMs?: number }
  /** RPCs that a browser may use, by chain id. */
  readonly rpcUrls?: Readonly<Record<number, string>>
  /** Contracts over which a registration proof is accepted; ours first. */
  readonly registrationContracts: readonly Address[]
  /** What the sessions that are fed in follow; absent: every market trades at every hour. */
  readonly hours?: TradingHours
  /** Funding rates from before the exchange began, where there are any to tell. */
  readonly fundingPast?: FundingPast
  /** Begins to feed prices and sessions; returns what stops it. */
  readonly startOracle?: (submit: (command: Command) => Promise<unknown>) => StopOracle | Promise<StopOracle>
  /** Where the bundled verify worker lies; absent = signatures are verified on the main thread. */
  readonly verify?: Pick<VerifyPoolOptions, 'workerUrl' | 'workers' | 'addonUrl'>
  readonly staticDir?: string
  readonly extraRoutes?: (app: FastifyInstance) => void | Promise<void>
  /** Sockets beside the API, by path. */
  readonly extraSockets?: ReadonlyMap<string, (socket: WebSocket) => void>
  /** By which notices leave; its creator closes it. Absent: none goes by mail. */
  readonly mail?: MailPort
  /** Between two statements of reserves; default: a day. */
  readonly statementEveryMs?: number
  /** Whom to ask how the validators are. */
  readonly validators?: () => readonly ValidatorHealth[]
  /** Whether claims and payouts are looked at for signals of abuse first (mechanics 9.8). Default true. */
  readonly capitalReview?: boolean
  /** False: writes go through the HTTP framework like every other request (`rest/serveDirectly.ts`). Default true. */
  readonly isShortWayOn?: boolean
  /** Parts outside the engine; calls of those that are absent answer 503. */
  readonly outside?: OutsidePorts
  /** Who takes the money for plans; absent: none are sold. `appOrigin` is where a browser comes back to. */
  readonly capital?: {
    readonly payments: PaymentProvider
    readonly appOrigin: string
    readonly verdicts: VerdictSigner
  }
  /** Origins of pages that the app may embed, beside the wallet's. */
  readonly frameOrigins?: readonly string[]
  /** Who people are; its creator stops it. */
  readonly identity?: IdentityRole
  readonly clock?: Clock
  /** Names under which it answers, beside those of the loopback; on the loopback it answers under no others. */
  readonly hostNames?: readonly string[]
  /** Path of this origin behind which the operator counts what users agreed to; absent = nothing is counted. */
  readonly analyticsPath?: string | undefined
  /** Addresses and networks of proxies whose X-Forwarded-For is believed; none = no proxy. */
  readonly trustedProxies?: readonly string[]
  /** Carried by programs of the installation itself, which are not limited. */
  readonly programToken?: string
  readonly listenKeyTimes?: ListenKeyTimes
  /** Where operators look: health, readiness, version, metrics. Absent: nowhere. */
  readonly operator?: { readonly host: string; readonly port: number; readonly build: BuildInfo }
  /** How long work towards a chain rests before it is tried or looked at again; default: as in `limits`. */
  readonly bridgeRetryMs?: number
  /** Between two looks at withdrawals that are not done. */
  readonly withdrawalLookMs?: number
  /** The exchange cannot go on: nothing more is acknowledged; the caller ends the process with a failure. */
  readonly onFatal: (reason: Error) => void
}

export type StopOracle = () => void | Promise<void>
