/** The rows of one kind: price and gain linked, the share of the position, and what the kind comes to in all. */
import type { Ticks } from '@vest/protocol'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ExitFields, type ExitKind } from '../../entities/order/index.ts'
import { formatSize } from '../../shared/format/index.ts'
import { numericRules, writeNumeric } from '../../shared/numeric/index.ts'
import { Button, IconButton, NumberField, type Refusals } from '../../ui/index.ts'
import {
  rowBasis,
  rowPercent,
  rowPrice,
  rowSize,
  type TpslAction,
  type TpslContext,
  type TpslDraft,
  type TpslRow,
} from './tpslForm.ts'
import { tpslGroup, type TpslFault, type TpslField } from './tpslState.ts'

export interface TpslRowsProps {
  readonly kind: ExitKind
  readonly draft: TpslDraft
  readonly context: TpslContext
  readonly liquidation: Ticks | undefined
  readonly act: (action: TpslAction) => void
  readonly refusals: Refusals<TpslField>
}

const percent = (percent2: number): string => `${writeNumeric(percent2, 2)}%`

export function TpslRows(props: TpslRowsProps) {
  const { kind, draft, context, act } = props
  const { t } = useTranslation()
  const { market, position } = context
  const group = tpslGroup(draft, kind, context)
  const rows = draft.rows.filter((row) => row.kind === kind)
  return (
    <section aria-label={t(kind === 'takeProfit' ? 'tpsl.takeProfits' : 'tpsl.stopLosses')}>
      <div className="mb-2 flex items-baseline justify-between">
        <h3 className="text-body font-semibold">
          {t(kind === 'takeProfit' ? 'tpsl.takeProfits' : 'tpsl.stopLosses')}
        </h3>
        <span className={`text-dense ${group.fault?.kind === 'over' ? 'text-err' : 'text-t2'}`}>
          {rows.length === 0
            ? t('tpsl.none')
            : t('tpsl.total', {
                percent: percent(group.totalPercent2),
                size: formatSize(position.size, market.sizeDecimals),
              })}
        </span>
      </div>
      {rows.map((row, at) => (
        <Row
          key={row.key}
          {...props}
          row={row}
          at={at + 1}
          fault={group.fault?.key === row.key ? group.fault.kind : undefined}
        />
      ))}
      <div className="flex items-center justify-between gap-2">
        <Button
          size="sm"
          variant="ghost"
          className="-ml-1 px-[6px] max-md:h-11"
          aria-label={t(kind === 'takeProfit' ? 'tpsl.addTakeProfit' : 'tpsl.addStopLoss')}
          icon={<Plus size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => act({ kind: 'add', of: kind })}
        >
          {t('tpsl.add')}
        </Button>
        <Hint {...props} fault={group.fault} rows={rows} />
      </div>
    </section>
  )
}

function Row({
  kind,
  draft,
  context,
  act,
  refusals,
  row,
  at,
  fault,
}: TpslRowsProps & {
  readonly row: TpslRow
  readonly at: number
  readonly fault: TpslFault['kind'] | undefined
}) {
  const { t } = useTranslation()
  const { position } = context
  const name = t(`tpsl.${kind}`)
  return (
    <div
      role="group"
      aria-label={`${name} ${at}`}
      className="mb-[6px] grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_76px_32px] gap-[6px] max-md:grid-cols-2"
    >
      <ExitFields
        kind={kind}
        exit={row.exit}
        basis={rowBasis(row, draft, context)}
        unit={draft.gainUnit}
        hasSize={rowSize(row, draft, position) > 0}
        isInvalid={fault === 'side' || fault === 'noPrice'}
        labels={{ price: t('tpsl.price'), gain: t('tpsl.gain') }}
        onChange={(exit) => act({ kind: 'exit', key: row.key, exit })}
        onUnit={(unit) => act({ kind: 'gainUnit', unit })}
        onRefusal={(field, isRefused) => refusals.report(`${row.key}-${field}`, isRefused)}
      />
      <NumberField
        name={`${kind}-percent`}
        ariaLabel={t('tpsl.share', { kind: name })}
        size="pair"
        unit="%"
        value={rowPercent(row, draft, position)}
        meaning={row.percentText ?? 'kept'}
        isInvalid={fault === 'over'}
        rules={numericRules.share()}
        hasFloatingHint
        onRefusal={(isRefused) => refusals.report(`${row.key}-percent`, isRefused)}
        onChange={(text) => act({ kind: 'percent', key: row.key, text })}
      />
      <IconButton
        label={t('tpsl.remove', { kind: `${name} ${at}` })}
        size={36}
        className="w-8 max-md:size-11 max-md:justify-self-end"
        onClick={() => act({ kind: 'remove', key: row.key })}
      >
        <Trash2 size={16} strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}

const SIDE_HINT = {
  takeProfit: { long: 'tpsl.sideTakeProfitLong', short: 'tpsl.sideTakeProfitShort' },
  stopLoss: { long: 'tpsl.sideStopLossLong', short: 'tpsl.sideStopLossShort' },
} as const

/** What is at fault, else a stop loss that liquidation would come before. */
function Hint({
  kind,
  context,
  liquidation,
  fault,
  rows,
}: TpslRowsProps & { readonly fault: TpslFault | undefined; readonly rows: readonly TpslRow[] }) {
  const { t } = useTranslation()
  const { isLong } = context.position
  if (fault?.kind === 'noPrice')
    return (
      <p role="status" className="text-right text-caption text-err">
        {t('tpsl.noPrice')}
      </p>
    )
  if (fault?.kind === 'side')
    return (
      <p role="status" className="text-right text-caption text-err">
        {t(SIDE_HINT[kind][isLong ? 'long' : 'short'])}
      </p>
    )
  if (fault?.kind === 'over')
    return (
      <p role="status" className="text-right text-caption text-err">
        {t(kind === 'takeProfit' ? 'tpsl.overTakeProfit' : 'tpsl.overStopLoss', {
          percent: percent(fault.byPercent2),
        })}
      </p>
    )
  const isBeyond = rows.some((row) => {
    const price = rowPrice(row, context.market)
    if (kind !== 'stopLoss' || price === undefined || liquidation === undefined) return false
    return isLong ? price <= liquidation : price >= liquidation
  })
  return isBeyond ? <p className="text-right text-caption text-warn">{t('tpsl.beyondLiquidation')}</p> : null
}
