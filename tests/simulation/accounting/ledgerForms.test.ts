/**
 * What the lists of an account tell adds up to what the ledger says that it holds, to the micro-dollar, and so does each form
 * for accounts and taxes and each division of the statistics: over random trading with funding and a liquidation.
 */
import fc from 'fast-check'
import { fillsResponse, fundingPaymentsResponse, transfersResponse } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ledgerRows,
  otherRow,
  rowsOfYear,
  sumOf,
  TAX_FORMS,
  taxForm,
  tradingStatistics,
  yearsOf,
  type LedgerRow,
  type TaxForm,
} from '../../../clients/web/src/entities/ledger/index.ts'
import {
  startTestWorld,
  type TestWorld,
  type Trader,
} from '../../../services/exchange/src/testing/testWorld.ts'

const HOUR_MS = 3_600_000
const START = { 'BTC-PERP': 50_000, 'ETH-PERP': 3_000 } as const
const MARKETS = Object.keys(START) as (keyof typeof START)[]

/** Which columns of a form come in and go out; of our own the one that has a sign. */
const COLUMNS: Readonly<Record<TaxForm, readonly [incoming: number, outgoing: number | undefined]>> = {
  cointracker: [1, 3],
  koinly: [3, 1],
  blockpit: [6, 4],
  vest: [3, undefined],
}
const micros = (text: string | undefined): bigint => {
  const [whole = '0', fraction = ''] = (text || '0').split('.')
  const sign = whole.startsWith('-') ? -1n : 1n
  return BigInt(whole) * 1_000_000n + sign * BigInt(fraction.padEnd(6, '0'))
}
function sumOfForm(form: TaxForm, text: string): bigint {
  const [incoming, outgoing] = COLUMNS[form]
  const [, ...rows] = text.trimEnd().split('\r\n')
  return rows.reduce((sum, row) => {
    const cells = row.split(',')
    return sum + micros(cells[incoming]) - (outgoing === undefined ? 0n : micros(cells[outgoing]))
  }, 0n)
}

describe('the forms of the ledger', () => {
  let world: TestWorld
  let traders: readonly Trader[]
  beforeAll(async () => {
    world = await startTestWorld()
    for (const symbol of MARKETS) await world.setPrice(symbol, START[symbol])
    traders = [
      await world.trader(0x31, 50_000),
      await world.trader(0x33, 50_000),
      await world.trader(0x35, 700),
    ]
    const [step] = fc.sample(
      fc.array(
        fc.record({
          traderAt: fc.nat(1),
          symbol: fc.constantFrom(...MARKETS),
          isBuy: fc.boolean(),
          lots: fc.integer({ min: 1, max: 40 }),
          move: fc.integer({ min: -40, max: 40 }),
        }),
        { minLength: 40, maxLength: 40 },
      ),
      1,
    )
    // One of them has little and holds much: the market ruins it.
    await world.call('POST', '/account/leverage', {
      key: traders[2]!.apiKey,
      body: { symbol: 'ETH-PERP', value: 20, time: world.clock.nowMs() },
    })
    const prices: Record<string, number> = { ...START }
    const place = async (trader: Trader, symbol: string, isBuy: boolean, size: string): Promise<void> => {
      const price = prices[symbol]!
      await world.call('POST', '/orders', {
        key: trader.apiKey,
        body: world.signedOrder(trader, {
          ...{ symbol, isBuy, size, orderType: 'MARKET' },
          limitPrice: (price * (isBuy ? 1.02 : 0.98)).toFixed(1),
        }),
      })
    }
    await place(traders[2]!, 'ETH-PERP', true, '4')
    for (const [n, { traderAt, symbol, isBuy, lots, move }] of step!.entries()) {
      await place(traders[traderAt]!, symbol, isBuy, (lots / 100).toFixed(2))
      prices[symbol] = prices[symbol]! * (1 + move / 10_000)
      await world.setPrice(symbol, prices[symbol]!)
      if (n !== 10 && n !== 30) continue
      const hourMs = (Math.ceil(world.clock.nowMs() / HOUR_MS) + 1) * HOUR_MS
      while (world.clock.nowMs() < hourMs)
        for (const each of MARKETS) await world.setPrice(each, prices[each]!)
      await world.submit({ kind: 'TickFunding', hourMs: (hourMs - HOUR_MS) as never })
    }
    for (let fall = 0; fall < 16; fall += 1) await world.setPrice('ETH-PERP', (prices['ETH-PERP']! *= 0.99))
  }, 240_000)
  afterAll(() => world.stop())

  async function readOf(trader: Trader) {
    const get = async (path: string) => (await world.call('GET', path, { key: trader.apiKey })).body
    const [fills, funding, transfers, account] = [
      fillsResponse.parse(await get('/fills')),
      fundingPaymentsResponse.parse(await get('/funding/payments')),
      transfersResponse.parse(await get('/transfer')),
      await world.engine.query('account', { account: trader.primary.address }),
    ]
    const rows: readonly LedgerRow[] = ledgerRows({ fills, funding, transfers })
    return { fills, funding, rows, heldUsd6: account!.collateral + account!.isolatedMargin }
  }

  it('add up to what the account holds, and so does each of them in each year', async () => {
    let liquidations = 0
    let payments = 0
    for (const trader of traders) {
      const { fills, funding, rows, heldUsd6 } = await readOf(trader)
      liquidations += fills.filter(({ orderType }) => orderType === 'LIQUIDATION').length
      payments += funding.length
      expect(sumOf(rows)).toBe(heldUsd6)
      expect(otherRow(rows, heldUsd6, 0)).toEqual([])
      expect(otherRow(rows, heldUsd6 + 5, 0)).toMatchObject([{ kind: 'OTHER', amountUsd6: 5 }])
      for (const form of TAX_FORMS) {
        expect(sumOfForm(form, taxForm(form, rows))).toBe(BigInt(heldUsd6))
        const byYear = yearsOf(rows).map((year) => sumOfForm(form, taxForm(form, rowsOfYear(rows, year))))
        expect(byYear.reduce((a, b) => a + b, 0n)).toBe(BigInt(heldUsd6))
      }
    }
    expect(liquidations).toBeGreaterThan(0)
    expect(payments).toBeGreaterThan(0)
  })

  it('and the statistics: every division is the whole, and the whole is the ledger less what came from outside', async () => {
    for (const trader of traders) {
      const { fills, funding, rows, heldUsd6 } = await readOf(trader)
      const { whole, byMarket, byHour, bySide } = tradingStatistics(fills, funding)
      const outside = sumOf(rows.filter(({ kind }) => kind === 'DEPOSIT' || kind === 'WITHDRAWAL'))
      expect(whole.net + outside).toBe(heldUsd6)
      expect(whole.net).toBe(whole.result + whole.funding - whole.fees)
      for (const division of [byMarket, byHour, bySide])
        for (const name of ['fills', 'volume', 'result', 'fees', 'funding', 'net'] as const)
          expect(
            (division as readonly (readonly [unknown, typeof whole])[]).reduce(
              (sum, [, one]) => sum + one[name],
              0,
            ),
          ).toBe(whole[name])
    }
  })
})
