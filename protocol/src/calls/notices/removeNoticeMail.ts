import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { NOTICE_CHOICES_EXAMPLE, noticeSettingsResponse } from './noticeSettings.ts'

export const removeNoticeMailCall = {
  group: 'Notices',
  method: 'DELETE',
  path: '/notices/mail',
  ...FULL,
  summary: 'Forgets the address; no notice is sent any more.',
  answer: noticeSettingsResponse,
  fields: {
    email: 'Null: none is known any more.',
  },
  example: {
    answer: { ...NOTICE_CHOICES_EXAMPLE, email: null },
  },
} as const satisfies Call
