import { z } from 'zod'
import { INCIDENT_STATUSES } from '../../enums.ts'
import { timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

const incident = z.object({
  startTime: timeMs,
  /** Null: it is not over. */
  endTime: timeMs.nullable(),
  status: z.enum(INCIDENT_STATUSES),
  message: z.string().nullable(),
})
/** Incidents newest first, samples oldest first: a minute each, of a day at most. */
export const statusHistoryResponse = z.object({
  time: timeMs,
  startTime: timeMs,
  incidents: z.array(incident),
  samples: z.array(z.object({ time: timeMs, engineMs: z.int(), historyMs: z.int() })),
})
export type StatusHistoryResponse = z.infer<typeof statusHistoryResponse>

export const statusHistoryCall = {
  group: 'Service',
  method: 'GET',
  path: '/status/history',
  ...PUBLIC,
  summary: 'Incidents of the service, and its own measurements by the minute.',
  answer: statusHistoryResponse,
  fields: {
    status: 'HASISSUES, UNDERMAINTENANCE, or DOWN: nothing ran.',
    startTime: 'Since when this process runs; of an incident, when it began.',
    endTime: 'When it was over; null: it is not.',
    message: 'One sentence for people; null: none.',
    incidents: 'Newest first.',
    samples: 'Oldest first, a minute each, of a day at most.',
    engineMs: 'Milliseconds until the engine answered.',
    historyMs: 'Milliseconds until everything that had happened could be read.',
  },
  example: { answer: { time: 1700000000000, startTime: 1700000000000, incidents: [], samples: [] } },
} as const satisfies Call
