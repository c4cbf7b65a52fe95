/** GET /onramper/url: where the account buys USDC with a card; the on-ramp answers. */
import { barCapital } from '../../capitalAccounts.ts'
import { askOutside } from '../../outsideRoute.ts'
import { keyRoute } from '../../route.ts'

export const getOnramperUrl = keyRoute('onRampUrl', async (edge, _request, caller) => {
  const barred = await barCapital(edge, caller)
  return barred ?? askOutside(edge, 'onRamp', (onRamp) => onRamp.url(caller.account))
})
