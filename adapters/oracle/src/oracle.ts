/**
 * The oracle: quotes in, two kinds of commands out. Once a second every market is evaluated, and the prices
 * that matter leave as one `UpdateIndexPrices`; when the calendar moves a market into another session, a
 * `ChangeSession` leaves before them.
 *
 * A price matters when the market moved by a basis point since its last report, when its last report is two
 * seconds old (a price that stands still must not look stale, and staleness is judged by source time), or when
 * a hold begins or ends. Everything else would be a row in the journal that changes no decision: the reported
 * index is never further than a basis point from the evaluated one, and never older than two evaluations.
 *
 * Only one delivery is under way at a time. While the engine is busy the oracle waits and then reports the
 * newest prices, so a slow engine is never handed a backlog of old ones.
 */
import type { ChangeSession, IndexPrice, UpdateIndexPrices } from '@vest/engine'
import { mulDivFloor, type Session, type Ticks } from '@vest/protocol'
import type { Clock, PriceFeed, SourceQuote } from '@vest/runtime'
import { aggregate, EMPTY_MEMORY, type AggregationParameters, type IndexMemory } from './aggregate.ts'
import type { SessionCalendar } from './calendar.ts'
import { aggregationParameters, SOURCES_MIN_LIVE, type OracleMarket } from './oracleMarket.ts'

export type OracleCommand = UpdateIndexPrices | ChangeSession

export interface OracleOptions {
  readonly feed: PriceFeed
  readonly clock: Clock
  readonly markets: readonly OracleMarket[]
  readonly calendar: SessionCalendar
  /** Submits a command. A rejection is told to `onFailure`; what it carried is reported again at the next turn. */
  readonly deliver: (command: OracleCommand) => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  /** The engine's last index by market id, from which a restart judges jumps. */
  readonly lastPrices?: ReadonlyMap<number, Ticks>
  /**
   * The session the engine holds by market id. A market that is not named here is told its session at the first
   * turn: the engine remembers sessions over restarts, and the calendar may have moved on, or been replaced.
   */
  readonly sessions?: ReadonlyMap<number, Session>
  readonly sourcesMin?: number
  readonly evaluationMs?: number
  readonly reportBps?: number
  readonly heartbeatMs?: number
}

export interface Oracle {
  /** Begins to listen to the feed and to evaluate by the wall clock. */
  start(): void
  /** One evaluation now; resolves when what it found is delivered. A turn during another one does nothing. */
  evaluate(): Promise<void>
  /** Ends the feed and the timer; resolves when the last delivery is answered. */
  stop(): Promise<void>
}

/** Mechanics of aggregation ask for an evaluation each second, at most every 250 ms. */
const EVALUATION_MS = 1_000
const REPORT_BPS = 1
const HEARTBEAT_MS = 2_000
/** A timer that fires a little soon must not cost the heartbeat a whole turn. */
const TIMER_SLACK_MS = 250
const BPS_ONE = 10_000

interface MarketState {
  readonly market: OracleMarket
  readonly parameters: AggregationParameters
  /** Newest quote of each source. */
  readonly quotes: Map<string, SourceQuote>
  memory: IndexMemory
  /** What the engine has been told; absent before the first word. */
  session: Session | undefined
  reported: Report | undefined
}
interface Report {
  readonly price: IndexPrice
  readonly atMs: number
}

export function createOracle(options: OracleOptions): Oracle {
  const { clock, calendar, deliver, onFailure } = options
  const reportBps = options.reportBps ?? REPORT_BPS
  const evaluationMs = options.evaluationMs ?? EVALUATION_MS
  const heartbeatMs = (options.heartbeatMs ?? HEARTBEAT_MS) - TIMER_SLACK_MS
  const states = options.markets.map((market): MarketState => {
    const price = options.lastPrices?.get(market.marketId)
    return {
      market,
      parameters: aggregationParameters(market, options.sourcesMin ?? SOURCES_MIN_LIVE),
      quotes: new Map(),
      memory: price === undefined ? EMPTY_MEMORY : { price, candidates: [] },
      session: options.sessions?.get(market.marketId),
      reported: undefined,
    }
  })
  const bySymbol = new Map(states.map((state) => [state.market.symbol, state]))
  let stopFeed: (() => void) | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let turn: Promise<void> | undefined

  function receive(quotes: readonly SourceQuote[]): void {
    for (const quote of quotes) {
      const state = bySymbol.get(quote.symbol)
      const known = state?.quotes.get(quote.sourceId)
      // A source that goes back in time is not listened to until it has caught up with itself, unless its
      // clock had run ahead: then its old word ages away in front of ours.
      if (state === undefined || (known && quote.timeMs < known.timeMs && known.timeMs <= clock.nowMs()))
        continue
      state.quotes.set(quote.sourceId, quote)
    }
  }

  async function changeSessions(nowMs: number): Promise<void> {
    await Promise.all(
      states.map(async (state) => {
        const session = calendar.sessionAt(state.market, nowMs)
        if (session === state.session) return
        // The engine judges the ends of a regular session by another measure.
        const next = session === 'REGULAR' ? calendar.nextChange(state.market, nowMs) : undefined
        await deliver({
          kind: 'ChangeSession',
          marketId: state.market.marketId,
          session,
          ...(next === undefined ? {} : { endTimeMs: next.timeMs }),
        })
        state.session = session
      }),
    )
  }

  async function reportPrices(nowMs: number): Promise<void> {
    const due: {
      readonly state: MarketState
      readonly price: IndexPrice
      readonly before: Report | undefined
    }[] = []
    for (const state of states) {
      const { index, memory } = aggregate({
        quotes: [...state.quotes.values()],
        previous: state.memory,
        parameters: state.parameters,
        nowMs,
      })
      state.memory = memory
      if (index === undefined) continue
      const price: IndexPrice = { marketId: state.market.marketId, ...index }
      if (!isDue(state, price, nowMs, { reportBps, heartbeatMs })) continue
      due.push({ state, price, before: state.reported })
      state.reported = { price, atMs: nowMs }
    }
    if (due.length === 0) return
    try {
      await deliver({ kind: 'UpdateIndexPrices', prices: due.map(({ price }) => price) })
    } catch (error) {
      for (const { state, before } of due) state.reported = before
      throw error
    }
  }

  async function takeTurn(): Promise<void> {
    const nowMs = clock.nowMs()
    try {
      await changeSessions(nowMs)
      await reportPrices(nowMs)
    } catch (error) {
      onFailure(error)
    }
  }

  function evaluate(): Promise<void> {
    turn ??= takeTurn().finally(() => (turn = undefined))
    return turn
  }

  return {
    start() {
      stopFeed = options.feed.start(options.markets, receive)
      timer = setInterval(() => void evaluate(), evaluationMs)
    },
    evaluate,
    async stop() {
      clearInterval(timer)
      stopFeed?.()
      stopFeed = undefined
      await turn
    },
  }
}

/** See the head of this file. A market that is CLOSED is reported once, so that it has a price to show. */
function isDue(
  state: MarketState,
  price: IndexPrice,
  nowMs: number,
  limits: { readonly reportBps: number; readonly heartbeatMs: number },
): boolean {
  const { reported } = state
  if (reported === undefined) return true
  if (state.session === 'CLOSED') return false
  if (price.held !== reported.price.held) return true
  if (price.sourceTimeMs <= reported.price.sourceTimeMs) return false
  const moved = Math.abs(price.price - reported.price.price)
  if (moved > 0 && moved >= mulDivFloor(reported.price.price, limits.reportBps, BPS_ONE)) return true
  return nowMs - reported.atMs >= limits.heartbeatMs
}
