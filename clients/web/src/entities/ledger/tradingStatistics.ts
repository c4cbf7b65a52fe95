/**
 * What an account traded and what became of it, by market, by hour of the day (UTC) and by side. Each division counts every
 * fill once, so each adds up to the whole, and the whole is the ledger's: results + funding − fees.
 */
import { bigDivFloor, type FillRow, type FundingPaymentRow } from '@vest/protocol'
import { resultOfFill, usd6Of } from './ledgerRows.ts'

export interface TradingFigures {
  readonly fills: number
  /** Micro-dollars, as all of these. */
  readonly volume: number
  /** What prices brought, without fees and funding. */
  readonly result: number
  readonly fees: number
  /** > 0 = received. */
  readonly funding: number
  /** result + funding − fees */
  readonly net: number
}

export interface TradingStatistics {
  readonly whole: TradingFigures
  /** Most traded first. */
  readonly byMarket: readonly (readonly [symbol: string, figures: TradingFigures])[]
  /** Of 24, those with anything. */
  readonly byHour: readonly (readonly [hour: number, figures: TradingFigures])[]
  /** Of fills the side that was bought or sold, of funding that of the position. */
  readonly bySide: readonly (readonly [side: 'LONG' | 'SHORT', figures: TradingFigures])[]
  /** Parts of all fills that made a market, in hundredths of a percent; absent without fills. */
  readonly makerShareBps?: number
}

const NOTHING: TradingFigures = { fills: 0, volume: 0, result: 0, fees: 0, funding: 0, net: 0 }

const plus = (a: TradingFigures, b: TradingFigures): TradingFigures => ({
  fills: a.fills + b.fills,
  volume: a.volume + b.volume,
  result: a.result + b.result,
  fees: a.fees + b.fees,
  funding: a.funding + b.funding,
  net: a.net + b.net,
})

function figuresOfFill(fill: FillRow): TradingFigures {
  const fees = usd6Of(fill.fee)
  const result = resultOfFill(fill)
  return { fills: 1, volume: usd6Of(fill.quoteQty), result, fees, funding: 0, net: result - fees }
}
function figuresOfFunding({ payment }: FundingPaymentRow): TradingFigures {
  const funding = usd6Of(payment)
  return { ...NOTHING, funding, net: funding }
}

const hourOf = (timeMs: number): number => new Date(timeMs).getUTCHours()
const sideOf = (isLong: boolean): 'LONG' | 'SHORT' => (isLong ? 'LONG' : 'SHORT')

function divide<Key>(
  parts: readonly (readonly [Key, TradingFigures])[],
): readonly (readonly [Key, TradingFigures])[] {
  const sums = new Map<Key, TradingFigures>()
  for (const [key, figures] of parts) sums.set(key, plus(sums.get(key) ?? NOTHING, figures))
  return [...sums]
}

export function tradingStatistics(
  fills: readonly FillRow[],
  payments: readonly FundingPaymentRow[],
): TradingStatistics {
  const parts = [
    ...fills.map((fill) => ({ ...fill, isLong: fill.isBuy, figures: figuresOfFill(fill) })),
    ...payments.map((payment) => ({ ...payment, figures: figuresOfFunding(payment) })),
  ]
  const by = <Key>(key: (part: (typeof parts)[number]) => Key) =>
    divide(parts.map((part) => [key(part), part.figures] as const))
  const makers = fills.filter(({ isMaker }) => isMaker).length
  return {
    whole: parts.reduce((sum, { figures }) => plus(sum, figures), NOTHING),
    byMarket: by(({ symbol }) => symbol).toSorted(([, a], [, b]) => b.volume - a.volume),
    byHour: by(({ time }) => hourOf(time)).toSorted(([a], [b]) => a - b),
    bySide: by(({ isLong }) => sideOf(isLong)).toSorted(([a], [b]) => a.localeCompare(b)),
    ...(fills.length === 0
      ? {}
      : { makerShareBps: Number(bigDivFloor(BigInt(makers) * 10_000n, BigInt(fills.length))) }),
  }
}
