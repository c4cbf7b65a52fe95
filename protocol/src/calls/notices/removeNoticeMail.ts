import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { noticeSettingsResponse } from './noticeSettings.ts'

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
