/** GET /account: collateral, margins and positions at the current marks, and what it has in the LP pool. */
import { accountText, emptyAccountText } from '../../wireText.ts'
import { keyRoute } from '../route.ts'

export const getAccount = keyRoute('account', async ({ engine, view, clock }, _request, { account }) => {
  const [found, lp] = await Promise.all([
    engine.query('account', { account }),
    engine.query('lp', { account }),
  ])
  if (found === undefined || lp === undefined) return emptyAccountText(account, clock.nowMs())
  return accountText(found, lp, (symbol) => view.market(symbol)?.spec)
})
