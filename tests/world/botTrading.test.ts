/**
 * A bot trades a thousand random orders over ten markets, among two rivals and devnet's own flow, over the
 * public API of a whole stack. Afterwards every sum must close: in the bot's own books, in the exchange's
 * ledger after every command, and in a replay of the journal from nothing.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertInvariants, type Exchange } from '@vest/engine'
import { readDecimal, type AccountResponse, type OrderRow } from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk/node'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { createPrng } from '../simulation/prng.ts'
import { createBot, FAUCET_USD6, type Bot } from './bot.ts'
import { placeRandomOrders, quoteUntil } from './randomTrader.ts'
import { hashOf, replayJournal } from './replay.ts'
import { vaultDifferenceOf } from './vaultDifference.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'

const run = promisify(execFile)
const ORDERS = 1_000
/** Crypto, shares, a fund, an index, forex; two of them isolated. */
const SYMBOLS = [
  'BTC-PERP', 'ETH-PERP', 'SOL-PERP', 'AAPL-USD-PERP', 'TSLA-USD-PERP', 'SPY-USD-PERP', 'SPX-USD-PERP',
  'EUR-USD-PERP', 'VIX-USD-PERP', 'kBONK-PERP',
] // prettier-ignore
const OPEN = ['NEW', 'PARTIALLY_FILLED']

describe('a bot with a thousand orders', () => {
  const dataDir = freshDataDir()
  /** What `npm run readmodels` says of the stopped exchange. */
  const readModels = async (command: 'hash' | 'rebuild') => {
    const { stdout } = await run(process.execPath, ['tools/program.mjs', 'readmodels', command], {
      env: { ...process.env, VEST_DATA: dataDir },
    })
    return {
      hash: /^hash: ([0-9a-f]{64})$/m.exec(stdout)![1]!,
      rows: (table: string) => Number(new RegExp(`^${table} +(\\d+) `, 'm').exec(stdout)![1]),
    }
  }
  const seed = RUN_SEED
  let stack: Stack
  let bot: Bot
  let rivals: readonly Bot[]
  let ids: readonly string[]
  let orders: readonly OrderRow[]
  let account: AccountResponse
  let state: { readonly seq: number; readonly hash: string }
  let hashAtState: string | undefined
  let last: Exchange
  let commands = 0

  beforeAll(async () => {
    stack = await startStack({ dataDir })
    const { baseUrl } = stack
    rivals = await Promise.all([createBot({ baseUrl }), createBot({ baseUrl })])
    bot = await createBot({ baseUrl })
    const done = new AbortController()
    const quoting = rivals.map((rival, at) =>
      quoteUntil(done.signal, { bot: rival, symbols: SYMBOLS, prng: createPrng(seed + 1 + at) }),
    )
    try {
      ids = await placeRandomOrders(ORDERS, { bot, symbols: SYMBOLS, prng: createPrng(seed) })
    } finally {
      done.abort()
    }
    await Promise.all(quoting)
    // Both books are read until nothing happened between them: resting orders may be filled at any time.
    for (;;) {
      const before = await bot.client.account()
      orders = await bot.client.orders({ limit: ORDERS })
      account = await bot.client.account()
      if (before.balances[0]!.total === account.balances[0]!.total) break
    }
    state = await createDevnetClient({ baseUrl, validate: true }).state()
    expect(await stack.stop()).toBe(0)
    last = replayJournal(dataDir, ({ command, exchange }) => {
      commands += 1
      assertInvariants(exchange)
      if (command.seq === state.seq) hashAtState = hashOf(exchange)
    })
  }, 600_000)
  afterAll(() => removeDataDir(dataDir))

  it('[7.14] gives every order its own id, and every order is found again', () => {
    expect(new Set(ids).size).toBe(ORDERS)
    expect(new Set(orders.map((order) => order.id))).toEqual(new Set(ids))
  })

  it('really trades: of every kind some, in all ten markets', () => {
    const filled = orders.filter((order) => order.status === 'FILLED')
    const count = (test: (order: OrderRow) => boolean): number => orders.filter(test).length
    expect(filled.length).toBeGreaterThan(ORDERS / 3)
    expect(new Set(filled.map((order) => order.symbol)).size).toBe(SYMBOLS.length)
    expect(count((order) => order.orderType === 'LIMIT' && order.status === 'FILLED')).toBeGreaterThan(10)
    expect(count((order) => order.status === 'CANCELLED')).toBeGreaterThan(10)
    expect(count((order) => order.reduceOnly && order.status === 'FILLED')).toBeGreaterThan(10)
  })

  it('explains the balance to the last micro-dollar: deposit + what every order realised', () => {
    const realised = orders.reduce((sum, order) => sum + BigInt(readDecimal(order.realizedPnl ?? '0', 6)), 0n)
    expect(BigInt(readDecimal(account.balances[0]!.total, 6))).toBe(FAUCET_USD6 + realised)
  })

  it('keeps open orders and positions apart from what is over', () => {
    for (const order of orders) {
      const size = Number(order.size)
      if (order.status === 'FILLED') expect(Number(order.filledSize)).toBe(size)
      if (OPEN.includes(order.status)) expect(Number(order.filledSize)).toBeLessThan(size)
      if (order.status === 'REJECTED') expect(order.code).not.toBeNull()
    }
    expect(account.positions.every((position) => Number(position.size) > 0)).toBe(true)
  })

  it('replays to the state hash that the running exchange told', () => {
    expect(commands).toBeGreaterThanOrEqual(state.seq)
    expect(hashAtState).toBe(state.hash)
  })

  it('owns exactly what lies in the vault, summed without the engine', () => {
    expect(vaultDifferenceOf(last)).toBe(0n)
    expect(last.accounts.length).toBeGreaterThan(rivals.length + 1)
  })

  it('folds its read models anew from the journal to the same rows', async () => {
    const [before, rebuilt] = [await readModels('hash'), await readModels('rebuild')]
    expect(rebuilt.hash).toBe(before.hash)
    for (const table of ['orders', 'fills', 'trades', 'candles', 'closed_positions', 'held_positions'])
      expect([table, rebuilt.rows(table) > 0]).toEqual([table, true])
    expect(rebuilt.rows('orders')).toBeGreaterThanOrEqual(ORDERS)
  })

  it('has a counterparty for every lot: net size zero in every market', () => {
    const signed = (position: { isLong: boolean; size: number }): number =>
      position.isLong ? position.size : -position.size
    for (const market of last.markets) {
      const users = last.accounts.flatMap((holder) =>
        holder.positions.filter((position) => position.marketId === market.id),
      )
      const net = users.reduce(
        (sum, position) => sum + signed(position),
        market.pool ? signed(market.pool) : 0,
      )
      expect(`${market.spec.symbol} ${net}`).toBe(`${market.spec.symbol} 0`)
    }
  })
})
