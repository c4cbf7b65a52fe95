import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { alertsResponse } from './alerts.ts'

export const removeAlertCall = {
  group: 'Notices',
  method: 'DELETE',
  path: '/alerts/{id}',
  ...FULL,
  summary: 'Waits no longer; of one that is gone already nothing is said.',
  params: { id: { schema: z.string(), text: 'The alertId of the list.' } },
  answer: alertsResponse,
  fields: {
    price: 'The mark that is waited for.',
  },
  example: { params: { id: '0xaa' }, answer: { alerts: [] } },
} as const satisfies Call
