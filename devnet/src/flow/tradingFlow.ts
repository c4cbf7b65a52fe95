/**
 * Gentle trading on a devnet, so that tapes, books, volumes and open interest live: takers that arrive at random in
 * every market, bots that keep some orders resting around the index of the liquid ones, and two holders that are long
 * and short in each market in proportion to its business. They trade through the public client with accounts of their
 * own, and are nothing special to the exchange.
 *
 * Three clocks of chance drive everything: for takers, for resting orders, for holders; together about seven signed
 * requests a second (`activity` scales it). Nothing queues: an arrival that finds its bot busy, its market quiet or the
 * exchange away is simply not made. When the exchange is overloaded or gone, the flow pauses and tries again more
 * and more slowly; a stop ends timers and pending calls at once. Each part owns its state; this file joins them.
 */
import { createRandom, seedState } from '../prices/random.ts'
import { createArrivals } from './arrivals.ts'
import { createBackoff } from './backoff.ts'
import type { BotKeys } from './botKeys.ts'
import { createBotLimits } from './botLimits.ts'
import { HOLDER_NAMES } from './botRoster.ts'
import { startBotUpkeep } from './botUpkeep.ts'
import { allotDesks, type Desk } from './deskAllocation.ts'
import { createFlowBot } from './flowBot.ts'
import { createFlowCounts, type FlowCounts } from './flowCounts.ts'
import { FlowUnavailable, type FlowClock, type FlowExchange, type FlowMarket } from './flowExchange.ts'
import { createFundingTurns } from './fundingTurns.ts'
import { startHolderTurns } from './holderTurns.ts'
import { createPriceBoard } from './priceBoard.ts'
import { createQuoteSlots, reconcileQuotes } from './quoteSlots.ts'
import { startQuoteTurns } from './quoteTurns.ts'
import { startTakerArrivals } from './takerArrivals.ts'
import { createTaskGroup } from './taskGroup.ts'

export { FLOW_BOT_NAMES, flowStakeUsd6 } from './botRoster.ts'

export interface TradingFlowOptions {
  readonly exchange: FlowExchange
  /** Keys for the names of `FLOW_BOT_NAMES`. */
  readonly keys: readonly BotKeys[]
  /** Faucet and deposit on chain for one bot; called for one bot at a time. `signal` ends with the flow. */
  readonly fund: (keys: BotKeys, signal: AbortSignal) => Promise<void>
  readonly clock: FlowClock
  readonly seed: string
  /** Scales the rates of the clocks; 1 = about seven signed requests a second. */
  readonly activity?: number
  /** What went wrong on the way: an exchange that does not answer, a faucet that does not give. */
  readonly onTrouble: (error: unknown) => void
  /** A defect: the flow has stopped itself. */
  readonly onFailure: (error: unknown) => void
}

export interface TradingFlow {
  start(): void
  /** No request leaves after this; resolves when the last one under way has ended. */
  stop(): Promise<void>
  report(): FlowReport
}

export interface FlowReport extends FlowCounts {
  readonly readyBots: number
}

/** Until the exchange is asked again whether it is up. */
const FIRST_ANSWER_WAIT_MS = 1_000

export function createTradingFlow(options: TradingFlowOptions): TradingFlow {
  const { exchange, clock, onTrouble } = options
  const nowMs = (): number => clock.now()
  const chance = createRandom(seedState(`${options.seed}|flow`))
  const { count, read: counts } = createFlowCounts()
  const backoff = createBackoff({ nowMs, count, onTrouble })
  /** Trouble pauses the flow, a defect ends it. */
  const tasks = createTaskGroup({
    clock,
    onError: (error) => {
      if (error instanceof FlowUnavailable) return backoff.pause(error)
      halt()
      options.onFailure(error)
    },
  })
  const funding = createFundingTurns({ fund: options.fund, isRunning: tasks.isRunning })
  const bots = options.keys.map((keys) => createFlowBot({ keys, exchange, fund: funding.fund, nowMs }))
  const arrive = createArrivals({ tasks, chance, activity: options.activity ?? 1 })
  let unwatch: (() => void) | undefined

  async function begin(): Promise<void> {
    let markets: readonly FlowMarket[]
    try {
      markets = await exchange.markets()
    } catch (error) {
      if (!(error instanceof FlowUnavailable)) throw error
      // Not up yet.
      return tasks.after(FIRST_ANSWER_WAIT_MS, () => tasks.run(begin()))
    }
    if (tasks.isRunning()) trade(allotDesks(markets, bots))
  }

  function trade(desks: readonly Desk[]): void {
    const slots = createQuoteSlots(desks)
    const prices = createPriceBoard(nowMs)
    const limits = createBotLimits(prices)
    const [long, short] = HOLDER_NAMES.map((name) => bots.find(({ keys }) => keys.name === name))
    unwatch = exchange.watchPrices(prices.take)
    startBotUpkeep(bots, {
      tasks,
      backoff,
      onTrouble,
      reconcile: (bot) => reconcileQuotes(bot, slots, { tasks, backoff }),
    })
    startTakerArrivals(desks, { arrive, chance, prices, limits, backoff, tasks, count })
    startQuoteTurns(slots, { arrive, chance, nowMs, limits, backoff, tasks, count })
    startHolderTurns(desks, { long, short }, { arrive, chance, nowMs, limits, backoff, tasks })
  }

  function halt(): void {
    tasks.end()
    unwatch?.()
    unwatch = undefined
    funding.end()
    exchange.close()
  }

  return {
    start() {
      tasks.start()
      tasks.run(begin())
    },
    async stop() {
      halt()
      await tasks.settled()
    },
    report: () => ({ readyBots: bots.filter((bot) => bot.isReady()).length, ...counts() }),
  }
}
