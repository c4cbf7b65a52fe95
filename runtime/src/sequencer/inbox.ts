/**
 * Commands that wait for a group. One queue per lane; within a lane the order of arrival holds. A cancel
 * whose order still waits goes behind it into the lane of orders: overtaking it would miss it.
 */
import type { Command } from '@vest/engine'
import { GROUP_COMMANDS_MAX } from '../bounds.ts'
import { laneOf, LANES, LANE_SHARES, type Lane } from './lanes.ts'

export interface InboxItem {
  readonly command: Command
  /** Whom to answer; absent on what the sequencer itself puts in. */
  readonly ticket?: number
}

export interface WaitingItem extends InboxItem {
  readonly lane: Lane
}

export interface Inbox {
  readonly size: number
  put(item: InboxItem): void
  /** The commands of the next group, most urgent first. */
  take(): WaitingItem[]
  /** Puts back, at the head of its lane and in order, what did not fit. */
  putBack(items: readonly WaitingItem[]): void
  /** Whether a timer tick waits already. */
  readonly hasTick: boolean
}

interface Queue {
  items: WaitingItem[]
  head: number
}

export function createInbox(): Inbox {
  const queues: Record<Lane, Queue> = {
    operator: { items: [], head: 0 },
    cancel: { items: [], head: 0 },
    market: { items: [], head: 0 },
    order: { items: [], head: 0 },
  }
  const waitingOrderIds = new Set<string>()
  let ticks = 0

  const length = (queue: Queue): number => queue.items.length - queue.head
  const laneFor = (command: Command): Lane =>
    command.kind === 'CancelOrder' && waitingOrderIds.has(command.id) ? 'order' : laneOf(command)

  const note = (command: Command): void => {
    if (command.kind === 'PlaceOrder') waitingOrderIds.add(command.id)
    if (command.kind === 'TickTimer') ticks += 1
  }
  const forget = (command: Command): void => {
    if (command.kind === 'PlaceOrder') waitingOrderIds.delete(command.id)
    if (command.kind === 'TickTimer') ticks -= 1
  }

  const shift = (queue: Queue, count: number, into: WaitingItem[]): void => {
    for (let taken = 0; taken < count && queue.head < queue.items.length; taken += 1)
      into.push(queue.items[queue.head++]!)
    if (queue.head === queue.items.length) {
      queue.items = []
      queue.head = 0
    }
  }

  return {
    get size() {
      return LANES.reduce((sum, lane) => sum + length(queues[lane]), 0)
    },
    get hasTick() {
      return ticks > 0
    },
    put(item) {
      const lane = laneFor(item.command)
      queues[lane].items.push({ ...item, lane })
      note(item.command)
    },
    take() {
      const taken: Record<Lane, WaitingItem[]> = { operator: [], cancel: [], market: [], order: [] }
      let left = GROUP_COMMANDS_MAX
      for (const lane of LANES) {
        shift(queues[lane], LANE_SHARES[lane], taken[lane])
        left -= taken[lane].length
      }
      for (const lane of LANES) {
        const before = taken[lane].length
        shift(queues[lane], left, taken[lane])
        left -= taken[lane].length - before
      }
      const items = LANES.flatMap((lane) => taken[lane])
      for (const item of items) forget(item.command)
      return items
    },
    putBack(items) {
      for (const lane of LANES) {
        const back = items.filter((item) => item.lane === lane)
        if (back.length === 0) continue
        const queue = queues[lane]
        queue.items = [...back, ...queue.items.slice(queue.head)]
        queue.head = 0
      }
      for (const item of items) note(item.command)
    },
  }
}
