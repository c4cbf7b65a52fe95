/**
 * What moves money between the exchange and its chains: the work towards them, the guard of their reserves, lots between
 * vaults and payouts on Solana. It is made here; the bridge sets it going.
 */
import { join } from 'node:path'
import { CHAIN_SOLANA } from '@vest/protocol'
import { createRebalancer, openLotFile, type Rebalancer } from '../bridge/rebalancing/index.ts'
import { createReserveGuard, type ReserveGuard } from '../bridge/reserveGuard.ts'
import { createSolanaPayouts, type SolanaPayoutDesk } from '../bridge/solanaPayouts.ts'
import { tell } from '../bridge/startBridge.ts'
import { createProgressDesk, type ProgressDesk } from '../bridge/transferProgress.ts'
import { createWorkQueue, type WorkQueue } from '../bridge/workQueue.ts'
import { createChains, type Chains } from '../chains.ts'
import { REBALANCE_LOOK_MS, SOLANA_PAYOUT_LOOK_MS } from '../limits.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../operator/metrics.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'

export interface MoneyMoves {
  readonly chains: Chains
  readonly queue: WorkQueue
  readonly reserves: ReserveGuard
  /** Absent: nothing moves between vaults. */
  readonly rebalancer: Rebalancer | undefined
  /** Absent: nothing leaves for Solana. */
  readonly payouts: SolanaPayoutDesk | undefined
  readonly progress: ProgressDesk
}

export interface MoneyMovesPorts {
  readonly metrics: Pick<Metrics, 'reserves' | 'countReleases' | 'countValidators'>
  readonly nowMs: () => number
  readonly fail: (reason: Error) => void
}

export function createMoneyMoves(
  options: Pick<
    ExchangeOptions,
    | 'engine'
    | 'logger'
    | 'dataDir'
    | 'chains'
    | 'rpcUrls'
    | 'solana'
    | 'rebalancing'
    | 'validators'
    | 'bridgeRetryMs'
  >,
  { metrics, nowMs, fail }: MoneyMovesPorts,
): MoneyMoves {
  const { engine, logger } = options
  const chains = createChains(options.chains ?? [], options.rpcUrls ?? {}, options.solana?.payouts)
  const queue = createWorkQueue({
    ...(options.bridgeRetryMs === undefined ? {} : { retryMs: options.bridgeRetryMs }),
    onFailure: (name, error) =>
      logger.warn({ name, err: error }, 'work towards a chain failed, trying again'),
    onBroken: fail,
  })
  const reserves = reserveGuardOf(metrics, logger)
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
  const payouts = payoutsOf(options, { chains, queue, nowMs, progress: () => progress })
  const progress = createProgressDesk({ chains, payouts, nowMs })
  return { chains, queue, reserves, rebalancer, payouts, progress }
}

const reserveGuardOf = (metrics: Pick<Metrics, 'reserves'>, logger: Logger): ReserveGuard =>
  createReserveGuard({
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

function payoutsOf(
  { solana, engine, logger }: Pick<ExchangeOptions, 'solana' | 'engine' | 'logger'>,
  {
    chains,
    queue,
    nowMs,
    progress,
  }: Pick<MoneyMoves, 'chains' | 'queue'> & {
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
