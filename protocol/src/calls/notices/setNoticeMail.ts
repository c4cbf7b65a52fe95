import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const noticeMailRequest = z.object({
  email: z.string().min(3).max(254),
  language: z.enum(['en', 'zh']),
})
export type NoticeMailRequest = z.infer<typeof noticeMailRequest>
export const noticeMailResponse = z.object({ expiryTime: timeMs })

export const setNoticeMailCall = {
  group: 'Notices',
  method: 'POST',
  path: '/notices/mail',
  ...FULL,
  summary: 'Sends a code of six digits to an address; nothing else is sent there before it comes back.',
  body: noticeMailRequest,
  answer: noticeMailResponse,
  fields: {
    expiryTime: 'Until when the code is good.',
    email: 'Where the code goes.',
  },
  example: { body: { email: 'ada@example.org', language: 'en' }, answer: { expiryTime: 1700000000000 } },
} as const satisfies Call
