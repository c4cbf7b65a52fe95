/** GET /depth: users and pool merged by price, best first; 20 levels by default, 100 at most. */
import { assert, DEPTH_LEVELS_MAX, DEPTH_LEVELS_PUSHED } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { depthText } from '../../wireText.ts'
import { marketOf } from '../marketSelection.ts'
import { limitOf } from '../query.ts'
import { publicRoute } from '../route.ts'

export const getDepth = publicRoute('depth', async (edge, { query }) => {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const limit = limitOf(query, DEPTH_LEVELS_MAX, DEPTH_LEVELS_PUSHED)
  if (isRefusal(limit)) return limit
  const depth = await edge.engine.query('depth', { symbol: market.spec.symbol, limit })
  assert(depth !== undefined, 'a listed market has a book')
  return depthText(depth, market.spec, limit)
})
