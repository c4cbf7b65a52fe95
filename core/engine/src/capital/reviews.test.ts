/** Claims and payouts that wait: for a person who looks at them, and for the treasury. */
import { describe, expect, it } from 'vitest'
import { type Id, timeMs, usd6, REFUSAL } from '@vest/protocol'
import { type CapitalSignal } from '../api/capital.ts'
import { type WithdrawProfit } from '../api/capitalCommands.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { setEquity } from '../testing/capitalWorld.ts'
import { house, USDC } from '../testing/simWorld.ts'
import { eventsOf } from '../testing/world.ts'
import {
  createPurchaseWorld,
  type PurchaseWorld,
  run,
  standing,
  standsAt,
  steps,
  take,
  traded,
} from '../testing/purchaseWorld.ts'

const BRIEF: readonly CapitalSignal[] = ['BRIEF_TRADES']

const passed = (): PurchaseWorld => {
  const scene = take(createPurchaseWorld(), 'begin', 'PAID', 'allocate', 'open')
  standsAt(scene, 108_000)
  return take(scene, 'wait')
}
const funded = (profitDollars = 5_000): PurchaseWorld => {
  const scene = take(passed(), 'claim')
  setEquity(traded(scene, true), usd6((100_000 + profitDollars) * USDC))
  return scene
}
const claimed = (scene: PurchaseWorld) => scene.world.run({ ...steps(scene).claim, signals: BRIEF }).answer
const reviews = ({ world }: PurchaseWorld) => query(world.exchange, 'capitalReviews', {})
const treasury = ({ world }: PurchaseWorld) => query(world.exchange, 'capitalTreasury', {})
const decided = (scene: PurchaseWorld, id: Id, decision: 'HOLD' | 'RELEASE' | 'REJECT', why = 'seen') =>
  scene.world.run({ kind: 'DecideReview', id, decision, by: 'ann', why })

function asked(scene: PurchaseWorld, dollars: number, signals?: readonly CapitalSignal[]) {
  const { world, owner } = scene
  const account = scene.funded.address
  const number = 60_000_000 + world.log.length
  const command: WithdrawProfit = {
    kind: 'WithdrawProfit',
    id: `0x${number.toString(16).padStart(64, '0')}`,
    account,
    signer: account,
    nonce: number,
    orderTimeMs: timeMs(world.now()),
    recipient: owner.address,
    sizeUsd6: usd6(dollars * USDC),
    signature: '0x',
    ...(signals === undefined ? {} : { signals }),
  }
  const { events } = world.run(command)
  return { id: command.id, status: eventsOf(events, 'TransferUpdated').at(-1)!.transfer.status }
}
const empty = ({ world }: PurchaseWorld, leftDollars: number): void => {
  const { money } = world.exchange
  money.TREASURY = usd6(money.TREASURY + money.CAPITAL_TREASURY - leftDollars * USDC)
  money.CAPITAL_TREASURY = usd6(leftDollars * USDC)
}

describe('a claim with signals', () => {
  it('waits, says so, and is opened once it is released; who decided and why stands with it', () => {
    const scene = passed()
    expect(claimed(scene)).toEqual({ ok: true })
    expect(claimed(scene)).toEqual({ ok: true })
    expect(standing(scene)!.capital).toMatchObject({ status: 'goal_passed', reason: 'IN_REVIEW' })
    expect(standing(scene, true)!.capital).toMatchObject({ status: 'pre_funded', reason: 'IN_REVIEW' })
    decided(scene, scene.id, 'HOLD', 'asked for trades')
    expect(run(scene, 'claim').answer).toEqual({ ok: true })
    expect(reviews(scene)).toMatchObject([
      {
        id: scene.id,
        subject: 'CLAIM',
        state: 'HELD',
        signals: BRIEF,
        account: scene.evaluation.address,
        decisions: [{ decision: 'HOLD', by: 'ann', why: 'asked for trades' }],
      },
    ])
    expect(decided(scene, scene.id, 'RELEASE').answer).toEqual({ ok: true })
    expect(standing(scene, true)!.capital.status).toBe('funded_active')
    expect(standing(scene)!.capital.status).toBe('funded_claimed')
    expect(reviews(scene)).toEqual([])
    expect(decided(scene, scene.id, 'REJECT').answer).toMatchObject({
      ok: false,
      code: REFUSAL.ACCOUNT_NOT_FOUND,
    })
  })

  it('ends without a verdict when it is rejected, and cannot be made again', () => {
    const scene = passed()
    claimed(scene)
    decided(scene, scene.id, 'REJECT')
    for (const isFunded of [false, true])
      expect(standing(scene, isFunded)!.capital).toMatchObject({ status: 'claimed', reason: 'DECLINED' })
    expect(run(scene, 'claim').answer).toMatchObject({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })

  it('is over when its payment is lost in a dispute', () => {
    const scene = passed()
    claimed(scene)
    take(scene, 'DISPUTED')
    decided(scene, scene.id, 'RELEASE')
    expect(standing(scene)!.capital.reason).toBe('DISPUTED')
    take(scene, 'DISPUTE_LOST')
    expect(reviews(scene)).toEqual([])
    expect(standing(scene, true)!.capital).toMatchObject({ status: 'claimed', reason: 'DISPUTE_LOST' })
  })

  it('is decided on by a person with a reason alone', () => {
    const scene = passed()
    claimed(scene)
    expect(decided(scene, scene.id, 'RELEASE', ' ').answer).toMatchObject({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(decided(scene, scene.id, 'WAVE' as never).answer).toMatchObject({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(reviews(scene)[0]!.decisions).toEqual([])
  })
})

describe('a payout with signals', () => {
  it('leaves the account at once and reaches its owner, whole, with the release', () => {
    const scene = funded()
    const { world, owner } = scene
    const before = { owner: world.account(owner).collateral, treasury: treasury(scene).balanceUsd6 }
    const { id, status } = asked(scene, 1_000, BRIEF)
    expect(status).toBe('NEW')
    expect(standing(scene, true)!.capital.reason).toBe('IN_REVIEW')
    expect(world.account(scene.funded).collateral).toBe(104_000 * USDC)
    expect(world.account(owner).collateral).toBe(before.owner)
    expect(treasury(scene)).toMatchObject({ owedUsd6: 3_600 * USDC, waitingUsd6: 900 * USDC })
    decided(scene, id, 'RELEASE')
    expect(world.account(owner).collateral - before.owner).toBe(900 * USDC)
    expect(before.treasury - treasury(scene).balanceUsd6).toBe(900 * USDC)
    expect(standing(scene, true)!.capital.reason).toBeUndefined()
  })

  it('goes back to the account when it is rejected', () => {
    const scene = funded()
    const { world, owner } = scene
    const before = { owner: world.account(owner).collateral, house: house(world) }
    const { id } = asked(scene, 1_000, BRIEF)
    const { events } = decided(scene, id, 'REJECT')
    expect(eventsOf(events, 'TransferUpdated').at(-1)!.transfer).toMatchObject({ id, status: 'REJECTED' })
    expect(world.account(scene.funded).collateral).toBe(105_000 * USDC)
    expect({ owner: world.account(owner).collateral, house: house(world) }).toEqual(before)
  })

  it('keeps its owner from closing, survives a snapshot, and is paid even if the account fails meanwhile', () => {
    const scene = funded()
    const { world, owner } = scene
    const before = world.account(owner).collateral
    const { id } = asked(scene, 5_000, BRIEF)
    expect(run(scene, 'close').answer).toMatchObject({
      ok: false,
      code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED,
    })
    standsAt(scene, 91_000, true)
    expect(standing(scene, true)!.capital.status).toBe('funded_failed_max_drawdown')
    const restored = decodeState(encodeState(world.exchange))
    expect(query(restored, 'capitalReviews', {})).toEqual(reviews(scene))
    decided(scene, id, 'RELEASE')
    expect(world.account(owner).collateral - before).toBe(4_500 * USDC)
  })

  it('is not made while its plan is disputed, and never when the dispute is lost', () => {
    const scene = funded()
    const { id } = asked(scene, 1_000, BRIEF)
    take(scene, 'DISPUTED')
    decided(scene, id, 'RELEASE')
    expect(reviews(scene)).toMatchObject([{ id, state: 'RELEASED' }])
    take(scene, 'DISPUTE_LOST')
    expect(reviews(scene)).toEqual([])
    expect(treasury(scene).balanceUsd6).toBe(100_000 * USDC)
  })
})

describe('the reserve rule', () => {
  it('lets payouts wait in order while the treasury is short, and pays them from what it is given', () => {
    const scene = funded(9_000)
    const { world, owner } = scene
    const before = world.account(owner).collateral
    empty(scene, 100)
    const first = asked(scene, 1_000)
    const second = asked(scene, 100)
    expect([first.status, second.status]).toEqual(['NEW', 'NEW'])
    expect(treasury(scene)).toMatchObject({ state: 'SHORT', balanceUsd6: 100 * USDC })
    expect(standing(scene, true)!.capital.reason).toBeUndefined()
    const fund = (dollars: number) =>
      world.run({ kind: 'FundCapitalTreasury', amountUsd6: usd6(dollars * USDC), by: 'ann', why: 'fees' })
    fund(800)
    expect(reviews(scene).map(({ id }) => id)).toEqual([second.id])
    expect(world.account(owner).collateral - before).toBe(900 * USDC)
    fund(90)
    expect(reviews(scene)).toEqual([])
    expect(world.account(owner).collateral - before).toBe(990 * USDC)
    expect(fund(1_000_000).answer).toMatchObject({ ok: false, code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })
    expect(fund(0).answer).toMatchObject({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })

  it('opens no claim below 120 % of what may have to be paid, waiting payouts included', () => {
    const scene = funded()
    asked(scene, 1_000, BRIEF)
    empty(scene, 5_399)
    expect(treasury(scene).state).toBe('LOW')
    empty(scene, 5_400)
    expect(treasury(scene).state).toBe('OK')
  })
})
