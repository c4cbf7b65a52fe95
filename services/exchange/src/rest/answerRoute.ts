/** What a route answers to a caller who was let in: the time of its query, a place in its lane, and its handler. */
import { timeMs } from '@vest/protocol'
import type { Caller } from '../caller.ts'
import type { Edge } from '../edge.ts'
import type { Metrics } from '../operator/metrics.ts'
import { checkTime, recvWindowOf } from '../orders/signedWrite.ts'
import { isRefusal, tooMany, type Refusal } from '../refusal.ts'
import { integerOf, type Query } from './query.ts'
import { laneOf, type RequestLanes } from './requestLanes.ts'
import type { Route, RouteRequest } from './route.ts'

export interface RouteParts {
  readonly edge: Edge
  readonly lanes: RequestLanes
  readonly metrics: Pick<Metrics, 'shed'>
}

export async function answerRoute(
  { edge, lanes, metrics }: RouteParts,
  route: Route,
  asked: RouteRequest,
  caller: Caller | undefined,
): Promise<object | Refusal> {
  const late = checkQueryTime(edge, asked.query)
  if (late) return late
  const lane = laneOf(route, asked.body)
  if (!lanes.enter(lane)) {
    metrics.shed(lane)
    return tooMany(1)
  }
  try {
    return await (route.auth === 'none'
      ? route.handle(edge, asked)
      : // Without a caller such a route has refused already.
        route.handle(edge, asked, caller!))
  } finally {
    lanes.leave(lane)
  }
}

/** `time` is required on no call; where it stands it is judged like a signed time. */
function checkQueryTime(edge: Pick<Edge, 'clock'>, query: Query): Refusal | undefined {
  const recvWindow = integerOf(query, 'recvWindow')
  if (isRefusal(recvWindow)) return recvWindow
  const window = recvWindowOf(recvWindow)
  if (isRefusal(window)) return window
  const time = integerOf(query, 'time')
  if (time === undefined || isRefusal(time)) return time
  return checkTime(edge.clock.nowMs(), timeMs(time), window)
}
