/**
 * The exchange in one process: engine, read models, chains and oracle are handed in, the edge is built around
 * them and everything is stopped in order. It knows nothing of devnet; what a laptop adds comes in through
 * `extraRoutes`, `chains` and `startOracle`.
 */
import { join } from 'node:path'
import type { ValidatorHealth } from '@vest/evm'
import type { Command } from '@vest/engine'
import type { MailPort } from '@vest/identity'
import { CHAIN_SOLANA, timeMs, type Address } from '@vest/protocol'
import {
  NO_HOURS,
  type ChainAdapter,
  type Clock,
  type EngineClient,
  type FundingPast,
  type OutsidePorts,
  type PaymentProvider,
  type ReadModelStore,
  type SolanaChain,
  type TradingHours,
} from '@vest/runtime'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { createAccess } from './access/createAccess.ts'
import { listen } from './access/listen.ts'
import { createDepositRelay } from './bridge/depositRelay.ts'
import { createReserveGuard } from './bridge/reserveGuard.ts'
import { createSolanaClaims } from './bridge/solanaClaims.ts'
import {
  createRebalancer,
  openLotFile,
  type Lot,
  type Rebalancer,
  type RebalancerOptions,
} from './bridge/rebalancing/index.ts'
import { createSolanaPayouts, type SolanaPayoutDesk } from './bridge/solanaPayouts.ts'
import { creditOf, startBridge, tell } from './bridge/startBridge.ts'
import { openKeyUses } from './keyUses.ts'
import { openShownNames } from './shownNames.ts'
import { createProgressDesk, type ProgressDesk } from './bridge/transferProgress.ts'
import { createStrayDesk } from './bridge/strayDesk.ts'
import { createWorkQueue, type WorkQueue } from './bridge/workQueue.ts'
import { createCapitalLetters } from './capital/capitalLetters.ts'
import { createCapitalCluster } from './capital/capitalCluster.ts'
import { createCapitalOperator, type CapitalOperator } from './capital/capitalOperator.ts'
import { openSale } from './capital/openSale.ts'
import { startReserveWatch } from './capital/reserveWatch.ts'
import type { VerdictSigner } from './capital/verdictCertificate.ts'
import { createChains, type Chains } from './chains.ts'
import type { Edge, IdentityRole } from './edge.ts'
import { createEdgeView } from './edgeView.ts'
import { createFundingRateSeries } from './fundingRateSeries.ts'
import { activateFeatures, submitGenesis, type GenesisOptions } from './genesis.ts'
import { holdsNothing } from './identity/holdsNothing.ts'
import { REBALANCE_LOOK_MS, SOLANA_PAYOUT_LOOK_MS } from './limits.ts'
import type { Logger } from './logger.ts'
import { createNoticeDesk } from './notices/createNoticeDesk.ts'
import { createMetrics } from './operator/metrics.ts'
import { readinessOf, type Readiness } from './operator/readiness.ts'
import { openServiceNotices, type ServiceNotice, type ServiceNotices } from './operator/serviceNotice.ts'
import { openStatusRecord } from './operator/statusRecord.ts'
import { startOperatorServer, type BuildInfo } from './operator/startOperatorServer.ts'
import type { Projector } from './projectorPort.ts'
import { createKeccak256 } from './keccak.ts'
import { openReserveDesk } from './reserves/index.ts'
import { createRateLimits } from './rest/rateLimits.ts'
import { createRestServer } from './rest/createRestServer.ts'
import type { PageReaches } from './rest/securityHeaders.ts'
import { createListenKeys, type ListenKeyTimes } from './socket/listenKeys.ts'
import { createPublisher } from './socket/publisher.ts'
import { startSocketServer } from './socket/startSocketServer.ts'
import { createInThreadVerifier } from './verify/inThreadVerifier.ts'
import { transferProgressText } from './transferRow.ts'
import { startVerifyPool, type VerifyPoolOptions } from './verify/verifyPool.ts'

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

export interface RunningExchange {
  readonly url: string
  readonly port: number
  /** Where operators look, if anywhere. */
  readonly operatorPort?: number
  /** The HTTP server, for requests without a socket in tests. */
  readonly app: FastifyInstance
  /** Takes a statement of reserves if one is due; it looks for itself, too. */
  takeStatement(): Promise<boolean>
  /** Ends what comes in, then the engine, then what reads from it. Safe to call twice. */
  stop(): Promise<void>
}

const SYSTEM_CLOCK: Clock = { nowMs: () => timeMs(Date.now()) }

/** How long a stop waits for requests that have begun. */
const STOP_GRACE_MS = 2_000

export async function startExchange(options: ExchangeOptions): Promise<RunningExchange> {
  const stops: Stop[] = []
  try {
    return await assemble(options, stops)
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

type Stop = () => void | Promise<void>

/** Last started, first stopped: what comes in ends before the engine, the engine before what reads from it. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop()
}

async function assemble(options: ExchangeOptions, stops: Stop[]): Promise<RunningExchange> {
  const { engine, store, projector, logger, clock = SYSTEM_CLOCK } = options
  // Before anything else: the projector must not miss what the engine repeats for it.
  engine.onEvents((envelopes) => projector.onEvents(envelopes))
  projector.onCheckpoint((seq) => engine.noteReader(seq))
  stops.push(
    () => store.close(),
    () => projector.stop(),
    () => engine.stop(),
  )
  let state: 'starting' | 'running' | 'stopping' | 'failed' = 'starting'
  const fail = (reason: Error): void => {
    if (state === 'failed' || state === 'stopping') return
    state = 'failed'
    logger.fatal({ err: reason }, 'the exchange cannot go on')
    options.onFatal(reason)
  }
  engine.onFailure(fail)
  const isServing = (): boolean => state === 'running'
  const { nowMs } = clock
  const metrics = createMetrics({
    isServing,
    nowMs,
    ledger: () => engine.query('ledger', {}),
    capital: async () => ({
      treasury: await engine.query('capitalTreasury', {}),
      reviews: await engine.query('capitalReviews', {}),
    }),
    dataDir: options.dataDir,
  })
  engine.onEvents((envelopes) => metrics.onEvents(envelopes))
  engine.onGroup((figures) => metrics.onGroup(figures))
  const readiness = (): Readiness => readinessOf({ isServing, metrics, nowMs })
  const notices = openServiceNotices(options.dataDir, (file) =>
    logger.warn({ file }, 'what was said about the service cannot be read: it counts as up'),
  )
  // First up, so that a long start can be watched, and last down.
  let capitalOperator: CapitalOperator | undefined = undefined
  let rebalancing: Rebalancer | undefined = undefined
  const operator =
    options.operator &&
    (await startOperatorServer({
      ...options.operator,
      metrics,
      readiness,
      notices,
      nowMs,
      capital: () => capitalOperator,
      rebalancing: () => rebalancing,
    }))
  stops.unshift(async () => operator?.stop())
  if (options.genesis) await submitGenesis(engine, options.genesis)
  await activateFeatures(engine)

  const chains = createChains(options.chains ?? [], options.rpcUrls ?? {}, options.solana?.payouts)
  const queue = createWorkQueue({
    ...(options.bridgeRetryMs === undefined ? {} : { retryMs: options.bridgeRetryMs }),
    onFailure: (name, error) =>
      logger.warn({ name, err: error }, 'work towards a chain failed, trying again'),
    onBroken: fail,
  })
  const reserves = createReserveGuard({
    onDifference: (chainId, differenceUsd6) => metrics.reserves(chainId, differenceUsd6),
    onShort: (chainId, { blockNumber, expectedUsd6, foundUsd6 }) =>
      logger.error(
        {
          chainId,
          blockNumber: String(blockNumber),
          expectedUsd6: String(expectedUsd6),
          foundUsd6: String(foundUsd6),
        },
        'the vault holds less than its logs say: no withdrawal is released until an operator has found out why',
      ),
    onWhole: (chainId) => logger.warn({ chainId }, 'the vault holds what its logs say again'),
  })
  metrics.countReleases({ areStopped: reserves.isShort })
  if (options.validators) metrics.countValidators(options.validators)
  const rebalancer =
    options.rebalancing &&
    createRebalancer({
      ...options.rebalancing,
      engine,
      chains,
      queue,
      logger,
      nowMs,
      file: openLotFile(join(options.dataDir, 'bridge', 'lots.json')),
      mayMove: () => !reserves.isShort(),
      onArrived: (chainId) => chains.adapter(chainId)?.wake?.(),
      lookMs: options.rebalancing.lookMs ?? REBALANCE_LOOK_MS,
    })
  rebalancing = rebalancer
  const payouts = payoutsOf(options, { chains, queue, nowMs, progress: () => progress })
  const progress = createProgressDesk({ chains, payouts, nowMs })
  const seller = await createEdge(options, {
    chains,
    queue,
    clock,
    fail,
    notices,
    payouts,
    progress,
    lots: () => rebalancer?.underWay() ?? [],
    hasFailed: () => state === 'failed',
    isShort: reserves.isShort,
  })
  const sale = options.capital && openSale({ edge: seller, logger, ...options.capital })
  capitalOperator = createCapitalOperator({
    engine,
    logger,
    cluster: seller.capitalCluster,
    ...(sale === undefined ? {} : { refund: sale.refund }),
  })
  const reserveWatch = startReserveWatch(engine, logger)
  engine.onEvents((envelopes) => reserveWatch.onEvents(envelopes))
  stops.push(() => reserveWatch.stop())
  const edge: Edge =
    sale === undefined ? seller : { ...seller, outside: { ...seller.outside, capital: sale.programme } }
  stops.push(
    () => edge.verifier.stop(),
    () => edge.listenKeys.stop(),
    () => edge.view.close(),
    () => edge.notices.stop(),
    () => edge.keyUses.stop(),
    () => edge.reserveDesk.stop(),
    () => edge.statusRecord.stop(),
  )
  metrics.countSignatures(edge.verifier)
  const { oneByOne } = edge.verifier
  if (oneByOne !== undefined) logger.warn({ reason: oneByOne }, 'signatures are recovered one by one')
  engine.onEvents((envelopes) => edge.fundingRates.onEvents(envelopes))
  edge.identity?.port.askHoldings?.(holdsNothing(edge))
  if (sale !== undefined && edge.identity !== undefined) {
    const letters = createCapitalLetters({
      engine,
      identity: edge.identity.port,
      sinceMs: clock.nowMs(),
      logger,
    })
    engine.onEvents((envelopes) => letters.onEvents(envelopes))
    stops.push(() => letters.idle())
  }
  const publisher = createPublisher({
    engine,
    view: edge.view,
    projector,
    hours: edge.hours,
    clock,
    notices: edge.notices,
    onTransferProgress: (listener) =>
      progress.onChange((transfer) => listener(transfer.account, () => transferProgressText(edge, transfer))),
    onFailure: (error) => fail(asError(error)),
  })
  stops.push(() => publisher.stop())
  // A caller that is admitted sees everything that was ever acknowledged.
  await projector.flushedThrough((await engine.query('exchange', {})).seq)

  stops.push(() => queue.stop())
  const bridge = await startBridge({
    engine,
    chains,
    ...(options.solana === undefined ? {} : { solana: options.solana }),
    payouts,
    ...(rebalancer && { rebalancer }),
    queue,
    logger,
    relay: edge.relay,
    progress,
    reserves: {
      ...reserves,
      note(chainId, told) {
        edge.reserveDesk.note(chainId, told)
        return reserves.note(chainId, told)
      },
    },
    ...(options.withdrawalLookMs === undefined ? {} : { lookMs: options.withdrawalLookMs }),
  })
  stops.push(() => bridge.stop())
  stops.push(() => edge.relay.stop())
  await edge.relay.resume()
  const stopOracle = await options.startOracle?.((command) => engine.submit(command))
  if (stopOracle) stops.push(stopOracle)

  const app = await createRestServer({
    edge,
    logger,
    ...(options.staticDir === undefined ? {} : { staticDir: options.staticDir }),
    reaches: reachesOf(options.identity?.info, options.frameOrigins),
    analyticsPath: options.analyticsPath,
    async extraRoutes(routes) {
      sale?.mount(routes)
      await options.extraRoutes?.(routes)
    },
    isStopping: () => state === 'stopping' || state === 'failed',
    readiness,
    metrics,
    isShortWayOn: options.isShortWayOn ?? true,
  })
  stops.push(() => closeServer(app))
  const sockets = startSocketServer({
    server: app.server,
    view: edge.view,
    listenKeys: edge.listenKeys,
    clock,
    publisher,
    access: edge.access,
    ...(options.extraSockets === undefined ? {} : { extraSockets: options.extraSockets }),
  })
  metrics.countSockets(sockets)
  stops.push(() => sockets.stop())
  const { port, close } = await listen(app, options)
  stops.push(close)
  state = 'running'
  if (sale !== undefined) stops.push(sale.watch())
  logger.info({ host: options.host, port }, 'listening')

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    if (state !== 'failed') state = 'stopping'
    await stopAll(stops)
    logger.info({}, 'stopped')
  }
  return {
    url: `http://${urlHost(options.host)}:${port}`,
    port,
    ...(operator ? { operatorPort: operator.port } : {}),
    app,
    takeStatement: edge.reserveDesk.takeIfDue,
    stop: () => (stopped ??= stop()),
  }
}

interface EdgeParts {
  readonly chains: Chains
  readonly queue: WorkQueue
  readonly clock: Clock
  readonly fail: (reason: Error) => void
  readonly hasFailed: () => boolean
  /** Some vault holds less than it should. */
  readonly isShort: () => boolean
  readonly notices: ServiceNotices
  readonly payouts: SolanaPayoutDesk | undefined
  readonly progress: ProgressDesk
  /** Between the vaults now. */
  readonly lots: () => readonly Lot[]
}

async function createEdge(options: ExchangeOptions, parts: EdgeParts): Promise<Edge> {
  const { engine, store, projector, logger } = options
  const { chains, queue, clock, fail, payouts } = parts
  const listenKeys = createListenKeys(clock.nowMs, options.listenKeyTimes)
  const view = await createEdgeView(engine, listenKeys.remove)
  const serviceStatus = (): ServiceNotice => statusOf(parts)
  return {
    clock,
    engine,
    store,
    projector,
    chains,
    view,
    fundingRates: createFundingRateSeries(),
    ...(options.fundingPast === undefined ? {} : { fundingPast: options.fundingPast }),
    hours: options.hours ?? NO_HOURS,
    verifier: options.verify
      ? await startVerifyPool({ ...options.verify, onFailure: fail })
      : await createInThreadVerifier(),
    relay: createDepositRelay({
      dir: join(options.dataDir, 'relay'),
      engine,
      store,
      chains,
      clock,
      queue,
      logger,
      ...(options.bridgeRetryMs === undefined ? {} : { lookMs: options.bridgeRetryMs }),
    }),
    reserveDesk: openReserveDesk({
      dir: join(options.dataDir, 'reserves'),
      engine,
      chains,
      clock,
      logger,
      keccak: await createKeccak256(),
      lots: parts.lots,
      ...(options.statementEveryMs === undefined ? {} : { everyMs: options.statementEveryMs }),
    }),
    strays: createStrayDesk({ engine, store, chains, clock, logger }),
    payouts,
    progress: parts.progress,
    listenKeys,
    outside: outsideOf(options),
    isCapitalReviewed: options.capitalReview ?? true,
    capitalCluster: createCapitalCluster({ engine, identity: options.identity?.port, logger }),
    ...(options.identity === undefined ? {} : { identity: options.identity }),
    rateLimits: createRateLimits(),
    shownNames: openShownNames(join(options.dataDir, 'points', 'shown.txt')),
    keyUses: openKeyUses({
      dir: join(options.dataDir, 'keys'),
      keys: view.keys,
      nowMs: clock.nowMs,
      onTrouble: (error) => logger.warn({ err: error }, 'a use of keys was not noted'),
    }),
    registrationContracts: options.registrationContracts.map((contract) => contract.toLowerCase() as Address),
    access: createAccess(options),
    serviceStatus,
    statusRecord: openStatusRecord({
      dir: join(options.dataDir, 'status'),
      nowMs: clock.nowMs,
      serviceStatus,
      measure: () => measureAnswers(engine, projector),
      onTrouble: (error) => logger.warn({ err: error }, 'the record of the service was held up'),
    }),
    notices: createNoticeDesk({
      dir: join(options.dataDir, 'notices'),
      engine,
      market: view.market,
      serviceStatus,
      clock,
      logger,
      ...(options.mail === undefined ? {} : { mail: options.mail }),
    }),
  }
}

function payoutsOf(
  { solana, engine, logger }: ExchangeOptions,
  {
    chains,
    queue,
    nowMs,
    progress,
  }: Pick<EdgeParts, 'chains' | 'queue'> & {
    readonly nowMs: () => number
    readonly progress: () => ProgressDesk
  },
): SolanaPayoutDesk | undefined {
  const home = chains.payer(CHAIN_SOLANA)
  if (solana?.payouts === undefined || home === undefined) return undefined
  return createSolanaPayouts({
    payouts: solana.payouts,
    home,
    queue,
    logger,
    nowMs,
    onProgress: (id) => progress().moved([id]),
    onRecalled: (transfer) => progress().recalled(transfer),
    complete: (done) => tell({ engine, logger }, { kind: 'CompleteWithdrawal', ...done }),
    lookMs: SOLANA_PAYOUT_LOOK_MS,
  })
}

const outsideOf = ({ outside = {}, solana, dataDir, engine, logger }: ExchangeOptions): OutsidePorts =>
  solana === undefined
    ? outside
    : {
        ...outside,
        solana: createSolanaClaims({
          chain: solana,
          path: join(dataDir, 'solana-claims.txt'),
          credit: (log) => tell({ engine, logger }, creditOf(log)),
        }),
      }

/** How long the engine takes to answer, and the read models until they have all that it knows. */
async function measureAnswers(
  engine: EngineClient,
  projector: Projector,
): Promise<{ readonly engineMs: number; readonly historyMs: number }> {
  const beganMs = performance.now()
  const { seq } = await engine.query('exchange', {})
  const answeredMs = performance.now()
  await projector.flushedThrough(seq)
  return {
    engineMs: Math.round(answeredMs - beganMs),
    historyMs: Math.round(performance.now() - answeredMs),
  }
}

/** Announced maintenance explains everything else; what is measured here comes before what was announced of it. */
function statusOf({ notices, hasFailed, isShort }: EdgeParts): ServiceNotice {
  const said = notices.current()
  if (said.status === 'UNDERMAINTENANCE') return said
  if (hasFailed()) return { status: 'HASISSUES', message: 'Trading is interrupted' }
  if (isShort()) return { status: 'HASISSUES', message: 'Withdrawals are paused' }
  return said
}

/** What the page may embed and ask beyond its own origin. */
function reachesOf(info: IdentityRole['info'] | undefined, frames: readonly string[] = []): PageReaches {
  const { walletOrigin, statusUrl } = info ?? {}
  return {
    frames: [...(walletOrigin ? [walletOrigin] : []), ...frames],
    calls: statusUrl?.startsWith('http') ? [new URL(statusUrl).origin] : [],
  }
}

/** Requests under way are answered; a connection that says nothing (browsers open some in advance) is not waited for. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(impatience)
  }
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
