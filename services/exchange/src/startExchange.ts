/**
 * The exchange in one process: engine, read models, chains and oracle are handed in, the edge is built around
 * them and everything is stopped in order. It knows nothing of devnet; what a laptop adds comes in through
 * `extraRoutes`, `chains` and `startOracle`.
 */
import { timeMs } from '@vest/protocol'
import type { Clock } from '@vest/runtime'
import type { FastifyInstance } from 'fastify'
import type { Edge } from './edge.ts'
import { activateFeatures, submitGenesis } from './genesis.ts'
import { createPublisher } from './socket/publisher.ts'
import { startCapitalSide, type CapitalSide } from './start/capitalSide.ts'
import { createEdge } from './start/createEdge.ts'
import type { ExchangeOptions } from './start/exchangeOptions.ts'
import { joinEdge } from './start/joinEdge.ts'
import { createMoneyMoves, type MoneyMoves } from './start/moneyMoves.ts'
import { openBridge } from './start/openBridge.ts'
import { startOperatorSide } from './start/operatorSide.ts'
import { createServiceState } from './start/serviceState.ts'
import { serviceStatus } from './start/serviceStatus.ts'
import { startServing } from './start/startServing.ts'
import { createStops, type Stops } from './start/stops.ts'
import { transferProgressText } from './transferRow.ts'

export type { ExchangeOptions, StopOracle } from './start/exchangeOptions.ts'

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

export async function startExchange(options: ExchangeOptions): Promise<RunningExchange> {
  const stops = createStops()
  try {
    return await assemble(options, stops)
  } catch (error) {
    await stops.all()
    throw error
  }
}

async function assemble(options: ExchangeOptions, stops: Stops): Promise<RunningExchange> {
  const { engine, store, projector, logger, clock = SYSTEM_CLOCK } = options
  // Before anything else: the projector must not miss what the engine repeats for it.
  engine.onEvents((envelopes) => projector.onEvents(envelopes))
  projector.onCheckpoint((seq) => engine.noteReader(seq))
  stops.add(
    () => store.close(),
    () => projector.stop(),
    () => engine.stop(),
  )
  const state = createServiceState(options)
  engine.onFailure(state.fail)
  // First up, so that a long start can be watched, and last down.
  let capital: CapitalSide | undefined = undefined
  let money: MoneyMoves | undefined = undefined
  const operator = await startOperatorSide(options, {
    isServing: state.isServing,
    nowMs: clock.nowMs,
    capital: () => capital?.operator,
    rebalancing: () => money?.rebalancer,
  })
  const { metrics, notices } = operator
  stops.addLast(operator.stop)
  if (options.genesis) await submitGenesis(engine, options.genesis)
  await activateFeatures(engine)

  const moves = createMoneyMoves(options, { metrics, nowMs: clock.nowMs, fail: state.fail })
  money = moves
  const { hasFailed } = state
  const seller = await createEdge(options, {
    money: moves,
    clock,
    fail: state.fail,
    serviceStatus: () => serviceStatus({ notices, hasFailed, isShort: moves.reserves.isShort }),
  })
  const { sale, startLetters } = (capital = startCapitalSide(options, seller, stops))
  const edge: Edge =
    sale === undefined ? seller : { ...seller, outside: { ...seller.outside, capital: sale.programme } }
  joinEdge(edge, { metrics, logger, stops })
  startLetters()
  const publisher = createPublisher({
    engine,
    view: edge.view,
    projector,
    hours: edge.hours,
    clock,
    notices: edge.notices,
    onTransferProgress: (listener) =>
      moves.progress.onChange((transfer) =>
        listener(transfer.account, () => transferProgressText(edge, transfer)),
      ),
    onFailure: (error) => state.fail(asError(error)),
  })
  stops.add(() => publisher.stop())
  // A caller that is admitted sees everything that was ever acknowledged.
  await projector.flushedThrough((await engine.query('exchange', {})).seq)

  await openBridge(options, moves, edge, stops)
  const stopOracle = await options.startOracle?.((command) => engine.submit(command))
  if (stopOracle) stops.add(stopOracle)
  const { app, port } = await startServing(options, { edge, publisher, sale, operator, state, stops })
  state.serve()
  if (sale !== undefined) stops.add(sale.watch())
  logger.info({ host: options.host, port }, 'listening')

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    state.stop()
    await stops.all()
    logger.info({}, 'stopped')
  }
  return {
    url: `http://${urlHost(options.host)}:${port}`,
    port,
    ...(operator.port === undefined ? {} : { operatorPort: operator.port }),
    app,
    takeStatement: edge.reserveDesk.takeIfDue,
    stop: () => (stopped ??= stop()),
  }
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
