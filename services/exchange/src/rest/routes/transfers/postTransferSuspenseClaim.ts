/**
 * POST /transfer/suspense/claim: what lies at the account's deposit address and is no deposit goes to the account's own
 * address. Accounts of Solana wallets have none on these chains.
 */
import { strayClaimRequest, type Address } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'
import { barSolana } from '../../solanaAccounts.ts'

export const postTransferSuspenseClaim = keyRoute('claimStray', async (edge, request, caller) => {
  const body = readBody(strayClaimRequest, request.body)
  if (isRefusal(body)) return body
  const barred = (await barCapital(edge, caller)) ?? (await barSolana(edge, caller))
  if (barred) return barred
  const token = body.token?.toLowerCase() as Address | undefined
  return edge.strays.claim(caller.account, body.chainId, token)
})
