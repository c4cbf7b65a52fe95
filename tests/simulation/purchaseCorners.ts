/**
 * Stories of the capital programme from the checkout on: bought, traded to its goal or its limit, claimed, closed; with
 * money that goes back, disputes that are won and lost, and everything in every wrong order.
 */
import type { CapitalPlan, Command, PaymentFact, ReviewDecision } from '@vest/engine'
import { ratio4, usd6, type Address, type Id } from '@vest/protocol'
import type { StoryStep } from './corporateCorners.ts'
import type { Prng } from './prng.ts'
import type { Scene } from './scene.ts'
import { createSimScene, SIM_STRANGER } from './simScene.ts'

const SIZE_DOLLARS = 25_000
const FACTS: readonly PaymentFact[] = [
  ...(['PAID', 'EXPIRED', 'REFUNDED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST'] as const),
]

export function createPurchaseCorners(prng: Prng, scene: Scene): readonly (() => readonly StoryStep[])[] {
  const { allowed, open, order, priceOf, status } = createSimScene(prng, scene)
  const planOf = (change: Partial<CapitalPlan> = {}): CapitalPlan => ({
    name: 'Silver',
    priceId: 'price_silver',
    priceCents: 6_000,
    currency: 'usd',
    sizeUsd6: usd6(SIZE_DOLLARS * 1_000_000),
    goalRatio: ratio4(50),
    maxDailyLossRatio: ratio4(200),
    maxDrawdownRatio: ratio4(400),
    profitSplitRatio: ratio4(9_000),
    minTradingDays: 0,
    minFundedDays: 0,
    reviewMs: 0,
    firstProfitAfterMs: 0,
    profitEveryMs: 0,
    ...change,
  })
  const deal = (change: Partial<CapitalPlan> = {}) => {
    const id: Id = scene.freshId()
    const [owner, evaluation, funded] = [scene.owner(), scene.freshAccount(), scene.freshAccount()]
    const begin = (more: object = {}): Command => ({
      kind: 'BeginPurchase',
      id,
      ownerId: owner,
      account: evaluation,
      networkType: 0,
      plan: planOf(change),
      ...more,
    })
    const note = (fact: PaymentFact): Command => ({ kind: 'NotePayment', id, fact })
    const wait = (account: Address = funded): Command => ({
      kind: 'AllocateFunded',
      evaluation,
      account,
      networkType: 0,
    })
    const claim = (account: Address = funded): Command => ({ kind: 'ActivateFunded', evaluation, account })
    /** A claim that is looked at first. */
    const looked: Command = {
      kind: 'ActivateFunded',
      evaluation,
      account: funded,
      signals: ['OPPOSITE_POSITIONS', 'PRICE_GAPS'],
    }
    const decide = (decision: ReviewDecision): Command => ({
      kind: 'DecideReview',
      id,
      decision,
      by: 'operator',
      why: 'looked at',
    })
    const close = (by: 'OWNER' | 'OPERATOR', account: Address = funded): Command => ({
      kind: 'CloseFunded',
      account,
      by,
    })
    const allocate: Command = { kind: 'AllocateEvaluation', id }
    const opening: Command = { kind: 'OpenEvaluation', account: evaluation }
    const dismiss: Command = { kind: 'DismissEvaluation', account: evaluation }
    const all = (): Command =>
      prng.pick([
        ...[begin(), allocate, opening, dismiss, wait(), claim(), close('OWNER')],
        ...FACTS.map(note),
      ])
    const steps = { begin, note, wait, claim, looked, decide, close, allocate, opening, dismiss, all }
    return { id, owner, evaluation, funded, ...steps }
  }
  type Deal = ReturnType<typeof deal>
  /** Whatever has become of it, its owner holds no plan afterwards. */
  const given = ({ note, wait, claim, close }: Deal): readonly StoryStep[] => [
    ...[note('EXPIRED'), note('REFUNDED'), note('DISPUTED'), note('DISPUTE_LOST')],
    ...[wait(), claim(), close('OPERATOR')],
  ]
  const trading = (marketId: number): readonly Command[] => [
    { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
    ...[1, 1, 1].map(() => priceOf(marketId, 1)),
  ]
  const bought = ({ begin, note, allocate, opening }: Deal): readonly Command[] => [
    begin(),
    note('PAID'),
    allocate,
    opening,
  ]
  const taken = (account: Address, marketId: number): Command =>
    order(account, marketId, 3 * SIZE_DOLLARS, 1.05, { isBuy: true, timeInForce: 'IOC' })
  /** It reaches this price with three times its size, and is looked at again a second later, at the same price. */
  const moved = (account: Address, marketId: number, times: number): readonly StoryStep[] => {
    const [first, second] = [priceOf(marketId, times), priceOf(marketId, times)]
    const later =
      second.kind === 'UpdateIndexPrices' ? { ...second, prices: second.prices.map(aSecondLater) } : second
    return [...trading(marketId), taken(account, marketId), first, { pauseMs: 1_000 }, later]
  }
  const aSecondLater = <Price extends { readonly sourceTimeMs: number }>(price: Price): Price => ({
    ...price,
    sourceTimeMs: price.sourceTimeMs + 1_000,
  })

  return [
    // All the way, and each step a second time.
    () => {
      const one = deal()
      const marketId = allowed()
      return [
        ...bought(one),
        ...bought(one),
        ...moved(one.evaluation, marketId, 1.01),
        ...[one.claim(), one.wait(), one.wait(), one.wait(scene.freshAccount()), one.note('REFUNDED')],
        one.claim(scene.freshAccount()),
        ...(scene.isReviewed
          ? [one.looked, one.claim(), one.decide('HOLD'), one.close('OWNER'), one.decide('RELEASE')]
          : []),
        ...[one.claim(), one.claim()],
        ...(prng.chance(0.5) ? [order(one.funded, marketId, 100, 0.9, { isBuy: true })] : []),
        ...(prng.chance(0.3) ? [status(one.funded, 'FROZEN')] : []),
        ...[one.close('OWNER'), one.close('OPERATOR'), one.close('OWNER'), one.note('DISPUTED')],
        ...given(one),
      ]
    },
    // The funded account fails as an evaluation would.
    () => {
      const one = deal()
      const marketId = allowed()
      return [
        ...bought(one),
        ...moved(one.evaluation, marketId, 1.01),
        one.wait(),
        one.claim(),
        taken(one.funded, marketId),
        priceOf(marketId, prng.pick([0.99, 0.96])),
        ...given(one),
      ]
    },
    // It fails, is disputed all the same, and is out of sight with the next purchase, or at once.
    () => {
      const one = deal()
      const next = deal()
      const marketId = allowed()
      return [
        ...bought(one),
        ...trading(marketId),
        taken(one.evaluation, marketId),
        priceOf(marketId, prng.pick([0.99, 0.97])),
        ...(prng.chance(0.5) ? [one.note('DISPUTED')] : []),
        ...(prng.chance(0.4) ? [one.dismiss] : []),
        next.begin({ ownerId: one.owner }),
        next.note('PAID'),
        one.dismiss,
        ...given(one),
        ...given(next),
      ]
    },
    // A dispute at any time, won or lost, with something open.
    () => {
      const one = deal()
      const marketId = allowed()
      const isLate = prng.chance(0.5)
      return [
        ...bought(one),
        ...(isLate
          ? moved(one.evaluation, marketId, 1.01)
          : [...trading(marketId), taken(one.evaluation, marketId)]),
        ...(isLate && prng.chance(0.6) ? [one.wait()] : []),
        ...(isLate && prng.chance(0.5) ? [one.claim(), taken(one.funded, marketId)] : []),
        one.note('DISPUTED'),
        ...[taken(one.evaluation, marketId), status(one.evaluation, 'ACTIVE'), one.wait(), one.claim()],
        one.close('OWNER'),
        one.note(prng.pick(['DISPUTE_WON', 'DISPUTE_LOST', 'REFUNDED'])),
        taken(one.evaluation, marketId),
        priceOf(marketId, 1),
        ...given(one),
      ]
    },
    // In any order at all.
    () => {
      const one = deal({ reviewMs: prng.pick([0, 500]) })
      return [...Array.from({ length: 12 }, one.all), ...given(one)]
    },
    // Before it is opened the money goes back, or is in dispute, or the wallet has become another owner's.
    () => {
      const one = deal()
      return [
        ...[one.begin(), one.note('PAID'), ...(prng.chance(0.5) ? [one.allocate] : []), one.note('DISPUTED')],
        ...[one.opening, one.allocate, one.opening],
        one.note(prng.pick(['DISPUTE_WON', 'DISPUTE_LOST', 'REFUNDED'])),
        ...(prng.chance(0.5) ? [scene.register(one.evaluation)] : []),
        one.opening,
        ...given(one),
      ]
    },
    // What is not for sale, and wallets that are taken.
    () => {
      const one = deal()
      const other = deal()
      return [
        one.begin({ plan: planOf({ goalRatio: ratio4(prng.pick([0, 10_001])) }) }),
        one.begin({ plan: planOf({ profitSplitRatio: ratio4(10_001) }) }),
        one.begin({ ownerId: SIM_STRANGER }),
        one.begin({ account: one.owner }),
        one.begin(),
        other.begin({ ownerId: one.owner }),
        other.begin({ account: one.evaluation }),
        open({ account: one.evaluation }),
        open({ account: scene.freshAccount(), ownerId: one.evaluation }),
        one.note('EXPIRED'),
        one.note('PAID'),
        ...given(one),
        ...given(other),
      ]
    },
    () => {
      const one = deal()
      const unknown = { ...one, ...deal() }
      return [
        unknown.allocate,
        unknown.opening,
        unknown.dismiss,
        unknown.wait(),
        unknown.claim(),
        unknown.close('OWNER'),
      ]
    },
    // A wallet waits that belongs to another owner: refused, and again once it is another.
    () => {
      const one = deal()
      return [
        ...bought(one),
        ...moved(one.evaluation, allowed(), 1.01),
        one.wait(one.owner),
        one.note('DISPUTED'),
        one.wait(),
        one.note('DISPUTE_WON'),
        one.wait(),
        one.note('DISPUTED'),
        ...(scene.isReviewed ? [one.looked, one.decide('REJECT')] : []),
        one.claim(),
        ...given(one),
      ]
    },
  ]
}
