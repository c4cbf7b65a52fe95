/**
 * What the engine holds of the command under way: what came of it, and what must still be looked at before it ends.
 * None of it is state.
 */
import type { MarketId } from '../api/index.ts'
import type { RankedOpposites } from './deleverageRanks.ts'
import { EventLog } from './tables/eventRows.ts'
import { type CommandRows, createCommandRows } from './tables/orderRequests.ts'
import { NONE } from './tables/orders.ts'

/** Of the command under way only; empty between two commands, but for what serves again. */
export class Work {
  /** What came of the commands since the reader last took it. */
  readonly log = new EventLog()
  /** The market whose book has changed, -1 = none; a command that is no order may have changed others after it. */
  bookChanged: MarketId = NONE
  readonly moreBooksChanged: MarketId[] = []
  /** Something stands in what follows that the end of a command has to look at: few commands leave anything there. */
  isStirred = false
  /** Markets whose pool inventory or ladder moved: their book must be looked at for crosses. */
  booksToCross: MarketId[] = []
  /** The caps that span markets may have given room back: any book may cross now. */
  areCapsMoved = false
  /** Markets whose ticker row changed. */
  tickersChanged: MarketId[] = []
  systemOrders = 0
  crossFills = 0
  /** Of the liquidations under way: whom those that nobody takes may close. */
  ranked: RankedOpposites[] = []
  /** Orders with legs that have filled in the settlement under way: place and lots of each. */
  readonly filledParents: number[] = []
  /** SIM must be looked at when REAL is done: something that it mirrors, or it itself, has moved. */
  isSimStirred = false
  /** Its accounts must be judged: marks or funding have moved. */
  isSimJudged = false
  /** Markets that have a new mark, in the order of the record: their triggers may fire. */
  simMarked: MarketId[] = []
  /** Capital accounts to be looked at against their limits: something of theirs was filled, or a day has begun. */
  capitalDue: number[] = []
  /** Before it no time comes that a command would have to meet (`dueTimes.ts`); long ago = nobody has looked yet. */
  dueMs = -Infinity
  /** An order that has waited is executed: it waits no longer, and its signed time was checked when it came. */
  isDelayOver = false
  /** The command moves no mark and nothing else that decides about everybody's margin: what was added up stays true. */
  isStandingKept = false
  /** Counts the commands of the other kind. */
  standingEpoch = 1
  /**
   * Where two lists through the rows of orders begin: of those that have ended and may still be read of, with its end,
   * and of those that wait to be used again. -1 = none.
   */
  endedOrder = NONE
  firstEndedOrder = NONE
  spareOrder = NONE
  /** Where a command that came as an object stands as a row. */
  readonly row: CommandRows = createCommandRows(1)
  /** Pages of the room that have been touched ahead. */
  touchedPages = 0
}
