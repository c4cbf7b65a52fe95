/** POST /transfer/deposit/solana: a deposit that was sent on Solana, by the hash of its transaction. */
import { solanaDepositRequest } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { askOutside } from '../../outsideRoute.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

export const postTransferDepositSolana = keyRoute('depositSolana', async (edge, request, caller) => {
  const body = readBody(solanaDepositRequest, request.body)
  if (isRefusal(body)) return body
  const barred = await barCapital(edge, caller)
  return barred ?? askOutside(edge, 'solana', (solana) => solana.claim(caller.account, body.transactionHash))
})
