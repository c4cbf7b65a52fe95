import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { noticeChoices, noticeSettingsResponse } from './noticeSettings.ts'

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
    body: {
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
    },
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
