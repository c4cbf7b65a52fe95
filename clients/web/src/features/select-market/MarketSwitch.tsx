/**
 * The name of the market in the market bar: opens the markets dropdown; the slash key does the same. The table is
 * loaded when the pointer comes near, at the latest when it opens.
 */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HaltBadge, MarketLogo, type MarketRow } from '../../entities/market/index.ts'
import { useHotkey } from '../../entities/hotkeys/index.ts'
import type { Market } from '../../live/index.ts'
import { Popover } from '../../ui/index.ts'

const loadTable = () => import('./MarketsTable.tsx')
const MarketsTable = lazy(async () => ({ default: (await loadTable()).MarketsTable }))
/** A table that cannot be loaded is told of when it is wanted. */
const preload = (): void => void loadTable().catch(() => undefined)

export function MarketSwitch({
  market,
  row,
}: {
  readonly market: Market
  readonly row: MarketRow | undefined
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useHotkey('search', () => setIsOpen(true))
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      label={t('market.choose')}
      className="flex max-h-[min(520px,80dvh)] w-[min(720px,calc(100vw-16px))] flex-col overflow-hidden bg-s2"
      trigger={
        <button
          type="button"
          className="flex items-center gap-[10px] text-left"
          onPointerEnter={preload}
          onFocus={preload}
        >
          <MarketLogo market={market} size={34} />
          <span>
            <span className="flex items-center gap-[5px] text-title font-semibold whitespace-nowrap">
              {market.label}
              <ChevronDown size={14} strokeWidth={1.5} className="text-t2" aria-hidden="true" />
              <HaltBadge row={row} />
            </span>
            <span className="block max-w-[180px] truncate text-caption text-t3">
              {market.displayName} · {t('market.perpetual')}
            </span>
            <span className="sr-only">{t('market.choose')}</span>
          </span>
        </button>
      }
    >
      <Suspense fallback={<div aria-busy="true" className="h-[420px]" />}>
        <MarketsTable variant="dropdown" onChoose={() => setIsOpen(false)} />
      </Suspense>
    </Popover>
  )
}
