import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

/** These; null: all that there are. */
export const noticesReadRequest = z.object({ noticeIds: z.array(z.string().max(100)).max(1_000).nullable() })
export type NoticesReadRequest = z.infer<typeof noticesReadRequest>
export const noticesReadResponse = z.object({ unread: z.int() })

export const readNoticesCall = {
  group: 'Notices',
  method: 'POST',
  path: '/notices/read',
  ...FULL,
  summary: 'Marks notices as read, here and on every other device.',
  body: noticesReadRequest,
  answer: noticesReadResponse,
  fields: {
    unread: 'How many are left unread.',
    noticeIds: 'Which have been read; null: all of them.',
  },
  sdk: { argument: 'noticeIds' },
  example: { body: { noticeIds: null }, answer: { unread: 0 } },
} as const satisfies Call
