import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { NOTICE_CHOICES_EXAMPLE, noticeChoices, noticeSettingsResponse } from './noticeSettings.ts'

export const noticeSettingsRequest = z.object(noticeChoices)
export type NoticeSettingsRequest = z.infer<typeof noticeSettingsRequest>

export const setNoticeSettingsCall = {
  group: 'Notices',
  method: 'POST',
  path: '/notices/settings',
  ...FULL,
  summary:
    'Chooses what reaches the owner by which way. Liquidations, the capital programme and maintenance are always shown on screen.',
  body: noticeSettingsRequest,
  answer: noticeSettingsResponse,
  fields: {
    email: 'Where notices go; null: none is confirmed.',
  },
  example: {
    body: NOTICE_CHOICES_EXAMPLE,
    answer: { ...NOTICE_CHOICES_EXAMPLE, email: null },
  },
} as const satisfies Call
