/**
 * The price lines of the chart as data: mark, entry, open limit orders with the exits that wait for them, stop losses
 * and take profits, liquidation. What a tag says and in which token's colour is decided here, without a chart library; prices
 * become floats for geometry alone.
 */
import type { TFunction } from 'i18next'
import { applyFill, exitGain, valueOf } from '@vest/formulas'
import { lots, ticks, usd6, type Lots, type Ticks, type Usd6 } from '@vest/protocol'
import type { PositionRow } from '../../entities/account/index.ts'
import type { Market, Order } from '../../live/index.ts'
import { formatPercent, formatPrice, formatSignedMoney, formatSize } from '../../shared/format/index.ts'
import type { ColourToken } from './chartColours.ts'
import { movedPrice, type LineMoves } from './lineMoves.ts'
import { waitingExits, type WaitingExit } from './waitingExits.ts'

export interface TagPart {
  readonly text: string
  readonly colour: ColourToken
}

/** What can be switched off by itself. */
export const LINE_KINDS = ['mark', 'entry', 'limit', 'trigger', 'liquidation'] as const
export type LineKind = (typeof LINE_KINDS)[number]

export interface ChartLine {
  readonly id: string
  readonly kind: LineKind
  /** For geometry. */
  readonly price: number
  readonly colour: ColourToken
  readonly dash: readonly number[]
  readonly tag: readonly TagPart[]
  readonly place: 'left' | 'middle' | 'right'
  readonly axisText: string
  readonly isAxisSolid: boolean
  /** Distance from the mark as text, shown when the line is out of sight. */
  readonly distance: string
  /** `faint`: where an order stood, or where one is to be and is not yet. */
  readonly look: 'plain' | 'held' | 'faint'
  /** Present where the line can be taken: the order behind it. */
  readonly order?: Order
}

export interface ChartLinesInput {
  readonly market: Market
  readonly mark: Ticks | undefined
  readonly position: PositionRow | undefined
  /** Open orders of the market. */
  readonly orders: readonly Order[]
  readonly moves: LineMoves
  readonly hidden: readonly string[]
  readonly t: TFunction
}

export const toFloat = (price: Ticks, market: Pick<Market, 'priceDecimals'>): number =>
  price / 10 ** market.priceDecimals

/** The nearest price of the market to a point of the picture, at least one tick. */
export const toTicks = (price: number, market: Pick<Market, 'priceDecimals'>): Ticks =>
  ticks(Math.max(1, Math.round(price * 10 ** market.priceDecimals)))

export const isTrigger = (order: Pick<Order, 'orderType'>): boolean =>
  order.orderType === 'STOP_LOSS' || order.orderType === 'TAKE_PROFIT'

export const remainingOf = (order: Pick<Order, 'size' | 'filledSize'>): Lots =>
  lots(order.size - order.filledSize)

export function chartLines(input: ChartLinesInput): readonly ChartLine[] {
  const { hidden } = input
  return [
    ...input.orders.flatMap((order) => [...orderLines(order, input), ...waitingLines(order, input)]),
    ...(input.position === undefined ? [] : positionLines(input.position, input)),
    // Last, so that it is drawn on top.
    ...(input.mark === undefined ? [] : [line(input, 'mark', 'mark', input.mark, MARK_LOOK)]),
  ].filter((one) => !hidden.includes(one.kind))
}

type Look = Pick<ChartLine, 'colour' | 'dash' | 'place' | 'tag'> &
  Partial<Pick<ChartLine, 'isAxisSolid' | 'look' | 'order'>>

const MARK_LOOK: Look = { colour: '--t2', dash: [1, 3], place: 'left', tag: [], isAxisSolid: true }

function line(
  { market, mark }: ChartLinesInput,
  kind: LineKind,
  id: string,
  price: Ticks,
  look: Look,
): ChartLine {
  return {
    isAxisSolid: false,
    look: 'plain',
    ...look,
    id,
    kind,
    price: toFloat(price, market),
    axisText: formatPrice(price, market.priceDecimals),
    distance: mark === undefined ? '' : distanceText(price, mark),
  }
}

/** An open order at its price; one that is being moved at the new one, and faint where it still stands. */
function orderLines(order: Order, input: ChartLinesInput): readonly ChartLine[] {
  const { moves, market } = input
  const kind = isTrigger(order) ? 'trigger' : 'limit'
  const look = isTrigger(order) ? triggerLook(order) : LIMIT_LOOK
  const moved = movedPrice(moves, order.id)
  if (moved === undefined)
    return [line(input, kind, order.id, order.limitPrice, { ...look, tag: orderTag(order, input), order })]
  const isHeld = moves.held?.orderId === order.id
  const tag = [
    ...orderTag({ ...order, limitPrice: moved }, input),
    { text: formatPrice(moved, market.priceDecimals), colour: look.colour },
    ...(isHeld
      ? heldParts(order, moved, input)
      : [{ text: input.t('chart.sending'), colour: '--t2' as const }]),
  ]
  return [
    line(input, kind, `${order.id} before`, order.limitPrice, { ...look, tag: [], look: 'faint' }),
    line(input, kind, order.id, moved, {
      ...look,
      tag,
      look: isHeld ? 'held' : 'faint',
      ...(isHeld ? { order } : {}),
    }),
  ]
}

/** They stay where they are while the entry is moved; what they would bring changes with it. */
function waitingLines(order: Order, input: ChartLinesInput): readonly ChartLine[] {
  const entry = { ...order, limitPrice: movedPrice(input.moves, order.id) ?? order.limitPrice }
  return waitingExits(order).map((exit) =>
    line(input, 'trigger', `${order.id} ${exit.orderType}`, exit.price, {
      ...triggerLook(exit),
      tag: waitingTag(exit, entry, input),
      look: 'faint',
    }),
  )
}

export function waitingTag(
  { orderType, price }: WaitingExit,
  entry: Pick<Order, 'isBuy' | 'limitPrice' | 'size'>,
  { market, t }: Pick<ChartLinesInput, 'market' | 't'>,
): readonly TagPart[] {
  const { isBuy, limitPrice, size } = entry
  const part = { isLong: isBuy, size, cost: valueOf(limitPrice, size, market.scale), scale: market.scale }
  return [
    exitName(orderType, size, { market, t }),
    ...gainParts(exitGain(part, price)),
    { text: t('chart.waitsForEntry'), colour: '--t2' },
  ]
}

const LIMIT_LOOK = { colour: '--chalk', dash: [2, 3], place: 'middle' } as const
const triggerLook = (order: Pick<Order, 'orderType'>) =>
  ({ colour: order.orderType === 'STOP_LOSS' ? '--down' : '--up', dash: [4, 4], place: 'left' }) as const

export function orderTag(
  order: Order,
  { market, position, t }: Pick<ChartLinesInput, 'market' | 'position' | 't'>,
): readonly TagPart[] {
  if (!isTrigger(order)) {
    const size = formatSize(remainingOf(order), market.sizeDecimals)
    return [{ text: t(order.isBuy ? 'chart.limitBuy' : 'chart.limitSell', { size }), colour: '--chalk' }]
  }
  return [
    exitName(order.orderType, remainingOf(order), { market, t }),
    ...gainParts(exitPnl(order, position, market)),
  ]
}

function exitName(
  orderType: Order['orderType'],
  size: Lots,
  { market, t }: Pick<ChartLinesInput, 'market' | 't'>,
): TagPart {
  const isStop = orderType === 'STOP_LOSS'
  return {
    text: t(isStop ? 'chart.stopLoss' : 'chart.takeProfit', { size: formatSize(size, market.sizeDecimals) }),
    colour: isStop ? '--down' : '--up',
  }
}

const gainParts = (gain: Usd6 | undefined): readonly TagPart[] =>
  gain === undefined ? [] : [{ text: formatSignedMoney(gain), colour: gain < 0 ? '--down' : '--up' }]

/** What the position would realise there, before funding and fees; undefined where the order would not close it. */
export function exitPnl(
  order: Pick<Order, 'isBuy' | 'limitPrice' | 'size' | 'filledSize'>,
  position: PositionRow | undefined,
  market: Pick<Market, 'scale'>,
): Usd6 | undefined {
  if (position === undefined || position.isLong === order.isBuy) return undefined
  const { raw } = position
  const size = remainingOf(order)
  if (size <= 0) return usd6(0)
  const fill = { isBuy: order.isBuy, size, price: order.limitPrice, initMarginRatio: raw.initMarginRatio }
  return applyFill(raw, fill, market.scale).pnl
}

/** Distance from the mark, and a warning where it would not wait. */
function heldParts(order: Order, price: Ticks, { mark, t }: ChartLinesInput): readonly TagPart[] {
  if (mark === undefined) return []
  return [
    { text: distanceText(price, mark), colour: '--t2' },
    ...(isAtOnce(order, price, mark) ? [{ text: t('chart.atOnce'), colour: '--warn' as const }] : []),
  ]
}

/** Would an order at this price be executed at once instead of waiting for it? Judged by the mark. */
export function isAtOnce(order: Pick<Order, 'orderType' | 'isBuy'>, price: Ticks, mark: Ticks): boolean {
  // A stop waits beyond the mark in the direction of its own trade, anything else before it.
  const waitsAbove = order.orderType === 'STOP_LOSS' ? order.isBuy : !order.isBuy
  return waitsAbove ? price <= mark : price >= mark
}

function positionLines(position: PositionRow, input: ChartLinesInput): readonly ChartLine[] {
  const { market, t } = input
  const side = t(position.isLong ? 'side.long' : 'side.short')
  const size = formatSize(position.size, market.sizeDecimals)
  const entry = line(input, 'entry', 'entry', position.entryPrice, {
    colour: '--chalk',
    dash: [],
    place: 'left',
    tag: [
      { text: t('chart.entry', { side, size }), colour: '--chalk' },
      {
        text: formatSignedMoney(position.unrealizedPnl),
        colour: position.unrealizedPnl < 0 ? '--down' : '--up',
      },
    ],
  })
  if (position.liquidationPrice === undefined) return [entry]
  const price = formatPrice(position.liquidationPrice, market.priceDecimals)
  return [
    entry,
    line(input, 'liquidation', 'liquidation', position.liquidationPrice, {
      colour: '--warn',
      dash: [],
      place: 'right',
      tag: [{ text: t('chart.liquidation', { price }), colour: '--warn' }],
    }),
  ]
}

/** 13.9 % away, with an arrow in the direction of the line. */
export function distanceText(price: Ticks, mark: Ticks): string {
  const bps = Math.floor((Math.abs(price - mark) * 10_000) / mark)
  return `${price < mark ? '↓' : '↑'} ${formatPercent(bps, { decimals: 2, places: 1 })}`
}
