/**
 * Final steps of every command, in a fixed order: SIM is synced with REAL, crossed orders fill against the ladder, and
 * changes of tickers and books are published once.
 */
import { followReal } from './capital/index.ts'
import { tickerRow } from './markets/index.ts'
import { crossBook } from './matching/index.ts'
import { type Exchange, logBook, logBooks, logEvent, NONE, type Work } from './state/index.ts'

/**
 * Ends the command: publishes tickers and books once. Rare steps are in separate functions: each call would make V8
 * read again what it knew, and a closure here would have cost every command an object.
 */
export function end(exchange: Exchange): void {
  const { work } = exchange
  if (work.hasWorkAtEnd) settleWork(exchange)
  if (work.bookChanged !== NONE) emitBooks(work)
  work.systemOrders = 0
  work.crossFills = 0
}

function settleWork(exchange: Exchange): void {
  const { work } = exchange
  crossMovedBooks(exchange)
  if (work.isSimSyncDue) followReal(exchange)
  if (work.tickersChanged.length > 0) emitTickers(exchange)
  work.hasWorkAtEnd = work.areCapsMoved || work.isSimSyncDue || work.booksToCross.length > 0
}

function emitTickers({ work, markets }: Exchange): void {
  const ids = [...new Set(work.tickersChanged)].sort((a, b) => a - b)
  const rows = ids.map((id) => tickerRow(markets[id]!)).filter((row) => row !== undefined)
  if (rows.length > 0) logEvent(work.log, { kind: 'TickersChanged', rows })
  work.tickersChanged = []
}

function emitBooks(work: Work): void {
  const { bookChanged, moreBooksChanged } = work
  if (moreBooksChanged.length === 0) logBook(work.log, bookChanged)
  else {
    logBooks(work.log, [bookChanged, ...moreBooksChanged])
    moreBooksChanged.length = 0
  }
  work.bookChanged = NONE
}

/** At the end of a command: handles every book whose ladder or inventory changed, until none crosses. */
export function crossMovedBooks(exchange: Exchange): void {
  const { work } = exchange
  while (work.areCapsMoved || work.booksToCross.length > 0) {
    work.isSimSyncDue = true
    if (work.areCapsMoved) {
      work.areCapsMoved = false
      work.booksToCross = []
      for (const market of exchange.markets) crossBook(exchange, market)
    } else crossBook(exchange, exchange.market(work.booksToCross.shift()!))
  }
}
