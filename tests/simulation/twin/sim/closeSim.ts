/** 9.5: positions of a SIM account closed at once: the ladder with all its room, then SIM_HOUSE. */
import { closeSweep, sweep, takerFills } from '../sweep.ts'
import { distributeFee } from '../rewards.ts'
import { dropDelayed, type World } from '../world/index.ts'
import { charge, fillPool, takerFee } from '../ledger.ts'

export function closeAll(sim: World, accountId: number): void {
  sim.orders = sim.orders.filter((order) => order.accountId !== accountId)
  dropDelayed(sim, (one) => one.accountId === accountId)
  for (const marketId of [...sim.accounts[accountId]!.positions.keys()].sort((a, b) => a - b)) {
    const { isLong, size, initMarginRatio } = sim.accounts[accountId]!.positions.get(marketId)!
    const { ladder, mark } = sim.markets[marketId]!
    const input = {
      accountId,
      marketId,
      isBuy: !isLong,
      size,
      limit: isLong ? 1n : 10n ** 30n,
      initMarginRatio,
      hasAllRoom: true,
      isForced: true,
    }
    const result = sweep(sim, input)
    const lots = size - result.filled
    if (lots > 0n) {
      const price = ladder === undefined ? mark! : 1n
      takerFills(sim, input, result, { price, lots })
      fillPool(sim, sim.markets[marketId]!, { isBuy: isLong, size: lots, price })
    }
    const market = sim.markets[marketId]!
    const fee = takerFee(result.value, market)
    charge(sim.accounts[accountId]!, market, fee, { value: 0n, ratio: initMarginRatio })
    distributeFee(sim, market, fee, accountId)
    closeSweep(sim, input, result)
  }
}
