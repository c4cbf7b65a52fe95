/**
 * What the engine holds of the command under way: what came of it, what must still be looked at before it ends, and
 * the plan, drafts and order handles that serve one command after the other. None of it is state.
 */
import type { MarketId } from './command.ts'
import { createDraft, createPlan, type Draft, type Plan } from './draft.ts'
import { createEventLog, type EventLog } from './eventLog.ts'
import type { Order } from './order.ts'
import type { Standing } from './standing.ts'

/** Of the command under way only; empty between two commands, but for what serves again. */
export interface Work {
  /** What came of the commands since the reader last took it. */
  readonly log: EventLog
  readonly booksChanged: MarketId[]
  booksChangedCount: number
  /** Markets whose pool inventory or ladder moved: their book must be looked at for crosses. */
  booksToCross: MarketId[]
  /** The caps that span markets may have given room back: any book may cross now. */
  areCapsMoved: boolean
  /** Markets whose ticker row changed. */
  tickersChanged: MarketId[]
  systemOrders: number
  crossFills: number
  /** The market of the last command that named one. */
  marketAtHand: MarketId
  /** The one sweep that is planned or settled at a time, and a draft beside it. */
  readonly plan: Plan
  readonly lone: Draft
  readonly standing: Standing
  /** Records of orders that have ended in this command, and those that wait to be used again. */
  readonly endedOrders: Order[]
  readonly spareOrders: Order[]
}

export const createWork = (): Work => ({
  log: createEventLog(),
  booksChanged: [],
  booksChangedCount: 0,
  booksToCross: [],
  areCapsMoved: false,
  tickersChanged: [],
  systemOrders: 0,
  crossFills: 0,
  marketAtHand: 0,
  plan: createPlan(),
  lone: createDraft(),
  standing: { equity: 0, countedEquity: 0, initMargin: 0, maintMargin: 0 },
  endedOrders: [],
  spareOrders: [],
})
