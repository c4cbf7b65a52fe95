/** The places that resting bots quote, and what rests in each by the word of the exchange. */
import type { Backoff } from './backoff.ts'
import { QUOTE_BANDS, type QuoteBand } from './botOrders.ts'
import type { Desk } from './deskAllocation.ts'
import type { FlowBot } from './flowBot.ts'
import type { RestingOrder } from './flowExchange.ts'
import type { TaskGroup } from './taskGroup.ts'

/** A place on a side of a market that a resting bot quotes. */
export interface QuoteSlot {
  readonly desk: Desk
  readonly maker: FlowBot
  readonly isBuy: boolean
  readonly band: QuoteBand
  order: RestingOrder | undefined
  /** It is replaced at the first turn after this. */
  untilMs: number
}

export function createQuoteSlots(desks: readonly Desk[]): readonly QuoteSlot[] {
  return desks.flatMap((desk) => {
    const { maker } = desk
    if (maker === undefined) return []
    return [true, false].flatMap((isBuy) =>
      QUOTE_BANDS.map((band): QuoteSlot => ({
        desk,
        maker,
        isBuy,
        band,
        order: undefined,
        untilMs: Infinity,
      })),
    )
  })
}

/** What rests is what the exchange says rests: orders of an earlier life are taken over, strangers cancelled. */
export async function reconcileQuotes(
  bot: FlowBot,
  slots: readonly QuoteSlot[],
  {
    tasks,
    backoff,
  }: { readonly tasks: Pick<TaskGroup, 'isRunning'>; readonly backoff: Pick<Backoff, 'heed'> },
): Promise<void> {
  const resting = await bot.account()!.restingOrders()
  const own = slots.filter((slot) => slot.maker === bot)
  for (const slot of own) if (!resting.some((order) => order.id === slot.order?.id)) slot.order = undefined
  for (const order of resting) {
    const places = own.filter(
      (known) => known.desk.market.symbol === order.symbol && known.isBuy === order.isBuy,
    )
    if (places.some((slot) => slot.order?.id === order.id)) continue
    const free = places.find((slot) => slot.order === undefined)
    if (free !== undefined) free.order = order
    else if (tasks.isRunning()) backoff.heed(await bot.account()!.cancel(order.id))
  }
}
