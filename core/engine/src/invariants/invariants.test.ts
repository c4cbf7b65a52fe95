/** Each invariant finds its defect; the cheap ones find theirs without the others. */
import { describe, expect, it } from 'vitest'
import { usd6 } from '@vest/protocol'
import { apply } from '../apply.ts'
import { assertCheapInvariants, ledgerDifferences } from './cheapInvariants.ts'
import { assertInvariants, assertTouched } from './invariants.ts'
import { type Exchange } from '../state/exchange.ts'
import { type Market } from '../state/market.ts'
import { AAPL, createNamedWorld, type NamedWorld } from '../testing/namedWorld.ts'

/** One long of a share against the pool, and resting orders of two accounts. */
function world(): NamedWorld {
  const made = createNamedWorld({ markets: [AAPL] })
  for (const name of ['a', 'b']) made.account(name, 10_000)
  made.price(AAPL.symbol, 20_000)
  made.order('a', { isBuy: true, size: 10_000 })
  made.order('b', { isBuy: true, size: 10_000, price: 19_000 })
  made.order('b', { isBuy: true, size: 20_000, price: 19_000 })
  made.order('b', { isBuy: false, size: 10_000, price: 21_000 })
  return made
}
const marketOf = ({ markets }: Exchange): Market => markets[0]!

/** Each with the expected message. */
const CHEAP: readonly (readonly [string, RegExp, (exchange: Exchange) => void])[] = [
  [
    'a micro-dollar appears',
    /ledger: \d+ owned, \d+ in the vault/,
    ({ accounts }) => void (accounts[0]!.collateral = usd6(accounts[0]!.collateral + 1)),
  ],
  ['the vault loses one', /ledger/, ({ money }) => void (money.VAULT = usd6(money.VAULT - 1))],
  [
    'insurance owes',
    /insurance never owes/,
    ({ money }) => {
      money.TREASURY = usd6(money.TREASURY + money.INSURANCE + 1)
      money.INSURANCE = usd6(-1)
    },
  ],
  [
    'money that is held for an owner is negative',
    /held money is never negative/,
    ({ money }) => {
      money.TREASURY = usd6(money.TREASURY + money.SUSPENSE + 1)
      money.SUSPENSE = usd6(-1)
    },
  ],
  [
    'an account without a position owes',
    /owes without a position/,
    ({ accounts, money }) => {
      money.TREASURY = usd6(money.TREASURY + accounts[1]!.collateral + 1)
      accounts[1]!.collateral = usd6(-1)
    },
  ],
  [
    'a position grows by itself',
    /positions do not sum to zero/,
    ({ accounts }) => {
      const [position] = accounts[0]!.positions
      position!.size = (position!.size + 1) as never
    },
  ],
  [
    'open interest is counted twice',
    /open interest is off/,
    (exchange) => void (marketOf(exchange).longOi = (2 * marketOf(exchange).longOi) as never),
  ],
  [
    'a bid stands above an ask',
    /book is crossed/,
    (exchange) => {
      const { bids } = marketOf(exchange)
      bids.levels.at(-1)!.price = 22_000 as never
    },
  ],
  [
    'a market has an index and no mark',
    /index and mark exist together/,
    (exchange) => void (marketOf(exchange).mark = undefined),
  ],
  [
    'the mark is far from the index',
    /mark leaves its clamp/,
    (exchange) => void (marketOf(exchange).mark = (2 * marketOf(exchange).mark!) as never),
  ],
  [
    'a trading market owes a dividend',
    /a dividend is paid when trading begins/,
    (exchange) => void (marketOf(exchange).pendingDividend = 1n as never),
  ],
  [
    'a market that will end opens',
    /takes no new risk/,
    (exchange) => void (marketOf(exchange).delistAnnouncedAtMs = exchange.timeMs),
  ],
]
const OTHERS: readonly (readonly [string, RegExp, (exchange: Exchange) => void])[] = [
  [
    'a level forgets an order',
    /level size is off/,
    (exchange) => {
      const level = marketOf(exchange).bids.levels[0]!
      level.oldest = level.oldest!.younger
    },
  ],
  [
    'an order changes its price where it stands',
    /misplaced order/,
    (exchange) => {
      const order = marketOf(exchange).bids.levels[0]!.oldest!
      order.limitPrice = (order.limitPrice + 1) as never
    },
  ],
  [
    'an order that only reduces reserves margin',
    /wrong reservation/,
    (exchange) => {
      const order = marketOf(exchange).bids.levels[0]!.oldest!
      order.reduceOnly = true
    },
  ],
  [
    'an account reserves too much',
    /reserved margin is the sum/,
    ({ accounts }) => {
      accounts[1]!.openOrderMargin = usd6(accounts[1]!.openOrderMargin + 1)
    },
  ],
  [
    'funding is owed that no account has paid',
    /funding clearing owes/,
    (exchange) => {
      const market = marketOf(exchange)
      market.fundingClearing = usd6(market.fundingClearing - 1)
      exchange.money.TREASURY = usd6(exchange.money.TREASURY + 1)
    },
  ],
  [
    'the pool counts an old inventory',
    /gross value is off/,
    ({ sleeves }) => {
      sleeves.POOL.grossValue = (sleeves.POOL.grossValue + 1) as never
    },
  ],
  [
    'an old fee stays in force',
    /follows the parameters/,
    (exchange) => {
      marketOf(exchange).makerFeeRate = (marketOf(exchange).makerFeeRate + 1) as never
    },
  ],
  ['a share appears', /shares are held/, ({ lp }) => void (lp.operatorShares += 1)],
  [
    'a referrer is owed what is not there',
    /referrers are owed/,
    ({ referrals }) => void referrals.accrued.set(0, usd6(1)),
  ],
]

describe('invariants', () => {
  it('hold over a life without a defect', () => {
    const { exchange } = world()
    assertCheapInvariants(exchange)
    assertTouched(exchange, exchange.markets, exchange.accounts)
    assertInvariants(exchange)
  })

  it.each([...CHEAP, ...OTHERS])('find out when %s', (_, words, break_) => {
    const { exchange } = world()
    break_(exchange)
    expect(() => assertInvariants(exchange)).toThrow(words)
  })

  it.each(CHEAP)('find out cheaply when %s', (_, words, break_) => {
    const { exchange } = world()
    break_(exchange)
    expect(() => assertCheapInvariants(exchange)).toThrow(words)
  })

  it('check what a command has touched without the rest', () => {
    const { exchange } = world()
    exchange.accounts[1]!.openOrderMargin = usd6(0)
    assertTouched(exchange, exchange.markets, [exchange.accounts[0]!])
    expect(() => assertTouched(exchange, [], [exchange.accounts[1]!])).toThrow(/reserved margin/)
  })

  it('add sums beyond the exact range of a number', () => {
    const { exchange } = world()
    const { money } = exchange
    // Four figures near the largest safe integer; the vault can hold their sum only because the signs differ.
    const large = 2 ** 52 - 1
    money.TREASURY = usd6(money.TREASURY + large)
    money.CAPITAL_TREASURY = usd6(money.CAPITAL_TREASURY + large)
    money.POOL_ISO = usd6(money.POOL_ISO - large)
    expect(() => assertCheapInvariants(exchange)).toThrow(/ledger/)
    money.VAULT = usd6(money.VAULT + large)
    assertCheapInvariants(exchange)
    money.TREASURY = usd6(money.TREASURY + 1)
    expect(() => assertCheapInvariants(exchange)).toThrow(/ledger/)
  })
})

describe('a sequence of commands', () => {
  it('has no gap, and its time never goes back', () => {
    const { exchange } = world()
    const { seq, timeMs } = exchange
    const tick = { command: { kind: 'TickTimer' }, timeMs } as const
    for (const wrong of [seq, seq + 2])
      expect(() => apply(exchange, { ...tick, seq: wrong })).toThrow(/does not follow/)
    expect(() => apply(exchange, { ...tick, seq: seq + 1, timeMs: (timeMs - 1) as never })).toThrow(
      /time goes back/,
    )
    expect(apply(exchange, { ...tick, seq: seq + 1 }).answer.ok).toBe(true)
  })
})

describe('the difference of a ledger', () => {
  const amounts = [0, 1, -1, 2 ** 40, -(2 ** 52)]
  it.each(amounts)('of %i micro-dollars is told, to the last', (amount) => {
    const { exchange } = world()
    const [account] = exchange.accounts
    account!.collateral = usd6(account!.collateral + amount)
    expect(ledgerDifferences(exchange)).toEqual({ real: BigInt(amount), sim: 0n })
  })

  it('of the SIM domain is separate', () => {
    const { exchange } = world()
    exchange.sim.houseUsd6 = usd6(exchange.sim.houseUsd6 - 7)
    expect(ledgerDifferences(exchange)).toEqual({ real: 0n, sim: -7n })
  })
})
