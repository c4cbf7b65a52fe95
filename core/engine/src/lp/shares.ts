/** Shares of the pool: minted, burnt, and their age over time, which the yield needs. */
import { mintedShares, sharePrice } from '@vest/formulas'
import { type LpOrderType, type TimeMs, usd6 } from '@vest/protocol'
import { appraisePool } from '../pool/index.ts'
import { type DailyPrice, dayOf, type Exchange, type LpHolding } from '../state/index.ts'

const YIELD_DAYS = 30

/** Mints shares for the operator's money in the pool: the first at one dollar a share, later like any deposit. */
export function mintOperatorShares(exchange: Exchange, amount: number): void {
  const { lp } = exchange
  const shares =
    lp.totalShares === 0 ? amount : mintedShares(amount, lp.totalShares, appraisePool(exchange).high)
  // A pool without value mints no share: the money is a gift to the holders.
  if (shares === undefined) return
  lp.operatorShares += shares
  lp.totalShares += shares
}

/** The holding of an account, created at the first call. */
export function holdingOf(exchange: Exchange, accountId: number): LpHolding {
  const { holdings } = exchange.lp
  let holding = holdings.get(accountId)
  if (holding === undefined) {
    holding = {
      shares: 0,
      scheduled: 0,
      young: [],
      netDeposits: usd6(0),
      shareMs: 0n,
      sinceMs: exchange.timeMs,
    }
    holdings.set(accountId, holding)
  }
  return holding
}

/** Adds the share time up to now; called before every change of the number of shares. */
export function accrueShareTime(holding: LpHolding, atMs: number): void {
  holding.shareMs += BigInt(holding.shares) * BigInt(atMs - holding.sinceMs)
  holding.sinceMs = atMs
}

/** Adds minted (> 0) or burnt (< 0) shares, and the money paid in (> 0) or out. */
export function changeShares(exchange: Exchange, accountId: number, shares: number, money: number): void {
  const holding = holdingOf(exchange, accountId)
  accrueShareTime(holding, exchange.timeMs)
  holding.shares += shares
  exchange.lp.totalShares += shares
  holding.netDeposits = usd6(holding.shares === 0 ? 0 : holding.netDeposits + money)
  if (shares > 0) holding.young.push({ shares, mintedMs: exchange.timeMs as TimeMs })
}

/** Called by the timer once a day: records the share price for the yield of the last 30 days. */
export function recordDailyPrice(exchange: Exchange): void {
  const { lp, timeMs } = exchange
  if (lp.totalShares === 0) return
  const today = dayOf(timeMs)
  const { dailyPrices } = lp
  if (dailyPrices.at(-1)?.day === today) return
  dailyPrices.push({ day: today, price: sharePrice(lp.totalShares, appraisePool(exchange).low) })
  dailyPrices.splice(0, yieldBaseAt(dailyPrices, today))
}

/** The price that the yield is counted from: the last that is at least 30 days old, or the first of a younger pool. */
export function yieldBase({ lp, timeMs }: Exchange): DailyPrice | undefined {
  return lp.dailyPrices[yieldBaseAt(lp.dailyPrices, dayOf(timeMs))]
}

/** Older ones are dropped by the timer, which may not have run on this day yet. */
function yieldBaseAt(dailyPrices: readonly DailyPrice[], today: number): number {
  return Math.max(
    0,
    dailyPrices.findLastIndex(({ day }) => day <= today - YIELD_DAYS),
  )
}

export const isLpOrderType = (type: string): type is LpOrderType =>
  type === 'DEPOSIT' || type === 'IMMEDIATE_WITHDRAW' || type === 'SCHEDULE_WITHDRAW'
