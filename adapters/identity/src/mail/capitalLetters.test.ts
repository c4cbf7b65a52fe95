import type { CapitalNotice } from '@vest/runtime'
import { describe, expect, it } from 'vitest'
import { letterMail } from './letterTexts.ts'

const verdict = { plan: 'Silver', equity: '4790.123456', level: '4800.000000' }
const NOTICES: readonly CapitalNotice[] = [
  { kind: 'planBought', plan: 'Silver', size: '5000.000000', price: '60.00 USD' },
  { kind: 'evaluationPassed', ...verdict },
  { kind: 'accountFailed', isFunded: false, verdict: 'MAX_DRAWDOWN', ...verdict },
  { kind: 'accountFailed', isFunded: true, verdict: 'MAX_DAILY_LOSS', ...verdict },
  { kind: 'fundedOpened', plan: 'Silver', size: '5000.000000' },
  { kind: 'profitPaid', size: '100.000000', paid: '90.000000' },
  ...(['reviewBegun', 'reviewDeclined'] as const).flatMap((kind) =>
    (['CLAIM', 'PAYOUT'] as const).map((subject) => ({ kind, plan: 'Silver', subject })),
  ),
]

describe('letters of the programme', () => {
  it.each(['en', 'zh'] as const)('have their own words in %s, amounts in cents, and no link', (language) => {
    const mails = NOTICES.map((notice) =>
      letterMail('a@b.test', language, { ...notice, timeMs: Date.UTC(2025, 10, 21), network: '' }),
    )
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(NOTICES.length)
    for (const { subject, text } of mails) {
      expect(`${subject} ${text}`).toMatch(/Silver|90\.00/)
      expect(text).not.toMatch(/https?:|\.\d{3,}/)
      if (language === 'zh') expect(text).toMatch(/[一-鿿]/)
    }
    expect(mails[0]!.text).toContain('60.00 USD')
    expect(mails[1]!.text).toContain('4790.12')
  })
})
