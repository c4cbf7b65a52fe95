/** GET /status: whether the service is up, and what to tell people if it is not; and how it was before. */
import type { StatusResponse } from '@vest/protocol'
import { publicRoute } from '../route.ts'

export const getStatus = publicRoute('status', (edge): StatusResponse => ({
  ...edge.serviceStatus(),
  time: edge.clock.nowMs(),
}))

export const getStatusHistory = publicRoute('statusHistory', (edge) => edge.statusRecord.history())
