/** Takers that arrive at random in every market, as often in each as its profile says. */
import { takerOrder } from './botOrders.ts'
import type { Desk } from './deskAllocation.ts'
import type { Count } from './flowCounts.ts'
import type { PriceBoard } from './priceBoard.ts'
import type { TurnPorts } from './turnPorts.ts'

export interface TakerPorts extends TurnPorts {
  readonly prices: Pick<PriceBoard, 'momentum'>
  readonly count: Count
}

export function startTakerArrivals(
  desks: readonly Desk[],
  { arrive, chance, prices, limits, backoff, tasks, count }: TakerPorts,
): void {
  const perSecond = desks.reduce((sum, desk) => sum + desk.profile.takersPerSecond, 0)
  arrive(perSecond, () => {
    const desk = deskAt(desks, chance.uniform() * perSecond)
    const holding = backoff.isPaused() ? undefined : limits.holdingOf(desk, desk.taker, desk.takerShare)
    if (holding === undefined) return
    const order = takerOrder({ ...holding, momentum: prices.momentum(desk.market.symbol) }, chance)
    if (order === undefined) return
    count('takerOrders')
    tasks.run(limits.oneMore(desk.taker, desk.taker.place(order)).then(backoff.heed))
  })
}

/** The desk at a point of the line on which each desk is as long as takers come to it. */
function deskAt(desks: readonly Desk[], point: number): Desk {
  let left = point
  for (const desk of desks) {
    left -= desk.profile.takersPerSecond
    if (left <= 0) return desk
  }
  return desks.at(-1)!
}
