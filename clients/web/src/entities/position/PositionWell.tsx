/** The position that a dialog speaks of: market, side, leverage, size and entry; mark and profit at the right. */
import { useTranslation } from 'react-i18next'
import { formatPrice, formatSignedMoney, formatSize } from '../../shared/format/index.ts'
import { Badge } from '../../ui/index.ts'
import { signClass, type PositionRow } from '../account/index.ts'
import { MarketLogo } from '../market/index.ts'

export function PositionWell({ row }: { readonly row: PositionRow }) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <div className="flex items-center gap-3 rounded-[8px] bg-s3 px-[14px] py-[10px]">
      <MarketLogo market={market} size={22} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-semibold">
          {market.label}
          <Badge tone={row.isLong ? 'up' : 'down'}>{t(row.isLong ? 'side.long' : 'side.short')}</Badge>
          <span className="text-caption text-t2">{row.leverage}X</span>
        </p>
        <p className="text-dense text-t2">
          {t('closePosition.at', {
            size: formatSize(row.size, market.sizeDecimals),
            base: market.base,
            price: formatPrice(row.entryPrice, market.priceDecimals),
          })}
        </p>
      </div>
      <div className="text-right">
        <p className="live-price">{formatPrice(row.markPrice, market.priceDecimals)}</p>
        <p className={`live-price text-dense ${signClass(row.unrealizedPnl)}`}>
          {formatSignedMoney(row.unrealizedPnl)}
        </p>
      </div>
    </div>
  )
}
