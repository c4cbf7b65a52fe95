/** GET /account: collateral, margins and positions at the current marks, and what it has in the LP pool. */
import { hexToBytes, solanaAddressOf } from '@vest/protocol'
import { capitalEntryText } from '../../capital/capitalText.ts'
import { accountText, emptyAccountText } from '../../wireText.ts'
import { keyRoute } from '../route.ts'

export const getAccount = keyRoute(
  'account',
  async ({ engine, view, clock, outside }, _request, { account }) => {
    const [found, lp, [capital]] = await Promise.all([
      engine.query('account', { account }),
      engine.query('lp', { account }),
      engine.query('capital', { accounts: [account] }),
    ])
    const programme = {
      capital: capital === undefined ? null : capitalEntryText(capital, false),
      twitterUsername: outside.social?.username(account) ?? null,
    }
    if (found === undefined || lp === undefined)
      return { ...emptyAccountText(account, clock.nowMs()), ...programme }
    const text = { ...accountText(found, lp, (symbol) => view.market(symbol)?.spec), ...programme }
    // People know it by the name that their wallet gives it.
    return found.publicKey === undefined
      ? text
      : { ...text, address: solanaAddressOf(hexToBytes(found.publicKey)) }
  },
)
