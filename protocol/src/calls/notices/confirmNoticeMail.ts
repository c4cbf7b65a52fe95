import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { NOTICE_CHOICES_EXAMPLE, noticeSettingsResponse } from './noticeSettings.ts'

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
  sdk: { argument: 'code' },
  example: {
    body: { code: '123456' },
    answer: { ...NOTICE_CHOICES_EXAMPLE, email: null },
  },
} as const satisfies Call
