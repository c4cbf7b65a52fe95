/**
 * Liquidation, entry and mark of a position as places on one ruler, and on both sides of the entry the stop losses and
 * take profits: those that stand, or those that are about to be set.
 */
import { ticks, type Ticks } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { formatPrice, MISSING } from '../../shared/format/index.ts'
import { Tape, type TapeMark, type TapeSegment } from '../../ui/index.ts'
import type { PositionRow } from '../account/index.ts'
import type { ExitKind } from '../order/index.ts'
import { usePositionExits } from './usePositionExits.ts'

/** Where the scale ends when nothing can liquidate the position: 30% either side of the entry. */
const OPEN_SCALE = 0.3

export interface TapeExit {
  readonly kind: ExitKind
  readonly price: Ticks
}

export const PositionTape = ({ row }: { readonly row: PositionRow }) => (
  <ExitTape row={row} exits={usePositionExits(row)} />
)

export interface ExitTapeProps {
  readonly row: PositionRow
  readonly exits: readonly TapeExit[]
  readonly surface?: string
  /** Words instead of figures: the figures stand beside it. */
  readonly isNamed?: boolean
}

export function ExitTape({ row, exits, surface = 'var(--s1)', isNamed = false }: ExitTapeProps) {
  const { t } = useTranslation()
  const { market, entryPrice, markPrice, liquidationPrice, isLong } = row
  const scale = scaleOf(row, exits)
  const price = (value: Ticks): string => formatPrice(value, market.priceDecimals)
  const pricesOf = (kind: ExitKind): string =>
    exits
      .filter((exit) => exit.kind === kind)
      .map((exit) => price(exit.price))
      .join(', ') || MISSING
  const marks: TapeMark[] = [
    ...exitMarks(exits, { takeProfit: t('tpsl.shortTakeProfit'), stopLoss: t('tpsl.shortStopLoss') }),
    {
      at: entryPrice,
      colour: 'var(--chalk)',
      shape: 'bar',
      label: isNamed ? t('ticket.tapeEntry') : price(entryPrice),
      urgency: 2,
    },
    {
      at: markPrice,
      colour: 'var(--t1)',
      shape: 'dot',
      ...(isNamed ? { label: t('tpsl.tapeMark'), urgency: 8 } : {}),
    },
  ]
  if (liquidationPrice !== undefined)
    marks.push({
      at: liquidationPrice,
      colour: 'var(--warn)',
      shape: 'bar',
      label: t('chart.liquidation', { price: price(liquidationPrice) }),
      urgency: 1,
    })
  const spoken = {
    market: market.label,
    side: t(isLong ? 'side.long' : 'side.short'),
    liq: liquidationPrice === undefined ? MISSING : price(liquidationPrice),
    entry: price(entryPrice),
    mark: price(markPrice),
  }
  return (
    <Tape
      {...scale}
      segments={segmentsOf(row, exits)}
      marks={marks}
      surface={surface}
      label={
        exits.length === 0
          ? t('positions.tape', spoken)
          : t('tpsl.tape', { ...spoken, stops: pricesOf('stopLoss'), profits: pricesOf('takeProfit') })
      }
    />
  )
}

/** Without a liquidation price the scale is fixed, so that a small move does not look like a long way. */
function scaleOf({ entryPrice, markPrice, liquidationPrice }: PositionRow, exits: readonly TapeExit[]) {
  const ends =
    liquidationPrice === undefined && exits.length === 0
      ? [entryPrice * (1 - OPEN_SCALE), entryPrice * (1 + OPEN_SCALE)]
      : [liquidationPrice ?? entryPrice]
  const prices = [entryPrice, markPrice, ...ends, ...exits.map(({ price }) => price)]
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const margin = Math.max(1, high - low) * 0.08
  return { min: low - margin, max: high + margin }
}

/** The outermost of each kind to the entry; without any, how the mark stands to the entry. */
function segmentsOf(
  { entryPrice, markPrice, isLong }: PositionRow,
  exits: readonly TapeExit[],
): readonly TapeSegment[] {
  if (exits.length === 0) {
    const isGain = markPrice >= entryPrice === isLong
    return [{ from: entryPrice, to: markPrice, colour: isGain ? 'var(--up)' : 'var(--down)' }]
  }
  return (['stopLoss', 'takeProfit'] as const).flatMap((kind): TapeSegment[] => {
    const prices = exits.filter((exit) => exit.kind === kind).map(({ price }) => price)
    if (prices.length === 0) return []
    const isAbove = (kind === 'takeProfit') === isLong
    const to = ticks(isAbove ? Math.max(...prices) : Math.min(...prices))
    return [{ from: entryPrice, to, colour: kind === 'takeProfit' ? 'var(--up)' : 'var(--down)' }]
  })
}

/** A bar for each price; the first of a kind carries its name. */
function exitMarks(
  exits: readonly TapeExit[],
  names: Readonly<Record<ExitKind, string>>,
): readonly TapeMark[] {
  const named = new Set<ExitKind>()
  return exits.map(({ kind, price }): TapeMark => {
    const isFirst = !named.has(kind)
    named.add(kind)
    return {
      at: price,
      colour: kind === 'takeProfit' ? 'var(--up)' : 'var(--down)',
      shape: 'bar',
      ...(isFirst ? { label: names[kind], urgency: kind === 'takeProfit' ? 9 : 3 } : {}),
    }
  })
}
