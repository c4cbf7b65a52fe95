/** TP and SL of the ticket: two rows of linked fields, and the tape on which they stand around the entry. */
import { exitGainPercent2, rewardToRisk2 } from '@vest/formulas'
import { useTranslation } from 'react-i18next'
import type { Ticks } from '@vest/protocol'
import { ExitFields, type ExitKind } from '../../entities/order/index.ts'
import type { Market } from '../../live/index.ts'
import { formatPercent, formatPrice, formatScaled, MISSING } from '../../shared/format/index.ts'
import { Tape, type TapeMark, type TapeSegment } from '../../ui/index.ts'
import { exitBasis, exitPrices, exitSize } from './orderExits.ts'
import type { OrderEntryModel } from './useOrderEntry.ts'

const KINDS = ['takeProfit', 'stopLoss'] as const

export function TicketExits({ model, market }: { readonly model: OrderEntryModel; readonly market: Market }) {
  const { t } = useTranslation()
  const { draft, context, summary, refusals, state, act } = model
  const basis = exitBasis(draft, context, summary.size)
  const isFaulty = (kind: (typeof KINDS)[number]): boolean => state.kind === 'blocked' && state.field === kind
  const leavesNothing = summary.value > 0 && exitSize(draft, summary, summary.size) === 0
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_116px] gap-[6px] max-md:grid-cols-2">
        {KINDS.map((kind) => (
          <ExitFields
            key={kind}
            kind={kind}
            exit={draft[kind]}
            basis={basis}
            unit={draft.gainUnit}
            hasSize={summary.size > 0}
            isInvalid={isFaulty(kind)}
            labels={{ price: <ExitLabel kind={kind} /> }}
            onChange={(exit) => act({ kind: 'exit', of: kind, exit })}
            onUnit={(unit) => act({ kind: 'gainUnit', unit })}
            onRefusal={(field, isRefused) => refusals.report(`${kind}-${field}`, isRefused)}
          />
        ))}
      </div>
      {leavesNothing && <p className="text-caption text-warn">{t('ticket.reducesOnly')}</p>}
      <OrderTape model={model} market={market} />
    </>
  )
}

/** Two letters where the ticket is narrow; spoken in full. */
function ExitLabel({ kind }: { readonly kind: ExitKind }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="md:max-[1359px]:sr-only">{t(`tpsl.${kind}`)}</span>
      <span aria-hidden="true" className="hidden md:max-[1359px]:inline">
        {t(kind === 'takeProfit' ? 'tpsl.shortTakeProfit' : 'tpsl.shortStopLoss')}
      </span>
    </>
  )
}

/** How much room the ruler leaves beyond the outermost price. */
const MARGIN = 0.12

/** Stop loss, entry and take profit on one ruler, and how much is won for how much. */
function OrderTape({ model, market }: { readonly model: OrderEntryModel; readonly market: Market }) {
  const { t } = useTranslation()
  const { draft, context, summary } = model
  const { takeProfit, stopLoss } = exitPrices(draft, market)
  const entry = summary.price
  const basis = exitBasis(draft, context, summary.size)
  if (entry === undefined || basis === undefined || (takeProfit ?? stopLoss) === undefined) return null
  const mark = context.mark ?? entry
  const distance = (price: Ticks): string =>
    formatPercent(exitGainPercent2(basis.part, price), { decimals: 2, places: 1, signed: true })
  const price = (value: Ticks | undefined): string => formatPrice(value, market.priceDecimals)
  const ends = [entry, mark, takeProfit, stopLoss].filter((value) => value !== undefined)
  const low = Math.min(...ends)
  const high = Math.max(...ends)
  const room = Math.max(1, high - low) * MARGIN
  const ratio =
    takeProfit === undefined || stopLoss === undefined
      ? undefined
      : rewardToRisk2({ entry, takeProfit, stopLoss })
  return (
    <div>
      <p className="flex items-center justify-between text-caption leading-[14px]">
        <span className="text-t3">{t('ticket.tape')}</span>
        {ratio !== undefined && (
          <span className="text-t2">
            {t('ticket.rewardRisk')}{' '}
            <span className="font-medium text-t1">{formatScaled(ratio, { decimals: 2 })}</span>
          </span>
        )}
      </p>
      <Tape
        min={low - room}
        max={high + room}
        surface="var(--s2)"
        segments={segmentsOf(entry, takeProfit, stopLoss)}
        marks={[
          ...exitMark(stopLoss, 'var(--down)', (at) => t('ticket.tapeStop', { distance: distance(at) }), 3),
          ...exitMark(takeProfit, 'var(--up)', (at) => t('ticket.tapeProfit', { distance: distance(at) }), 9),
          { at: entry, colour: 'var(--chalk)', shape: 'bar', label: t('ticket.tapeEntry'), urgency: 5 },
          { at: mark, colour: 'var(--t1)', shape: 'dot' },
        ]}
        label={t('ticket.tapeLabel', {
          stop: stopLoss === undefined ? MISSING : price(stopLoss),
          entry: price(entry),
          mark: price(mark),
          profit: takeProfit === undefined ? MISSING : price(takeProfit),
        })}
      />
    </div>
  )
}

function segmentsOf(entry: Ticks, takeProfit: Ticks | undefined, stopLoss: Ticks | undefined): TapeSegment[] {
  return [
    ...(stopLoss === undefined ? [] : [{ from: stopLoss, to: entry, colour: 'var(--down)' }]),
    ...(takeProfit === undefined ? [] : [{ from: entry, to: takeProfit, colour: 'var(--up)' }]),
  ]
}

const exitMark = (
  price: Ticks | undefined,
  colour: string,
  label: (price: Ticks) => string,
  urgency: number,
): TapeMark[] =>
  price === undefined ? [] : [{ at: price, colour, shape: 'bar', label: label(price), urgency }]
