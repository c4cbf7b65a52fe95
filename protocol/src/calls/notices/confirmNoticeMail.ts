import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { noticeSettingsResponse } from './noticeSettings.ts'

export const noticeMailConfirmRequest = z.object({ code: z.string().regex(/^\d{6}$/) })
export type NoticeMailConfirmRequest = z.infer<typeof noticeMailConfirmRequest>

export const confirmNoticeMailCall = {
  group: 'Notices',
  method: 'POST',
  path: '/notices/mail/confirm',
  ...FULL,
  summary: 'The code that came: from here on notices go to that address.',
  body: noticeMailConfirmRequest,
  answer: noticeSettingsResponse,
  refusals: ['WRONG_CODE', 'CODE_ENDED'],
  fields: {
    code: 'The six digits that came.',
    email: 'Where notices go from here on.',
  },
  example: {
    body: { code: '123456' },
    answer: {
      channels: {
        FILLS: { screen: true, browser: false, mail: false },
        LIQUIDATION: { screen: true, browser: false, mail: false },
        FUNDING: { screen: true, browser: false, mail: false },
        TRANSFERS: { screen: true, browser: false, mail: false },
        CAPITAL: { screen: true, browser: false, mail: false },
        ALERTS: { screen: true, browser: false, mail: false },
        LISTINGS: { screen: true, browser: false, mail: false },
        MAINTENANCE: { screen: true, browser: false, mail: false },
      },
      fundingAbove: '0.05',
      quiet: null,
      language: 'en',
      email: null,
    },
  },
} as const satisfies Call
