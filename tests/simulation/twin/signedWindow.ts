/** The window of a signed time, and the verdict on a command. */
import { type World } from './world/index.ts'

/** How an order left the command: its status, a code, what filled. */
export interface Verdict {
  readonly status: string
  readonly code?: number
  readonly filled: bigint
}

export const isInWindow = (world: World, signed: { orderTimeMs: number; recvWindowMs: number }): boolean =>
  world.nowMs <= signed.orderTimeMs + Math.min(signed.recvWindowMs, world.parameters.recvWindowMaxMs) &&
  signed.orderTimeMs <= world.nowMs + 1_000

/** Of what leaves no record, the late one leaves nothing; one ahead of its time its nonce. */
export const isLateUnspent = (world: World, signed: { orderTimeMs: number; recvWindowMs: number }): boolean =>
  signed.orderTimeMs <= world.nowMs && !isInWindow(world, signed)
