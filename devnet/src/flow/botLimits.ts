/**
 * What a bot may do in a market now: by its account, by the market's price, and by its orders under way, of which it has a
 * few at a time.
 */
import { usd6 } from '@vest/protocol'
import type { Holding } from './botOrders.ts'
import type { Desk } from './deskAllocation.ts'
import type { FlowBot } from './flowBot.ts'
import type { PriceBoard } from './priceBoard.ts'

/** All positions of a bot together stay within this multiple of its equity. */
const GROSS_LEVERAGE = 3
const ORDERS_UNDER_WAY_MAX = 2

export interface BotLimits {
  /** Absent when this bot should leave this market alone now. */
  holdingOf(desk: Desk, bot: FlowBot, share: number): Holding | undefined
  /** Counts work as an order under way until it has ended. */
  oneMore<T>(bot: FlowBot, work: Promise<T>): Promise<T>
}

export function createBotLimits({ tradable }: Pick<PriceBoard, 'tradable'>): BotLimits {
  const ordersUnderWay = new Map<FlowBot, number>()
  const underWayOf = (bot: FlowBot): number => ordersUnderWay.get(bot) ?? 0
  return {
    holdingOf({ market }, bot, share) {
      if (!bot.isReady() || bot.isMuted(market.symbol) || underWayOf(bot) >= ORDERS_UNDER_WAY_MAX)
        return undefined
      const price = tradable(market.symbol)
      if (price === undefined) return undefined
      const limitUsd6 = usd6(Math.floor(bot.equityUsd6() * GROSS_LEVERAGE * share))
      return { market, price, position: bot.position(market.symbol), limitUsd6, isReducing: bot.isReducing() }
    },
    oneMore(bot, work) {
      ordersUnderWay.set(bot, underWayOf(bot) + 1)
      return work.finally(() => ordersUnderWay.set(bot, underWayOf(bot) - 1))
    },
  }
}
