/** Makes what the handlers of the edge use, from what the exchange was started with and what moves its money. */
import { join } from 'node:path'
import type { Address } from '@vest/protocol'
import { NO_HOURS, type Clock, type EngineClient, type OutsidePorts } from '@vest/runtime'
import { createAccess } from '../access/createAccess.ts'
import { createDepositRelay } from '../bridge/depositRelay.ts'
import { createSolanaClaims } from '../bridge/solanaClaims.ts'
import { creditOf, tell } from '../bridge/startBridge.ts'
import { createStrayDesk } from '../bridge/strayDesk.ts'
import { createCapitalCluster } from '../capital/capitalCluster.ts'
import type { Edge } from '../edge.ts'
import { createEdgeView } from '../edgeView.ts'
import { createFundingRateSeries } from '../fundingRateSeries.ts'
import { createKeccak256 } from '../keccak.ts'
import { openKeyUses } from '../keyUses.ts'
import { createNoticeDesk } from '../notices/createNoticeDesk.ts'
import type { ServiceNotice } from '../operator/serviceNotice.ts'
import { openStatusRecord } from '../operator/statusRecord.ts'
import type { Projector } from '../projectorPort.ts'
import { openReserveDesk } from '../reserves/index.ts'
import { createRateLimits } from '../rest/rateLimits.ts'
import { openShownNames } from '../shownNames.ts'
import { createListenKeys } from '../socket/listenKeys.ts'
import { createInThreadVerifier } from '../verify/inThreadVerifier.ts'
import { startVerifyPool } from '../verify/verifyPool.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'
import type { MoneyMoves } from './moneyMoves.ts'

export interface EdgeParts {
  readonly money: Pick<MoneyMoves, 'chains' | 'queue' | 'payouts' | 'progress' | 'rebalancer'>
  readonly clock: Clock
  readonly fail: (reason: Error) => void
  readonly serviceStatus: () => ServiceNotice
}

export async function createEdge(options: ExchangeOptions, parts: EdgeParts): Promise<Edge> {
  const { engine, store, projector, logger } = options
  const { chains, queue, payouts, progress, rebalancer } = parts.money
  const { clock, fail, serviceStatus } = parts
  const listenKeys = createListenKeys(clock.nowMs, options.listenKeyTimes)
  const view = await createEdgeView(engine, listenKeys.remove)
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
      lots: () => rebalancer?.underWay() ?? [],
      ...(options.statementEveryMs === undefined ? {} : { everyMs: options.statementEveryMs }),
    }),
    strays: createStrayDesk({ engine, store, chains, clock, logger }),
    payouts,
    progress,
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
