/**
 * What of the TP/SL dialog may be set ([5.6]): something changed, every row complete and on its side of the mark, and
 * neither the take profits nor the stop losses larger than the position.
 */
import { mulDivCeil, mulDivFloor } from '@vest/protocol'
import { isExitOnSide, isPriceless, type ExitKind } from '../../entities/order/exitDraft.ts'
import {
  EXIT_KINDS,
  rowPrice,
  rowSize,
  totalSize,
  type TpslContext,
  type TpslDraft,
  type TpslRow,
} from './tpslForm.ts'

export interface TpslGroup {
  readonly kind: ExitKind
  /** Percent of the position, two decimals. */
  readonly totalPercent2: number
  readonly fault: TpslFault | undefined
}

/** `key`: the row at fault; `noPrice`: no price brings the gain that stands in it. */
export type TpslFault =
  | { readonly kind: 'noPrice'; readonly key: string }
  | { readonly kind: 'over'; readonly key: string; readonly byPercent2: number }
  | { readonly kind: 'side'; readonly key: string }

/** A numeric field of the dialog. */
export type TpslField = `${string}-${'price' | 'gain' | 'percent'}`

/** `refused`: a field says that it did not take what was typed. */
export type TpslState = 'ready' | 'closed' | 'idle' | 'refused'

/** New, or other than the order that it stands for. */
export const isChanged = (row: TpslRow, draft: TpslDraft, { market, position }: TpslContext): boolean =>
  row.held === undefined ||
  rowPrice(row, market) !== row.held.price ||
  rowSize(row, draft, position) !== row.held.size

export function tpslGroup(draft: TpslDraft, kind: ExitKind, context: TpslContext): TpslGroup {
  const { position } = context
  const total = totalSize(draft, kind, position)
  return {
    kind,
    totalPercent2: mulDivFloor(total, 10_000, position.size),
    fault:
      noPriceFault(draft, kind) ?? sideFault(draft, kind, context) ?? overFault(draft, kind, context, total),
  }
}

function noPriceFault(draft: TpslDraft, kind: ExitKind): TpslFault | undefined {
  const row = draft.rows.find((one) => one.kind === kind && isPriceless(one.exit))
  return row && { kind: 'noPrice', key: row.key }
}

/** What stands may be about to fire; only what would be sent is judged. */
function sideFault(draft: TpslDraft, kind: ExitKind, context: TpslContext): TpslFault | undefined {
  const { market, position, mark } = context
  const row = draft.rows.find((one) => {
    const price = rowPrice(one, market)
    if (one.kind !== kind || price === undefined || price === one.held?.price) return false
    return !isExitOnSide(kind, { price, isLong: position.isLong, reference: mark })
  })
  return row && { kind: 'side', key: row.key }
}

function overFault(
  draft: TpslDraft,
  kind: ExitKind,
  { position }: TpslContext,
  total: number,
): TpslFault | undefined {
  const last = draft.rows.findLast((row) => row.kind === kind)
  if (last === undefined || total <= position.size) return undefined
  return { kind: 'over', key: last.key, byPercent2: mulDivCeil(total - position.size, 10_000, position.size) }
}

export function tpslState(
  draft: TpslDraft,
  context: TpslContext,
  refused: readonly TpslField[] = [],
): TpslState {
  const { market, position } = context
  const changed = draft.rows.filter((row) => isChanged(row, draft, context))
  const isDirty = changed.length > 0 || draft.removed.length > 0
  const isComplete = changed.every(
    (row) => rowPrice(row, market) !== undefined && rowSize(row, draft, position) > 0,
  )
  const isSound = EXIT_KINDS.every((kind) => {
    const { fault } = tpslGroup(draft, kind, context)
    return fault === undefined || !changed.some((row) => row.kind === kind)
  })
  if (context.isHalted) return 'closed'
  if (!isDirty || !isComplete || !isSound) return 'idle'
  return refused.length > 0 ? 'refused' : 'ready'
}
