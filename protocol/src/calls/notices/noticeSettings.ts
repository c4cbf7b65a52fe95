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

const ON_SCREEN = { screen: true, browser: false, mail: false }
/** What an account begins with. */
export const NOTICE_CHOICES_EXAMPLE = {
  channels: {
    FILLS: ON_SCREEN,
    LIQUIDATION: ON_SCREEN,
    FUNDING: ON_SCREEN,
    TRANSFERS: ON_SCREEN,
    CAPITAL: ON_SCREEN,
    ALERTS: ON_SCREEN,
    LISTINGS: ON_SCREEN,
    MAINTENANCE: ON_SCREEN,
  },
  fundingAbove: '0.05',
  quiet: null,
  language: 'en',
} as const

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
    answer: { ...NOTICE_CHOICES_EXAMPLE, email: null },
  },
} as const satisfies Call
