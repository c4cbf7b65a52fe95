/** /alerts: prices that an account waits for. */
import { alertRequest } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

export const getAlerts = keyRoute('alerts', (edge, _request, { account }) => ({
  alerts: [...edge.notices.alerts(account)],
}))

export const postAlerts = keyRoute('setAlert', async (edge, request, { account }) => {
  const body = readBody(alertRequest, request.body)
  return isRefusal(body) ? body : edge.notices.setAlert(account, body)
})

export const deleteAlert = keyRoute('removeAlert', async (edge, { params }, { account }) => ({
  alerts: [...(await edge.notices.removeAlert(account, params['id'] ?? ''))],
}))
