/**
 * What the lists of an account tell is, kind by kind and year by year, what the engine told of its money, and adds up to what it
 * holds, to the micro-dollar; so does each form for accounts and taxes and each division of the statistics: over lives of
 * random trading with withdrawals, funding, a liquidation and the end of a year.
 */
import fc from 'fast-check'
import {
  fillsResponse,
  fundingPaymentsResponse,
  isDeposit,
  transfersResponse,
  type Address,
} from '@vest/protocol'
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
  type LedgerKind,
  type LedgerRow,
  type TaxForm,
} from '../../../clients/web/src/entities/ledger/index.ts'
import { TEST_CHAIN_ID, TEST_USDC } from '../../../services/exchange/src/testing/scriptedChain.ts'
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

/** Steps of a life; between two halves of it the year ends. */
const LIFE = fc.array(
  fc.record({
    traderAt: fc.nat(1),
    symbol: fc.constantFrom(...MARKETS),
    isBuy: fc.boolean(),
    lots: fc.integer({ min: 1, max: 40 }),
    move: fc.integer({ min: -40, max: 40 }),
    withdrawal: fc.option(fc.integer({ min: 10, max: 500 }), { freq: 8 }),
  }),
  { minLength: 24, maxLength: 24 },
)
const LIVES = fc.sample(LIFE, 3)
const YEAR_END_MS = Date.UTC(2026, 0, 1)
/** Of keys, and with how much each begins. The last has little and holds much: the market ruins it. */
const PEOPLE = [
  [0x31, 50_000],
  [0x33, 50_000],
  [0x35, 700],
] as const

type Sums = Partial<Record<LedgerKind, number>>
const yearOf = (timeMs: number): number => new Date(timeMs).getUTCFullYear()

/** What the engine itself told of the money of each account, by year and kind, in micro-dollars. */
function listenTo(world: TestWorld): (account: Address, year: number) => Sums {
  const told = new Map<string, Sums>()
  const add = (account: Address, timeMs: number, kind: LedgerKind, amount: number): void => {
    const name = `${account} ${yearOf(timeMs)}`
    const sums = told.get(name) ?? {}
    sums[kind] = (sums[kind] ?? 0) + amount
    told.set(name, sums)
  }
  const transfers = new Set<string>()
  world.engine.onEvents((envelopes) => {
    for (const { timeMs, events } of envelopes)
      for (const event of events) {
        if (event.kind === 'FillBooked') {
          add(event.account, timeMs, 'RESULT', event.pnl)
          add(event.account, timeMs, 'FEE', -event.fee)
        } else if (event.kind === 'FundingSettled') add(event.account, timeMs, 'FUNDING', event.payment)
        else if (event.kind === 'TransferUpdated') {
          const { id, account, type, status, size, postTimeMs } = event.transfer
          const isIn = isDeposit(type)
          if (transfers.has(id) || status === 'REJECTED' || (isIn && status !== 'FILLED')) continue
          transfers.add(id)
          add(account, postTimeMs, isIn ? 'DEPOSIT' : 'WITHDRAWAL', isIn ? size : -size)
        }
      }
  })
  return (account, year) => told.get(`${account} ${year}`) ?? {}
}

function sumsOf(rows: readonly LedgerRow[]): Sums {
  const sums: Sums = {}
  for (const { kind, amountUsd6 } of rows) sums[kind] = (sums[kind] ?? 0) + amountUsd6
  return sums
}
const withoutZeros = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0))

describe.each(LIVES.map((life, at) => ({ life, at })))('the forms of the ledger, life $at', ({ life }) => {
  let world: TestWorld
  let traders: readonly Trader[]
  let toldOf: ReturnType<typeof listenTo>
  const heldAtYearEnd = new Map<Address, number>()
  const heldOf = async ({ primary }: Trader): Promise<number> => {
    const account = await world.engine.query('account', { account: primary.address })
    return account!.collateral + account!.isolatedMargin
  }
  beforeAll(async () => {
    world = await startTestWorld()
    toldOf = listenTo(world)
    const prices: Record<string, number> = { ...START }
    const setPrices = async (): Promise<void> => {
      for (const symbol of MARKETS) await world.setPrice(symbol, prices[symbol]!)
    }
    const logIn = async (isFirst: boolean): Promise<void> => {
      const came: Trader[] = []
      for (const [key, usdc] of PEOPLE) came.push(await world.trader(key, isFirst ? usdc : 0))
      traders = came
    }
    let nonce = 9_000_000
    const withdraw = async ({ primary, signing, apiKey }: Trader, usdc: number): Promise<void> => {
      nonce += 1
      const order = {
        time: world.clock.nowMs(),
        nonce,
        recipient: primary.address,
        token: 'USDC',
        size: usdc * 1_000_000,
        chainId: TEST_CHAIN_ID,
      }
      const action = { kind: 'withdraw', ...order, account: primary.address, token: TEST_USDC } as const
      const body = { order, signature: signing.signAction(action) }
      await world.call('POST', '/transfer/withdraw', { key: apiKey, body })
    }
    const place = async (trader: Trader, symbol: string, isBuy: boolean, size: string): Promise<void> => {
      const price = prices[symbol]!
      await world.call('POST', '/orders', {
        key: trader.apiKey,
        body: world.signedOrder(trader, {
          symbol,
          isBuy,
          size,
          orderType: 'MARKET',
          limitPrice: (price * (isBuy ? 1.02 : 0.98)).toFixed(1),
        }),
      })
    }
    const anHourPasses = async (): Promise<void> => {
      const hourMs = (Math.ceil(world.clock.nowMs() / HOUR_MS) + 1) * HOUR_MS
      while (world.clock.nowMs() < hourMs) await setPrices()
      await world.submit({ kind: 'TickFunding', hourMs: (hourMs - HOUR_MS) as never })
    }
    await setPrices()
    await logIn(true)
    await world.call('POST', '/account/leverage', {
      key: traders[2]!.apiKey,
      body: { symbol: 'ETH-PERP', value: 20, time: world.clock.nowMs() },
    })
    await place(traders[2]!, 'ETH-PERP', true, '4')
    for (const [n, { traderAt, symbol, isBuy, lots, move, withdrawal }] of life.entries()) {
      await place(traders[traderAt]!, symbol, isBuy, (lots / 100).toFixed(2))
      if (withdrawal !== null || n === 1) await withdraw(traders[traderAt]!, withdrawal ?? 20)
      prices[symbol] = prices[symbol]! * (1 + move / 10_000)
      await world.setPrice(symbol, prices[symbol]!)
      if (n === 6 || n === 18) await anHourPasses()
      if (n !== life.length / 2) continue
      for (const trader of traders) heldAtYearEnd.set(trader.primary.address, await heldOf(trader))
      world.clock.advance(YEAR_END_MS + HOUR_MS / 2 - world.clock.nowMs())
      await setPrices()
      await logIn(false)
    }
    for (let fall = 0; fall < 16; fall += 1) await world.setPrice('ETH-PERP', (prices['ETH-PERP']! *= 0.99))
  }, 240_000)
  afterAll(() => world.stop())

  async function readOf(trader: Trader) {
    const get = async (path: string) => (await world.call('GET', path, { key: trader.apiKey })).body
    const [fills, funding, transfers, heldUsd6] = [
      fillsResponse.parse(await get('/fills')),
      fundingPaymentsResponse.parse(await get('/funding/payments')),
      transfersResponse.parse(await get('/transfer')),
      await heldOf(trader),
    ]
    const rows: readonly LedgerRow[] = ledgerRows({ fills, funding, transfers })
    return { fills, funding, rows, heldUsd6, account: trader.primary.address }
  }

  it('have of each kind in each year what the engine told of it, and at the end of each year what was held then', async () => {
    const met = new Set<LedgerKind>()
    for (const trader of traders) {
      const { rows, heldUsd6, account } = await readOf(trader)
      expect(yearsOf(rows)).toEqual([2026, 2025])
      for (const year of yearsOf(rows)) {
        const sums = sumsOf(rowsOfYear(rows, year))
        expect(withoutZeros(sums)).toEqual(withoutZeros(toldOf(account, year)))
        for (const kind of Object.keys(sums)) met.add(kind as LedgerKind)
      }
      expect(sumOf(rowsOfYear(rows, 2025))).toBe(heldAtYearEnd.get(account))
      expect(sumOf(rows)).toBe(heldUsd6)
    }
    expect([...met].toSorted()).toEqual(['DEPOSIT', 'FEE', 'FUNDING', 'RESULT', 'WITHDRAWAL'])
  })

  it('bear each row as its tool reads it: one line for each, and the sum of each form is the ledger’s', async () => {
    let liquidations = 0
    for (const trader of traders) {
      const { fills, rows, heldUsd6 } = await readOf(trader)
      liquidations += fills.filter(({ orderType }) => orderType === 'LIQUIDATION').length
      expect(otherRow(rows, heldUsd6, 0)).toEqual([])
      expect(otherRow(rows, heldUsd6 + 5, 0)).toMatchObject([{ kind: 'OTHER', amountUsd6: 5 }])
      for (const form of TAX_FORMS)
        for (const part of [rows, ...yearsOf(rows).map((year) => rowsOfYear(rows, year))]) {
          const text = taxForm(form, part)
          expect(text.trimEnd().split('\r\n')).toHaveLength(part.length + 1)
          expect(sumOfForm(form, text)).toBe(BigInt(sumOf(part)))
        }
    }
    expect(liquidations).toBeGreaterThan(0)
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
