/**
 * Commands that wait for a group. One queue per lane, in order of arrival. A cancel whose order still waits is put
 * behind it into the lane of orders: overtaking it would miss it. This applies to every command that brings an order,
 * and to every way to cancel it: by its id, by its client id, or with all of its account.
 */
import type { Command } from '@vest/engine'
import { GROUP_COMMANDS_MAX } from '../bounds.ts'
import { laneOf, LANES, LANE_SHARES, type Lane } from './lanes.ts'

export interface InboxItem {
  readonly command: Command
  /** Ticket of the caller; absent for commands of the sequencer itself. */
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
  /** Puts back items that did not fit, at the head of their lane and in order. */
  putBack(items: readonly WaitingItem[]): void
  /** Whether a timer tick is waiting. */
  readonly hasTick: boolean
}

interface Queue {
  items: WaitingItem[]
  head: number
}

const clientName = (account: string, clientId: string): string => `${account} ${clientId}`

/** Key of what a command cancels: one order, or all of an account. */
function nameCancelled(command: Command): string | undefined {
  if (command.kind === 'CancelOrder') return command.id
  if (command.kind === 'CancelAllOrders') return command.account
  return command.kind === 'CancelClientOrder' ? clientName(command.account, command.clientId) : undefined
}

export function createInbox(): Inbox {
  const queues: Record<Lane, Queue> = {
    operator: { items: [], head: 0 },
    cancel: { items: [], head: 0 },
    market: { items: [], head: 0 },
    order: { items: [], head: 0 },
  }
  /** Number of waiting commands that bring an order with this key. */
  const waitingOrders = new Map<string, number>()
  let ticks = 0

  const length = (queue: Queue): number => queue.items.length - queue.head
  const laneFor = (command: Command): Lane => {
    const name = nameCancelled(command)
    return name !== undefined && waitingOrders.has(name) ? 'order' : laneOf(command)
  }

  const countOrder = (name: string, change: 1 | -1): void => {
    const count = (waitingOrders.get(name) ?? 0) + change
    if (count === 0) waitingOrders.delete(name)
    else waitingOrders.set(name, count)
  }
  const count = (command: Command, change: 1 | -1): void => {
    if (command.kind === 'TickTimer') ticks += change
    // A close brings orders too, and with a taker delay they wait where a cancel reaches them.
    if (command.kind === 'CloseAllPositions') countOrder(command.account, change)
    const order = command.kind === 'ReplaceOrder' ? command.place : command
    if (order.kind !== 'PlaceOrder') return
    countOrder(order.account, change)
    countOrder(order.id, change)
    if (order.takeProfit !== undefined) countOrder(order.takeProfit.id, change)
    if (order.stopLoss !== undefined) countOrder(order.stopLoss.id, change)
    if (order.clientId !== undefined) countOrder(clientName(order.account, order.clientId), change)
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
      count(item.command, 1)
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
      for (const item of items) count(item.command, -1)
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
      for (const item of items) count(item.command, 1)
    },
  }
}
