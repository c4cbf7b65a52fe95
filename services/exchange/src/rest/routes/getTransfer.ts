/** GET /transfer: deposits and withdrawals of the account, newest first. */
import { TRANSFER_TYPES, type TransferRow } from '@vest/protocol'
import { isRefusal, refuse } from '../../refusal.ts'
import { transferRowText } from '../../wireText.ts'
import { integerOf, signerOf, textOf, windowOf } from '../query.ts'
import { rowsByNow } from '../rowsByNow.ts'
import { keyRoute } from '../route.ts'

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
  if (typeText !== undefined && type === undefined) return refuse(1116)
  const window = windowOf(query)
  if (isRefusal(window)) return window

  const transfers = await rowsByNow(edge, caller, { nonce, signer }, () =>
    edge.store.transfers({
      account: caller.account,
      ...window,
      ...(id === undefined ? {} : { id: id.toLowerCase() }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(signer === undefined ? {} : { signer }),
      ...(type === undefined ? {} : { type }),
    }),
  )
  if (isRefusal(transfers)) return transfers
  return transfers.map((transfer): TransferRow =>
    transferRowText(transfer, edge.chains.tokenName(transfer.chainId, transfer.token)),
  )
})
