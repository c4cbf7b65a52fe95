/** Limits of a capital account beside the order: both floors, the room to each now and at the stop, and what ends it. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { distanceBps } from '../../entities/account/index.ts'
import { LimitsTape } from '../../entities/capital/LimitsTape.tsx'
import type { CapitalFacts, Market } from '../../live/index.ts'
import { formatMoney, formatPercent, formatPrice, formatSize, MISSING } from '../../shared/format/index.ts'
import { KeyValue, Term } from '../../ui/index.ts'
import { orderLimits, type Floor, type OrderLimits } from './orderLimits.ts'
import type { OrderEntryModel } from './useOrderEntry.ts'

const FLOORS = ['daily', 'drawdown'] as const

export interface TicketLimitsProps {
  readonly model: OrderEntryModel
  readonly market: Market
  readonly facts: CapitalFacts
}

export function TicketLimits({ model, market, facts }: TicketLimitsProps) {
  const { t } = useTranslation()
  const { draft, context, summary, breach } = model
  const limits = orderLimits(draft, context, summary.size, facts)
  const { report, asksAgain } = breach
  const reached = limits?.breach
  useEffect(() => report(reached), [report, reached])
  useEffect(() => () => report(undefined), [report])
  if (limits === undefined) return null
  return (
    <section aria-label={t('capital.ticket.title')} className="border-t border-line px-4 py-3">
      <div className="mb-2 flex items-center justify-between text-dense">
        <h2 className="font-semibold">{t('capital.ticket.title')}</h2>
        <span className="text-t2">
          {t('capital.ticket.equityNow')}{' '}
          <span className="font-medium text-t1">{formatMoney(limits.equity)}</span>
        </span>
      </div>
      <LimitsTape
        size={facts.size}
        drawdownFloor={facts.drawdownFloor}
        dailyFloor={facts.dailyFloor}
        goal={facts.goal}
        equity={limits.equity}
        surface="var(--s2)"
      />
      <Floors limits={limits} />
      <KeyValue label={t('capital.ticket.atStop')}>
        <span className={reached === undefined ? '' : 'text-err'}>{formatMoney(limits.equityAtStop)}</span>
      </KeyValue>
      <KeyValue
        label={<Term help={t('capital.ticket.atLiquidationHelp')}>{t('capital.ticket.atLiquidation')}</Term>}
      >
        {formatMoney(limits.equityAtLiquidation)}
      </KeyValue>
      <KeyValue label={<Term help={t('capital.ticket.endsAtHelp')}>{t('capital.ticket.endsAt')}</Term>}>
        {formatPrice(limits.endsAt, market.priceDecimals)} <Distance model={model} limits={limits} />
      </KeyValue>
      <KeyValue label={<Term help={t('capital.ticket.largestHelp')}>{t('capital.ticket.largest')}</Term>}>
        {limits.largestSize === undefined
          ? MISSING
          : `${formatSize(limits.largestSize, market.sizeDecimals)} ${market.base}`}
        {reached !== undefined && limits.largestSize !== undefined && limits.largestSize > 0 && (
          <button
            type="button"
            className="press ml-2 min-h-6 font-medium text-chalk max-md:min-h-11"
            onClick={() => model.act({ kind: 'lots', size: limits.largestSize!, context })}
          >
            {t('capital.ticket.use')}
          </button>
        )}
      </KeyValue>
      {reached !== undefined && (
        <p role="status" className="mt-1 text-caption text-err">
          {t(`capital.ticket.${asksAgain ? 'pressAgain' : 'wouldEnd'}.${reached}`, {
            room: formatMoney(limits.floors[reached].roomNow),
          })}
        </p>
      )}
    </section>
  )
}

function Floors({ limits }: { readonly limits: OrderLimits }) {
  const { t } = useTranslation()
  const tone = (floor: Floor): string => {
    const { roomAtStop } = limits.floors[floor]
    return roomAtStop !== undefined && roomAtStop <= 0 ? 'text-err' : ''
  }
  return (
    <table className="my-1 w-full text-dense">
      <thead>
        <tr className="text-t3">
          <th scope="col" className="text-left font-normal">
            {t('capital.ticket.floor')}
          </th>
          <th scope="col" className="text-right font-normal">
            {t('account.equity')}
          </th>
          <th scope="col" className="text-right font-normal">
            {t('capital.ticket.roomNow')}
          </th>
          <th scope="col" className="text-right font-normal">
            {t('capital.ticket.roomAtStop')}
          </th>
        </tr>
      </thead>
      <tbody>
        {FLOORS.map((floor) => (
          <tr key={floor}>
            <th scope="row" className="text-left font-normal text-t2">
              {t(`capital.mark.${floor}`)}
            </th>
            <td className="text-right">{formatMoney(limits.floors[floor].floor)}</td>
            <td className="text-right">{formatMoney(limits.floors[floor].roomNow)}</td>
            <td className={`text-right ${tone(floor)}`}>{formatMoney(limits.floors[floor].roomAtStop)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How far the price that ends the account is from the mark. */
function Distance({
  model: { context },
  limits: { endsAt },
}: {
  readonly model: OrderEntryModel
  readonly limits: OrderLimits
}) {
  const { mark } = context
  if (endsAt === undefined || mark === undefined) return null
  const isBelow = endsAt < mark
  return (
    <span className="text-t3">
      {isBelow ? '↓' : '↑'} {formatPercent(distanceBps(mark, endsAt, isBelow))}
    </span>
  )
}
