/** Resting bots: at each turn one place is looked at, and its order replaced when its life is over or it has strayed. */
import { hasStrayed, quoteLifeMs, restingOrder, type Holding } from './botOrders.ts'
import type { Count } from './flowCounts.ts'
import type { QuoteSlot } from './quoteSlots.ts'
import type { TurnPorts } from './turnPorts.ts'

/** A turn that replaces an order is two requests. */
const TURNS_PER_SECOND = 1.5

export interface QuotePorts extends TurnPorts {
  readonly nowMs: () => number
  readonly count: Count
}

export function startQuoteTurns(slots: readonly QuoteSlot[], ports: QuotePorts): void {
  const { arrive, chance, nowMs, limits, backoff, tasks } = ports
  arrive(TURNS_PER_SECOND, () => {
    const slot = slots[Math.floor(chance.uniform() * slots.length)]
    if (slot === undefined || backoff.isPaused()) return
    const holding = limits.holdingOf(slot.desk, slot.maker, slot.desk.makerShare)
    if (holding === undefined) return
    const isOver = slot.untilMs <= nowMs()
    if (slot.order !== undefined && !isOver && !hasStrayed(slot.order, holding.price.index, slot.band)) return
    tasks.run(limits.oneMore(slot.maker, requote(slot, holding, ports)))
  })
}

async function requote(
  slot: QuoteSlot,
  holding: Holding,
  { chance, nowMs, backoff, tasks, count }: QuotePorts,
): Promise<void> {
  if (slot.order !== undefined) {
    const answer = await slot.maker.account()!.cancel(slot.order.id)
    count('cancels')
    backoff.heed(answer)
    // Refused: it was filled or is gone already. Not answered: the order may still rest; ask again next turn.
    if (answer.kind === 'busy' || answer.kind === 'unreachable') return
    slot.order = undefined
  }
  if (!tasks.isRunning()) return
  const order = restingOrder({ ...holding, isBuy: slot.isBuy, band: slot.band }, chance)
  if (order?.limitPrice === undefined) return
  slot.untilMs = nowMs() + quoteLifeMs(chance)
  const { symbol, isBuy, limitPrice } = order
  const answer = await slot.maker.place(order)
  count('restingOrders')
  backoff.heed(answer)
  if (answer.kind === 'accepted') slot.order = { id: answer.id, symbol, isBuy, limitPrice }
}
