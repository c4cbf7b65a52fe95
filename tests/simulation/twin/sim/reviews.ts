/** 9.7 and 9.8: claims and payouts that wait for a person, and payouts that wait for the treasury. */
import { REFUSAL } from '@vest/protocol'
import type { DecideReview, FundCapitalTreasury } from '@vest/engine'
import { moveMoney, payBack } from '../values.ts'
import type { TwinAccount, World } from '../world/index.ts'
import type { TwinReview } from './capitalTerms.ts'
import { takeOver } from './simDomain.ts'

const isText = (text: string): boolean => text.trim().length > 0 && text.length <= 200
const isRunning = ({ capital }: TwinAccount): boolean => capital!.status.endsWith('active')
const accountOf = (world: World, wallet: string): TwinAccount =>
  world.sim!.accounts.find(({ address }) => address === wallet)!

/** What becomes of a claim is told by those who know claims. */
export function decideReview(
  world: World,
  command: DecideReview,
  ofClaim: (id: string, decision: 'RELEASE' | 'REJECT') => void,
): number | undefined {
  const { id, decision, by, why } = command
  const review = world.reviews!.find((one) => one.id === id)
  if (review === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  if (!isText(by) || !isText(why)) return REFUSAL.INVALID_PARAMETER
  if (decision === 'RELEASE' && review.state === 'RELEASED') return undefined
  review.decisions += 1
  if (decision === 'REJECT') {
    drop(world, review)
    if (review.paid === undefined) ofClaim(id, 'REJECT')
    else giveBack(world, review)
  } else review.state = decision === 'HOLD' ? 'HELD' : 'RELEASED'
  if (decision === 'RELEASE' && review.paid === undefined) ofClaim(id, 'RELEASE')
  noteReasons(world, review.wallet)
  payReleased(world)
  return undefined
}

export function drop(world: World, review: TwinReview): void {
  world.reviews = world.reviews!.filter((one) => one !== review)
}

export function giveBack(world: World, { wallet, paid }: TwinReview): void {
  const account = accountOf(world, wallet)
  if (!isRunning(account)) return
  const sim = takeOver(world)
  moveMoney(account, paid!.size)
  sim.money.POOL -= paid!.size
}

export function fundCapitalTreasury(world: World, command: FundCapitalTreasury): number | undefined {
  const { amountUsd6, by, why } = command
  if (!Number.isSafeInteger(amountUsd6) || amountUsd6 <= 0 || !isText(by) || !isText(why))
    return REFUSAL.INVALID_PARAMETER
  const amount = BigInt(amountUsd6)
  if (world.money.TREASURY < amount) return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
  world.money.TREASURY -= amount
  world.money.CAPITAL_TREASURY += amount
  payReleased(world)
  return undefined
}

/** In the order in which they came; what the treasury cannot pay holds up what is behind it. */
export function payReleased(world: World): void {
  for (const review of world.reviews!) {
    const { wallet, state, paid } = review
    const isDisputed = world.purchases!.some(
      (one) => one.dispute === 'OPEN' && [one.evaluation, one.funded?.wallet].includes(wallet),
    )
    if (paid === undefined || state !== 'RELEASED' || isDisputed) continue
    if (world.money.CAPITAL_TREASURY < paid.share) return
    drop(world, review)
    world.money.CAPITAL_TREASURY -= paid.share
    const owner = world.accounts.find((one) => one.address === accountOf(world, wallet).ownerId)!
    moveMoney(owner, paid.share)
    payBack(world, owner, paid.share)
    owner.exists = true
  }
}

/** Whatever is neither disputed nor over says that it is looked at. */
export function noteReasons(world: World, wallet: string): void {
  const { capital } = accountOf(world, wallet)
  const isLive = capital!.status === 'goal_passed' || capital!.status.endsWith('active')
  if (!isLive || capital!.reason === 'DISPUTED') return
  capital!.reason = reasonOf(world, wallet)
}

export const reasonOf = (world: World, wallet: string): 'IN_REVIEW' | undefined =>
  world.reviews!.some((one) => one.wallet === wallet && (one.paid === undefined || one.state !== 'RELEASED'))
    ? 'IN_REVIEW'
    : undefined
