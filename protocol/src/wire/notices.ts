/** Notices of an account, what of them reaches its owner by which way, and alerts on prices. */
import { z } from 'zod'
import { ALERT_REPEATS, NOTICE_CATEGORIES, NOTICE_KINDS } from '../enums.ts'
import { decimalText, timeMs } from './valueForms.ts'

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

/** These; null: all that there are. */
export const noticesReadRequest = z.object({ noticeIds: z.array(z.string().max(100)).max(1_000).nullable() })
export type NoticesReadRequest = z.infer<typeof noticesReadRequest>
export const noticesReadResponse = z.object({ unread: z.int() })

const channels = z.object({ screen: z.boolean(), browser: z.boolean(), mail: z.boolean() })
export type NoticeChannels = z.infer<typeof channels>
const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ title: 'time of day, hh:mm' })
const quietHours = z.object({ from: clock, to: clock, zone: z.string().min(1).max(64) })
export type QuietHours = z.infer<typeof quietHours>
const choices = {
  channels: z.record(z.enum(NOTICE_CATEGORIES), channels),
  fundingAbove: decimalText,
  quiet: quietHours.nullable(),
  language: z.enum(['en', 'zh']),
}
/** `fundingAbove` in percent for eight hours; `email`: null while none was confirmed. */
export const noticeSettingsResponse = z.object({ ...choices, email: z.string().nullable() })
export type NoticeSettings = z.infer<typeof noticeSettingsResponse>
export const noticeSettingsRequest = z.object(choices)
export type NoticeSettingsRequest = z.infer<typeof noticeSettingsRequest>

export const noticeMailRequest = z.object({
  email: z.string().min(3).max(254),
  language: z.enum(['en', 'zh']),
})
export type NoticeMailRequest = z.infer<typeof noticeMailRequest>
export const noticeMailResponse = z.object({ expiryTime: timeMs })
export const noticeMailConfirmRequest = z.object({ code: z.string().regex(/^\d{6}$/) })
export type NoticeMailConfirmRequest = z.infer<typeof noticeMailConfirmRequest>

export const alertRow = z.object({
  alertId: z.string(),
  symbol: z.string(),
  price: decimalText,
  /** Whether the mark has to rise to the price, or to fall to it. */
  isAbove: z.boolean(),
  repeat: z.enum(ALERT_REPEATS),
})
export type AlertRow = z.infer<typeof alertRow>
export const alertsResponse = z.object({ alerts: z.array(alertRow) })
export const alertRequest = z.object({
  symbol: z.string(),
  price: z.union([z.number(), z.string().max(40)]),
  isAbove: z.boolean(),
  repeat: z.enum(ALERT_REPEATS),
})
export type AlertRequest = z.infer<typeof alertRequest>
