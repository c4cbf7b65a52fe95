/**
 * The curve of the price of a share, the deepest fall in it and one's own deposits on it; below it what a year would bring
 * at the pace of each span, with the numbers that the figure of thirty days is made of. Arrow keys walk along the curve.
 */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6, type Usd6 } from '@vest/protocol'
import { useLpOrders, usePool } from '../../entities/lp/index.ts'
import { changeClass } from '../../entities/market/index.ts'
import { formatDateTime, formatPercent, formatScaled } from '../../shared/format/index.ts'
import { cx, ReadFailure, Segmented, Skeleton, useCurvePick, useElementWidth } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import {
  deepestFall,
  PRICE_RANGES,
  priceShape,
  yieldOver,
  yieldSinceStart,
  type PricePoint,
  type PriceRange,
} from './sharePricePast.ts'
import { usePricePoints } from './usePricePoints.ts'

const HEIGHT = 168
/** The curve with the lines above and below it: as high while there is none. */
const PLACE = 'flow-root min-h-[calc(228px+2*var(--lead,0px))]'
/** Room for the labels of the prices. */
const AXIS_PX = 76
const RANGES = Object.keys(PRICE_RANGES) as readonly PriceRange[]

const priceText = (price: number): string => formatScaled(price, { decimals: 6 })

export function SharePrice() {
  const { t } = useTranslation()
  const [range, setRange] = useState<PriceRange>('month')
  const { points, retry } = usePricePoints(range)
  return (
    <Card
      title={t('lp.sharePrice')}
      end={
        <Segmented
          label={t('equity.range')}
          value={range}
          options={RANGES.map((value) => ({ value, label: t(`lp.ranges.${value}`) }))}
          onChange={setRange}
        />
      }
    >
      {retry !== undefined && points === undefined ? (
        <ReadFailure
          className={PLACE}
          text={t('table.failed')}
          retryLabel={t('table.retry')}
          onRetry={retry}
        />
      ) : points === undefined ? (
        <div aria-busy="true" className={PLACE}>
          <Skeleton className="mt-1 h-5 w-40" />
          <Skeleton className="mt-3 h-[168px] w-full" />
        </div>
      ) : points.length < 2 ? (
        <p className={cx(PLACE, 'flex items-center justify-center text-dense text-t2')}>
          {t('lp.priceTooEarly')}
        </p>
      ) : (
        <div className={PLACE}>
          <Curve key={range} points={points} />
        </div>
      )}
      <Yields />
    </Card>
  )
}

function Curve({ points }: { readonly points: readonly PricePoint[] }) {
  const { t } = useTranslation()
  const { data: orders } = useLpOrders()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const plot = Math.max(1, width - AXIS_PX)
  const shape = useMemo(() => priceShape(points, { width: plot, height: HEIGHT }), [points, plot])
  const fall = useMemo(() => deepestFall(points), [points])
  const { index, isPicked, handlers } = useCurvePick(points.length, shape.nearest)
  const { timeMs, price } = points[index]!
  const deposits = (orders ?? []).filter(
    ({ orderType, status, postTime }) =>
      orderType === 'DEPOSIT' && status === 'FILLED' && postTime >= points[0]!.timeMs,
  )
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-dense text-t3">
        <output className="text-nav font-semibold text-t1" aria-label={t('lp.sharePrice')}>
          {priceText(price)}
        </output>
        {formatDateTime(timeMs)}
        {fall !== undefined && (
          <span className="ml-auto font-medium text-warn">
            {t('lp.drawdown', { percent: formatPercent(fall.percent2) })}
          </span>
        )}
      </p>
      <div ref={ref} className="mt-3">
        <svg
          role="slider"
          tabIndex={0}
          aria-label={t('lp.curveSpoken', { low: priceText(shape.low), high: priceText(shape.high) })}
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={index}
          aria-valuetext={`${formatDateTime(timeMs)} ${priceText(price)}`}
          width={width}
          height={HEIGHT}
          className="block touch-pan-y overflow-visible"
          {...handlers}
        >
          {(shape.low === shape.high ? [shape.low] : [shape.high, shape.low]).map((level) => (
            <g key={level}>
              <line x1={0} x2={plot} y1={shape.y(level)} y2={shape.y(level)} className="stroke-line" />
              <text x={width} y={shape.y(level) + 4} textAnchor="end" fontSize={11} className="fill-t3">
                {priceText(level)}
              </text>
            </g>
          ))}
          {fall !== undefined && (
            <path
              d={`M${shape.x(fall.from)} ${shape.y(points[fall.from]!.price)}H${shape.x(fall.to)}V${shape.y(points[fall.to]!.price)}`}
              fill="none"
              strokeDasharray="2 3"
              className="stroke-warn"
            />
          )}
          <path d={shape.path} fill="none" strokeWidth={1.5} className="stroke-t1" />
          {isPicked && (
            <line x1={shape.x(index)} x2={shape.x(index)} y1={0} y2={HEIGHT} className="stroke-line-ctl" />
          )}
          {deposits.map(({ id, postTime }) => (
            <circle
              key={id}
              cx={shape.at(postTime)}
              cy={shape.y(points[shape.nearest(shape.at(postTime))]!.price)}
              r={4}
              strokeWidth={2}
              className="fill-s1 stroke-chalk"
            />
          ))}
          <circle
            cx={shape.x(index)}
            cy={shape.y(price)}
            r={4}
            strokeWidth={2}
            className="fill-t1 stroke-s1"
          />
        </svg>
      </div>
      <p className="mt-2 flex justify-between text-caption text-t3">
        <span>{formatDateTime(points[0]!.timeMs)}</span>
        {deposits.length > 0 && (
          <span className="flex items-center gap-[6px]">
            <span aria-hidden="true" className="size-2 rounded-full border-2 border-chalk" />
            {t('lp.yourDeposits')}
          </span>
        )}
        <span>{t('lp.nowLabel')}</span>
      </p>
    </>
  )
}

/** Days of each span; that of thirty is the exchange's own figure. */
const SPANS = [1, 7, 30, 90] as const

function Yields() {
  const { t } = useTranslation()
  const { data: pool } = usePool()
  const { points: days } = usePricePoints('all')
  const { points: hours } = usePricePoints('week')
  const start = useMemo(() => (days === undefined ? undefined : yieldSinceStart(days)), [days])
  const month = pool?.yield30d
  const of = (span: (typeof SPANS)[number]): number | undefined => {
    if (span === 30) return month !== undefined && month.days >= 30 ? month.percent2 : undefined
    const points = span < 30 ? hours : days
    return points === undefined ? undefined : yieldOver(points, span)?.percent2
  }
  const cells = [
    ...SPANS.map((span) => ({ label: t(`lp.spans.${span}`), percent2: of(span) })),
    { label: t('lp.spans.all'), percent2: start?.percent2 },
  ]
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="text-dense text-t2">{t('lp.yields')}</p>
      <dl className="mt-2 grid gap-y-2 max-md:grid-cols-1 md:grid-cols-5">
        {cells.map(({ label, percent2 }, at) => (
          <div
            key={label}
            className={cx(
              'border-line max-md:flex max-md:justify-between md:px-3',
              at === 0 ? 'md:pl-0' : 'md:border-l',
            )}
          >
            <dt className="text-caption text-t2">{label}</dt>
            <dd className={cx('text-nav font-medium', changeClass(percent2))}>{formatPercent(percent2)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 grid rounded-[6px] bg-s3 px-3 py-2 text-dense text-t2">
        {month === undefined || pool === undefined ? (
          <span className="[grid-area:1/1]">{t('lp.noYield')}</span>
        ) : (
          <Formula price={pool.sharePrice} month={month} />
        )}
        {/* Room for the formula while there is none. */}
        <Formula price={SAMPLE.price} month={SAMPLE} isHidden />
      </p>
    </div>
  )
}

const SAMPLE = { price: usd6(1_000_000), days: 1, percent2: 10_00 } as const

/** How the yield of thirty days follows from two prices. */
function Formula({
  price,
  month,
  isHidden = false,
}: {
  readonly price: Usd6
  readonly month: { readonly days: number; readonly price: Usd6; readonly percent2: number }
  readonly isHidden?: boolean
}) {
  const { t } = useTranslation()
  const days = Math.max(1, month.days)
  return (
    <span aria-hidden={isHidden} className={cx('[grid-area:1/1]', isHidden && 'invisible')}>
      <span className="text-t1">{t('lp.howComputed', { count: days })}</span>{' '}
      {`(${priceText(price)} − ${priceText(month.price)}) ÷ ${priceText(month.price)} × 365 ÷ ${days} = `}
      <b className="font-semibold text-t1">{formatPercent(month.percent2)}</b> {t('lp.aYear')}
    </span>
  )
}
