/** Where the numbers of one position come from: its liquidation price, its profit, its funding, its margin. */
import {
  fundingApy,
  fundingRate8h,
  fundingSince,
  initMargin,
  liquidationSteps,
  nextFunding,
  pnlParts,
  roeMargin,
  roePercent2,
  valueOf,
  type AccountSummary,
  type SummaryPosition,
} from '@vest/formulas'
import type { TFunction } from 'i18next'
import type { Market, Ticker } from '../../live/index.ts'
import {
  formatApy,
  formatFunding8h,
  formatMoney,
  formatPercent,
  formatSignedMoney,
} from '../../shared/format/index.ts'
import { liquidationInput } from '../account/portfolio.ts'
import {
  exactFunding,
  exactMoney,
  exactRate,
  exactRatio,
  exactSignedMoney,
  priceOf,
  sizeOf,
  type Explanation,
  type FigureLine,
} from './explanation.ts'

export interface ExplainedPosition {
  readonly t: TFunction
  readonly market: Market
  readonly position: SummaryPosition
}

const sizeAndMark = ({ t, market, position }: ExplainedPosition): readonly FigureLine[] => [
  { symbol: 'Q', label: t('positions.size'), value: sizeOf(position.size, market) },
  { symbol: 'P', label: t('positions.markPrice'), value: priceOf(position.market.mark, market) },
]

const titleOf = (name: string, market: Market): string => `${name} · ${market.label}`

export function explainLiquidation(
  explained: ExplainedPosition & { readonly summary: AccountSummary },
): Explanation {
  const { t, market, position, summary } = explained
  const input = liquidationInput(position, summary)
  const steps = liquidationSteps(input)
  const bound = input.isLong ? 'V − E + M' : 'V + E − M'
  const kept = input.isLong ? '1 − r' : '1 + r'
  const isIsolated = position.isolatedMargin !== undefined
  return {
    title: titleOf(t('positions.liqPrice'), market),
    formula: [`L = (${bound}) ÷ (${kept}) ÷ Q`, 'V = Q × P', 'r = min(i ÷ 2, m)'],
    figures: [
      ...sizeAndMark(explained),
      {
        symbol: 'E',
        label: t(isIsolated ? 'explain.isolatedEquity' : 'explain.crossEquity'),
        value: exactMoney(input.equity),
      },
      { symbol: 'M', label: t('explain.otherMaintMargin'), value: exactMoney(input.otherMaintMargin) },
      { symbol: 'i', label: t('explain.initMarginRatio'), value: exactRatio(position.initMarginRatio) },
      {
        symbol: 'm',
        label: t('explain.maintMarginRatio'),
        value: exactRatio(position.market.maintMarginRatio),
      },
    ],
    steps: [
      { expression: 'V = Q × P', value: exactMoney(steps.value) },
      { expression: 'r = min(i ÷ 2, m)', value: exactRatio(input.maintMarginRatio) },
      { expression: bound, value: exactMoney(steps.bound) },
      { expression: `÷ (${kept})`, value: exactMoney(steps.valueThere) },
      { expression: '÷ Q', value: priceOf(steps.price, market) },
    ],
    result: { symbol: 'L', label: t('positions.liqPrice'), value: priceOf(steps.price, market) },
    note: t(
      steps.price === undefined
        ? 'explain.noLiquidation'
        : input.isLong
          ? 'explain.liquidationUp'
          : 'explain.liquidationDown',
    ),
  }
}

export function explainPnl(explained: ExplainedPosition): Explanation {
  const { t, market, position } = explained
  const { cost, initMarginRatio, isLong } = position
  const parts = pnlParts(position, position.market)
  const pricePart = isLong ? 'V − C' : 'C − V'
  const roe = roePercent2({ unrealizedPnl: parts.pnl, cost, initMarginRatio })
  return {
    title: titleOf(t('positions.pnl'), market),
    formula: [`PnL = (${pricePart}) + F`, 'V = Q × P', 'ROE = PnL ÷ (C × i)'],
    figures: [
      ...sizeAndMark(explained),
      { symbol: 'C', label: t('explain.cost'), value: exactMoney(cost) },
      { symbol: 'F', label: t('explain.fundingPart'), value: exactSignedMoney(parts.funding) },
      { symbol: 'i', label: t('explain.initMarginRatio'), value: exactRatio(initMarginRatio) },
    ],
    steps: [
      { expression: 'V = Q × P', value: exactMoney(parts.value) },
      { label: t('explain.pricePart'), expression: pricePart, value: exactSignedMoney(parts.pricePnl) },
      { expression: `(${pricePart}) + F`, value: exactSignedMoney(parts.pnl) },
      { expression: 'C × i', value: exactMoney(roeMargin(cost, initMarginRatio)) },
    ],
    result: { symbol: 'PnL', label: t('positions.pnl'), value: formatSignedMoney(parts.pnl) },
    also: { symbol: 'ROE', label: t('positions.roe'), value: formatPercent(roe, { signed: true }) },
    note: t('explain.roundedDown'),
  }
}

export function explainFunding(explained: ExplainedPosition & { readonly ticker: Ticker }): Explanation {
  const { t, market, ticker, position } = explained
  const { priceDecimals, sizeDecimals } = market
  const { cumFunding } = position.market
  const { funding } = pnlParts(position, position.market)
  const hour = { rate: ticker.oneHrFundingRate, index: ticker.indexPrice, priceDecimals, sizeDecimals }
  const next = nextFunding(position, hour)
  const sign = position.isLong ? '−' : ''
  return {
    title: titleOf(t('positions.funding'), market),
    formula: [`F = ${sign}Q × (c₁ − c₀)`, `N = ${sign}Q × I × h`],
    figures: [
      { symbol: 'Q', label: t('positions.size'), value: sizeOf(position.size, market) },
      {
        symbol: 'c₁',
        label: t('explain.fundingNow', { base: market.base }),
        value: exactFunding(cumFunding),
      },
      {
        symbol: 'c₀',
        label: t('explain.fundingThen', { base: market.base }),
        value: exactFunding(position.entryFunding),
      },
      { symbol: 'h', label: t('past.hourlyRate'), value: exactRate(ticker.oneHrFundingRate) },
      { symbol: 'I', label: t('market.indexPrice'), value: priceOf(ticker.indexPrice, market) },
    ],
    steps: [
      { expression: 'c₁ − c₀', value: exactFunding(fundingSince(position, cumFunding)) },
      { expression: `${sign}Q × (c₁ − c₀)`, value: exactSignedMoney(funding) },
    ],
    result: { symbol: 'F', label: t('positions.funding'), value: formatSignedMoney(funding) },
    also: { symbol: 'N', label: t('explain.nextFunding'), value: exactSignedMoney(next) },
    note: t('explain.fundingNote'),
  }
}

/** The part of the collateral that a position binds. */
export function explainInitMargin(explained: ExplainedPosition): Explanation {
  const { t, market, position } = explained
  const value = valueOf(position.market.mark, position.size, market.scale)
  const margin = initMargin(value, position.initMarginRatio)
  return {
    title: titleOf(t('account.initMargin'), market),
    formula: ['IM = V × i', 'V = Q × P'],
    figures: [
      ...sizeAndMark(explained),
      { symbol: 'i', label: t('explain.initMarginRatio'), value: exactRatio(position.initMarginRatio) },
    ],
    steps: [
      { expression: 'V = Q × P', value: exactMoney(value) },
      { expression: 'V × i', value: exactMoney(margin) },
    ],
    result: {
      symbol: 'IM',
      label: t('account.initMargin'),
      value: formatMoney(margin, { rounding: 'ceil' }),
    },
    note: t('explain.roundedUp'),
  }
}

/** The 8-hour rate of a market and its rate for a year ([9.4]). */
export function explainFundingRate(input: {
  readonly t: TFunction
  readonly market: Market
  readonly ticker: Ticker
}): Explanation {
  const { t, market, ticker } = input
  const hourly = ticker.oneHrFundingRate
  const rate8h = fundingRate8h(hourly)
  return {
    title: titleOf(t('market.funding8h'), market),
    formula: ['R = h × 8', 'APY = R × 3 × 365'],
    figures: [{ symbol: 'h', label: t('past.hourlyRate'), value: exactRate(hourly) }],
    steps: [{ expression: 'h × 8', value: exactRate(rate8h) }],
    result: { symbol: 'R', label: t('market.funding8h'), value: formatFunding8h(rate8h) },
    also: { symbol: 'APY', label: t('explain.yearly'), value: formatApy(fundingApy(hourly)) },
    note: t('market.fundingHelp'),
  }
}
