/**
 * Rows of an account, as fresh as everything that it was answered or pushed. Whoever asks by a nonce wants to know what
 * became of a message whose answer was lost; a group may be on its way to the disk for as long as the disk likes. So that
 * there is no such row is said only when all that had been sequenced by the time of the question is in the store: from the
 * end of its window on, a message without a row is one that was never executed.
 */
import type { Address } from '@vest/protocol'
import type { Edge } from '../edge.ts'

export async function rowsByNow<Row>(
  edge: Edge,
  account: Address,
  nonce: number | undefined,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const seenSeq = edge.view.lastSeqOf(account)
  await edge.projector.flushedThrough(seenSeq)
  const rows = await read()
  if (nonce === undefined || rows.length > 0) return rows
  await edge.engine.caughtUp()
  const lastSeq = edge.view.lastSeqOf(account)
  if (lastSeq === seenSeq) return rows
  await edge.projector.flushedThrough(lastSeq)
  return read()
}
