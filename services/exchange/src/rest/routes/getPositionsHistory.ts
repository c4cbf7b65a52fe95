/** GET /positions/history: positions that have ended, newest first. */
import { assert, type ClosedPositionRow } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { closedPositionText } from '../../wireText.ts'
import { symbolsOf, windowOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getPositionsHistory = keyRoute('closedPositions', async (edge, { query }, { account }) => {
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const window = windowOf(query)
  if (isRefusal(window)) return window

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const closed = await edge.store.closedPositions(account, {
    ...window,
    ...symbols,
  })
  return closed.map((position): ClosedPositionRow => {
    const market = edge.view.market(position.symbol)
    assert(market !== undefined, `position in a market that was never listed: ${position.symbol}`)
    return closedPositionText(position, market.spec)
  })
})
