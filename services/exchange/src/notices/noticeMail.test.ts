import { CAPITAL_STATUSES, SERVICE_STATUSES } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { KeptNotice } from './noticeDocument.ts'
import { noticesMail } from './noticeMail.ts'

const notice = (kind: KeptNotice['kind'], values: KeptNotice['values']): KeptNotice => ({
  noticeId: kind,
  about: 'CAPITAL',
  kind,
  values,
  timeMs: Date.parse('2026-03-01T12:00:00Z'),
  isRead: false,
})

describe('a mail of notices', () => {
  it('says every status in words of its language, never as a member', () => {
    for (const language of ['en', 'zh'] as const) {
      const mails = [
        ...CAPITAL_STATUSES.map((status) =>
          notice('CAPITAL_CHANGED', { account: '0xabc', status, frozen: 'false' }),
        ),
        ...SERVICE_STATUSES.map((status) => notice('SERVICE_SAID', { status })),
      ].map((one) => noticesMail('a@mail.example', language, [one]))
      expect(new Set(mails.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(mails.length - 1)
      for (const { subject, text } of mails) expect(`${subject}${text}`).not.toMatch(/_|[A-Z]{3,}(?<!UTC)\b/)
    }
  })

  it('tells several oldest first and counts what it leaves out', () => {
    const many = Array.from({ length: 42 }, (_, at) =>
      notice('SERVICE_SAID', { status: 'UP', message: `m${at}` }),
    )
    const { subject, text } = noticesMail('a@mail.example', 'en', many)
    expect(subject).toBe('42 notices from Vest')
    const lines = text.split('\n')
    expect(lines[0]).toBe('2026-03-01 12:00 UTC  Service: m2')
    expect(lines[39]).toContain('m41')
    expect(lines[40]).toBe('and 2 more, which the app shows')
  })
})
