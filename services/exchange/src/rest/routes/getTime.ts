/** GET /time: the clock against which signed times are judged. */
import type { TimeResponse } from '@vest/protocol'
import { publicRoute } from '../route.ts'

export const getTime = publicRoute('time', (edge): TimeResponse => ({
  serverTime: edge.clock.nowMs(),
}))
