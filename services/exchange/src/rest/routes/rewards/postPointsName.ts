/** POST /points/name: whether others see the account on the leaderboard. */
import { pointsNameRequest } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

export const postPointsName = keyRoute('showOnLeaderboard', async (edge, request, caller) => {
  const body = readBody(pointsNameRequest, request.body)
  if (isRefusal(body)) return body
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  await edge.shownNames.set(caller.account, body.shown)
  return { shown: body.shown }
})
