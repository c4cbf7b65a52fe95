/** GET /transfer: deposits and withdrawals of the account, newest first. */
import { TRANSFER_TYPES, REFUSAL } from '@vest/protocol'
import type { StoredTransfer } from '@vest/runtime'
import { isRefusal, refuse } from '../../../refusal.ts'
import { transferRowOf } from '../../../transferRow.ts'
import { BY_ACCEPTANCE, listPageOf } from '../../listPage.ts'
import { integerOf, signerOf, textOf } from '../../query.ts'
import { rowsByNow } from '../../rowsByNow.ts'
import { keyRoute } from '../../route.ts'

export const getTransfer = keyRoute('transfers', async (edge, { query }, caller) => {
  const id = textOf(query, 'id')
  if (isRefusal(id)) return id
  const nonce = integerOf(query, 'nonce')
  if (isRefusal(nonce)) return nonce
  const signer = signerOf(query)
  if (isRefusal(signer)) return signer
  const typeText = textOf(query, 'orderType')
  if (isRefusal(typeText)) return typeText
  const type = TRANSFER_TYPES.find((each) => each === typeText)
  if (typeText !== undefined && type === undefined) return refuse(REFUSAL.INVALID_ORDER_TYPE)
  const page = listPageOf<StoredTransfer>(query, BY_ACCEPTANCE)
  if (isRefusal(page)) return page

  const transfers = await rowsByNow(edge, caller, { nonce, signer }, () =>
    edge.store.transfers({
      account: caller.account,
      ...page.window,
      ...(id === undefined ? {} : { id: id.toLowerCase() }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(signer === undefined ? {} : { signer }),
      ...(type === undefined ? {} : { type }),
    }),
  )
  if (isRefusal(transfers)) return transfers
  // A burn from before this start is told by its log; what is found goes to the account's feed.
  for (const transfer of transfers) edge.payouts?.recall(transfer)
  return page.answer(transfers, (transfer) => transferRowOf(edge, transfer))
})
