/**
 * E2: what the own signing keys of programs give away in a day, as a list of everything that they ever lost; sums over it are
 * made when they are asked for.
 */
import { max } from './arithmetic.ts'
import { isDormant, remainingOf, type TwinMarket, type TwinOrder, type World } from './world/index.ts'

const DAY_MS = 86_400_000
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)

/** What a fill is worse than the mark. */
export const costOf = (
  market: TwinMarket,
  fill: { readonly isBuy: boolean; readonly price: bigint; readonly lots: bigint },
): bigint => {
  if (market.mark === undefined) return 0n
  const worse = fill.isBuy ? fill.price - market.mark : market.mark - fill.price
  return max(0n, worse) * fill.lots * market.scale
}

export function noteLoss(
  world: World,
  order: { readonly accountId: number; readonly signer?: string | undefined },
  lost: bigint,
): void {
  const { signer, accountId } = order
  if (signer === undefined || !world.registry.bounds.has(signer) || lost === 0n) return
  const account = world.accounts[accountId]!
  account.losses = [...(account.losses ?? []), { signer, day: dayOf(world.nowMs), lost }]
}

export const lostToday = (world: World, signer: string): bigint =>
  world.accounts
    .flatMap(({ losses }) => losses ?? [])
    .filter((one) => one.signer === signer && one.day === dayOf(world.nowMs))
    .reduce((sum, { lost }) => sum + lost, 0n)

/** With what the order would cost, and what the others of its key would, were they filled. */
export function isBeyondBound(world: World, order: TwinOrder, cost: bigint): boolean {
  const { signer } = order
  const bound = signer === undefined ? undefined : world.registry.bounds.get(signer)
  if (bound === undefined) return false
  const reserved = world.orders
    .filter(
      (one) =>
        one.accountId === order.accountId && one.signer === signer && one.id !== order.id && !isDormant(one),
    )
    .map((one) => costOf(world.markets[one.marketId]!, { ...one, lots: remainingOf(one) }))
  return reserved.reduce((sum, one) => sum + one, lostToday(world, signer!) + cost) > bound
}
