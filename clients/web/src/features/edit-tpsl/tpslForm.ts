/**
 * The TP/SL dialog without React ([2.40], [5.6]): a row per take profit and stop loss, those that stand and those to
 * be, each with a price that can also be said by its gain, and a share of the position. What the exchange tells
 * meanwhile is taken in without losing what was typed.
 */
import { exitPart, type SummaryPosition } from '@vest/formulas'
import { lots, mulDivFloor, type Lots, type Ticks } from '@vest/protocol'
import {
  EMPTY_EXIT,
  exitAt,
  exitPrice,
  type ExitBasis,
  type ExitDraft,
  type ExitKind,
  type GainUnit,
} from '../../entities/order/exitDraft.ts'
import type { HeldExit } from '../../entities/order/heldExits.ts'
import type { Market } from '../../live/index.ts'
import { readNumeric, writeNumeric } from '../../shared/numeric/index.ts'

export const EXIT_KINDS: readonly ExitKind[] = ['takeProfit', 'stopLoss']

export interface TpslRow {
  readonly key: string
  readonly kind: ExitKind
  /** The order that the row stands for; undefined of one that was added. */
  readonly held: HeldExit | undefined
  readonly exit: ExitDraft
  /**
   * Percent of the position with two decimals; undefined as long as the size of the order stands, or of a row that was
   * added what the others of its kind leave.
   */
  readonly percentText: string | undefined
}

export interface TpslDraft {
  readonly rows: readonly TpslRow[]
  /** Orders whose rows were taken away. */
  readonly removed: readonly HeldExit[]
  readonly gainUnit: GainUnit
  /** How many rows were ever added: the next one's key. */
  readonly added: number
}

export interface TpslContext {
  readonly market: Market
  readonly position: SummaryPosition
  readonly mark: Ticks
  readonly isHalted: boolean
}

export type TpslAction =
  | { readonly kind: 'exit'; readonly key: string; readonly exit: ExitDraft }
  | { readonly kind: 'percent'; readonly key: string; readonly text: string }
  | { readonly kind: 'add'; readonly of: ExitKind }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'gainUnit'; readonly unit: GainUnit }
  /** The orders that stand, as the exchange tells them. */
  | { readonly kind: 'orders'; readonly held: readonly HeldExit[]; readonly market: Market }
  /** A change of ours has happened: the row stands for this order from now on. */
  | { readonly kind: 'stands'; readonly key: string; readonly held: HeldExit }
  | { readonly kind: 'gone'; readonly id: string }

const rowOf = (held: HeldExit, { priceDecimals }: Market): TpslRow => ({
  key: held.id,
  kind: held.kind,
  held,
  exit: exitAt(held.price, priceDecimals),
  percentText: undefined,
})

export const openDraft = (held: readonly HeldExit[], market: Market): TpslDraft => ({
  rows: held.map((exit) => rowOf(exit, market)),
  removed: [],
  gainUnit: 'usd',
  added: 0,
})

export function reduceTpsl(draft: TpslDraft, action: TpslAction): TpslDraft {
  const change = (key: string, part: Partial<TpslRow>): TpslDraft => ({
    ...draft,
    rows: draft.rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
  })
  switch (action.kind) {
    case 'exit':
      return change(action.key, { exit: action.exit })
    case 'percent':
      return change(action.key, { percentText: action.text })
    case 'add':
      return addRow(draft, action.of)
    case 'remove': {
      const row = draft.rows.find(({ key }) => key === action.key)
      return {
        ...draft,
        rows: draft.rows.filter(({ key }) => key !== action.key),
        removed: row?.held === undefined ? draft.removed : [...draft.removed, row.held],
      }
    }
    case 'gainUnit':
      return { ...draft, gainUnit: action.unit }
    case 'orders':
      return takeIn(draft, action.held, action.market)
    case 'stands':
      return change(action.key, { held: action.held, percentText: undefined })
    case 'gone':
      return { ...draft, removed: draft.removed.filter(({ id }) => id !== action.id) }
  }
}

/** A row for what the others of its kind leave of the position. */
function addRow(draft: TpslDraft, kind: ExitKind): TpslDraft {
  const row: TpslRow = {
    key: `added-${draft.added}`,
    kind,
    held: undefined,
    exit: EMPTY_EXIT,
    percentText: undefined,
  }
  return { ...draft, rows: [...draft.rows, row], added: draft.added + 1 }
}

/** Orders that ended leave, orders that came from elsewhere join, and what they have left is what the row stands for. */
function takeIn(draft: TpslDraft, held: readonly HeldExit[], market: Market): TpslDraft {
  const now = new Map(held.map((exit) => [exit.id, exit]))
  const known = new Set([
    ...draft.rows.flatMap((row) => row.held?.id ?? []),
    ...draft.removed.map(({ id }) => id),
  ])
  const rows = draft.rows
    .filter((row) => row.held === undefined || now.has(row.held.id))
    .map((row) => (row.held === undefined ? row : { ...row, held: now.get(row.held.id) }))
  const joined = held.filter(({ id }) => !known.has(id)).map((exit) => rowOf(exit, market))
  return {
    ...draft,
    rows: [...rows, ...joined],
    removed: draft.removed.flatMap(({ id }) => now.get(id) ?? []),
  }
}

// ---------------------------------------------------------------- what a row says

/**
 * Lots of every row of a kind, by its key. Percentages are cut off where their sum stands, not each for itself, so
 * that rows of 100 % together are the whole position; and what the first added row has not been told, it takes from
 * what is left:
 *
 *   size_i = ⌊ position · (p_1 + … + p_i) / 10⁴ ⌋ − ⌊ position · (p_1 + … + p_{i−1}) / 10⁴ ⌋      p with 2 decimals
 */
export function rowSizes(
  draft: TpslDraft,
  kind: ExitKind,
  position: SummaryPosition,
): ReadonlyMap<string, Lots> {
  const rows = draft.rows.filter((row) => row.kind === kind)
  const sizes = new Map<string, Lots>()
  let percent2 = 0
  let left: number = position.size
  const take = (row: TpslRow, size: number): void => {
    sizes.set(row.key, lots(size))
    left -= size
  }
  const upTo = (share2: number): number => mulDivFloor(position.size, share2, 10_000)
  for (const row of rows) {
    if (row.percentText === undefined) {
      if (row.held !== undefined) take(row, row.held.size)
      continue
    }
    const share2 = readNumeric(row.percentText, 2) ?? 0
    take(row, upTo(percent2 + share2) - upTo(percent2))
    percent2 += share2
  }
  for (const row of rows)
    if (row.percentText === undefined && row.held === undefined) take(row, Math.max(0, left))
  return sizes
}

export const rowSize = (row: TpslRow, draft: TpslDraft, position: SummaryPosition): Lots =>
  rowSizes(draft, row.kind, position).get(row.key) ?? lots(0)

export const rowPercent = (row: TpslRow, draft: TpslDraft, position: SummaryPosition): string =>
  row.percentText ?? writeNumeric(mulDivFloor(rowSize(row, draft, position), 10_000, position.size), 2)

export const rowPrice = (row: TpslRow, market: Market): Ticks | undefined =>
  exitPrice(row.exit, market.priceDecimals)

/** What the row would close of the position, against the mark; of an empty share the smallest part there is. */
export function rowBasis(row: TpslRow, draft: TpslDraft, { market, position, mark }: TpslContext): ExitBasis {
  const size = lots(Math.min(position.size, Math.max(1, rowSize(row, draft, position))))
  return {
    part: exitPart(position, size, market.scale),
    priceDecimals: market.priceDecimals,
    reference: mark,
  }
}

export const totalSize = (draft: TpslDraft, kind: ExitKind, position: SummaryPosition): number =>
  [...rowSizes(draft, kind, position).values()].reduce((sum: number, size) => sum + size, 0)
