/** GET /positions/history: positions that have ended, newest first. */
import { assert, type ClosedPositionRow } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { closedPositionText } from '../../wireText.ts'
import { BY_END, listPageOf } from '../listPage.ts'
import { symbolsOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getPositionsHistory = keyRoute('closedPositions', async (edge, { query }, { account }) => {
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const page = listPageOf(query, BY_END)
  if (isRefusal(page)) return page

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const closed = await edge.store.closedPositions(account, {
    ...page.window,
    ...symbols,
  })
  return page.answer(closed, (position): ClosedPositionRow => {
    const market = edge.view.market(position.symbol)
    assert(market !== undefined, `position in a market that was never listed: ${position.symbol}`)
    return closedPositionText(position, market.spec)
  })
})
