/**
 * The price lines of the chart as data: mark, entry, open limit orders, liquidation. What a tag says and in
 * which token's colour is decided here, without a chart library; prices become floats for geometry alone.
 */
import type { TFunction } from 'i18next'
import type { Ticks } from '@vest/protocol'
import type { PositionRow } from '../../entities/account/index.ts'
import type { Market, Order } from '../../live/index.ts'
import { formatPercent, formatPrice, formatSignedMoney, formatSize } from '../../shared/format/index.ts'

/** Names of CSS variables, resolved when drawn, so that a change of theme recolours everything. */
export type ColourToken = '--t2' | '--ink' | '--on-ink' | '--chalk' | '--warn' | '--up' | '--down' | '--s2'

export interface TagPart {
  readonly text: string
  readonly colour: ColourToken
}

export interface ChartLine {
  readonly id: string
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
}

export interface ChartLinesInput {
  readonly market: Market
  readonly mark: Ticks | undefined
  readonly position: PositionRow | undefined
  readonly orders: readonly Order[]
  readonly t: TFunction
}

export const toFloat = (price: Ticks, market: Pick<Market, 'priceDecimals'>): number =>
  price / 10 ** market.priceDecimals

export function chartLines({ market, mark, position, orders, t }: ChartLinesInput): readonly ChartLine[] {
  const lines: ChartLine[] = []
  const line = (
    id: string,
    price: Ticks,
    look: Omit<ChartLine, 'id' | 'price' | 'axisText' | 'distance' | 'isAxisSolid'> & {
      isAxisSolid?: boolean
    },
  ): void => {
    lines.push({
      isAxisSolid: false,
      ...look,
      id,
      price: toFloat(price, market),
      axisText: formatPrice(price, market.priceDecimals),
      distance: mark === undefined ? '' : distanceText(price, mark),
    })
  }
  for (const order of orders) {
    const size = formatSize(order.size, market.sizeDecimals)
    line(order.id, order.limitPrice, {
      colour: '--chalk',
      dash: [2, 3],
      place: 'middle',
      tag: [{ text: t(order.isBuy ? 'chart.limitBuy' : 'chart.limitSell', { size }), colour: '--chalk' }],
    })
  }
  if (position !== undefined) {
    line('entry', position.entryPrice, {
      colour: '--chalk',
      dash: [],
      place: 'left',
      tag: [
        {
          text: t('chart.entry', {
            side: t(position.isLong ? 'side.long' : 'side.short'),
            size: formatSize(position.size, market.sizeDecimals),
          }),
          colour: '--chalk',
        },
        {
          text: formatSignedMoney(position.unrealizedPnl),
          colour: position.unrealizedPnl < 0 ? '--down' : '--up',
        },
      ],
    })
    if (position.liquidationPrice !== undefined)
      line('liquidation', position.liquidationPrice, {
        colour: '--warn',
        dash: [],
        place: 'right',
        tag: [
          {
            text: t('chart.liquidation', {
              price: formatPrice(position.liquidationPrice, market.priceDecimals),
            }),
            colour: '--warn',
          },
        ],
      })
  }
  // Last, so that it is drawn on top.
  if (mark !== undefined)
    line('mark', mark, { colour: '--t2', dash: [1, 3], place: 'left', tag: [], isAxisSolid: true })
  return lines
}

/** 13.9 % away, with an arrow in the direction of the line. */
function distanceText(price: Ticks, mark: Ticks): string {
  const bps = Math.floor((Math.abs(price - mark) * 10_000) / mark)
  return `${price < mark ? '↓' : '↑'} ${formatPercent(bps, { decimals: 2, places: 1 })}`
}
