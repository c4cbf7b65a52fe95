/**
 * Two holders, one long and one short in every market: at each turn they trade with each other what one market lacks of
 * their wish. A market that refuses is held in half the size from then on, such as one at its cap of open interest.
 */
import { lots, usd6 } from '@vest/protocol'
import { holderTrade } from './botOrders.ts'
import type { Desk } from './deskAllocation.ts'
import type { FlowBot } from './flowBot.ts'
import type { FlowPrice } from './flowExchange.ts'
import type { TurnPorts } from './turnPorts.ts'

/** Most turns find nothing to do once the holders hold what they wish. */
const TURNS_PER_SECOND = 0.8
/** Until two holders have met. */
const TRADE_WAIT_MS = 4_000

export interface HolderPorts extends TurnPorts {
  readonly nowMs: () => number
}

export interface Holders {
  readonly long: FlowBot | undefined
  readonly short: FlowBot | undefined
}

export function startHolderTurns(
  desks: readonly Desk[],
  { long, short }: Holders,
  { arrive, chance, nowMs, limits, backoff, tasks }: HolderPorts,
): void {
  /** Where the holders have not been yet, the liveliest first: people look there first on a new devnet. */
  const unheld = desks.toSorted((a, b) => b.profile.takersPerSecond - a.profile.takersPerSecond)
  /** Halved with each refusal; 1 where there was none. */
  const scales = new Map<Desk, number>()
  const scaleOf = (desk: Desk): number => scales.get(desk) ?? 1

  arrive(TURNS_PER_SECOND, () => {
    const drawn = desks[Math.floor(chance.uniform() * desks.length)]
    if (long?.isReady() !== true || short?.isReady() !== true || backoff.isPaused()) return
    const desk = unheld.shift() ?? drawn
    if (desk === undefined) return
    const share = desk.holderShare * scaleOf(desk)
    const ofLong = limits.holdingOf(desk, long, share)
    const ofShort = limits.holdingOf(desk, short, share)
    if (ofLong === undefined || ofShort === undefined) return
    // Where they differ, such as after a fill by another trader, each goes its half of the way.
    const limitUsd6 = usd6(Math.min(ofLong.limitUsd6, ofShort.limitUsd6))
    const position = Math.trunc((ofLong.position - ofShort.position) / 2)
    const phase = desks.indexOf(desk) / desks.length
    const size = holderTrade({ ...ofLong, limitUsd6, position }, { atMs: nowMs(), phase })
    if (size === 0 || (size > 0 && (ofLong.isReducing || ofShort.isReducing))) return
    const trade = tradeTogether(desk, [long, short], { size, price: ofLong.price })
    tasks.run(limits.oneMore(long, limits.oneMore(short, trade)))
  })

  /** One rests at the index and the other takes it; what is left of either after a while is cancelled. */
  async function tradeTogether(
    desk: Desk,
    [long, short]: readonly [FlowBot, FlowBot],
    { size, price }: { readonly size: number; readonly price: FlowPrice },
  ): Promise<void> {
    const { symbol } = desk.market
    const order = { symbol, size: lots(Math.abs(size)), limitPrice: price.index, reduceOnly: false }
    const left: (readonly [FlowBot, string])[] = []
    for (const [bot, isBuy] of [
      [short, size < 0],
      [long, size > 0],
    ] as const) {
      const answer = await bot.place({ ...order, isBuy })
      backoff.heed(answer)
      if (answer.kind === 'refused') scales.set(desk, scaleOf(desk) / 2)
      if (answer.kind !== 'accepted') break
      left.push([bot, answer.id])
    }
    if (left.length === 2) {
      long.noteFill(symbol, size)
      short.noteFill(symbol, -size)
    }
    // Takers may wait for the next price; what was filled cannot be cancelled, and that is as well.
    tasks.after(TRADE_WAIT_MS, () =>
      tasks.run(Promise.all(left.map(([bot, id]) => bot.account()!.cancel(id)))),
    )
  }
}
