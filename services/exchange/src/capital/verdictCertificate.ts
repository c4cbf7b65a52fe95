/**
 * From what the read models kept of an account to the certificate of its verdict: what the engine judged, and every
 * fill, payment, reset and withdrawal before it. Nothing is computed here that its reader could not compute.
 */
import type { CapitalChanged, CapitalJudged, JudgedPosition } from '@vest/engine'
import {
  CAPITAL_RULEBOOK,
  VERDICT_FORMAT,
  verdictDigest,
  verdictText,
  type Address,
  type Hex,
  type Keccak256,
  type VerdictBody,
} from '@vest/protocol'
import { maxDailyLossLimit, maxDrawdownLimit, targetEquity } from '@vest/formulas'
import type { CapitalPast, StoredFill, StoredFunding, StoredTransfer } from '@vest/runtime'

/** Signs as the exchange: r, s, v over 32 bytes. */
export interface VerdictSigner {
  readonly address: Address
  sign(digest: Uint8Array): Hex
}

export interface VerdictSources {
  /** Oldest first. */
  readonly past: readonly CapitalPast[]
  readonly fills: readonly StoredFill[]
  readonly funding: readonly StoredFunding[]
  readonly transfers: readonly StoredTransfer[]
  /** What came back to the account from payouts that were not made; absent = nothing. */
  readonly returned?: readonly StoredTransfer[]
  readonly purchase?: VerdictBody['purchase']
  /** As the purchase pinned it; absent: the present one. */
  readonly rulebook?: string | undefined
}

/** As it stands in its row: accumulators are texts there. */
type ToldPosition = Omit<JudgedPosition, 'entryFunding' | 'cumFunding' | 'cumFundingBefore'> & {
  readonly entryFunding: string
  readonly cumFunding: string
  readonly cumFundingBefore?: string
}
type ToldVerdict = Omit<CapitalJudged, 'positions'> & { readonly positions: readonly ToldPosition[] }

/** What a payout that was not made is called among the adjustments. */
const RETURNED_PROFIT = 'USDC'

/** What was refused at once has a code and never left; what was looked at first has left, whatever became of it. */
const hasLeft = ({ type, code }: StoredTransfer): boolean => type === 'WITHDRAW_PROFIT' && code === undefined

/** Undefined while there is no verdict. */
export function verdictBodyOf(sources: VerdictSources): VerdictBody | undefined {
  const { past, fills, funding, transfers, purchase, returned = [], rulebook = CAPITAL_RULEBOOK } = sources
  const row = past.find(({ what }) => what === 'CapitalJudged')
  if (row === undefined) return undefined
  const judged = JSON.parse(row.text) as ToldVerdict
  const { terms, sizeUsd6: size, priorDayBalance } = judged
  const isBefore = ({ seq, index }: { readonly seq: number; readonly index: number }): boolean =>
    seq < row.seq || (seq === row.seq && index < row.index)
  const earlier = past.filter(isBefore)
  const oldestFirst = <Row extends { readonly timeMs: number }>(rows: readonly Row[]): Row[] =>
    [...rows].sort((a, b) => a.timeMs - b.timeMs)
  return {
    format: VERDICT_FORMAT,
    seq: row.seq,
    time: row.timeMs,
    account: row.account,
    owner: judged.ownerId,
    stage: terms.stage,
    purchase: purchase ?? null,
    rulebook,
    rules: {
      size,
      goalRatio: terms.stage === 'EVAL' ? terms.goalRatio : null,
      maxDailyLossRatio: terms.maxDailyLossRatio,
      maxDrawdownRatio: terms.maxDrawdownRatio,
      minTradingDays: terms.minTradingDays,
    },
    openedTime: judged.openedTimeMs,
    verdict: judged.verdict,
    equity: judged.equity,
    limits: judgedLimits(judged),
    balance: judged.balance,
    dayBalance: priorDayBalance,
    tradingDays: judged.tradingDays,
    passingSince: judged.passingSinceMs ?? null,
    positions: judged.positions.map((position) => ({
      symbol: position.symbol,
      priceDecimals: position.priceDecimals,
      sizeDecimals: position.sizeDecimals,
      isLong: position.isLong,
      size: position.size,
      cost: position.cost,
      entryFunding: position.entryFunding,
      isolatedMargin: position.isolatedMargin ?? null,
      mark: position.mark,
      markBefore: position.markBefore ?? null,
      indexTrail: [...position.indexTrail],
      indexTrailTime: position.indexTrailTimeMs,
      cumFunding: position.cumFunding,
      cumFundingBefore: position.cumFundingBefore ?? null,
      reopenedTime: position.reopenedTimeMs ?? null,
    })),
    resets: resetsOf(earlier),
    fills: [...fills]
      .filter(({ tradeId }) => tradeId <= judged.lastTradeId)
      .sort((a, b) => a.tradeId - b.tradeId)
      .map(({ tradeId, timeMs: time, symbol, isBuy, price, size: lots, value, fee, pnl }) => ({
        tradeId,
        time,
        symbol,
        isBuy,
        price,
        size: lots,
        value,
        fee,
        pnl,
      })),
    funding: oldestFirst(funding.filter(isBefore)).map(({ timeMs: time, symbol, payment, reason }) => ({
      time,
      symbol,
      payment,
      reason,
    })),
    adjustments: [
      ...earlier
        .filter(({ what }) => what === 'PositionAdjusted')
        .map(({ timeMs: time, text }) => {
          const { symbol, pnl } = JSON.parse(text) as { symbol: string; pnl: number }
          return { time, symbol, pnl }
        }),
      ...returned
        .filter(isBefore)
        .map(({ postTimeMs: time, size: pnl }) => ({ time, symbol: RETURNED_PROFIT, pnl })),
    ].sort((a, b) => a.time - b.time),
    withdrawals: oldestFirst(
      transfers
        .filter((transfer) => isBefore(transfer) && hasLeft(transfer))
        .map(({ postTimeMs, size: taken }) => ({ timeMs: postTimeMs, taken })),
    ).map(({ timeMs: time, taken }) => ({ time, size: taken })),
  }
}

/** The limits that the equity was compared with. */
export const judgedLimits = ({
  terms,
  sizeUsd6: size,
  priorDayBalance,
}: Pick<CapitalJudged, 'terms' | 'sizeUsd6' | 'priorDayBalance'>): VerdictBody['limits'] => ({
  target: terms.stage === 'EVAL' ? targetEquity(size, terms.goalRatio) : null,
  maxDrawdown: maxDrawdownLimit(size, terms.maxDrawdownRatio),
  maxDailyLoss: maxDailyLossLimit(priorDayBalance, size, terms.maxDailyLossRatio),
})

/** The opening, and the first `CapitalChanged` of every day after it. */
export function resetsOf(
  past: readonly CapitalPast[],
): { readonly time: number; readonly balance: number }[] {
  const resets: { readonly time: number; readonly balance: number }[] = []
  let nextResetMs: number | undefined
  for (const { what, text, timeMs: time } of past) {
    if (what !== 'CapitalChanged') continue
    const { capital } = JSON.parse(text) as CapitalChanged
    if (capital.status !== 'active' && capital.status !== 'funded_active') continue
    if (nextResetMs === capital.nextResetTimeMs) continue
    nextResetMs = capital.nextResetTimeMs
    resets.push({ time, balance: capital.priorDayBalance })
  }
  return resets
}

/** The file of a verdict, signed. */
export const signedVerdict = (body: VerdictBody, signer: VerdictSigner, keccak256: Keccak256): string =>
  verdictText({ body, signer: signer.address, signature: signer.sign(verdictDigest(body, keccak256)) })
