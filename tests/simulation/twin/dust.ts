/** 3.5: what a clearing account holds beyond what it may still have to pay goes to insurance. */
import { ceilDiv } from './arithmetic.ts'
import type { TwinMarket, World } from './world/index.ts'

export function sweepDust(world: World, market: TwinMarket): void {
  let sum = 0n
  const positions = [
    ...world.accounts.map((account) => account.positions.get(market.id)),
    market.pool,
    market.backstop,
  ]
  for (const position of positions)
    if (position !== undefined)
      sum += (position.isLong ? position.size : -position.size) * (market.cumFunding - position.entryFunding)
  const needed = ceilDiv(-sum, 10n ** BigInt(market.spec.sizeDecimals + 6))
  world.money.INSURANCE += market.clearing - needed
  market.clearing = needed
}
