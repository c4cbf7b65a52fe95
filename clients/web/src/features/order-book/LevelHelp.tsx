/** Beside a level: what taking everything down to it would cost, and the own order there. Follows the book. */
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lots, ticks } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import { formatPrice, formatSize } from '../../shared/format/index.ts'
import { worthText } from './bookUnits.ts'
import type { BookRow } from './bookView.ts'
import type { ShownLevel } from './useLevelWalk.ts'

const GAP_PX = 8

export interface LevelHelpProps {
  readonly id: string
  readonly row: BookRow
  readonly market: Market
  readonly at: ShownLevel
}

export function LevelHelp({ id, row, market, at }: LevelHelpProps) {
  const { t } = useTranslation()
  const figures = [
    [t('book.average'), formatPrice(ticks(Number(row.cumulative / BigInt(row.total))), market.priceDecimals)],
    [t('book.sum'), `${formatSize(row.total, market.sizeDecimals)} ${market.base}`],
    [t('book.worth'), worthText(row.cumulative, market)],
  ]
  return createPortal(
    <div
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-60 -translate-x-full rounded-[5px] bg-ink px-[9px] py-[6px] text-dense whitespace-nowrap text-on-ink"
      style={{ left: at.left - GAP_PX, top: at.top - GAP_PX }}
    >
      {figures.map(([name, figure]) => (
        <p key={name} className="flex justify-between gap-4">
          <span className="opacity-75">{name}</span> <span>{figure}</span>
        </p>
      ))}
      {row.own !== undefined && (
        <p className="mt-1">
          {t('book.ownOrder', { size: formatSize(lots(row.own), market.sizeDecimals), base: market.base })}
        </p>
      )}
    </div>,
    document.body,
  )
}
