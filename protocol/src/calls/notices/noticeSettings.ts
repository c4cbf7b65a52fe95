import { z } from 'zod'
import { NOTICE_CATEGORIES } from '../../enums.ts'
import { decimalText } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

const noticeChannels = z.object({ screen: z.boolean(), browser: z.boolean(), mail: z.boolean() })
export type NoticeChannels = z.infer<typeof noticeChannels>
const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ title: 'time of day, hh:mm' })
const quietHours = z.object({ from: clock, to: clock, zone: z.string().min(1).max(64) })
export type QuietHours = z.infer<typeof quietHours>
export const noticeChoices = {
  channels: z.record(z.enum(NOTICE_CATEGORIES), noticeChannels),
  fundingAbove: decimalText,
  quiet: quietHours.nullable(),
  language: z.enum(['en', 'zh']),
}
/** `fundingAbove` in percent for eight hours; `email`: null while none was confirmed. */
export const noticeSettingsResponse = z.object({ ...noticeChoices, email: z.string().nullable() })
export type NoticeSettings = z.infer<typeof noticeSettingsResponse>

export const noticeSettingsCall = {
  group: 'Notices',
  method: 'GET',
  path: '/notices/settings',
  ...FULL,
  summary: 'What reaches the owner by which way, and to which address.',
  answer: noticeSettingsResponse,
  fields: {
    email: 'Where notices go; null: none is confirmed.',
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
