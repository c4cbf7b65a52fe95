/** POST /account/leverage: unsigned, so the API key alone vouches for it; every refusal is synchronous. */
import { leverageRequest, type LeverageResponse, REFUSAL } from '@vest/protocol'
import { submit } from '../../engineCalls.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postAccountLeverage = keyRoute('setLeverage', async (edge, request, caller) => {
  const body = readBody(leverageRequest, request.body)
  if (isRefusal(body)) return body
  if (!(await edge.view.accountExists(caller.account))) return refuse(REFUSAL.ACCOUNT_NOT_FOUND)
  if (edge.view.market(body.symbol) === undefined) return refuse(REFUSAL.BAD_SYMBOL)
  if (!Number.isSafeInteger(body.value) || body.value < 1)
    return refuse(REFUSAL.INVALID_PARAMETER, 'value must be a positive integer')
  const { symbol, value } = body
  const done = await submit(edge, { kind: 'SetLeverage', account: caller.account, symbol, leverage: value })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  edge.view.noteWrite(caller.account, done.seq)
  const answer: LeverageResponse = { symbol, value }
  return answer
})
