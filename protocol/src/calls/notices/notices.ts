import { z } from 'zod'
import { NOTICE_CATEGORIES, NOTICE_KINDS } from '../../enums.ts'
import { timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { integer } from '../queryFields.ts'

export const noticeRow = z.object({
  noticeId: z.string(),
  about: z.enum(NOTICE_CATEGORIES),
  kind: z.enum(NOTICE_KINDS),
  time: timeMs,
  read: z.boolean(),
  /** Null: it is about no market. */
  symbol: z.string().nullable(),
  /** By the kind: prices, sizes and money as decimal text, `code` as the number of the error table. */
  values: z.record(z.string(), z.string()),
})
export type NoticeRow = z.infer<typeof noticeRow>
/** Newest first. */
export const noticesResponse = z.object({ unread: z.int(), notices: z.array(noticeRow) })
export type NoticesResponse = z.infer<typeof noticesResponse>

export const noticesCall = {
  group: 'Notices',
  method: 'GET',
  path: '/notices',
  ...PRIVATE,
  summary:
    'What the account was told, newest first, and how much of it is unread. Notices begin with the first call: nothing from before it is told.',
  query: { limit: { schema: integer.min(1).max(200), text: 'At most so many; default and maximum 200.' } },
  answer: noticesResponse,
  fields: {
    symbol: 'The market; null: it is about none.',
    kind: 'What it says.',
    unread: 'How many are unread.',
    notices: 'Newest first.',
    noticeId: 'By which it is marked as read.',
    about: 'What it is about, as the settings know it.',
    read: 'It was read on some device.',
    values: 'The words that it says it with, by its kind.',
  },
  example: { answer: { unread: 0, notices: [] } },
} as const satisfies Call
