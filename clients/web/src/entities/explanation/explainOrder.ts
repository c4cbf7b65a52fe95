/** Where the numbers of an order come from that is not sent yet: its fee and the margin it would reserve. */
import { orderMargin, takerFee, valueOf } from '@vest/formulas'
import type { Lots, Ratio4, Ticks, Usd6 } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Market } from '../../live/index.ts'
import { formatMoney, formatPercent } from '../../shared/format/index.ts'
import { exactMoney, exactRatio, priceOf, sizeOf, type Explanation } from './explanation.ts'

export function explainFee(input: {
  readonly t: TFunction
  readonly market: Market
  readonly value: Usd6
}): Explanation {
  const { t, market, value } = input
  const fee = takerFee(value, market.takerFeeRate)
  return {
    title: t('ticket.fee'),
    formula: ['f = V × g'],
    figures: [
      { symbol: 'V', label: t('ticket.orderValue'), value: exactMoney(value) },
      {
        symbol: 'g',
        label: t('explain.feeRate'),
        value: formatPercent(market.takerFeeRate, { decimals: 3, places: 3 }),
      },
    ],
    steps: [{ expression: 'V × g', value: exactMoney(fee) }],
    result: { symbol: 'f', label: t('ticket.fee'), value: formatMoney(fee, { rounding: 'ceil' }) },
    note: t('explain.roundedUp'),
  }
}

export function explainOrderMargin(input: {
  readonly t: TFunction
  readonly market: Market
  readonly price: Ticks
  readonly size: Lots
  readonly initMarginRatio: Ratio4
}): Explanation {
  const { t, market, price, size, initMarginRatio } = input
  const margin = orderMargin({ limitPrice: price, remaining: size, initMarginRatio }, market.scale)
  return {
    title: `${t('account.openOrderMargin')} · ${market.label}`,
    formula: ['OM = V × i', 'V = Q × P'],
    figures: [
      { symbol: 'Q', label: t('ticket.size'), value: sizeOf(size, market) },
      { symbol: 'P', label: t('ticket.price'), value: priceOf(price, market) },
      { symbol: 'i', label: t('explain.initMarginRatio'), value: exactRatio(initMarginRatio) },
    ],
    steps: [
      { expression: 'V = Q × P', value: exactMoney(valueOf(price, size, market.scale)) },
      { expression: 'V × i', value: exactMoney(margin) },
    ],
    result: {
      symbol: 'OM',
      label: t('account.openOrderMargin'),
      value: formatMoney(margin, { rounding: 'ceil' }),
    },
    note: t('explain.roundedUp'),
  }
}
