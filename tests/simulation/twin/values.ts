/**
 * What accounts are worth by the hour, and the money that came from outside. The first tick of an hour looks at every
 * account; an account whose figures have changed is told them.
 */
import { crossStatus, isolatedStatus } from './margin.ts'
import { takeOver } from './sim/simDomain.ts'
import type { TwinAccount, World } from './world/index.ts'

/** > 0 = it comes in. */
export function moveMoney(account: TwinAccount, size: bigint): void {
  account.collateral += size
  account.netDeposits += size
}

/** 10.3: what insurance has laid out for a deposit that went missing comes back first, of anything. */
export function payBack(world: World, account: TwinAccount, came: bigint): void {
  const owed = account.advanced ?? 0n
  const back = owed < came ? owed : came
  account.advanced = owed - back
  account.collateral -= back
  world.money.INSURANCE += back
}

export function tellValues(world: World): void {
  const hour = Math.floor(world.nowMs / 3_600_000)
  if (hour === world.valuedHour) return
  world.valuedHour = hour
  for (const own of [world, takeOver(world)])
    for (const account of own.accounts) {
      const equity = equityOf(own, account)
      account.told = { equity, netDeposits: account.netDeposits }
    }
}

/** With the isolated positions. */
export function equityOf(world: World, account: TwinAccount): bigint {
  let equity = crossStatus(world, account).equity
  for (const [id, position] of account.positions)
    if (world.markets[id]!.spec.isolated) equity += isolatedStatus(world, id, position).equity
  return equity
}
