/**
 * What has newly become of transfers, found by comparing two states of the account: whether the feed or a read
 * brought it, it is news once. A transfer that was not known before is news only if the feed announced it: the
 * history that is read at sign-in is none.
 */
import { isDeposit } from '@vest/protocol'
import type { Transfer } from '../../live/index.ts'

export interface TransferNews {
  readonly kind: 'verified' | 'filled' | 'rejected'
  readonly transfer: Transfer
}

type Transfers = ReadonlyMap<string, Transfer>

export function transferNews(
  before: Transfers,
  after: Transfers,
  announced: ReadonlySet<string>,
): readonly TransferNews[] {
  if (before === after) return []
  const news: TransferNews[] = []
  for (const transfer of after.values()) {
    const held = before.get(transfer.id)
    if (held === undefined ? !announced.has(transfer.id) : held.status === transfer.status) continue
    if (transfer.status === 'VERIFIED') news.push({ kind: 'verified', transfer })
    if (transfer.status === 'FILLED') news.push({ kind: 'filled', transfer })
    if (transfer.status === 'REJECTED') news.push({ kind: 'rejected', transfer })
  }
  return news
}

export const isWithdrawal = ({ type }: Pick<Transfer, 'type'>): boolean => !isDeposit(type)
