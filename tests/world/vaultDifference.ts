/** What an exchange owes to all accounts, summed without the engine, less what its vault holds: zero, or money was lost or made. */
import type { Exchange } from '@vest/engine'

export function vaultDifferenceOf({ accounts, markets, money }: Exchange): bigint {
  let owned = 0n
  for (const holder of accounts) {
    owned += BigInt(holder.collateral)
    for (const { isLong, cost, isolatedMargin } of holder.positions)
      owned += BigInt(isolatedMargin) + BigInt(isLong ? -cost : cost)
  }
  for (const { fundingClearing, pool } of markets)
    owned +=
      BigInt(fundingClearing) + (pool === undefined ? 0n : BigInt(pool.isLong ? -pool.cost : pool.cost))
  const { VAULT, ...system } = money
  for (const amount of Object.values(system)) owned += BigInt(amount)
  return owned - BigInt(VAULT)
}
