/** GET /transfer/suspense: what arrived for the account and is credited to no account. */
import type { Address } from '@vest/protocol'
import { isAddress } from '../../../isAddress.ts'
import { isRefusal, malformed } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { textOf } from '../../query.ts'
import { keyRoute } from '../../route.ts'

export const getTransferSuspense = keyRoute('strays', async (edge, { query }, caller) => {
  const text = textOf(query, 'sender')
  if (isRefusal(text)) return text
  const sender = text?.toLowerCase() as Address | undefined
  if (sender !== undefined && !isAddress(sender)) return malformed('Malformed: sender')
  const barred = await barCapital(edge, caller)
  return barred ?? edge.strays.list(caller.account, sender)
})
