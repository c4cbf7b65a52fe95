/**
 * Rows of an account, as fresh as everything that it was answered or pushed. A request by a nonce asks what
 * became of a message whose answer was lost; a group may be on its way to the disk for as long as the disk likes. So that
 * there is no such row is said only when all that had been sequenced by the time of the question is in the store: from the
 * end of its window on, a message without a row is one that was never executed. A nonce is a number of the key that signed:
 * the row of another key with the same one is no answer. A request without a signer gets the rows of all keys, and filters them.
 */
import type { Address } from '@vest/protocol'
import type { Caller } from '../caller.ts'
import { type Edge } from '../edge.ts'
import { catchUp } from '../engineCalls.ts'
import type { Refusal } from '../refusal.ts'

export async function rowsByNow<Row extends { readonly signer?: Address }>(
  edge: Pick<Edge, 'clock' | 'engine' | 'projector' | 'view'>,
  caller: Pick<Caller, 'account' | 'signer'>,
  asked: { readonly nonce: number | undefined; readonly signer: Address | undefined },
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[] | Refusal> {
  const seenSeq = edge.view.lastSeqOf(caller.account)
  await edge.projector.flushedThrough(seenSeq)
  const rows = await read()
  const signer = asked.signer ?? caller.signer
  if (asked.nonce === undefined || rows.some((row) => row.signer === signer)) return rows
  const unknown = await catchUp(edge)
  if (unknown) return unknown
  const lastSeq = edge.view.lastSeqOf(caller.account)
  if (lastSeq === seenSeq) return rows
  await edge.projector.flushedThrough(lastSeq)
  return read()
}
