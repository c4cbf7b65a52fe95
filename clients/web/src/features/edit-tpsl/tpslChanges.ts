/**
 * From what stands to what shall be, one command after the other. An order is moved by putting the new one in its
 * place, both or neither, so that nothing is unprotected in between; what has no counterpart is cancelled or added.
 * After every command the sum of each kind stays within the position, as the exchange demands. Only where that leaves
 * no other way an order is cancelled first and set anew last ([4.8]).
 */
import type { Lots, Ticks } from '@vest/protocol'
import type { ExitKind } from '../../entities/order/exitDraft.ts'
import type { HeldExit } from '../../entities/order/heldExits.ts'
import { rowPrice, rowSize, type TpslContext, type TpslDraft, type TpslRow } from './tpslForm.ts'
import { isChanged } from './tpslState.ts'

/** A row as it shall stand. */
export interface WantedExit {
  readonly key: string
  readonly kind: ExitKind
  readonly price: Ticks
  readonly size: Lots
}

export type TpslChange =
  | { readonly kind: 'cancel'; readonly held: HeldExit }
  | { readonly kind: 'replace'; readonly held: HeldExit; readonly wanted: WantedExit }
  | { readonly kind: 'place'; readonly wanted: WantedExit }

/** Stop losses first: they protect. Of a draft that is ready. */
export const tpslChanges = (draft: TpslDraft, context: TpslContext): readonly TpslChange[] =>
  (['stopLoss', 'takeProfit'] as const).flatMap((kind) => changesOf(kind, draft, context))

function changesOf(kind: ExitKind, draft: TpslDraft, context: TpslContext): readonly TpslChange[] {
  const rows = draft.rows.filter((row) => row.kind === kind)
  const changed = rows.filter((row) => isChanged(row, draft, context))
  const removed = draft.removed.filter((held) => held.kind === kind)
  const moved = changed.flatMap((row) =>
    row.held === undefined ? [] : [{ held: row.held, wanted: wantedOf(row, draft, context) }],
  )
  const added = changed.filter((row) => row.held === undefined).map((row) => wantedOf(row, draft, context))
  // What goes makes room for what comes, in one command.
  const paired = removed.slice(0, added.length).map((held, at) => ({ held, wanted: added[at]! }))
  const swaps = [...moved, ...paired].sort((a, b) => growth(a) - growth(b))
  const standing = rows.reduce((sum, row) => sum + (row.held?.size ?? 0), 0)
  const all = standing + removed.reduce((sum, held) => sum + held.size, 0)
  return inOrder({
    cancelled: removed.slice(added.length),
    swaps,
    added: added.slice(paired.length),
    standing: all,
    room: context.position.size,
  })
}

interface Swap {
  readonly held: HeldExit
  readonly wanted: WantedExit
}

const growth = ({ held, wanted }: Swap): number => wanted.size - held.size

/** Cancellations, then what shrinks, then what grows, then what is new. */
function inOrder(input: {
  readonly cancelled: readonly HeldExit[]
  readonly swaps: readonly Swap[]
  readonly added: readonly WantedExit[]
  readonly standing: number
  readonly room: number
}): readonly TpslChange[] {
  const changes: TpslChange[] = input.cancelled.map((held) => ({ kind: 'cancel', held }))
  let standing = input.cancelled.reduce((sum, held) => sum - held.size, input.standing)
  const anew: WantedExit[] = []
  for (const swap of input.swaps) {
    if (standing + growth(swap) <= input.room) {
      changes.push({ kind: 'replace', ...swap })
      standing += growth(swap)
    } else {
      changes.push({ kind: 'cancel', held: swap.held })
      anew.push(swap.wanted)
      standing -= swap.held.size
    }
  }
  return [...changes, ...[...anew, ...input.added].map((wanted) => ({ kind: 'place' as const, wanted }))]
}

function wantedOf(row: TpslRow, draft: TpslDraft, { market, position }: TpslContext): WantedExit {
  const { key, kind, held } = row
  // A draft that is ready has a price in every row that it changes.
  return { key, kind, price: rowPrice(row, market) ?? held!.price, size: rowSize(row, draft, position) }
}
