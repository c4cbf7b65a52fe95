/**
 * How many requests are under way at once, so that an exchange that is asked for more than it can do answers what it
 * takes in good time and refuses the rest before anything of it is done. What takes risk away has a lane of its own:
 * a flood of orders never keeps an account from cancelling and closing.
 */
import { ORDERS_UNDER_WAY_MAX, QUERIES_UNDER_WAY_MAX, URGENT_UNDER_WAY_MAX } from '../limits.ts'
import type { BucketName } from './rateLimits.ts'

export type RequestLane = 'urgent' | 'order' | 'query'

export interface RequestLanes {
  /** False where the lane is full: nothing of the request may be done. */
  enter(lane: RequestLane): boolean
  leave(lane: RequestLane): void
  isFull(lane: RequestLane): boolean
}

const PLACES: Readonly<Record<RequestLane, number>> = {
  urgent: URGENT_UNDER_WAY_MAX,
  order: ORDERS_UNDER_WAY_MAX,
  query: QUERIES_UNDER_WAY_MAX,
}

export function createRequestLanes(): RequestLanes {
  const underWay: Record<RequestLane, number> = { urgent: 0, order: 0, query: 0 }
  const isFull = (lane: RequestLane): boolean => underWay[lane] >= PLACES[lane]
  return {
    isFull,
    enter(lane) {
      if (isFull(lane)) return false
      underWay[lane] += 1
      return true
    },
    leave: (lane) => void (underWay[lane] -= 1),
  }
}

/** The body has not been read yet. */
export function laneOf(
  route: { readonly bucket: BucketName; readonly name: string },
  body: unknown,
): RequestLane {
  if (route.bucket === 'cancels') return 'urgent'
  if (route.bucket !== 'orders') return 'query'
  if (route.name === 'closeAllPositions') return 'urgent'
  const { order, place } = fieldsOf(body)
  return fieldsOf(order ?? fieldsOf(place)['order'])['reduceOnly'] === true ? 'urgent' : 'order'
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
