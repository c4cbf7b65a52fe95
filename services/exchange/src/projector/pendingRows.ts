/**
 * What events mean for the tables, gathered until it is written: of an order or a transfer only the latest
 * state, of points one row per account, of everything else one row per event.
 */
import type {
  AccountsValued,
  EngineEvent,
  EventEnvelope,
  FundingApplied,
  PointsAllocated,
  PoolValued,
} from '@vest/engine'
import type {
  CapitalPast,
  ClosedPosition,
  FirstEvent,
  ReadModelBatch,
  StoredAccountValue,
  StoredFill,
  StoredFunding,
  StoredLpOrder,
  StoredOrder,
  StoredPoints,
  StoredTrade,
  StoredTransfer,
} from '@vest/runtime'

export type Rows = Omit<
  ReadModelBatch,
  'lastSeq' | 'candles' | 'marketStates' | 'marketSplits' | 'feeHours' | 'accountTallies' | 'heldPositions'
>

export interface PendingRows {
  /** Rows that would be written now. */
  readonly count: number
  /** Positions that ended in the envelope are what the fold over all of them says. */
  fold(envelope: EventEnvelope, closed: readonly ClosedPosition[]): void
  /** The rows gathered so far, in pieces of at most so many; begins anew. */
  take(pieceRowsMax: number): Rows[]
}

export const NO_ROWS: Rows = {
  orders: [],
  transfers: [],
  trades: [],
  fills: [],
  fundingApplied: [],
  fundingSettled: [],
  lpOrders: [],
  poolValues: [],
  points: [],
  accountValues: [],
  closedPositions: [],
  capitalPast: [],
}

/** Writing a row is independent of any other, so a piece may end anywhere. */
function inPieces(rows: Rows, pieceRowsMax: number): Rows[] {
  const pieces: Rows[] = []
  let piece: Rows = NO_ROWS
  let room = 0
  for (const [name, all] of Object.entries(rows))
    for (let from = 0; from < all.length;) {
      if (room === 0) {
        pieces.push((piece = { ...NO_ROWS }))
        room = pieceRowsMax
      }
      const taken = all.slice(from, from + room)
      Object.assign(piece, { [name]: taken })
      from += taken.length
      room -= taken.length
    }
  return pieces
}

/** What each account got of a week. */
export const pointsOf = ({ epochId, startTimeMs, endTimeMs, rows }: PointsAllocated): StoredPoints[] =>
  rows.map((row) => ({ ...row, epochId, startTimeMs, endTimeMs }))

export const accountValuesOf = ({ hourMs, rows }: AccountsValued): StoredAccountValue[] =>
  rows.map((row) => ({ ...row, hourMs }))

/** The event as JSON; accumulators as texts. */
export const capitalPastOf = (
  event: Extract<EngineEvent, { readonly kind: CapitalPast['what'] }>,
  place: Pick<CapitalPast, 'seq' | 'index' | 'timeMs'>,
): CapitalPast => ({
  ...place,
  account: event.account,
  what: event.kind,
  text: JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
})

/** The latest state of a record, at the place where it was told first; of what was written before the store knows it. */
function put<Record extends { readonly id: string }>(
  rows: Map<string, Record & FirstEvent>,
  record: Record,
  place: FirstEvent,
): void {
  const { seq, index } = rows.get(record.id) ?? place
  rows.set(record.id, { ...record, seq, index })
}

export function createPendingRows(): PendingRows {
  let orders = new Map<string, StoredOrder>()
  let transfers = new Map<string, StoredTransfer>()
  let trades: StoredTrade[] = []
  let fills: StoredFill[] = []
  let fundingApplied: FundingApplied[] = []
  let fundingSettled: StoredFunding[] = []
  let lpOrders = new Map<string, StoredLpOrder>()
  let poolValues: PoolValued[] = []
  let points: StoredPoints[] = []
  let accountValues: StoredAccountValue[] = []
  let closedPositions: ClosedPosition[] = []
  let capitalPast: CapitalPast[] = []

  return {
    get count() {
      return (
        orders.size +
        transfers.size +
        trades.length +
        fills.length +
        fundingApplied.length +
        fundingSettled.length +
        lpOrders.size +
        poolValues.length +
        points.length +
        accountValues.length +
        closedPositions.length +
        capitalPast.length
      )
    },
    fold({ seq, timeMs, events }, closed) {
      for (const position of closed) closedPositions.push(position)
      for (const [index, event] of events.entries())
        switch (event.kind) {
          case 'OrderUpdated':
            put(orders, event.order, { seq, index })
            break
          case 'TransferUpdated':
            put(transfers, event.transfer, { seq, index })
            break
          case 'TradeExecuted':
            trades.push({ ...event, timeMs })
            break
          case 'FillBooked':
            fills.push({ ...event, timeMs })
            break
          case 'FundingApplied':
            fundingApplied.push(event)
            break
          case 'FundingSettled':
            fundingSettled.push({ ...event, timeMs, seq, index })
            break
          case 'LpOrderUpdated':
            put(lpOrders, event.order, { seq, index })
            break
          case 'PoolValued':
            poolValues.push(event)
            break
          case 'AccountsValued':
            for (const value of accountValuesOf(event)) accountValues.push(value)
            break
          case 'CapitalChanged':
          case 'CapitalJudged':
          case 'PositionAdjusted':
            capitalPast.push(capitalPastOf(event, { seq, index, timeMs }))
            break
          case 'PointsAllocated':
            for (const row of pointsOf(event)) points.push(row)
            break
        }
    },
    take(pieceRowsMax) {
      const rows = {
        orders: [...orders.values()],
        transfers: [...transfers.values()],
        trades,
        fills,
        fundingApplied,
        fundingSettled,
        lpOrders: [...lpOrders.values()],
        poolValues,
        points,
        accountValues,
        closedPositions,
        capitalPast,
      }
      orders = new Map()
      transfers = new Map()
      trades = []
      fills = []
      fundingApplied = []
      fundingSettled = []
      lpOrders = new Map()
      poolValues = []
      points = []
      accountValues = []
      closedPositions = []
      capitalPast = []
      return inPieces(rows, pieceRowsMax)
    },
  }
}
