/** Where the numbers of the whole account come from, position by position. */
import { accountParts, type AccountFacts, type AccountParts } from '@vest/formulas'
import type { TFunction } from 'i18next'
import { formatMoney, formatPercent, formatSignedMoney } from '../../shared/format/index.ts'
import { healthFigure, type Portfolio } from '../account/portfolio.ts'
import {
  exactMoney,
  exactRatio,
  exactSignedMoney,
  type AccountNumber,
  type Explanation,
} from './explanation.ts'

interface Account {
  readonly t: TFunction
  readonly facts: AccountFacts
  readonly parts: AccountParts
  /** Of the positions, in their order. */
  readonly marketOf: readonly string[]
}

const KINDS: Record<AccountNumber, (account: Account) => Explanation> = {
  unrealizedPnl: explainUnrealized,
  netFunding: explainNetFunding,
  maintMargin: explainMaintMargin,
  available: explainAvailable,
  health: explainHealth,
}

/** Undefined until account and marks are there. */
export function explainAccount(
  t: TFunction,
  kind: AccountNumber,
  portfolio: Portfolio,
): Explanation | undefined {
  const { facts } = portfolio
  if (facts === undefined) return undefined
  return KINDS[kind]({
    t,
    facts,
    parts: accountParts(facts),
    marketOf: portfolio.positions.map(({ market }) => market.label),
  })
}

function explainUnrealized({ t, parts, marketOf }: Account): Explanation {
  return {
    title: t('account.unrealizedPnl'),
    formula: ['U = Σ (p + F)'],
    figures: [
      { symbol: 'Σ p', label: t('explain.pricePart'), value: exactSignedMoney(parts.pricePnl) },
      { symbol: 'Σ F', label: t('explain.fundingPart'), value: exactSignedMoney(parts.funding) },
    ],
    steps: parts.positions.map(({ pricePnl, funding, pnl }, at) => ({
      label: marketOf[at]!,
      expression: `${exactSignedMoney(pricePnl)} + (${exactSignedMoney(funding)})`,
      value: exactSignedMoney(pnl),
    })),
    result: { symbol: 'U', label: t('account.unrealizedPnl'), value: formatSignedMoney(parts.unrealizedPnl) },
    note: t('explain.roundedDown'),
  }
}

function explainNetFunding({ t, parts, marketOf }: Account): Explanation {
  return {
    title: t('portfolio.funding'),
    formula: ['Σ F'],
    figures: [],
    steps: parts.positions.map(({ funding }, at) => ({
      label: marketOf[at]!,
      expression: 'F',
      value: exactSignedMoney(funding),
    })),
    result: { label: t('portfolio.funding'), value: formatSignedMoney(parts.funding) },
    note: t('explain.netFundingNote'),
  }
}

function explainMaintMargin({ t, parts, marketOf }: Account): Explanation {
  return {
    title: t('account.maintMargin'),
    formula: ['MM = Σ V × r', 'r = min(i ÷ 2, m)'],
    figures: [],
    steps: parts.positions.map((part, at) => ({
      label: marketOf[at]!,
      expression: `${exactMoney(part.value)} × ${exactRatio(part.maintMarginRatio)}`,
      value: exactMoney(part.maintMargin),
    })),
    result: {
      symbol: 'MM',
      label: t('account.maintMargin'),
      value: formatMoney(parts.maintMargin, { rounding: 'ceil' }),
    },
    note: t('explain.roundedUp'),
  }
}

function explainAvailable({ t, facts, parts }: Account): Explanation {
  return {
    title: t('account.available'),
    formula: ['A = max(0, B + U − IM − OM)'],
    figures: [
      { symbol: 'B', label: t('account.collateral'), value: exactMoney(facts.collateral) },
      { symbol: 'U', label: t('account.unrealizedPnl'), value: exactSignedMoney(parts.crossCountedPnl) },
      { symbol: 'IM', label: t('account.initMargin'), value: exactMoney(parts.crossInitMargin) },
      { symbol: 'OM', label: t('account.openOrderMargin'), value: exactMoney(parts.openOrderMargin) },
    ],
    steps: [{ expression: 'B + U − IM − OM', value: exactMoney(parts.spare) }],
    result: { symbol: 'A', label: t('account.available'), value: formatMoney(parts.available) },
    note: t('explain.availableNote'),
  }
}

function explainHealth({ t, parts }: Account): Explanation {
  return {
    title: t('account.health'),
    formula: ['H = (E − MM) ÷ E'],
    figures: [
      { symbol: 'E', label: t('account.equity'), value: exactMoney(parts.equity) },
      { symbol: 'MM', label: t('account.maintMargin'), value: exactMoney(parts.maintMargin) },
    ],
    steps: [
      { expression: 'E − MM', value: exactMoney(parts.cushion) },
      { expression: '(E − MM) ÷ E', value: formatPercent(parts.health.basisPoints) },
    ],
    result: { symbol: 'H', label: t('account.health'), value: String(healthFigure(parts.health)) },
    note: t(parts.positions.length === 0 ? 'explain.healthIdle' : 'explain.healthNote'),
  }
}
