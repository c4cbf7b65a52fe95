import { z } from 'zod'
import { ALERT_REPEATS } from '../../enums.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { alertRow } from './alerts.ts'

export const alertRequest = z.object({
  symbol: z.string(),
  price: z.union([z.number(), z.string().max(40)]),
  isAbove: z.boolean(),
  repeat: z.enum(ALERT_REPEATS),
})
export type AlertRequest = z.infer<typeof alertRequest>

export const setAlertCall = {
  group: 'Notices',
  method: 'POST',
  path: '/alerts',
  ...FULL,
  summary:
    'Waits for the mark to reach a price, also while no tab is open. EVERY_TIME: the mark has to be a tenth of a percent away before it can come again.',
  body: alertRequest,
  answer: alertRow,
  refusals: ['BAD_DECIMALS', 'BAD_SYMBOL'],
  fields: {
    price: 'The mark that is waited for.',
  },
  example: {
    body: { symbol: 'BTC-PERP', price: '70000.00', isAbove: true, repeat: 'ONCE' },
    answer: { alertId: 'a', symbol: 'BTC-PERP', price: '1.00', isAbove: true, repeat: 'ONCE' },
  },
} as const satisfies Call
