/** GET /account: collateral, margins and positions at the current marks. */
import { accountText, emptyAccountText } from '../../wireText.ts'
import { keyRoute } from '../route.ts'

export const getAccount = keyRoute('account', async (edge, _request, caller) => {
  const view = await edge.engine.query('account', { account: caller.account })
  if (view === undefined) return emptyAccountText(caller.account, edge.clock.nowMs())
  return accountText(view, (symbol) => edge.view.market(symbol)?.spec)
})
