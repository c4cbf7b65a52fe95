/** The name of the market in the market bar: opens the markets dropdown; the slash key does the same. */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MarketLogo } from '../../entities/market/index.ts'
import { useHotkey } from '../../entities/hotkeys/index.ts'
import type { Market } from '../../live/index.ts'
import { Badge, Popover } from '../../ui/index.ts'
import { MarketsTable } from './MarketsTable.tsx'

export function MarketSwitch({ market, isHalted }: { readonly market: Market; readonly isHalted: boolean }) {
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
          aria-label={`${market.label}. ${t('market.choose')}`}
        >
          <MarketLogo base={market.base} size={34} />
          <span>
            <span className="flex items-center gap-[5px] text-title font-semibold whitespace-nowrap">
              {market.label}
              <ChevronDown size={14} strokeWidth={1.5} className="text-t2" aria-hidden="true" />
              {isHalted && <Badge tone="warn">{t('market.halted')}</Badge>}
            </span>
            <span className="block max-w-[180px] truncate text-caption text-t3">
              {market.displayName} · {t('market.perpetual')}
            </span>
          </span>
        </button>
      }
    >
      <MarketsTable variant="dropdown" onChoose={() => setIsOpen(false)} />
    </Popover>
  )
}
