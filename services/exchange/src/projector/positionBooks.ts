/**
 * Positions from their first fill to their end, folded from events: what came in and left, and what it brought. An
 * open position is a sum, and written as one: at checkpoints alone, with the sequence number it is counted to
 * (`storeWriter.ts`). A closed one is a fact that never changes; folded again after a restart it is the same row,
 * under the same id, for an id says where in the journal the position began.
 *
 *   realizedPnl = Σ profit of prices + Σ funding received − Σ fees
 *
 * A fill that turns a position over ends one and begins another: the fee is divided by size, the value by what the
 * fill earned, for it may have swept several prices. One that is told as it stands begins there, with what it cost.
 */
import type { EngineEvent, EventEnvelope, FillBooked, PositionChanged, PositionHeld } from '@vest/engine'
import {
  assert,
  bigDivFloor,
  lots,
  mulDivFloor,
  usd6,
  type Id,
  type OrderType,
  type TimeMs,
} from '@vest/protocol'
import type { ClosedPosition, HeldPosition } from '@vest/runtime'
import { placeId } from '../placeId.ts'

export interface PositionBooks {
  fold(envelope: EventEnvelope): void
  restore(held: readonly HeldPosition[]): void
  /** Ended since the last call. */
  takeClosed(): ClosedPosition[]
  /** Changed since the last call; size 0 = gone. */
  takeHeld(): HeldPosition[]
}

type Adjusted = Extract<EngineEvent, { kind: 'PositionAdjusted' }>
type Draft = { -readonly [K in keyof HeldPosition]: HeldPosition[K] }

export function createPositionBooks(): PositionBooks {
  const books = new Map<string, Draft>()
  let changed = new Map<string, Draft>()
  let closed: ClosedPosition[] = []
  /** As the event before its fills told it, within an envelope. */
  const told = new Map<string, PositionChanged>()
  const adjusted = new Map<string, Adjusted>()

  function put(draft: Draft): void {
    const key = keyOf(draft)
    if (draft.size === 0) books.delete(key)
    else books.set(key, draft)
    changed.set(key, draft)
  }
  function end(draft: Draft, closeTimeMs: TimeMs, closeType: OrderType): void {
    closed.push(closedOf(draft, closeTimeMs, closeType))
    put({ ...draft, size: lots(0) })
  }

  function change(event: PositionChanged, atMs: TimeMs): void {
    const key = keyOf(event)
    const draft = books.get(key)
    const adjustment = adjusted.get(key)
    told.set(key, event)
    if (draft === undefined || draft.isLong !== event.isLong) return
    if (adjustment !== undefined) {
      adjusted.delete(key)
      adjust(draft, event, adjustment)
      if (event.size === 0) return end(draft, atMs, 'MARKET')
    }
    if (event.size === 0) return
    draft.cost = event.cost
    draft.initMarginRatio = event.initMarginRatio ?? draft.initMarginRatio
    put(draft)
  }

  function fill(event: FillBooked, atMs: TimeMs, id: Id): void {
    const draft = books.get(keyOf(event))
    if (draft === undefined)
      return open(event, { id, atMs, size: event.size, value: event.value, fee: event.fee })
    if (draft.isLong === event.isBuy) {
      draft.size = lots(draft.size + event.size)
      draft.openedSize += BigInt(event.size)
      draft.entryValue += BigInt(event.value)
      draft.fees = usd6(draft.fees + event.fee)
      return put(draft)
    }
    const left = Math.min(draft.size, event.size)
    const fee = event.size === left ? event.fee : mulDivFloor(event.fee, left, event.size)
    const exitBefore = draft.exitValue
    draft.size = lots(draft.size - left)
    draft.closedSize += BigInt(left)
    draft.pnl = usd6(draft.pnl + event.pnl)
    draft.fees = usd6(draft.fees + fee)
    draft.exitValue = draft.size > 0 ? exitBefore + BigInt(event.value) : exitOf(draft)
    if (draft.size > 0) return put(draft)
    end(draft, atMs, event.orderType)
    const value = Number(draft.exitValue - exitBefore)
    if (left < event.size)
      open(event, { id, atMs, size: event.size - left, value: event.value - value, fee: event.fee - fee })
  }

  function open(
    { account, symbol, isBuy }: FillBooked,
    by: { id: Id; atMs: TimeMs; size: number; value: number; fee: number },
  ): void {
    const known = told.get(keyOf({ account, symbol }))
    assert(known?.initMarginRatio !== undefined, `a fill began a position that no event told of: ${by.id}`)
    put({
      id: by.id,
      account,
      symbol,
      isLong: isBuy,
      size: lots(by.size),
      cost: known.cost,
      initMarginRatio: known.initMarginRatio,
      openedSize: BigInt(by.size),
      entryValue: BigInt(by.value),
      closedSize: 0n,
      exitValue: 0n,
      pnl: usd6(0),
      fees: usd6(by.fee),
      settledFunding: usd6(0),
      openTimeMs: by.atMs,
    })
  }

  function hold({ kind: _kind, ...held }: PositionHeld, atMs: TimeMs, id: Id): void {
    put({
      ...held,
      id,
      openTimeMs: atMs,
      openedSize: BigInt(held.size),
      entryValue: BigInt(held.cost),
      closedSize: 0n,
      exitValue: 0n,
      pnl: usd6(0),
      fees: usd6(0),
    })
  }

  function rename(symbol: string, formerSymbol: string): void {
    for (const draft of [...books.values()]) {
      if (draft.symbol !== formerSymbol) continue
      put({ ...draft, size: lots(0) })
      put({ ...draft, symbol })
    }
  }

  function foldEvent(event: EngineEvent, atMs: TimeMs, id: () => Id): void {
    switch (event.kind) {
      case 'PositionChanged':
        return change(event, atMs)
      case 'FillBooked':
        return fill(event, atMs, id())
      case 'PositionHeld':
        return hold(event, atMs, id())
      case 'PositionAdjusted':
        return void adjusted.set(keyOf(event), event)
      case 'FundingSettled': {
        const draft = books.get(keyOf(event))
        if (draft === undefined) return
        draft.settledFunding = usd6(draft.settledFunding + event.payment)
        return put(draft)
      }
      case 'MarketRenamed':
        return rename(event.symbol, event.formerSymbol)
    }
  }

  return {
    fold({ seq, timeMs, events }) {
      events.forEach((event, index) => foldEvent(event, timeMs, () => placeId(seq, index)))
      told.clear()
      adjusted.clear()
    },
    restore(held) {
      for (const position of held) books.set(keyOf(position), { ...position })
    },
    takeClosed() {
      const taken = closed
      closed = []
      return taken
    },
    takeHeld() {
      const taken = [...changed.values()].map((draft) => ({ ...draft }))
      changed = new Map()
      return taken
    },
  }
}

const keyOf = ({ account, symbol }: Pick<HeldPosition, 'account' | 'symbol'>): string =>
  `${account} ${symbol}`

/** What must have come out of a position that is flat, for what went in and what was earned. */
const exitOf = ({ isLong, entryValue, pnl }: HeldPosition): bigint => entryValue + BigInt(isLong ? pnl : -pnl)

/**
 * What a corporate action realised has left at its price: released cost and profit tell its value. After a split the
 * lots that left before count in new lots as well, or no average would mean anything.
 */
function adjust(draft: Draft, left: PositionChanged, { pnl, split }: Adjusted): void {
  const released = draft.cost - left.cost
  draft.exitValue += BigInt(draft.isLong ? released + pnl : released - pnl)
  draft.pnl = usd6(draft.pnl + pnl)
  if (split === undefined) draft.closedSize += BigInt(draft.size - left.size)
  else {
    draft.closedSize = bigDivFloor(draft.closedSize * BigInt(split.newShares), BigInt(split.oldShares))
    draft.openedSize = draft.closedSize + BigInt(left.size)
  }
  draft.size = left.size
}

const closedOf = (draft: Draft, closeTimeMs: TimeMs, closeType: OrderType): ClosedPosition => ({
  id: draft.id,
  account: draft.account,
  symbol: draft.symbol,
  isLong: draft.isLong,
  size: draft.openedSize,
  entryValue: draft.entryValue,
  exitValue: draft.exitValue,
  openTimeMs: draft.openTimeMs,
  closeTimeMs,
  realizedPnl: usd6(draft.pnl + draft.settledFunding - draft.fees),
  fees: draft.fees,
  settledFunding: draft.settledFunding,
  initMarginRatio: draft.initMarginRatio,
  closeType,
})
