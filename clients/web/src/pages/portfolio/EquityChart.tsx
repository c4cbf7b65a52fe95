/**
 * What the account was worth and what it earned, hour by hour. The figure beside the title is the last one, or that
 * under the pointer; arrow keys walk along the curve.
 */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal } from '@vest/protocol'
import { signClass } from '../../entities/account/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { csvText, downloadText } from '../../shared/csv/index.ts'
import { formatDateTime, formatMoney, formatSignedMoney, formatIsoTime } from '../../shared/format/index.ts'
import { Button, ReadFailure, Segmented, Skeleton, useCurvePick, useElementWidth } from '../../ui/index.ts'
import {
  CURVE_KINDS,
  CURVE_RANGES,
  curveOf,
  readEquity,
  shapeOf,
  type CurveKind,
  type CurveRange,
  type CurveValue,
  type EquityPoint,
} from './equityCurve.ts'

const HEIGHT = 120
/** A value is noted every hour; the page shows it without a reload. */
const READ_EVERY_MS = 600_000
const RANGES = Object.keys(CURVE_RANGES) as readonly CurveRange[]

export function EquityChart() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<CurveKind>('equity')
  const [range, setRange] = useState<CurveRange>('week')
  const { points, retry } = useEquity(range)
  const curve = useMemo(() => curveOf(points ?? [], kind), [points, kind])
  return (
    <section
      aria-label={t('equity.title')}
      className="mt-3 rounded-[10px] border border-line bg-s1 px-6 pt-[14px] pb-3 max-md:px-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-body font-semibold">{t('equity.title')}</h2>
        <span className="ml-auto flex flex-wrap items-center gap-3 max-md:w-full max-md:justify-between max-md:gap-1">
          <Segmented
            label={t('equity.kind')}
            value={kind}
            options={CURVE_KINDS.map((value) => ({ value, label: t(`equity.kinds.${value}`) }))}
            onChange={setKind}
          />
          <Segmented
            label={t('equity.range')}
            value={range}
            options={RANGES.map((value) => ({ value, label: t(`equity.ranges.${value}`) }))}
            onChange={setRange}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
            aria-label={t('common.named', { name: t('equity.title'), value: t('orders.csv') })}
            isDisabled={points === undefined}
            onClick={() => downloadText('vest-equity.csv', equityCsv(points ?? []))}
          >
            <span className="max-md:sr-only">{t('orders.csv')}</span>
          </Button>
        </span>
      </div>
      {retry !== undefined && points === undefined ? (
        <ReadFailure
          className="h-[176px]"
          text={t('table.failed')}
          retryLabel={t('table.retry')}
          onRetry={retry}
        />
      ) : points === undefined ? (
        <CurveSkeleton />
      ) : curve.length < 2 ? (
        <p className="grid h-[176px] place-items-center text-center text-dense text-t2">
          {t('equity.tooEarly')}
        </p>
      ) : (
        <Curve key={`${kind} ${range}`} curve={curve} kind={kind} />
      )}
    </section>
  )
}

/** As high as what it stands for. */
function CurveSkeleton() {
  return (
    <div aria-busy="true" className="mt-1">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-[120px] w-full" />
      <Skeleton className="mt-2 h-[10px] w-full" />
    </div>
  )
}

interface Equity {
  /** Undefined until the exchange has answered. */
  readonly points: readonly EquityPoint[] | undefined
  /** Present where it did not answer: asks again. */
  readonly retry: (() => void) | undefined
}

function useEquity(range: CurveRange): Equity {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const { interval, spanMs } = CURVE_RANGES[range]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['equity', address, range],
    queryFn: () =>
      client.equityHistory({
        interval,
        ...(spanMs === undefined ? {} : { startTime: client.correctedNow() - spanMs }),
      }),
    enabled: isReady,
    refetchInterval: READ_EVERY_MS,
  })
  const points = useMemo(() => (data === undefined ? undefined : readEquity(data)), [data])
  return { points, retry: isError && !isFetching ? () => void refetch() : undefined }
}

function Curve({ curve, kind }: { readonly curve: readonly CurveValue[]; readonly kind: CurveKind }) {
  const { t } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const shape = useMemo(() => shapeOf(curve, { width, height: HEIGHT }), [curve, width])
  const { index, isPicked, handlers } = useCurvePick(curve.length, shape.nearest)
  const { timeMs, value } = curve[index]!
  const text = kind === 'pnl' ? formatSignedMoney : formatMoney
  return (
    <>
      <p className="mt-1 flex items-baseline gap-2">
        <output
          className={`text-figure font-semibold ${kind === 'pnl' ? signClass(value) : ''}`}
          aria-label={t(`equity.kinds.${kind}`)}
        >
          {text(value)}
        </output>
        <span className="text-dense text-t3">{formatDateTime(timeMs)}</span>
      </p>
      <div ref={ref} className="mt-2">
        <svg
          role="slider"
          tabIndex={0}
          aria-label={t('equity.spoken', {
            low: text(shape.low),
            high: text(shape.high),
          })}
          aria-valuemin={0}
          aria-valuemax={curve.length - 1}
          aria-valuenow={index}
          aria-valuetext={`${formatDateTime(timeMs)} ${text(value)}`}
          width={width}
          height={HEIGHT}
          className="block touch-pan-y overflow-visible"
          {...handlers}
        >
          {shape.zeroY !== undefined && (
            <line x1={0} x2={width} y1={shape.zeroY} y2={shape.zeroY} className="stroke-line" />
          )}
          <path d={`${shape.path}V${HEIGHT}H0Z`} className="fill-s3" />
          <path d={shape.path} fill="none" strokeWidth={1.5} className="stroke-t1" />
          {isPicked && (
            <line x1={shape.x(index)} x2={shape.x(index)} y1={0} y2={HEIGHT} className="stroke-line-ctl" />
          )}
          <circle
            cx={shape.x(index)}
            cy={shape.y(index)}
            r={4}
            strokeWidth={2}
            className="fill-t1 stroke-s1"
          />
        </svg>
      </div>
      <p className="mt-1 flex flex-wrap justify-between text-caption text-t3">
        <span>{formatDateTime(curve[0]!.timeMs)}</span>
        <span className="max-md:order-last max-md:w-full max-md:text-center">
          {t('equity.lowHigh', { low: text(shape.low), high: text(shape.high) })}
        </span>
        <span>{formatDateTime(curve.at(-1)!.timeMs)}</span>
      </p>
    </>
  )
}

const equityCsv = (points: readonly EquityPoint[]): string =>
  csvText(
    ['time', 'equity', 'netDeposits'],
    points.map(({ timeMs, equity, netDeposits }) => [
      formatIsoTime(timeMs),
      formatDecimal(equity, 6),
      formatDecimal(netDeposits, 6),
    ]),
  )
