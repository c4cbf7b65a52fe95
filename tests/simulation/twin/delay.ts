/** 1.9, takerDelayMs: who would take waits for a price younger than the order, or for the delay; then all is judged again. */
import { lots } from '@vest/protocol'
import { admit } from './orders.ts'
import { worldOf } from './sim/simDomain.ts'
import type { TwinDelayed, World } from './world/index.ts'

const isOverdue = (world: World, one: TwinDelayed): boolean =>
  world.nowMs >= one.atMs + world.parameters.takerDelayMs

export function executeOverdue(world: World): void {
  execute(world, (one) => isOverdue(world, one))
}

/** These markets have a new index. */
export function executeFresh(world: World, marketIds: readonly number[]): void {
  execute(
    world,
    (one) =>
      isOverdue(world, one) ||
      (marketIds.includes(one.marketId) && world.markets[one.marketId]!.indexTimeMs >= one.atMs),
  )
}

function execute(world: World, isReady: (one: TwinDelayed) => boolean): void {
  const { registry } = world
  const ready = registry.delayed.filter(isReady)
  registry.delayed = registry.delayed.filter((one) => !ready.includes(one))
  for (const { command, isClosing = false, accountId, marketId } of ready) {
    const own = worldOf(world, command.account)
    const held = own.accounts[accountId]!.positions.get(marketId)
    const isLess = isClosing && held !== undefined && held.size < BigInt(command.size)
    admit(own, isLess ? { ...command, size: lots(Number(held.size)) } : command, undefined, true)
  }
}
