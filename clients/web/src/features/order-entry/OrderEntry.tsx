/** The order ticket: type, side, price, size, options, the button, and under it the consequence of pressing it. */
import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ORDER_VALUE_MAX_USD6, TIMES_IN_FORCE, usd6, type TimeInForce } from '@vest/protocol'
import { numberFault } from '@vest/sdk'
import { formatMoney, formatSize } from '../../shared/format/index.ts'
import { numericRules, settleNumeric, writePrice } from '../../shared/numeric/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { withPageTexts } from '../../shared/i18n/index.ts'
import {
  BeforeAfter,
  Checkbox,
  cx,
  KeyValue,
  Menu,
  MenuItem,
  NumberField,
  Segmented,
  Slider,
  TabBar,
  Tabs,
} from '../../ui/index.ts'
import { OrderReceipt } from './OrderReceipt.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useOrderEntry, type OrderEntryModel } from './useOrderEntry.ts'
import type { TicketType } from './orderDraft.ts'

const TicketExits = lazy(async () => ({ default: (await import('./TicketExits.tsx')).TicketExits }))

// Few have a capital account.
const TicketLimits = lazy(
  withPageTexts(async () => ({ default: (await import('./TicketLimits.tsx')).TicketLimits })),
)

const TicketGuardrails = lazy(
  withPageTexts(async () => ({ default: (await import('./TicketGuardrails.tsx')).TicketGuardrails })),
)

export interface OrderEntryProps {
  readonly market: Market
  /** The leverage button beside the type tabs. */
  readonly leverage: ReactNode
  /** The account block below the receipt. */
  readonly account: ReactNode
  /** What is worth knowing of the market at this hour; above the fields. */
  readonly notice?: ReactNode
  /** Small screens: segmented controls instead of tabs. */
  readonly isCompact?: boolean
}

const STOPS = [0, 25, 50, 75, 100].map((value) => ({ value, label: `${value}%` }))

export function OrderEntry({ market, leverage, account, notice, isCompact = false }: OrderEntryProps) {
  const { t } = useTranslation()
  const sizeRef = useRef<HTMLInputElement>(null)
  // Where Enter sends it.
  const model = useOrderEntry(market, () => sizeRef.current?.focus())
  const { draft, context, summary, percent, sizeText, refusals, state, act, submit } = model
  const capital = useFrame(useLive().account, ({ account }) => account?.capital)
  const types = (['MARKET', 'LIMIT'] as const).map((value) => ({ value, label: t(`orderType.${value}`) }))
  const setType = (type: TicketType): void => act({ kind: 'type', type, mark: context.mark, market })
  const submitOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    submit()
  }
  const isFaulty = (field: 'size' | 'price'): boolean => state.kind === 'blocked' && state.field === field
  /** What the schema says of a field that leaves the order without a value ([5.3]). */
  const faultOf = (field: 'size' | 'price', text: string): string | undefined => {
    const fault = isFaulty(field) ? numberFault(settleNumeric(text)) : undefined
    return fault === undefined ? undefined : t(`ticket.${fault}`)
  }
  const sizeFault = draft.percent === undefined ? faultOf('size', draft.sizeText) : undefined
  return (
    <section
      id="ticket"
      tabIndex={-1}
      aria-label={t('ticket.label')}
      onKeyDown={submitOnEnter}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-s2 outline-none"
    >
      {isCompact ? (
        <div className="flex gap-[10px] px-4 pt-4">
          <Segmented
            label={t('ticket.orderType')}
            size="md"
            className="flex-1"
            value={draft.type}
            options={types}
            onChange={setType}
          />
          {leverage}
        </div>
      ) : (
        <Tabs value={draft.type} onChange={setType}>
          <TabBar
            hasPanels={false}
            label={t('ticket.orderType')}
            items={types}
            value={draft.type}
            className="h-11 px-2"
            end={<span className="flex items-center pr-2">{leverage}</span>}
          />
        </Tabs>
      )}
      {notice}
      <div className="flex flex-col gap-[10px] px-4 py-3">
        <SideSwitch model={model} />
        <Balance model={model} market={market} />
        {draft.type === 'LIMIT' && (
          <NumberField
            name="price"
            label={t('ticket.price')}
            value={draft.priceText}
            rules={numericRules.price(market)}
            onChange={(text) => act({ kind: 'price', text })}
            onRefusal={(isRefused) => refusals.report('price', isRefused)}
            isInvalid={isFaulty('price')}
            error={faultOf('price', draft.priceText)}
            hasFloatingHint
            unit={
              <>
                USD
                <button
                  type="button"
                  title={t('ticket.markHelp')}
                  className="ml-1 font-medium text-chalk"
                  onClick={() => act({ kind: 'price', text: writePrice(context.mark, market.priceDecimals) })}
                >
                  {t('ticket.markButton')}
                </button>
              </>
            }
          />
        )}
        <NumberField
          name="size"
          ref={sizeRef}
          label={
            <>
              {t('ticket.size')}
              <Kept percent={draft.percent} />
            </>
          }
          placeholder={draft.sizeUnit === 'usd' ? '0.00' : '0'}
          value={sizeText}
          meaning={draft.percent === undefined ? sizeText : `${draft.percent}%`}
          rules={numericRules.size({ unit: draft.sizeUnit, sizeDecimals: market.sizeDecimals })}
          onChange={(text) => act({ kind: 'size', text })}
          onRefusal={(isRefused) => refusals.report('size', isRefused)}
          isInvalid={isFaulty('size')}
          error={
            summary.isTooLarge
              ? t('ticket.tooLarge', { max: formatMoney(usd6(ORDER_VALUE_MAX_USD6), { places: 0 }) })
              : sizeFault
          }
          hasFloatingHint={sizeFault !== undefined}
          unit={
            <button
              type="button"
              aria-label={t('ticket.unit', { unit: draft.sizeUnit === 'usd' ? 'USD' : market.base })}
              className="flex h-8 items-center gap-1 font-medium text-t1"
              onClick={() => act({ kind: 'unit', context })}
            >
              {draft.sizeUnit === 'usd' ? 'USD' : market.base}
              <ArrowUpDown size={14} strokeWidth={1.5} aria-hidden="true" />
            </button>
          }
        />
        <Slider
          label={t('ticket.percent')}
          value={percent}
          valueText={draft.percent === undefined ? t('ticket.percentTyped', { percent }) : `${percent}%`}
          isKept={draft.percent !== undefined}
          onChange={(percent) => act({ kind: 'percent', percent })}
          isDisabled={context.summary === undefined}
          stops={STOPS}
        />
        <Options model={model} />
        {draft.hasExits && (
          <Suspense fallback={<div aria-busy="true" className="h-24" />}>
            <TicketExits model={model} market={market} />
          </Suspense>
        )}
      </div>
      {capital !== undefined && (
        <Suspense fallback={<LimitsPending model={model} />}>
          <TicketLimits model={model} market={market} facts={capital} />
        </Suspense>
      )}
      {context.isSignedIn && context.summary !== undefined && (
        <Suspense fallback={null}>
          <TicketGuardrails model={model} market={market} />
        </Suspense>
      )}
      <div className="sticky bottom-0 z-10 border-line bg-s2 px-4 pb-[10px] [@media(max-height:799px)]:border-t [@media(max-height:799px)]:pt-[10px]">
        <SubmitButton model={model} market={market} />
        {model.staleNotice}
      </div>
      <div className="px-4 pb-3">
        <OrderReceipt model={model} market={market} summary={summary} />
      </div>
      {context.isSignedIn && <div className="mt-auto border-t border-line px-4 py-3">{account}</div>}
    </section>
  )
}

/** Until the limits are there no order with a stop goes: they might ask once more. */
function LimitsPending({ model: { breach } }: { readonly model: OrderEntryModel }) {
  const { report } = breach
  useEffect(() => {
    report('pending')
    return () => report(undefined)
  }, [report])
  return <div aria-busy="true" className="h-40" />
}

/** Beside the size: it is this percentage, whatever the number comes to. The slider says it to who cannot see it. */
const Kept = ({ percent = 0 }: { readonly percent: number | undefined }) =>
  percent > 0 && (
    <span aria-hidden="true" className="ml-[6px] text-chalk">
      {percent}%
    </span>
  )

function SideSwitch({ model: { draft, act } }: { readonly model: OrderEntryModel }) {
  const { t } = useTranslation()
  return (
    <Segmented
      label={t('ticket.side')}
      size="md"
      value={draft.isBuy ? 'long' : 'short'}
      onChange={(side) => act({ kind: 'side', isBuy: side === 'long' })}
      options={[
        {
          value: 'long',
          label: t('side.long'),
          activeClassName: 'bg-up-tint text-up shadow-[inset_0_0_0_1px_var(--up)]',
        },
        {
          value: 'short',
          label: t('side.short'),
          activeClassName: 'bg-down-tint text-down shadow-[inset_0_0_0_1px_var(--down)]',
        },
      ]}
    />
  )
}

function Balance({
  model: { context, summary },
  market,
}: {
  readonly model: OrderEntryModel
  readonly market: Market
}) {
  const { t } = useTranslation()
  const { position } = context
  return (
    <div>
      <KeyValue label={t('ticket.available')}>
        <span className="font-medium">
          <BeforeAfter
            before={formatMoney(summary.available)}
            after={summary.availableAfter === undefined ? undefined : formatMoney(summary.availableAfter)}
          />
        </span>
      </KeyValue>
      <KeyValue label={t('ticket.position')}>
        {position === undefined ? (
          <span className="text-t3">{t('ticket.none')}</span>
        ) : (
          <>
            <span className={position.isLong ? 'text-up' : 'text-down'}>
              {t(position.isLong ? 'side.long' : 'side.short')}
            </span>{' '}
            {formatSize(position.size, market.sizeDecimals)} {market.base}
          </>
        )}
      </KeyValue>
    </div>
  )
}

function Options({ model: { draft, context, act } }: { readonly model: OrderEntryModel }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-5 items-center gap-4">
      <Checkbox
        label={t('ticket.reduceOnly')}
        isChecked={draft.isReduceOnly}
        isDisabled={context.position === undefined}
        onChange={(isOn) => act({ kind: 'reduceOnly', isOn, position: context.position })}
      />
      <Checkbox
        label={t('ticket.tpsl')}
        isChecked={draft.hasExits}
        onChange={(isOn) => act({ kind: 'exits', isOn })}
      />
      <span className="flex-1" />
      {draft.type === 'LIMIT' && (
        <Menu
          label={t('tif.label')}
          width={240}
          trigger={
            <button
              type="button"
              aria-label={t('common.named', {
                name: t('tif.label'),
                value: t(`tif.${draft.timeInForce ?? 'GTC'}`),
              })}
              className="flex items-center gap-[3px] text-dense text-t2 hover:text-t1 max-md:min-h-11"
            >
              {t(`tif.${draft.timeInForce ?? 'GTC'}`)}
              <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
            </button>
          }
        >
          {TIMES_IN_FORCE.map((value: TimeInForce) => (
            <MenuItem
              key={value}
              className={cx('min-h-11', value === draft.timeInForce && 'text-chalk')}
              onSelect={() => act({ kind: 'timeInForce', timeInForce: value })}
            >
              <span>
                <span className="block font-semibold">{t(`tif.${value}`)}</span>
                <span className="block text-dense text-t2">{t(`tif.${value}Text`)}</span>
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
