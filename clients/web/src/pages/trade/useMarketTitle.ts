/**
 * Document title: mark price, market, product ([2.26]). It also moves while the tab is hidden and no frame is
 * painted, which is when people look at it; once a second is enough.
 */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive, type Market } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'

const TITLE_MS = 1_000

export function useMarketTitle(market: Market | undefined): void {
  const { t } = useTranslation()
  const live = useLive()
  useEffect(() => {
    if (market === undefined) return
    const write = (): void => {
      const mark = live.tickers.latest().get(market.symbol)?.markPrice
      document.title = t('trade.title', {
        price: formatPrice(mark, market.priceDecimals),
        market: market.label,
      })
    }
    write()
    const timer = setInterval(write, TITLE_MS)
    return () => {
      clearInterval(timer)
      document.title = t('app.name')
    }
  }, [live, market, t])
}
