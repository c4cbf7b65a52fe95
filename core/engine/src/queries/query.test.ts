/** Every query on the state: its data for what exists, and no answer for what does not. */
import { describe, expect, it } from 'vitest'
import { type Address, type Hex, type Id, usd6 } from '@vest/protocol'
import { launchMarkets } from '../listing/launchMarkets.ts'
import { tickerRow } from '../markets/ticker.ts'
import { query } from './query.ts'
import { AAPL, createNamedWorld, USDC } from '../testing/namedWorld.ts'

const UNKNOWN = '0x00000000000000000000000000000000deadbeef' as Address
const NO_ORDER = `0x${'0'.repeat(63)}f` as Id
const BTC = launchMarkets().find(({ symbol }) => symbol === 'BTC-PERP')!
const CHAIN = 42_161

function world() {
  const made = createNamedWorld({ markets: [AAPL, BTC] })
  const account = made.account('a', 10_000)
  made.price(AAPL.symbol, 20_000)
  return { made, account, exchange: made.exchange }
}

describe('queries', () => {
  it('about an unknown account have no answer', () => {
    const { exchange } = world()
    for (const name of ['account', 'lp', 'referral', 'points'] as const)
      expect(query(exchange, name, { account: UNKNOWN })).toBeUndefined()
    expect(query(exchange, 'openOrders', { account: UNKNOWN })).toEqual([])
    expect(query(exchange, 'trustedRecipients', { account: UNKNOWN })).toEqual([])
    expect(query(exchange, 'signer', { account: UNKNOWN, signer: UNKNOWN })).toBeUndefined()
    expect(query(exchange, 'usedNonces', { signer: UNKNOWN, nonces: [1, 2] })).toEqual([])
    expect(query(exchange, 'order', { id: NO_ORDER })).toBeUndefined()
    expect(query(exchange, 'transfer', { id: NO_ORDER })).toBeUndefined()
    expect(query(exchange, 'depth', { symbol: 'NONE-PERP', limit: 5 })).toBeUndefined()
  })

  it('tickers are those of the requested markets, once they have a mark', () => {
    const { made, exchange } = world()
    expect(query(exchange, 'tickers', { marketIds: [1, 0, 7] }).map(({ symbol }) => symbol)).toEqual([
      AAPL.symbol,
    ])
    made.price(BTC.symbol, 500_000)
    const rows = query(exchange, 'tickers', { marketIds: [1, 0] })
    expect(rows).toEqual([tickerRow(exchange.markets[1]!), tickerRow(exchange.markets[0]!)])
    expect(query(exchange, 'tickers', { marketIds: [] })).toEqual([])
  })

  it('an order is returned while it is open, by its id and among those of its account', () => {
    const { made, account, exchange } = world()
    const placed = made.order('a', { isBuy: true, size: 10_000, price: 19_000 })
    expect(query(exchange, 'order', { id: placed.id })).toEqual(placed)
    expect(query(exchange, 'openOrders', { account })).toEqual([placed])
    made.cancel('a', placed.id)
    expect(query(exchange, 'order', { id: placed.id })).toBeUndefined()
    expect(query(exchange, 'openOrders', { account })).toEqual([])
  })

  it('an open order is found by its client id', () => {
    const { made, account, exchange } = world()
    const named = { account, clientId: 'grid-1' }
    expect(query(exchange, 'clientOrder', named)).toBeUndefined()
    const placed = made.order('a', { isBuy: true, size: 10_000, price: 19_000, clientId: 'grid-1' })
    expect(query(exchange, 'clientOrder', named)).toEqual(placed)
    expect(query(exchange, 'clientOrder', { account: UNKNOWN, clientId: 'grid-1' })).toBeUndefined()
    made.cancel('a', placed.id)
    expect(query(exchange, 'clientOrder', named)).toBeUndefined()
  })

  it('used nonces are those of the signer among the requested ones', () => {
    const { made, account, exchange } = world()
    const { nonce } = made.order('a', { isBuy: true, size: 10_000, price: 19_000 })
    expect(
      query(exchange, 'usedNonces', { signer: account, nonces: [nonce - 1, nonce, nonce + 1] }),
    ).toContain(nonce)
    expect(query(exchange, 'usedNonces', { signer: account, nonces: [nonce + 1] })).toEqual([])
  })

  it('a signer is returned with its key, its number and its last nonce', () => {
    const { made, account, exchange } = world()
    const before = query(exchange, 'signer', { account, signer: account })!
    expect(before).toMatchObject({ account, accountId: 0, signer: account, lastNonce: 0 })
    const { nonce } = made.order('a', { isBuy: true, size: 10_000, price: 19_000 })
    expect(query(exchange, 'signer', { account, signer: account })).toEqual({ ...before, lastNonce: nonce })
    expect(query(exchange, 'signer', { account, signer: UNKNOWN })).toBeUndefined()
    expect(query(exchange, 'signers', {})).toEqual([{ ...before, lastNonce: nonce }])
  })

  it('a market is returned with its prices from the first index on, and with its later changes', () => {
    const { made, exchange } = world()
    const [first, second] = query(exchange, 'markets', {})
    expect(first).toMatchObject({ marketId: 0, mode: 'OPEN', ticker: { index: 20_000, symbol: AAPL.symbol } })
    expect(second).toMatchObject({ marketId: 1, spec: { symbol: BTC.symbol } })
    expect(second).not.toHaveProperty('ticker')
    expect(tickerRow(exchange.markets[1]!)).toBeUndefined()
    for (const absent of ['operatorMode', 'formerSymbols', 'delistAnnouncedAtMs', 'delistedAtMs'])
      expect(first).not.toHaveProperty(absent)

    expect(made.run({ kind: 'SetMarketMode', marketId: 1, mode: 'POST_ONLY' })).toMatchObject({ ok: true })
    expect(made.run({ kind: 'RenameMarket', marketId: 1, symbol: 'XBT-PERP' })).toMatchObject({
      ok: true,
    })
    expect(made.run({ kind: 'AnnounceDelisting', marketId: 0 })).toMatchObject({ ok: true })
    const after = query(exchange, 'markets', {})
    expect(after[0]).toMatchObject({ mode: 'REDUCE_ONLY', delistAnnouncedAtMs: exchange.timeMs })
    expect(after[1]).toMatchObject({ operatorMode: 'POST_ONLY', formerSymbols: [BTC.symbol] })
    expect(query(exchange, 'depth', { symbol: BTC.symbol, limit: 5 })).toEqual(
      query(exchange, 'depth', { symbol: 'XBT-PERP', limit: 5 }),
    )
  })

  it('depth shows the orders of users together with the cells of the pool, the best first', () => {
    const { made, exchange } = world()
    made.order('a', { isBuy: true, size: 10_000, price: 19_990 })
    const depth = query(exchange, 'depth', { symbol: AAPL.symbol, limit: 5 })!
    expect(depth.bids.map(([price]) => price)).toEqual(
      depth.bids.map(([price]) => price).toSorted((a, b) => b - a),
    )
    expect(depth.asks.map(([price]) => price)).toEqual(
      depth.asks.map(([price]) => price).toSorted((a, b) => a - b),
    )
    expect(depth.bids[0]![0]).toBeLessThan(depth.asks[0]![0])
    expect(depth.bids.some(([price]) => price === 19_990)).toBe(true)
  })

  it('a transfer is returned while it is open, whatever the case of its id', () => {
    const { made, account, exchange } = world()
    const id = `0x${'0'.repeat(62)}ab` as Id
    made.run({
      kind: 'AnnounceDeposit',
      id,
      account,
      chainId: CHAIN,
      token: UNKNOWN,
      amountUsd6: usd6(5 * USDC),
    })
    const told = query(exchange, 'transfer', { id: id.toUpperCase().replace('X', 'x') as Hex })
    expect(told).toMatchObject({ id, status: 'NEW', size: 5 * USDC })
    expect(query(exchange, 'openTransfers', {})).toEqual([told])
  })

  it('the exchange returns its balances, and a new account its LP shares, referrals and points', () => {
    const { account, exchange } = world()
    expect(query(exchange, 'exchange', {})).toMatchObject({
      seq: exchange.seq,
      timeMs: exchange.timeMs,
      vault: exchange.money.VAULT,
      insurance: 0,
      pendingWithdrawals: 0,
    })
    expect(query(exchange, 'exchange', {}).poolNav).toBeGreaterThan(0)
    expect(query(exchange, 'lp', { account })).toMatchObject({ shares: 0, scheduled: 0 })
    expect(query(exchange, 'referral', { account })).toBeDefined()
    expect(query(exchange, 'points', { account })).toBeDefined()
    expect(query(exchange, 'pool', {})).toBeDefined()
  })
})
