/** What the order would cost and change: value, margin, liquidation price before and after, fee, slippage. */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pointsMultiplierOf, type SummaryPosition } from '@vest/formulas'
import { HEALTH_TEXT, healthFigure, healthTone, useIsCapitalAccount } from '../../entities/account/index.ts'
import type { Market } from '../../live/index.ts'
import {
  formatMoney,
  formatPercent,
  formatPrice,
  formatScaled,
  formatSize,
  MISSING,
} from '../../shared/format/index.ts'
import { numericRules } from '../../shared/numeric/index.ts'
import { Badge, BeforeAfter, IconButton, KeyValue, NumberField, Term } from '../../ui/index.ts'
import { isBeyondBand, slippageWithinBand } from './orderDraft.ts'
import type { OrderSummary } from './orderSummary.ts'
import type { OrderEntryModel } from './useOrderEntry.ts'

export interface OrderReceiptProps {
  readonly model: OrderEntryModel
  readonly market: Market
  readonly summary: OrderSummary
}

export function OrderReceipt({ model, market, summary }: OrderReceiptProps) {
  const { t } = useTranslation()
  const { draft, context } = model
  const isCapital = useIsCapitalAccount()
  const isEmpty = summary.value === 0
  const flips =
    context.position !== undefined &&
    summary.positionAfter !== undefined &&
    context.position.isLong !== summary.positionAfter.isLong
  return (
    <div>
      <KeyValue label={t('ticket.orderValue')}>{isEmpty ? MISSING : formatMoney(summary.value)}</KeyValue>
      <KeyValue label={t('ticket.marginRequired')}>
        {isEmpty ? MISSING : formatMoney(summary.marginRequired, { rounding: 'ceil' })}
      </KeyValue>
      <KeyValue label={<Term help={t('ticket.liqPriceHelp')}>{t('ticket.liqPrice')}</Term>}>
        <Liquidation market={market} summary={summary} isEmpty={isEmpty} />
      </KeyValue>
      {!isCapital && (
        <KeyValue label={t('account.health')}>
          <HealthAfter summary={summary} isEmpty={isEmpty} />
        </KeyValue>
      )}
      {(flips || draft.isReduceOnly) && !isEmpty && (
        <KeyValue label={t('ticket.positionAfter')}>
          <BeforeAfter
            before={<PositionWords position={context.position} market={market} />}
            after={<PositionWords position={summary.positionAfter} market={market} />}
          />
        </KeyValue>
      )}
      <KeyValue
        label={
          <>
            {t('ticket.fee')} <PointsBadge market={market} />
          </>
        }
      >
        {isEmpty ? (
          MISSING
        ) : (
          <>
            {formatMoney(summary.fee, { rounding: 'ceil' })}{' '}
            <span className="text-t3">{formatPercent(market.takerFeeRate, { decimals: 3, places: 3 })}</span>
          </>
        )}
      </KeyValue>
      {draft.type === 'MARKET' && <Slippage model={model} />}
      {summary.price !== undefined && isBeyondBand(draft, context, summary.price) && (
        <p className="text-caption text-warn" role="status">
          {t('ticket.beyondBand', { percent: formatPercent(context.bandBps) })}
        </p>
      )}
    </div>
  )
}

/** Where fees weigh more than usual among the points; capital accounts earn none. */
function PointsBadge({ market: { asset } }: { readonly market: Market }) {
  const { t } = useTranslation()
  const isCapital = useIsCapitalAccount()
  const tenths = pointsMultiplierOf(asset)
  if (tenths === 10 || isCapital) return null
  return (
    <Badge tone="chalk">
      {t('ticket.points', { times: formatScaled(tenths, { decimals: 1, suffix: 'X' }) })}
    </Badge>
  )
}

function Liquidation({
  market,
  summary,
  isEmpty,
}: {
  readonly market: Market
  readonly summary: OrderSummary
  readonly isEmpty: boolean
}) {
  const before = formatPrice(summary.liquidationBefore, market.priceDecimals)
  if (isEmpty) return <>{before}</>
  const after = formatPrice(summary.liquidationAfter, market.priceDecimals)
  return summary.liquidationBefore === undefined ? (
    <>{after}</>
  ) : (
    <BeforeAfter before={before} after={after} />
  )
}

function HealthAfter({ summary, isEmpty }: { readonly summary: OrderSummary; readonly isEmpty: boolean }) {
  const { health, healthAfter } = summary
  if (health === undefined) return <>{MISSING}</>
  const isSame = healthAfter === undefined || healthFigure(healthAfter) === healthFigure(health)
  return (
    <BeforeAfter
      before={healthFigure(health)}
      after={
        isEmpty || isSame ? undefined : (
          <span className={HEALTH_TEXT[healthTone(healthAfter)]}>{healthFigure(healthAfter)}</span>
        )
      }
    />
  )
}

function PositionWords({
  position,
  market,
}: {
  readonly position: SummaryPosition | undefined
  readonly market: Market
}) {
  const { t } = useTranslation()
  if (position === undefined) return <span className="text-t3">{t('ticket.none')}</span>
  return (
    <>
      <span className={position.isLong ? 'text-up' : 'text-down'}>
        {t(position.isLong ? 'side.long' : 'side.short')}
      </span>{' '}
      {formatSize(position.size, market.sizeDecimals)}
    </>
  )
}

/** Editable in place: a pencil turns the figure into a field, which stays while it says that it refused something. */
function Slippage({ model: { draft, context, refusals, act } }: { readonly model: OrderEntryModel }) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const isRefused = refusals.names.includes('slippage')
  return (
    <KeyValue
      label={
        <Term help={t('ticket.slippageHelp', { band: formatPercent(context.bandBps) })}>
          {t('ticket.slippage')}
        </Term>
      }
    >
      {isEditing || isRefused ? (
        <span
          className="inline-block"
          onFocus={() => setIsEditing(true)}
          onBlur={() => setIsEditing(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.stopPropagation()
            setIsEditing(false)
          }}
        >
          <NumberField
            name="slippage"
            size="inline"
            className="w-[76px]"
            ariaLabel={t('ticket.slippage')}
            unit="%"
            hasAutoFocus
            hasFloatingHint
            value={draft.slippageText}
            rules={numericRules.slippage()}
            onChange={(text) => act({ kind: 'slippage', text })}
            onRefusal={(isNow) => refusals.report('slippage', isNow)}
          />
        </span>
      ) : (
        <span className="inline-flex items-center gap-1">
          {formatPercent(slippageWithinBand(draft, context))}
          <IconButton label={t('ticket.slippageEdit')} size={22} onClick={() => setIsEditing(true)}>
            <Pencil size={13} strokeWidth={1.5} />
          </IconButton>
        </span>
      )}
    </KeyValue>
  )
}
