import { describe, expect, it } from 'vitest'
import type { TFunction } from 'i18next'
import type { VerdictCause } from '@vest/formulas'
import { ticks } from '@vest/protocol'
import { causeText } from './causeText.ts'

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as TFunction
const COIN = { symbol: 'COIN-USD-PERP', price: ticks(29_890) }

describe('the cause of a verdict in words', () => {
  it.each<[VerdictCause, string]>([
    [{ kind: 'MARK', ...COIN, priceDecimals: 2 }, 'capitalResult.by.mark COIN-USD 298.90'],
    [{ kind: 'REOPENING', ...COIN, priceDecimals: 2 }, 'capitalResult.by.reopening COIN-USD 298.90'],
    [{ kind: 'FILL', ...COIN, priceDecimals: 2 }, 'capitalResult.by.fill COIN-USD 298.90'],
    [{ kind: 'FILL', ...COIN }, 'capitalResult.by.fillAlone COIN-USD'],
    [{ kind: 'FUNDING', symbol: COIN.symbol }, 'capitalResult.by.funding COIN-USD'],
    [{ kind: 'CORPORATE_ACTION', symbol: COIN.symbol }, 'capitalResult.by.corporateAction COIN-USD'],
    [{ kind: 'DAY' }, 'capitalResult.by.day'],
  ])('%o', (cause, text) => expect(causeText(t, cause)).toBe(text))
})
