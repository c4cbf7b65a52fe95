/** The drawings and the alerts of a market as one list of shapes. An alert stands at its price and belongs to no time. */
import type { Ticks } from '@vest/protocol'
import type { PriceAlerts } from '../../../entities/price-alert/index.ts'
import type { Market } from '../../../live/index.ts'
import { toFloat, toTicks } from '../chartLines.ts'
import { isDrawing, type Drawing, type Shape } from './drawing.ts'
import type { DrawingStore } from './drawingStore.ts'

export interface ShapeCollection {
  list(): readonly Shape[]
  /** False where the market has all the drawings that it may have. */
  add(drawing: Drawing): boolean
  /** Another form of one that is still there. */
  replace(shape: Shape): void
}

export interface ShapeCollectionOptions {
  readonly market: Market
  readonly drawings: DrawingStore
  readonly alerts: PriceAlerts
  readonly mark: () => Ticks | undefined
  /** Drawings that are hidden are not there for a hand either; alerts always are. */
  readonly isHidden: () => boolean
}

export function createShapeCollection(options: ShapeCollectionOptions): ShapeCollection {
  const { market, drawings, alerts, mark, isHidden } = options
  return {
    list: () => [
      ...(isHidden() ? [] : drawings.latest()),
      ...alerts
        .latest()
        .filter(({ symbol }) => symbol === market.symbol)
        .map(({ id, price }): Shape => ({
          id,
          kind: 'alert',
          colour: 'chalk',
          anchors: [{ timeMs: 0, price: toFloat(price, market) }],
        })),
    ],
    add: (drawing) => drawings.add(drawing),
    replace(shape) {
      if (isDrawing(shape)) drawings.replace(shape)
      else if (shape.kind === 'alert') alerts.move(shape.id, toTicks(shape.anchors[0]!.price, market), mark())
    },
  }
}
