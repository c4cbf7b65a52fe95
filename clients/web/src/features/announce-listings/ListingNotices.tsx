/** Announces markets that were listed since the last visit ([2.24]), three at most, each with the way to it. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { showToast } from '../../ui/index.ts'
import { newListings } from './newListings.ts'

const ANNOUNCED_MAX = 3

export function ListingNotices() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const markets = useFrame(useLive().markets)
  useEffect(() => {
    if (markets === undefined) return
    const { knownMarkets, change } = usePreferences.getState()
    const listed = newListings(knownMarkets, markets.values())
    if (listed.length === 0 && knownMarkets?.length === markets.size) return
    for (const market of listed.slice(0, ANNOUNCED_MAX))
      showToast({
        key: `listed-${market.symbol}`,
        tone: 'info',
        title: t('market.listed', { market: market.label }),
        text: t('market.listedText', { name: market.displayName }),
        action: {
          label: t('market.trade', { market: market.label }),
          onClick: () => void navigate({ to: '/trade/$symbol', params: { symbol: market.symbol } }),
        },
      })
    change({ knownMarkets: [...markets.keys()] })
  }, [markets, navigate, t])
  return null
}
