/** GET /status: whether the service is up, and what to tell people if it is not. */
import type { StatusResponse } from '@vest/protocol'
import { publicRoute } from '../route.ts'

export const getStatus = publicRoute('status', (edge): StatusResponse => ({
  ...edge.serviceStatus(),
  time: edge.clock.nowMs(),
}))
