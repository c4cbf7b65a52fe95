/** Close dialog: market or limit tab, size with slider, what it realises, one ink button. */
import { ArrowUpDown } from 'lucide-react'
import { defaultLimitPrice } from '@vest/formulas'
import { defaultSlippageBps, formatDecimal } from '@vest/protocol'
import { sizeText } from '@vest/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signClass, usePortfolio, type PositionRow } from '../../entities/account/index.ts'
import { submitOrder, useStaleConfirm } from '../../entities/order/index.ts'
import { PositionDialog, PositionWell } from '../../entities/position/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { formatMoney, formatPrice, formatSignedMoney, formatSize } from '../../shared/format/index.ts'
import { displayNumeric, numericRules, readNumeric } from '../../shared/numeric/index.ts'
import { Button, KeyValue, NumberField, Segmented, Slider, useRefusals } from '../../ui/index.ts'
import {
  choosePercent,
  chooseType,
  closePrice,
  closeState,
  FULL_CLOSE,
  shownSize,
  summarizeClose,
  switchUnit,
  typeSize,
  type CloseContext,
  type CloseField,
} from './closeForm.ts'

export interface ClosePositionDialogProps {
  readonly symbol: string | undefined
  readonly onClose: () => void
}

const REASON = {
  invalidPrice: 'invalidLimitPrice',
  marketClosed: 'marketClosed',
  fieldRefused: 'fieldRefused',
} as const

export function ClosePositionDialog({ symbol, onClose }: ClosePositionDialogProps) {
  const { t } = useTranslation()
  return (
    <PositionDialog symbol={symbol} onClose={onClose} title={t('closePosition.title')}>
      {(row) => <CloseForm key={row.market.symbol} row={row} onClose={onClose} />}
    </PositionDialog>
  )
}

/** Without focus a finished size shows all its decimals, as it does in the well above. */
function displaySize(text: string, decimals: number): string {
  const size = readNumeric(text, decimals)
  return displayNumeric(size === undefined ? text : formatDecimal(size, decimals))
}

const STOPS = [0, 25, 50, 75, 100].map((value) => ({ value, label: `${value}%` }))

function CloseForm({ row, onClose }: { readonly row: PositionRow; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const { market } = row
  const facts = usePortfolio((portfolio) => portfolio.facts)
  const position = usePortfolio((portfolio) => portfolio.factOf.get(market.symbol))
  const book = useFrame(live.focus, (focus) => (focus.symbol === market.symbol ? focus.book : undefined))
  const [draft, setDraft] = useState(FULL_CLOSE)
  const [isSending, setIsSending] = useState(false)
  const stale = useStaleConfirm()
  const refusals = useRefusals<CloseField>()
  if (facts === undefined || position === undefined) return null
  const context: CloseContext = {
    market,
    mark: row.markPrice,
    position,
    facts,
    book,
    isHalted: row.isHalted,
  }
  const summary = summarizeClose(draft, context)
  const state = closeState(draft, context, summary, refusals.names)
  const isBuy = !row.isLong
  const sizeRules = numericRules.size({ unit: draft.sizeUnit, sizeDecimals: market.sizeDecimals })

  const submit = (): void => {
    const limit =
      draft.type === 'LIMIT'
        ? closePrice(draft, context)
        : defaultLimitPrice({ mark: row.markPrice, isBuy, slippageBps: defaultSlippageBps(market.symbol) })
    if (state.kind !== 'ready' || limit === undefined || !stale.mayGo(draft.type === 'MARKET')) return
    setIsSending(true)
    const intent = {
      symbol: market.symbol,
      isBuy,
      size: sizeText(market, summary.size),
      orderType: draft.type,
      limitPrice: formatDecimal(limit, market.priceDecimals),
      reduceOnly: true,
      timeInForce: draft.type === 'LIMIT' ? ('GTC' as const) : undefined,
    }
    void submitOrder({ client, live, t, market, intent })
      .then(({ outcome }) => outcome === 'accepted' && onClose())
      .finally(() => setIsSending(false))
  }

  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('ticket.orderType')}
        size="md"
        value={draft.type}
        options={[
          { value: 'MARKET', label: t('orderType.MARKET') },
          { value: 'LIMIT', label: t('orderType.LIMIT') },
        ]}
        onChange={(type) => setDraft(chooseType(draft, type, context))}
      />
      <PositionWell row={row} />
      {draft.type === 'LIMIT' && (
        <NumberField
          name="close-price"
          label={t('closePosition.price')}
          unit="USD"
          value={draft.priceText}
          rules={numericRules.price(market)}
          onChange={(priceText) => setDraft({ ...draft, priceText })}
          onRefusal={(isRefused) => refusals.report('price', isRefused)}
          error={state.kind === 'invalidPrice' ? t(`closePosition.${state.hint}`) : undefined}
        />
      )}
      <NumberField
        name="close-size"
        label={t('closePosition.size')}
        value={shownSize(draft, context, summary.size)}
        meaning={draft.percent === undefined ? draft.sizeText : `${draft.percent}%`}
        rules={sizeRules}
        display={(text) => displaySize(text, sizeRules.decimals)}
        onChange={(text) => setDraft(typeSize(draft, text))}
        onRefusal={(isRefused) => refusals.report('size', isRefused)}
        isInvalid={state.kind === 'idle' && state.isTooLarge}
        unit={
          <button
            type="button"
            aria-label={t('ticket.unit', { unit: draft.sizeUnit === 'usd' ? 'USD' : market.base })}
            className="flex h-8 items-center gap-1 font-medium text-t1"
            onClick={() => setDraft(switchUnit(draft, context))}
          >
            {draft.sizeUnit === 'usd' ? 'USD' : market.base}
            <ArrowUpDown size={14} strokeWidth={1.5} aria-hidden="true" />
          </button>
        }
      />
      <Slider
        label={t('ticket.percent')}
        value={summary.percent}
        valueText={
          draft.percent === undefined
            ? t('ticket.percentTyped', { percent: summary.percent })
            : `${summary.percent}%`
        }
        isKept={draft.percent !== undefined}
        stops={STOPS}
        onChange={(percent) => setDraft(choosePercent(draft, percent))}
      />
      <div className="rounded-[8px] bg-s3 px-[14px] py-3">
        {draft.type === 'MARKET' ? (
          <KeyValue label={t('closePosition.markPrice')}>
            <span className="live-price">{formatPrice(row.markPrice, market.priceDecimals)}</span>
          </KeyValue>
        ) : (
          <KeyValue label={t('closePosition.orderValue')}>{formatMoney(summary.value)}</KeyValue>
        )}
        <KeyValue label={t('closePosition.estPnl')}>
          <span className={`live-price ${signClass(summary.pnl)}`}>{formatSignedMoney(summary.pnl)}</span>
        </KeyValue>
        <KeyValue label={t('closePosition.positionAfter')}>
          {summary.positionAfter === undefined ? (
            t('closePosition.none')
          ) : (
            <>
              <span className={row.isLong ? 'text-up' : 'text-down'}>
                {t(row.isLong ? 'side.long' : 'side.short')}
              </span>{' '}
              {formatSize(summary.positionAfter.size, market.sizeDecimals)} {market.base}
            </>
          )}
        </KeyValue>
      </div>
      {state.kind === 'invalidPrice' || state.kind === 'marketClosed' || state.kind === 'fieldRefused' ? (
        <Button size="xl" reason={t(`orderState.${REASON[state.kind]}`)} />
      ) : (
        <div>
          <Button
            size="xl"
            variant="ink"
            isBlocked={state.kind === 'idle'}
            isBusy={isSending}
            onClick={submit}
          >
            {t('closePosition.submit', {
              size: formatSize(summary.size, market.sizeDecimals),
              base: market.base,
            })}
          </Button>
          {stale.notice}
        </div>
      )}
    </div>
  )
}
