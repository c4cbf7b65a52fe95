/** Take profit and stop loss of a position in one line, the nearest of each, and the pencil that edits them. */
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatPrice, MISSING } from '../../shared/format/index.ts'
import { IconButton } from '../../ui/index.ts'
import type { PositionRow } from '../account/index.ts'
import type { HeldExit } from '../order/index.ts'
import { usePositionExits } from './usePositionExits.ts'

export function ExitPrices({
  row,
  onEdit,
}: {
  readonly row: PositionRow
  readonly onEdit: (symbol: string) => void
}) {
  const { t } = useTranslation()
  const exits = usePositionExits(row)
  const { market } = row
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Nearest exits={exits.filter(({ kind }) => kind === 'takeProfit')} decimals={market.priceDecimals} />
      <span className="text-t3">/</span>
      <Nearest exits={exits.filter(({ kind }) => kind === 'stopLoss')} decimals={market.priceDecimals} />
      <IconButton
        label={t('tpsl.edit', { market: market.label })}
        size={22}
        className="max-md:-my-3 max-md:size-11"
        onClick={() => onEdit(market.symbol)}
      >
        <Pencil size={13} strokeWidth={1.5} />
      </IconButton>
    </span>
  )
}

function Nearest({ exits, decimals }: { readonly exits: readonly HeldExit[]; readonly decimals: number }) {
  const { t } = useTranslation()
  const [nearest] = exits
  if (nearest === undefined) return <span className="text-t3">{MISSING}</span>
  return (
    <span>
      {formatPrice(nearest.price, decimals)}
      {exits.length > 1 && (
        <span className="text-caption text-t3"> {t('tpsl.more', { count: exits.length - 1 })}</span>
      )}
    </span>
  )
}
