/** Looks at the positions of an account and tells of those that have come near to their liquidation. */
import { formatDecimalShort } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import { distanceBps, lookAt } from './liquidationDistance.ts'
import { priceText, type MarketOf } from './marketLookup.ts'
import type { NoticeBook } from './noticeBook.ts'
import type { NoticeDocument } from './noticeDocument.ts'

export async function tellNearLiquidations(
  book: NoticeBook,
  { engine, market }: { readonly engine: Pick<EngineClient, 'query'>; readonly market: MarketOf },
  document: NoticeDocument,
  timeMs: number,
): Promise<void> {
  const view = await engine.query('account', { account: document.account })
  const positions = (view?.positions ?? []).filter(({ size }) => size > 0)
  if (positions.length === 0 && document.distances.length === 0) return
  document.distances = positions.flatMap(({ symbol, isLong, mark, liquidationPrice }) => {
    if (liquidationPrice === undefined || mark <= 0) return []
    const known = document.distances.find((one) => one.symbol === symbol)
    const bps = distanceBps(mark, liquidationPrice)
    const { kept, isTold } = lookAt(known, { symbol, isLong, bps })
    if (isTold) {
      const values = {
        distance: formatDecimalShort(bps, 2),
        mark: priceText(market, symbol, mark),
        liquidation: priceText(market, symbol, liquidationPrice),
        side: isLong ? 'LONG' : 'SHORT',
      }
      const noticeId = `near:${symbol}:${timeMs}`
      book.tell(
        document,
        { noticeId, about: 'LIQUIDATION', kind: 'LIQUIDATION_NEAR', symbol, values },
        timeMs,
      )
    }
    return [kept]
  })
}
