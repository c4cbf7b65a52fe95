/**
 * Every status of the capital programme, every way that leads from one to another, and that nothing else does: from each
 * status everything is tried, what is no edge of the table changes nothing.
 */
import { describe, expect, it } from 'vitest'
import { REFUSAL, usd6 } from '@vest/protocol'
import { type CapitalAccountStatus } from '../api/capital.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { EVAL, openingOf, setEquity } from '../testing/capitalWorld.ts'
import {
  another,
  createPurchaseWorld,
  type PurchaseWorld,
  run,
  standing,
  standsAt,
  type Step,
  steps,
  take,
  traded,
} from '../testing/purchaseWorld.ts'
import { setStatus, USDC } from '../testing/simWorld.ts'
import { AAPL, eventsOf, outcome } from '../testing/world.ts'

type Pair = readonly [evaluation: CapitalAccountStatus | undefined, funded: CapitalAccountStatus | undefined]

const opened = (scene: PurchaseWorld) => take(scene, 'begin', 'PAID', 'allocate', 'open')
const passed = (scene: PurchaseWorld): PurchaseWorld => {
  standsAt(opened(scene), 109_000)
  return scene
}
const funded = (scene: PurchaseWorld): PurchaseWorld => take(passed(scene), 'wait', 'claim')
const failed = (scene: PurchaseWorld, dollars: number): PurchaseWorld => {
  standsAt(opened(scene), dollars)
  return scene
}
const lost = (scene: PurchaseWorld, dollars: number): PurchaseWorld => {
  standsAt(funded(scene), dollars, true)
  return scene
}

/** A way to each status, and where each step leads from there; what is not named leads nowhere. */
const TABLE: Readonly<
  Record<
    string,
    {
      readonly at: Pair
      readonly way: (scene: PurchaseWorld) => PurchaseWorld
      readonly edges: Readonly<Partial<Record<Step, Pair>>>
    }
  >
> = {
  'nothing bought': {
    at: [undefined, undefined],
    way: (scene) => scene,
    edges: { begin: ['created', undefined] },
  },
  created: {
    at: ['created', undefined],
    way: (scene) => take(scene, 'begin'),
    edges: {
      PAID: ['paid', undefined],
      EXPIRED: [undefined, undefined],
      REFUNDED: ['not_eligible', undefined],
    },
  },
  paid: {
    at: ['paid', undefined],
    way: (scene) => take(scene, 'begin', 'PAID'),
    edges: {
      allocate: ['pre_eval', undefined],
      REFUNDED: ['not_eligible', undefined],
      DISPUTED: ['paid', undefined],
    },
  },
  pre_eval: {
    at: ['pre_eval', undefined],
    way: (scene) => take(scene, 'begin', 'PAID', 'allocate'),
    edges: {
      open: ['active', undefined],
      REFUNDED: ['not_eligible', undefined],
      DISPUTED: ['pre_eval', undefined],
    },
  },
  'pre_eval in dispute': {
    at: ['pre_eval', undefined],
    way: (scene) => take(scene, 'begin', 'PAID', 'allocate', 'DISPUTED'),
    edges: {
      REFUNDED: ['not_eligible', undefined],
      DISPUTE_WON: ['pre_eval', undefined],
      DISPUTE_LOST: ['not_eligible', undefined],
    },
  },
  active: {
    at: ['active', undefined],
    way: opened,
    edges: { REFUNDED: ['claimed', undefined], DISPUTED: ['active', undefined] },
  },
  'active in dispute': {
    at: ['active', undefined],
    way: (scene) => take(opened(scene), 'DISPUTED'),
    edges: {
      REFUNDED: ['claimed', undefined],
      DISPUTE_WON: ['active', undefined],
      DISPUTE_LOST: ['claimed', undefined],
    },
  },
  goal_passed: {
    at: ['goal_passed', undefined],
    way: passed,
    edges: { wait: ['goal_passed', 'pre_funded'], DISPUTED: ['goal_passed', undefined] },
  },
  'goal_passed in dispute': {
    at: ['goal_passed', undefined],
    way: (scene) => take(passed(scene), 'DISPUTED'),
    edges: { DISPUTE_WON: ['goal_passed', undefined], DISPUTE_LOST: ['claimed', undefined] },
  },
  goal_failed_max_drawdown: {
    at: ['goal_failed_max_drawdown', undefined],
    way: (scene) => failed(scene, 92_000),
    edges: {
      dismiss: ['goal_failed_hidden', undefined],
      DISPUTED: ['goal_failed_max_drawdown', undefined],
    },
  },
  goal_failed_max_daily_loss: {
    at: ['goal_failed_max_daily_loss', undefined],
    way: (scene) => failed(scene, 96_000),
    edges: {
      dismiss: ['goal_failed_hidden', undefined],
      DISPUTED: ['goal_failed_max_daily_loss', undefined],
    },
  },
  goal_failed_hidden: {
    at: ['goal_failed_hidden', undefined],
    way: (scene) => take(failed(scene, 92_000), 'dismiss'),
    edges: { DISPUTED: ['goal_failed_hidden', undefined] },
  },
  pre_funded: {
    at: ['goal_passed', 'pre_funded'],
    way: (scene) => take(passed(scene), 'wait'),
    edges: { claim: ['funded_claimed', 'funded_active'], DISPUTED: ['goal_passed', 'pre_funded'] },
  },
  'pre_funded in dispute': {
    at: ['goal_passed', 'pre_funded'],
    way: (scene) => take(passed(scene), 'wait', 'DISPUTED'),
    edges: { DISPUTE_WON: ['goal_passed', 'pre_funded'], DISPUTE_LOST: ['claimed', 'claimed'] },
  },
  funded_active: {
    at: ['funded_claimed', 'funded_active'],
    way: funded,
    edges: {
      close: ['funded_claimed', 'claimed'],
      remove: ['funded_claimed', 'claimed'],
      DISPUTED: ['funded_claimed', 'funded_active'],
    },
  },
  'funded_active in dispute': {
    at: ['funded_claimed', 'funded_active'],
    way: (scene) => take(funded(scene), 'DISPUTED'),
    edges: {
      remove: ['funded_claimed', 'claimed'],
      DISPUTE_WON: ['funded_claimed', 'funded_active'],
      DISPUTE_LOST: ['funded_claimed', 'claimed'],
    },
  },
  funded_failed_max_drawdown: {
    at: ['funded_claimed', 'funded_failed_max_drawdown'],
    way: (scene) => lost(scene, 92_000),
    edges: { DISPUTED: ['funded_claimed', 'funded_failed_max_drawdown'] },
  },
  funded_failed_max_daily_loss: {
    at: ['funded_claimed', 'funded_failed_max_daily_loss'],
    way: (scene) => lost(scene, 96_000),
    edges: { DISPUTED: ['funded_claimed', 'funded_failed_max_daily_loss'] },
  },
  'claimed by a refund': {
    at: ['claimed', undefined],
    way: (scene) => take(opened(scene), 'REFUNDED'),
    edges: { DISPUTED: ['claimed', undefined] },
  },
  'claimed by its owner': {
    at: ['funded_claimed', 'claimed'],
    way: (scene) => take(funded(scene), 'close'),
    edges: { DISPUTED: ['funded_claimed', 'claimed'] },
  },
  not_eligible: {
    at: ['not_eligible', undefined],
    way: (scene) => take(scene, 'begin', 'PAID', 'REFUNDED'),
    edges: {},
  },
}

const STEPS: readonly Step[] = [
  ...(['begin', 'allocate', 'open', 'dismiss', 'wait', 'claim', 'close', 'remove'] as const),
  ...(['PAID', 'EXPIRED', 'REFUNDED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST'] as const),
]
const pairOf = (scene: PurchaseWorld): Pair => [
  standing(scene)?.capital.status,
  standing(scene, true)?.capital.status,
]
/** All but the number and the time of the last command. */
const stateOf = ({ world }: PurchaseWorld): string =>
  encodeState(world.exchange).replace(/"(?:seq|timeMs)":\d+/g, '')

describe('[4.9] a wallet of the capital programme', () => {
  it.each(Object.entries(TABLE))('%s: every edge leads where it must', (_, { at, way, edges }) => {
    expect(pairOf(way(createPurchaseWorld()))).toEqual(at)
    for (const [step, to] of Object.entries(edges)) {
      const scene = way(createPurchaseWorld())
      const { events } = run(scene, step as Step)
      expect([step, pairOf(scene)]).toEqual([step, to])
      // A listener hears of it, unless nothing that it sees has moved.
      const told = eventsOf(events, 'CapitalChanged')
      for (const { account, ownerId, capital } of told) {
        expect(ownerId).toBe(scene.owner.address)
        if (step !== 'EXPIRED')
          expect(query(scene.world.exchange, 'capital', { accounts: [account] })[0]!.capital).toEqual(capital)
      }
      if (to.join() !== at.join()) expect(told).not.toEqual([])
    }
  })

  it.each(Object.entries(TABLE))('%s: nothing else changes anything', (_, { way, edges }) => {
    const scene = way(createPurchaseWorld())
    const before = stateOf(scene)
    for (const step of STEPS.filter((one) => !(one in edges))) {
      const { answer, events } = run(scene, step)
      expect([step, stateOf(scene)]).toEqual([step, before])
      expect(eventsOf(events, 'CapitalChanged')).toEqual([])
      if (!answer.ok)
        expect([
          REFUSAL.ACCOUNT_NOT_FOUND,
          REFUSAL.INVALID_PARAMETER,
          REFUSAL.ACTION_NOT_AVAILABLE,
        ]).toContain(answer.code)
    }
  })

  it('reaches every status that an engine can know', () => {
    const met = new Set(Object.values(TABLE).flatMap(({ at }) => at))
    expect([...met].filter((one) => one !== undefined).sort()).toEqual(
      [
        ...['created', 'paid', 'pre_eval', 'active', 'goal_passed', 'goal_failed_hidden', 'pre_funded'],
        ...['goal_failed_max_drawdown', 'goal_failed_max_daily_loss', 'funded_claimed', 'funded_active'],
        ...['funded_failed_max_drawdown', 'funded_failed_max_daily_loss', 'claimed', 'not_eligible'],
      ].sort(),
    )
  })

  it('is the same after a snapshot', () => {
    for (const { way } of Object.values(TABLE)) {
      const { world, owner } = way(createPurchaseWorld())
      const again = decodeState(encodeState(world.exchange))
      expect(encodeState(again)).toBe(encodeState(world.exchange))
      const ask = { ownerId: owner.address }
      expect(query(again, 'capitalOfOwner', ask)).toEqual(query(world.exchange, 'capitalOfOwner', ask))
      expect(query(again, 'purchases', ask)).toEqual(query(world.exchange, 'purchases', ask))
    }
  })
})

describe('a fact of the payment provider', () => {
  it('said twice is done once', () => {
    const scene = take(createPurchaseWorld(), 'begin', 'PAID', 'PAID', 'allocate', 'allocate', 'PAID', 'open')
    take(scene, 'open', 'PAID', 'allocate', 'DISPUTED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_WON')
    expect(standing(scene)).toMatchObject({ capital: { status: 'active', isFrozen: false } })
    take(scene, 'REFUNDED', 'REFUNDED')
    expect(run(scene, 'PAID').answer).toEqual({ ok: true })
    expect(standing(scene)!.capital).toMatchObject({ status: 'claimed', reason: 'REFUNDED', isFrozen: true })
  })

  it('of a purchase that is unknown is 1099, and of one that ran out too', () => {
    const scene = createPurchaseWorld()
    expect(run(scene, 'PAID').answer).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
    take(scene, 'begin', 'EXPIRED')
    expect(run(scene, 'PAID').answer).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
    expect(query(scene.world.exchange, 'purchases', {})).toEqual([])
    take(scene, 'begin')
  })

  it('opens a dispute: orders and positions go without a code, nothing is ordered, judged or let go', () => {
    const scene = opened(createPurchaseWorld())
    const { world, evaluation } = scene
    world.order(evaluation, AAPL, 'buy', { size: 100_000 })
    const resting = world.order(evaluation, AAPL, 'buy', { size: 1_000, limitPrice: 20_000 })
    const { events } = run(scene, 'DISPUTED')
    const cancelled = eventsOf(events, 'OrderUpdated').find(({ order }) => order.id === resting.id)!
    expect(outcome(cancelled.order)).toBe('CANCELLED')
    expect(world.account(evaluation)).toMatchObject({ positions: [], sim: { isFrozen: true } })
    expect(standing(scene)!.capital).toMatchObject({ reason: 'DISPUTED', isFrozen: true, status: 'active' })
    expect(outcome(world.order(evaluation, AAPL, 'buy', { size: 1_000 }))).toBe(
      'REJECTED ACTION_NOT_AVAILABLE',
    )
    expect(setStatus(world, evaluation, 'ACTIVE').answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    setEquity(traded(scene), usd6(50_000 * USDC))
    world.run({ kind: 'TickTimer' }, 1_000)
    expect(standing(scene)!.capital.status).toBe('active')
    setEquity(traded(scene), usd6(99_000 * USDC))
    take(scene, 'DISPUTE_WON')
    expect(standing(scene)).toMatchObject({ equity: 99_000 * USDC, capital: { isFrozen: false } })
    expect(world.order(evaluation, AAPL, 'buy', { size: 1_000 }).status).toBe('FILLED')
  })

  it('does not count the second that a goal stood before the dispute', () => {
    const scene = opened(createPurchaseWorld())
    const { world, evaluation } = scene
    world.order(evaluation, AAPL, 'buy', { size: 100 })
    setEquity(traded(scene), usd6(109_000 * USDC))
    world.prices({ AAPL: 23_150 }, 1_000)
    take(scene, 'DISPUTED')
    world.run({ kind: 'TickTimer' }, 5_000)
    take(scene, 'DISPUTE_WON')
    world.order(evaluation, AAPL, 'buy', { size: 100 })
    expect(standing(scene)!.capital.status).toBe('active')
    world.prices({ AAPL: 23_150 }, 1_000)
    expect(standing(scene)!.capital.status).toBe('goal_passed')
  })

  it('of a dispute that is lost after a payout leaves the payout paid', () => {
    const scene = funded(createPurchaseWorld())
    const { world, owner } = scene
    setEquity(traded(scene, true), usd6(104_000 * USDC))
    const before = world.account(owner).collateral
    const id = `0x${'9'.repeat(64)}` as const
    const profit = {
      kind: 'WithdrawProfit',
      id,
      recipient: owner.address,
      nonce: 1,
      signature: '0x',
    } as const
    const { address } = scene.funded
    world.run({
      ...profit,
      account: address,
      signer: address,
      sizeUsd6: usd6(4_000 * USDC),
      orderTimeMs: world.exchange.timeMs,
    })
    expect(world.account(owner).collateral - before).toBe(3_600 * USDC)
    take(scene, 'DISPUTED', 'DISPUTE_LOST')
    expect(world.account(owner).collateral - before).toBe(3_600 * USDC)
    expect(standing(scene, true)!.capital).toMatchObject({ status: 'claimed', reason: 'DISPUTE_LOST' })
  })
})

describe('a purchase', () => {
  it('is refused while its owner holds a plan, and not after a failure, which it hides', () => {
    const scene = failed(createPurchaseWorld(), 92_000)
    const next = another(scene, 2)
    take(next, 'begin')
    expect(standing(scene)!.capital.status).toBe('goal_failed_max_drawdown')
    for (const step of ['PAID', 'allocate', 'open'] as const) {
      expect(run(another(scene, 3), 'begin').answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
      take(next, step)
    }
    expect(standing(scene)!.capital.status).toBe('goal_failed_hidden')
    expect(run(another(scene, 3), 'begin').answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })

  it('takes no wallet that has an account, and no plan that does not exist', () => {
    const scene = createPurchaseWorld()
    const { world, owner } = scene
    const begin = steps(scene).begin
    const asked = (change: object) => world.run({ ...begin, ...change }).answer
    expect(asked({ account: owner.address })).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(asked({ ownerId: scene.funded.address })).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
    for (const plan of [{ sizeUsd6: 0 }, { goalRatio: 0 }, { profitSplitRatio: 10_001 }, { reviewMs: -1 }])
      expect(asked({ plan: { ...scene.plan, ...plan } })).toEqual({
        ok: false,
        code: REFUSAL.INVALID_PARAMETER,
      })
    take(scene, 'begin')
    const other = world.trader(1_000)
    // The wallet of another owner, another purchase under its number, and an account beside it.
    expect(run({ ...another(scene, 2), owner: other, evaluation: scene.evaluation }, 'begin').answer).toEqual(
      {
        ok: false,
        code: REFUSAL.ACTION_NOT_AVAILABLE,
      },
    )
    expect(run({ ...another(scene, 2), owner: other, id: scene.id }, 'begin').answer).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(world.run(openingOf(scene.evaluation.address, other, EVAL)).answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
  })

  it('keeps the rules that it was sold with', () => {
    const scene = opened(createPurchaseWorld())
    expect(standing(scene)).toMatchObject({
      plan: scene.plan,
      isFunded: false,
      equity: 100_000 * USDC,
      capital: { targetEquity: 108_000 * USDC, maxDrawdownLimit: 92_000 * USDC },
    })
  })
})

describe('[4.14] a claim', () => {
  it('is made once, and again is the same', () => {
    const scene = take(passed(createPurchaseWorld()), 'wait')
    const stranger = { ...scene, funded: another(scene, 9).funded }
    expect(run(stranger, 'wait').answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(run(stranger, 'claim').answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    for (let n = 0; n < 100; n += 1) take(scene, 'claim')
    expect(standing(scene, true)).toMatchObject({ equity: 100_000 * USDC, isFunded: true })
    expect(query(scene.world.exchange, 'capitalOfOwner', { ownerId: scene.owner.address })).toHaveLength(2)
  })

  it('waits for its review', () => {
    const scene = take(passed(createPurchaseWorld({ reviewMs: 60_000 })), 'wait')
    expect(run(scene, 'claim').answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(standing(scene)!.claimableTimeMs).toBe(standing(scene)!.capital.endedTimeMs! + 60_000)
    scene.world.run({ kind: 'TickTimer' }, 60_000)
    take(scene, 'claim')
  })

  it('waits while another funded account of its owner lives', () => {
    const first = funded(createPurchaseWorld())
    const second = take(passed(another(first, 2)), 'wait')
    expect(run(second, 'claim').answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    take(first, 'close')
    take(second, 'claim')
  })

  it('waits while the treasury could not pay what funded accounts have won', () => {
    const first = funded(createPurchaseWorld())
    const { world } = first
    const second = take(passed({ ...another(first, 2), owner: world.trader(1_000) }), 'wait')
    // 100,000 in the treasury bear 83,333.33: nine tenths of what is won, and a fifth more.
    setEquity(traded(first, true), usd6(100_000 * USDC + 92_592_592_594))
    expect(run(second, 'claim').answer).toEqual({ ok: false, code: REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED })
    setEquity(traded(first, true), usd6(100_000 * USDC + 92_592_592_592))
    take(second, 'claim')
  })

  it('is no way to close a funded account that is owed something, or trades', () => {
    const scene = funded(createPurchaseWorld())
    setEquity(traded(scene, true), usd6(100_001 * USDC))
    expect(run(scene, 'close').answer).toEqual({ ok: false, code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })
    setEquity(traded(scene, true), usd6(99_000 * USDC))
    scene.world.order(scene.funded, AAPL, 'buy', { size: 1_000 })
    expect(run(scene, 'close').answer).toEqual({ ok: false, code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })
    take(scene, 'remove')
    expect(scene.world.account(scene.funded)).toMatchObject({ positions: [], sim: { isFrozen: true } })
    expect(standing(scene, true)!.capital.reason).toBe('CLOSED')
  })
})
