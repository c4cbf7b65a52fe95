/** The service up, under maintenance with a past, and silent. */
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { StatusPage } from './StatusPage.tsx'

const HOUR_MS = 3_600_000
const SAMPLES = [4, 2, 3, 11, 2].map((engineMs, n) => ({
  time: NOW_MS - (5 - n) * 60_000,
  engineMs,
  historyMs: engineMs * 6,
}))
const up = answer({ status: 'UP', message: null, time: NOW_MS })
const quiet = answer({ time: NOW_MS, startTime: NOW_MS - 50 * HOUR_MS, incidents: [], samples: SAMPLES })

export const scenes: readonly Scene[] = [
  {
    name: 'status',
    widthPx: 1_176,
    render: () => <StatusPage />,
    states: {
      loading: { world: { answers: { status: silence, statusHistory: silence } }, isPending: true },
      normal: { world: { answers: { status: up, statusHistory: quiet } } },
      incidents: {
        world: {
          answers: {
            status: answer({ status: 'UNDERMAINTENANCE', message: 'Back at 12:20 UTC', time: NOW_MS }),
            statusHistory: answer({
              time: NOW_MS,
              startTime: NOW_MS - HOUR_MS,
              samples: SAMPLES,
              incidents: [
                {
                  startTime: NOW_MS - 600_000,
                  endTime: null,
                  status: 'UNDERMAINTENANCE',
                  message: 'Back at 12:20 UTC',
                },
                {
                  startTime: NOW_MS - 30 * HOUR_MS,
                  endTime: NOW_MS - 29 * HOUR_MS,
                  status: 'DOWN',
                  message: null,
                },
              ],
            }),
          },
        },
      },
      error: { world: { answers: { status: refusal, statusHistory: refusal } } },
    },
  },
]
