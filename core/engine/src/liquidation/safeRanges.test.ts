/** Accounts without a pending margin check: certainly well covered, and remembered only while nothing changes. */
import { funding12, type Hex, timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { apply } from '../apply.ts'
import { type Command } from '../api/commands.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { isSafe } from './safeRanges.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { leverage, trade } from '../testing/liquidations.ts'
import { AAPL, BTC, createWorld, deposit, FIG, type Trader, type World } from '../testing/world.ts'

function world() {
  const made = createWorld({ markets: [AAPL, BTC, FIG] })
  made.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(1_000_000_000_000) })
  const trader = made.trader(10_000)
  made.prices({ AAPL: 23_150, BTC: 1_000_000, FIG: 52_310 })
  made.order(trader, BTC, 'buy', { size: 20_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
  return { made, trader, far: () => isSafe(made.exchange, 0) }
}

describe('an account far from liquidation', () => {
  it('is remembered from its first check, while the mark stays in its safe range', () => {
    const { made, far } = world()
    expect(far()).toBe(false)
    made.prices({ BTC: 1_000_000 }, 1_000)
    expect(far()).toBe(true)
    // Equity of 10,000 less 200 of margin bears a fifth of 20,000 on either side, in half.
    made.prices({ BTC: 1_200_000 }, 1_000)
    expect(far()).toBe(true)
    made.prices({ BTC: 760_000 }, 1_000)
    expect(far()).toBe(true)
    made.exchange.markets[1]!.mark = 500_000 as never
    expect(far()).toBe(false)
  })

  it('is checked again after a fill, a credit or debit, funding, and a new position', () => {
    const { made, trader, far } = world()
    const look = () => {
      made.prices({ BTC: 1_000_000, AAPL: 23_150, FIG: 52_310 }, 1_000)
      expect(far()).toBe(true)
    }
    look()
    made.order(trader, BTC, 'buy', { size: 100, limitPrice: 1_010_000, timeInForce: 'IOC' })
    expect(far()).toBe(false)
    look()
    made.exchange.accounts[0]!.collateral = usd6(made.exchange.accounts[0]!.collateral - 1)
    expect(far()).toBe(false)
    made.exchange.accounts[0]!.collateral = usd6(made.exchange.accounts[0]!.collateral + 1)
    look()
    const btc = made.exchange.markets[1]!
    beginFundingEpoch(made.exchange, btc)
    expect(far()).toBe(true)
    btc.cumFunding = funding12(btc.cumFunding + 10n ** 12n)
    beginFundingEpoch(made.exchange, btc)
    expect(far()).toBe(false)
    look()
    made.order(trader, AAPL, 'sell', { size: 1_000, limitPrice: 22_000, timeInForce: 'IOC' })
    expect(far()).toBe(false)
    look()
    made.order(trader, FIG, 'buy', { size: 1_000, limitPrice: 53_000, timeInForce: 'IOC' })
    expect(far()).toBe(false)
    look()
    made.run({ kind: 'TickFunding', hourMs: timeMs(3_600_000) }, 1)
    expect(far()).toBe(true)
  })

  it('is never one whose margin is nearly used up', () => {
    const { made, trader, far } = world()
    made.run({ kind: 'SetLeverage', account: trader.address, symbol: BTC.symbol, leverage: 50 })
    made.order(trader, BTC, 'buy', { size: 440_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    made.prices({ BTC: 993_000 }, 1_000)
    expect(made.account(trader).positions).toHaveLength(1)
    made.prices({ BTC: 989_000 }, 1_000)
    // One safe range would end where liquidation begins.
    expect(made.account(trader).equity).toBeGreaterThan(made.account(trader).maintMargin)
    made.exchange.markets[1]!.mark = 985_000 as never
    expect(far()).toBe(false)
  })

  it('only accounts that are pending or whose safe range the mark has left are checked', () => {
    const { made, trader, far } = world()
    const { accountRows, safeRanges } = made.exchange
    made.prices({ BTC: 1_000_000 }, 1_000)
    expect([far(), accountRows.marginChecks]).toEqual([true, []])
    // Inside the safe range the account is not read: even its version stays the same.
    const before = [...safeRanges.versions]
    made.prices({ BTC: 1_190_000 }, 1_000)
    expect([...safeRanges.versions]).toEqual(before)
    made.prices({ BTC: 1_300_000 }, 1_000)
    expect(safeRanges.versions[0]).toBe(before[0]! + 1)
    expect(accountRows.marginChecks).toEqual([])
    made.order(trader, BTC, 'buy', { size: 100, limitPrice: 1_320_000, timeInForce: 'IOC' })
    expect(accountRows.marginChecks).toEqual([0])
  })
})

describe('an account that looks unchanged', () => {
  /** A long in profit at its check, then flipped at its own price: its size, its cost, its collateral again. */
  function turned() {
    const made = createWorld({ markets: [BTC], audit: false })
    const [trader, friend] = [made.trader(3_000), made.trader(500_000)]
    leverage(made, trader, BTC, 50)
    made.prices({ BTC: 1_000_000 })
    trade(made, BTC, { long: trader, short: friend, size: 100_000, price: 1_000_000 })
    made.prices({ BTC: 1_018_000 }, 1_000)
    made.prices({ BTC: 1_000_000 }, 1_000)
    const { collateral } = made.account(trader)
    trade(made, BTC, { long: friend, short: trader, size: 200_000, price: 1_000_000 })
    const fee = usd6(collateral - made.account(trader).collateral)
    made.run({ ...deposit(8_000, trader, 1), amountUsd6: fee } as Command)
    expect(made.account(trader)).toMatchObject({ collateral, positions: [{ isLong: false, size: 100_000 }] })
    return { made, trader }
  }

  it('is checked when it is on the other side', () => {
    const { made, trader } = turned()
    expect(isSafe(made.exchange, 0)).toBe(false)
    made.prices({ BTC: 1_036_000 }, 1_000)
    expect(made.account(trader).positions).toEqual([])
  })

  it('is liquidated as after a restart, which remembers no account', () => {
    const { made } = turned()
    const restarted = decodeState(encodeState(made.exchange))
    made.prices({ BTC: 1_036_000 }, 1_000)
    apply(restarted, made.log.at(-1)!)
    expect(encodeState(restarted)).toEqual(encodeState(made.exchange))
  })

  it('is checked when its funding was paid out and withdrawn meanwhile', () => {
    const made = createWorld({ markets: [BTC], audit: false })
    const [trader, friend] = [made.trader(5_200), made.trader(500_000)]
    leverage(made, trader, BTC, 50)
    made.prices({ BTC: 1_000_000 })
    trade(made, BTC, { long: friend, short: trader, size: 100_000, price: 1_000_000 })
    // The short has earned 3 %, and the price has cost it as much.
    const market = made.exchange.markets[0]!
    market.cumFunding = funding12(3_000n * 10n ** 12n)
    beginFundingEpoch(made.exchange, market)
    made.prices({ BTC: 1_030_000 }, 1_000)
    const { collateral } = made.account(trader)
    made.run(withdrawal(made, trader, 3_000_000_000))
    expect(made.account(trader)).toMatchObject({ collateral })
    expect(isSafe(made.exchange, 0)).toBe(false)
    made.prices({ BTC: 1_050_000 }, 1_000)
    expect(made.account(trader).positions).toEqual([])
  })
})

describe('figures of two different checks', () => {
  it('are not combined: the safe range of a rich account is not that of a poor one', () => {
    const made = createWorld({ markets: [AAPL, BTC], audit: false })
    const [trader, friend] = [made.trader(200_000), made.trader(1_000_000)]
    leverage(made, trader, BTC, 50)
    made.prices({ AAPL: 23_150, BTC: 1_000_000 })
    const swap = (spec: MarketSpec, long: Trader, short: Trader, size: number, price: number) =>
      trade(made, spec, { long, short, size, price })
    swap(AAPL, trader, friend, 10, 23_150)
    swap(BTC, trader, friend, 100_000, 1_000_000)
    const look = () => made.prices({ AAPL: 23_150, BTC: 1_000_000 }, 1_000)
    // First check: much collateral behind one bitcoin.
    look()
    swap(BTC, friend, trader, 100_000, 1_000_000)
    made.run(withdrawal(made, trader, made.account(trader).collateral - 2_200_000_000))
    expect(made.account(trader).collateral).toBe(2_200_000_000)
    // Second check: AAPL alone, with the rest.
    look()
    const { collateral } = made.account(trader)
    // Before the next one: the same bitcoin again, AAPL closed, and the cost of all this deposited.
    swap(BTC, trader, friend, 100_000, 1_000_000)
    swap(AAPL, friend, trader, 10, 23_150)
    const cost = usd6(collateral - made.account(trader).collateral)
    made.run({ ...deposit(8_000, trader, 1), amountUsd6: cost } as Command)
    expect(made.account(trader)).toMatchObject({ collateral, positions: [{ size: 100_000 }] })
    expect(isSafe(made.exchange, 0)).toBe(false)
    made.prices({ AAPL: 23_150, BTC: 975_000 }, 1_000)
    expect(made.account(trader).positions).toEqual([])
  })
})

function withdrawal(made: World, trader: Trader, size: number): Command {
  const nothing: Hex = '0x'
  return {
    kind: 'RequestWithdrawal',
    id: `0x${'7'.repeat(64)}`,
    account: trader.address,
    signer: trader.address,
    nonce: 7_000,
    recvWindowMs: 5_000,
    orderTimeMs: timeMs(made.now()),
    recipient: trader.address,
    isTrustedRecipient: true,
    token: trader.address,
    sizeUsd6: usd6(size),
    chainId: 42_161,
    execute: false,
    networkFeeUsd6: usd6(0),
    requestArgs: nothing,
    signature: nothing,
    signatureProof: nothing,
  } as Command
}
