/** Every alert of this browser: where it waits, how far the mark is from it, and the way to be rid of it. */
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket, useTicker } from '../../entities/market/index.ts'
import { alertDistancePercent2, priceAlerts, type PriceAlert } from '../../entities/price-alert/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useFrame } from '../../live/index.ts'
import { formatPercent, formatPrice } from '../../shared/format/index.ts'
import { Button, Checkbox, Dialog, EmptyState, IconButton, showToast } from '../../ui/index.ts'

export function AlertsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const alerts = useFrame(priceAlerts())
  const isKeptThere = useSession(({ status }) => status === 'ready')
  const heading = useRef<HTMLParagraphElement>(null)
  const remove = (gone: readonly PriceAlert[]): void => {
    const removed = priceAlerts().remove(gone.map(({ id }) => id))
    // The button that had the focus is gone with its row.
    heading.current?.focus()
    if (removed.length === 0) return
    showToast({
      key: 'alerts-removed',
      tone: 'info',
      title: t('alert.removed', { count: removed.length }),
      action: {
        label: t('drawing.undo'),
        onClick: () => {
          for (const alert of removed) priceAlerts().add(alert)
        },
      },
    })
  }
  const sorted = [...alerts].sort((a, b) => a.symbol.localeCompare(b.symbol) || b.price - a.price)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('alert.title')}
      width={440}
      closeLabel={t('common.close')}
      footer={
        alerts.length > 1 ? (
          <Button size="lg" onClick={() => remove(alerts)}>
            {t('alert.removeAll')}
          </Button>
        ) : undefined
      }
    >
      <p ref={heading} tabIndex={-1} className="text-dense text-t2 outline-none">
        {t(isKeptThere ? 'alert.server' : 'alert.whileOpen')}
      </p>
      {sorted.length === 0 ? (
        <EmptyState
          title={t('alert.none')}
          text={t('alert.noneText')}
          action={<Button onClick={onClose}>{t('alert.toChart')}</Button>}
        />
      ) : (
        <ul aria-label={t('alert.title')} className="mt-2 flex flex-col">
          {sorted.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              mayRepeat={isKeptThere}
              onLeave={onClose}
              onRemove={() => remove([alert])}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface AlertRowProps {
  readonly alert: PriceAlert
  readonly mayRepeat: boolean
  readonly onLeave: () => void
  readonly onRemove: () => void
}

function AlertRow({ alert, mayRepeat, onLeave, onRemove }: AlertRowProps) {
  const { t } = useTranslation()
  const market = useMarket(alert.symbol)
  const mark = useTicker(alert.symbol)?.markPrice
  // Of a market that is no longer listed neither name nor decimals are known; its alert can only go.
  const price = market === undefined ? undefined : formatPrice(alert.price, market.priceDecimals)
  const label = market?.label ?? alert.symbol
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1 text-body last:border-b-0">
      {market === undefined ? (
        <span className="min-w-0 flex-1 truncate text-t2">{label}</span>
      ) : (
        <Link
          to="/trade/$symbol"
          params={{ symbol: market.symbol }}
          onClick={onLeave}
          className="min-w-0 flex-1 truncate font-medium hover:underline"
        >
          {label}
        </Link>
      )}
      <span className="text-right whitespace-nowrap">
        {price === undefined ? (
          <span className="text-t3">{t('alert.notListed')}</span>
        ) : (
          t(alert.isAbove ? 'alert.above' : 'alert.below', { price })
        )}
        {market !== undefined && mark !== undefined && (
          <span className="block text-dense text-t2">
            {t('alert.away', {
              percent: formatPercent(alertDistancePercent2(alert, mark), { signed: true }),
            })}
          </span>
        )}
      </span>
      {mayRepeat && (
        <Checkbox
          label={t('alert.everyTime')}
          isChecked={alert.isRepeated === true}
          onChange={(isRepeated) => priceAlerts().repeat(alert.id, isRepeated)}
        />
      )}
      <IconButton
        label={t('alert.remove', { market: label, price: price ?? '' })}
        size={28}
        onClick={onRemove}
        className="shrink-0"
      >
        <X size={14} strokeWidth={1.5} />
      </IconButton>
    </li>
  )
}
