/**
 * The depth of the book as two curves, redrawn once a frame. Pointer and arrow keys read what stands up to a price;
 * who does not see the picture hears it in one sentence.
 */
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { divFloor, ticks, type Ticks } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import { formatPercent, formatPrice, spoken } from '../../shared/format/index.ts'
import { cx, Skeleton, useElementSize } from '../../ui/index.ts'
import { sizeIn, unitName, worthText, type BookUnit } from './bookUnits.ts'
import { depthAt, depthCurve, depthPath, priceAtX, xOf, yOf, type DepthCurve } from './depthCurve.ts'
import { useDeepBook } from './useDeepBook.ts'

const AXIS_PX = 24
const READING_PX = 52

export function DepthChart({ market, unit }: { readonly market: Market; readonly unit: BookUnit }) {
  const { t } = useTranslation()
  const book = useDeepBook(market)
  const curve = useMemo(() => (book === undefined ? undefined : depthCurve(book)), [book])
  if (book === undefined) return <Skeleton className="m-3 h-[calc(100%-24px)]" />
  if (curve === undefined)
    return <p className="px-3 py-6 text-center text-dense text-t2">{t('book.oneSided')}</p>
  return (
    <div className="live-price h-full overflow-hidden">
      <Depth curve={curve} market={market} unit={unit} />
    </div>
  )
}

interface DepthProps {
  readonly curve: DepthCurve
  readonly market: Market
  readonly unit: BookUnit
}

function Depth({ curve, market, unit }: DepthProps) {
  const { t } = useTranslation()
  const [ref, size] = useElementSize<HTMLDivElement>()
  const [picked, setPicked] = useState<Ticks>()
  const width = size.width
  const height = Math.max(0, size.height - AXIS_PX)
  const pick = (event: PointerEvent): void => {
    const { left } = event.currentTarget.getBoundingClientRect()
    if (width > 0) setPicked(priceAtX(curve, event.clientX - left, width))
  }
  const walk = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return setPicked(undefined)
    const to = nextPrice(event.key, picked, curve)
    if (to === undefined) return
    event.preventDefault()
    setPicked(to)
  }
  const price = (value: Ticks): string => formatPrice(value, market.priceDecimals)
  const middle = ticks(divFloor(curve.twiceMiddle, 2))
  return (
    <div className="flex h-full flex-col">
      <Reading curve={curve} market={market} unit={unit} picked={picked} />
      <div
        ref={ref}
        role="img"
        tabIndex={0}
        aria-label={depthSentence(t, curve, market)}
        className="relative min-h-0 flex-1 -outline-offset-2"
        onPointerMove={pick}
        onPointerDown={pick}
        onPointerLeave={() => setPicked(undefined)}
        onKeyDown={walk}
        onBlur={() => setPicked(undefined)}
      >
        {/* Its own size is known only when it is there. */}
        {width > 0 && (
          <svg aria-hidden="true" width={width} height={height} className="block">
            {(['bid', 'ask'] as const).map((side) => (
              <Side key={side} curve={curve} side={side} width={width} height={height} />
            ))}
            <path d={`M${width / 2} 0V${height}`} className="stroke-line-2" strokeDasharray="2 3" />
            {picked !== undefined && (
              <Crosshair curve={curve} picked={picked} width={width} height={height} />
            )}
          </svg>
        )}
        <div aria-hidden="true" className="flex h-6 items-center justify-between px-3 text-caption text-t3">
          <span>{price(priceAtX(curve, 0, 2))}</span>
          <span className="text-t2">{price(middle)}</span>
          <span>{price(priceAtX(curve, 2, 2))}</span>
        </div>
      </div>
    </div>
  )
}

const LOOK = {
  bid: { line: 'stroke-up', area: 'fill-[color-mix(in_srgb,var(--up)_var(--depth-a),transparent)]' },
  ask: { line: 'stroke-down', area: 'fill-[color-mix(in_srgb,var(--down)_var(--depth-a),transparent)]' },
} as const

interface SideProps {
  readonly curve: DepthCurve
  readonly side: 'bid' | 'ask'
  readonly width: number
  readonly height: number
}

function Side({ curve, side, width, height }: SideProps) {
  const { line, area } = depthPath(curve, side, { width, height })
  return (
    <>
      <path d={area} className={LOOK[side].area} />
      <path d={line} fill="none" className={LOOK[side].line} />
    </>
  )
}

function Crosshair({ curve, picked, width, height }: Omit<SideProps, 'side'> & { readonly picked: Ticks }) {
  const x = xOf(curve, picked, width)
  const reading = depthAt(curve, picked)
  return (
    <>
      <path d={`M${x} 0V${height}`} className="stroke-t3" strokeDasharray="2 2" />
      {reading !== undefined && (
        <circle
          cx={x}
          cy={yOf(curve, reading.total, height)}
          r={3.5}
          strokeWidth={2}
          className={cx('stroke-s1', reading.side === 'bid' ? 'fill-up' : 'fill-down')}
        />
      )}
    </>
  )
}

/** What stands at the crosshair; without one, what each side holds in all. */
function Reading({ curve, market, unit, picked }: DepthProps & { readonly picked: Ticks | undefined }) {
  const { t } = useTranslation()
  const reading = picked === undefined ? undefined : depthAt(curve, picked)
  const entries =
    picked === undefined
      ? (['bids', 'asks'] as const).map((side) => {
          const last = curve[side][curve[side].length - 1]!
          return [t(`book.${side}`), sizeIn(unit, last.total, last.worth, market)] as const
        })
      : [
          [t('book.priceShort'), formatPrice(picked, market.priceDecimals)] as const,
          [
            t('book.sum'),
            reading === undefined ? '–' : sizeIn(unit, reading.total, reading.worth, market),
          ] as const,
          [
            t('book.distance'),
            reading === undefined ? '–' : formatPercent(reading.distanceBps, { signed: true }),
          ] as const,
        ]
  return (
    <dl
      className="grid shrink-0 items-center border-b border-line px-3 text-dense"
      style={{ height: READING_PX, gridTemplateColumns: `repeat(${entries.length}, 1fr)` }}
    >
      {entries.map(([name, figure], index) => (
        <div key={name} className={index === entries.length - 1 ? 'text-right' : ''}>
          <dt className="text-caption text-t3">
            {name}
            {picked === undefined && ` (${unitName(unit, market)})`}
          </dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** From level to level; the first key begins at the best bid or ask. */
function nextPrice(key: string, from: Ticks | undefined, curve: DepthCurve): Ticks | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isLeft = key === 'ArrowLeft'
  if (from === undefined) return (isLeft ? curve.bids : curve.asks)[0]!.price
  const prices = [...[...curve.bids].reverse(), ...curve.asks].map((point) => point.price)
  const beyond = isLeft
    ? prices.filter((price) => price < from).reverse()
    : prices.filter((price) => price > from)
  return beyond[0] ?? from
}

function depthSentence(t: ReturnType<typeof useTranslation>['t'], curve: DepthCurve, market: Market): string {
  const [bid, ask] = [curve.bids[curve.bids.length - 1]!, curve.asks[curve.asks.length - 1]!]
  return spoken(
    t('book.depthSentence', {
      bids: worthText(bid.worth, market),
      lowest: formatPrice(bid.price, market.priceDecimals),
      asks: worthText(ask.worth, market),
      highest: formatPrice(ask.price, market.priceDecimals),
    }),
  )
}
