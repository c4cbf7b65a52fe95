import { z } from 'zod'
import { ALERT_REPEATS } from '../../enums.ts'
import { decimalText } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

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

export const alertsCall = {
  group: 'Notices',
  method: 'GET',
  path: '/alerts',
  ...PRIVATE,
  summary: 'Prices that the account waits for.',
  answer: alertsResponse,
  fields: {
    price: 'The mark that is waited for.',
  },
  example: { answer: { alerts: [] } },
} as const satisfies Call
