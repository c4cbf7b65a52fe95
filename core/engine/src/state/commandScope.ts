/** The scope of the running command: its results, and what must be checked before it ends. None of it is state. */
import type { Funding12, Ticks } from '@vest/protocol'
import type { MarketId } from '../api/index.ts'
import type { RankedOpposites } from './deleverageRanks.ts'
import { EventLog } from './tables/eventRows.ts'
import { type CommandRows, createCommandRows } from './tables/orderRequests.ts'
import { NONE } from './tables/orderLayout.ts'

/** Valid for the running command; empty between two commands, except for memory that is reused. */
export class Work {
  /** Results of the commands since the reader last took them. */
  readonly log = new EventLog()
  /** The market whose book changed, -1 = none; a command that is not an order may have changed further ones. */
  bookChanged: MarketId = NONE
  readonly moreBooksChanged: MarketId[] = []
  /** A field below needs work at the end of the command; few commands set it. */
  hasWorkAtEnd = false
  /** Markets whose pool inventory or ladder changed: their book must be checked for crosses. */
  booksToCross: MarketId[] = []
  /** Caps across markets may have freed capacity: any book may cross now. */
  areCapsMoved = false
  /** Markets whose ticker row changed. */
  tickersChanged: MarketId[] = []
  systemOrders = 0
  crossFills = 0
  /** Of the running liquidations: the accounts whose positions may be closed by deleveraging. */
  ranked: RankedOpposites[] = []
  /** Orders with legs that filled in the running settlement: reference and lots of each. */
  readonly filledParents: number[] = []
  /** SIM must be synced after REAL: something that it mirrors, or SIM itself, has changed. */
  isSimSyncDue = false
  /** SIM accounts must be checked: marks or funding have changed. */
  isSimJudged = false
  /** SIM markets with a new mark, in the order of the index record: their triggers may fire. */
  simMarked: MarketId[] = []
  /** Marks that those of this command have replaced, by market: a verdict tells them. */
  readonly simMarksBefore = new Map<MarketId, Ticks>()
  /** Accumulators of funding that those of this command have replaced, by market: a verdict tells them. */
  readonly fundingBefore = new Map<MarketId, Funding12>()
  /** Capital accounts whose limits must be checked: they had a fill, or a day has begun. */
  capitalDue: number[] = []
  /** No timed action is due before this time (`dueTimes.ts`); -Infinity = unknown. */
  dueMs = -Infinity
  /** A delayed order is being executed: it waits no longer, and its signed window was checked on arrival. */
  isDelayOver = false
  /** The command changes no mark and nothing else that affects the margins of all accounts: cached sums stay valid. */
  isStatusCached = false
  /** Counts the commands for which `isStatusCached` is false. */
  statusEpoch = 1
  /**
   * Heads of two lists through the rows of orders: ended orders that may still be read, with the end of that
   * list, and rows that wait to be reused. -1 = none.
   */
  endedOrder = NONE
  firstEndedOrder = NONE
  spareOrder = NONE
  /** The row of a command that came as an object. */
  readonly row: CommandRows = createCommandRows(1)
  /** Pages prefaulted so far. */
  touchedPages = 0
}
