/** What may be taken out of an account: its own money, not unrealised profit and not an orphaned deposit. */
import { REFUSAL, funding12, timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { leverage, seed, softDeposit, trade, USDC } from '../testing/liquidations.ts'
import { lpCommand, nextMonday } from '../testing/lpCommands.ts'
import {
  AAPL,
  BTC,
  CHAIN,
  createWorld,
  FIG,
  outcome,
  TOKEN,
  type Trader,
  type World,
} from '../testing/world.ts'

/** A bitcoin at leverage 50, 3,000 dollars up by the price, which owes the same sum in funding. */
function owing() {
  const world = createWorld({ markets: [BTC], poolDollars: 10_000_000 })
  const [trader, other] = [world.trader(6_060), world.trader(500_000)]
  leverage(world, trader, BTC, 50)
  world.prices({ BTC: 1_000_000 })
  trade(world, BTC, { long: trader, short: other, size: 100_000, price: 1_000_000, rests: 'short' })
  world.prices({ BTC: 1_030_000 }, 1_000)
  const market = world.exchange.markets[0]!
  market.cumFunding = funding12(market.cumFunding + 3_000n * 10n ** 12n)
  beginFundingEpoch(world.exchange, market)
  return { world, trader, free: world.account(trader).withdrawable }
}

function withdraw(world: World, { address }: Trader, size: number) {
  return world.run({
    kind: 'RequestWithdrawal',
    id: `0x${'7'.repeat(64)}`,
    account: address,
    signer: address,
    nonce: 99_999,
    orderTimeMs: timeMs(world.now()),
    recvWindowMs: 5_000,
    recipient: address,
    isTrustedRecipient: true,
    token: TOKEN,
    sizeUsd6: usd6(size),
    chainId: CHAIN,
    execute: false,
    networkFeeUsd6: usd6(0),
    requestArgs: '0x',
    signature: '0x',
    signatureProof: '0x',
  })
}

describe('funding that is owed', () => {
  it('is paid before anything is taken out', () => {
    const { world, trader, free } = owing()
    withdraw(world, trader, free)
    const { collateral, initMargin } = world.account(trader)
    // It is not offset against the price profit: that would leave with the money.
    expect(collateral - initMargin).toBe(0)
  })

  it('[8.50] allows not a micro-dollar more', () => {
    const { world, trader, free } = owing()
    expect(withdraw(world, trader, free + 1).events).toMatchObject([
      {
        kind: 'TransferUpdated',
        transfer: { status: 'REJECTED', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED },
      },
    ])
  })

  it('is paid before shares of the pool are bought', () => {
    const { world, trader, free } = owing()
    world.run(lpCommand(world, trader, 'DEPOSIT', free))
    const { collateral, positions } = world.account(trader)
    expect(collateral).toBe(2_060 * USDC)
    // What it owes is settled: none of it leaves with the deposit.
    expect(positions[0]).toMatchObject({ settledFunding: -3_000 * USDC })
    expect(world.exchange.lp.holdings.size).toBe(1)
  })

  it('to be received can be taken out with the rest', () => {
    const { world, trader } = owing()
    const market = world.exchange.markets[0]!
    market.cumFunding = funding12(market.cumFunding - 6_000n * 10n ** 12n)
    beginFundingEpoch(world.exchange, market)
    const { withdrawable } = world.account(trader)
    withdraw(world, trader, withdrawable)
    const { collateral, initMargin } = world.account(trader)
    expect(collateral - initMargin).toBe(0)
    expect(withdrawable).toBe(9_050 * USDC - initMargin)
  })
})

describe('an unrealised profit', () => {
  /** `dollars`, a hundred Apple shares at leverage 20 that have gained 2,250, and an order in an isolated market. */
  function gained(size: number, dollars = 1_300) {
    const wide = {
      ...FIG,
      risk: { ...FIG.risk, inventorySharePpm: 1_000_000, inventoryLimitUsd6: usd6(1e12) },
    }
    const world = createWorld({ markets: [AAPL, wide], poolDollars: 10_000_000 })
    seed(world, 'POOL_ISO', 1_000_000)
    const trader = world.trader(dollars)
    leverage(world, trader, AAPL, 20)
    leverage(world, trader, FIG, 1)
    world.prices({ AAPL: 23_150, FIG: 36_000 })
    world.order(trader, AAPL, 'buy', { size: 1_000_000, limitPrice: 23_300, timeInForce: 'IOC' })
    for (let price = 23_300; price <= 25_400; price += 100)
      world.prices({ AAPL: price, FIG: 36_000 }, 120_000)
    const order = world.order(trader, wide, 'buy', { size, limitPrice: 36_100, timeInForce: 'IOC' })
    return { world, trader, order, account: world.account(trader) }
  }

  it('cannot become the margin of an isolated position', () => {
    const { order, account } = gained(62_000)
    // Margin moved there would be out of reach when the price comes back.
    expect(outcome(order)).toBe('REJECTED MARGIN_CHECK_FAILED')
    expect(account.collateral).toBeGreaterThanOrEqual(0)
  })

  it('does not prevent what the collateral pays', () => {
    const { order, account } = gained(3_000, 2_000)
    expect(outcome(order)).toBe('FILLED')
    expect(account.collateral).toBeGreaterThanOrEqual(0)
  })
})

describe('an orphaned deposit', () => {
  /** Ten dollars of own money and 25,000 that are not final, in an isolated position at leverage 5. */
  function orphaned() {
    const world = createWorld({ markets: [FIG], poolDollars: 1_000_000 })
    seed(world, 'INSURANCE', 100_000)
    seed(world, 'POOL_ISO', 1_000_000)
    const [trader, other] = [world.trader(10), world.trader(100_000)]
    world.prices({ FIG: 52_310 })
    const id = softDeposit(world, trader, 25_000)
    trade(world, FIG, { long: trader, short: other, size: 2_300_000, price: 52_310 })
    const { netDeposits } = world.exchange.accounts[0]!
    const told = world.run({ kind: 'OrphanDeposit', id }).events
    expect(world.exchange.accounts[0]!.netDeposits).toBe(netDeposits - 25_000 * USDC)
    world.prices({ FIG: 52_310 }, 1_000)
    return { world, trader, told, insured: (100_000 * USDC - world.exchange.money.INSURANCE) / USDC }
  }

  it('S15 cannot be kept by an isolated position', () => {
    const { world, trader, told, insured } = orphaned()
    const { equity } = world.account(trader)
    expect(insured).toBeLessThan(100)
    expect(equity).toBe(0)
    expect(told.map(({ kind }) => kind)).toContain('PositionChanged')
  })

  /** Ten thousand that are not final; over four thousand are lost before their block is dropped. */
  function lost(own = 1, before?: (world: World, trader: Trader) => unknown) {
    const world = createWorld({ markets: [BTC], poolDollars: 10_000_000 })
    seed(world, 'INSURANCE', 100_000)
    const [trader, other] = [world.trader(own), world.trader(500_000)]
    leverage(world, trader, BTC, 20)
    world.prices({ BTC: 1_000_000 })
    const id = softDeposit(world, trader, 10_000)
    before?.(world, trader)
    trade(world, BTC, { long: trader, short: other, size: 100_000, price: 1_000_000 })
    return { world, trader, other, id, insured: () => 100_000 * USDC - world.exchange.money.INSURANCE }
  }
  const close = ({ world, trader, other }: ReturnType<typeof lost>) =>
    trade(world, BTC, { long: other, short: trader, size: 100_000, price: 960_000 })

  it('refunds no loss when it arrives in another block', () => {
    const scene = lost()
    const { world, trader, id, insured } = scene
    world.prices({ BTC: 960_000 }, 1_000)
    close(scene)
    const { collateral } = world.account(trader)
    const before = insured()
    world.run({ kind: 'OrphanDeposit', id })
    expect(insured() - before).toBe(10_000 * USDC - collateral)
    softDeposit(world, trader, 10_000)
    // Insurance is repaid first: it does not pay for the price loss.
    expect(world.account(trader).collateral).toBe(collateral)
    expect(insured() - before).toBe(0)
    expect(world.exchange.accounts[0]).toMatchObject({ advanced: 0 })
  })

  describe('is owed by an account with other assets on the exchange', () => {
    /** Of its own 5,000 dollars are elsewhere when the deposit is dropped, and more than 4,000 are lost. */
    function away(put: (world: World, trader: Trader) => unknown) {
      const scene = lost(5_001, put)
      const { world, id, insured } = scene
      world.prices({ BTC: 960_000 }, 1_000)
      close(scene)
      const before = insured()
      world.run({ kind: 'OrphanDeposit', id })
      const laidOut = insured() - before
      expect(laidOut).toBeGreaterThan(4_000 * USDC)
      return { ...scene, laidOut, left: () => insured() - before }
    }
    const isRepaid = ({ left }: ReturnType<typeof away>) => expect(left()).toBe(0)

    it('in a withdrawal that is refunded', () => {
      const scene = away((world, trader) => withdraw(world, trader, 5_000 * USDC))
      scene.world.run({ kind: 'RefundWithdrawal', id: `0x${'7'.repeat(64)}` })
      isRepaid(scene)
      const { collateral } = scene.world.account(scene.trader)
      expect(collateral).toBe(5_000 * USDC - scene.laidOut)
    })

    it('in shares of the pool', () => {
      const scene = away((world, trader) => world.run(lpCommand(world, trader, 'DEPOSIT', 5_000 * USDC)))
      const { world, trader } = scene
      for (const afterMs of [25 * 3_600_000, 1_000, 1_000]) world.prices({ BTC: 960_000 }, afterMs)
      world.run(lpCommand(world, trader, 'IMMEDIATE_WITHDRAW', 4_500 * USDC))
      isRepaid(scene)
    })

    it('in referral accruals', () => {
      const scene = away((world, trader) => withdraw(world, trader, 5_000 * USDC))
      const { world, trader, laidOut } = scene
      world.exchange.referrals.accrued.set(0, usd6(100 * USDC))
      world.exchange.money.REFERRAL = usd6(100 * USDC)
      world.exchange.money.TREASURY = usd6(world.exchange.money.TREASURY - 100 * USDC)
      nextMonday(world)
      expect(world.account(trader).collateral).toBe(0)
      expect(scene.left()).toBe(laidOut - 100 * USDC)
    })
  })

  it('is owed after a restart, and by as much as is credited', () => {
    const scene = lost()
    const { world, trader, id, insured } = scene
    world.prices({ BTC: 960_000 }, 1_000)
    close(scene)
    const before = insured()
    world.run({ kind: 'OrphanDeposit', id })
    const { advanced } = world.exchange.accounts[0]!
    expect(advanced).toBe(insured() - before)
    expect(decodeState(encodeState(world.exchange)).accounts[0]).toMatchObject({ advanced })
    softDeposit(world, trader, 1_000)
    expect([world.exchange.accounts[0]!.advanced, world.account(trader).collateral]).toEqual([
      advanced - 1_000 * USDC,
      0,
    ])
    expect(insured() - before).toBe(advanced - 1_000 * USDC)
  })
})
