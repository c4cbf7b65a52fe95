/** Draws the shapes of a board on a lightweight-charts series, and the prices of what is level on its axis. */
import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { ColourToken } from '../chartColours.ts'
import { colourToken, isLevel, type Shape } from './drawing.ts'
import type { DrawingBoard } from './drawingBoard.ts'
import { paintShape } from './paintShape.ts'
import { MOUSE } from './shapeMoves.ts'

export interface DrawingsPrimitiveOptions {
  readonly board: DrawingBoard
  readonly isDrawing: () => boolean
  readonly resolve: (token: ColourToken) => string
  readonly fontFamily: string
  readonly textsOf: (shape: Shape) => readonly string[]
  readonly axisText: (price: number) => string
}

const AXIS_HEIGHT_PX = 18

export class DrawingsPrimitive implements ISeriesPrimitive<Time> {
  #requestUpdate: (() => void) | undefined
  readonly #options: DrawingsPrimitiveOptions
  readonly #font: string
  readonly #views: readonly IPrimitivePaneView[]
  readonly #axisViews: readonly IPrimitivePaneView[]

  constructor(options: DrawingsPrimitiveOptions) {
    this.#options = options
    this.#font = `500 11px ${options.fontFamily}`
    this.#views = [{ zOrder: () => 'normal', renderer: () => this.#paneRenderer() }]
    this.#axisViews = [{ zOrder: () => 'normal', renderer: () => this.#axisRenderer() }]
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#requestUpdate = requestUpdate
  }
  detached(): void {
    this.#requestUpdate = undefined
  }
  redraw(): void {
    this.#requestUpdate?.()
  }
  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }
  priceAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#axisViews
  }
  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    const { board, isDrawing } = this.#options
    if (isDrawing()) return { externalId: 'tool', cursorStyle: 'crosshair', zOrder: 'top' }
    const id = board.under({ x, y }, MOUSE)
    return id === undefined ? null : { externalId: id, cursorStyle: 'pointer', zOrder: 'normal' }
  }

  #paneRenderer(): IPrimitivePaneRenderer {
    const { board, resolve, textsOf } = this.#options
    return {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const { selectedId } = board.state.latest()
          for (const placed of board.placed()) {
            const { shape } = placed
            paintShape(placed, {
              context,
              size: mediaSize,
              resolve,
              font: this.#font,
              isSelected: shape.id === selectedId,
              texts: textsOf(shape),
            })
          }
        }),
    }
  }

  #axisRenderer(): IPrimitivePaneRenderer {
    const { board, resolve, axisText } = this.#options
    return {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          context.font = this.#font
          context.textBaseline = 'middle'
          context.textAlign = 'left'
          context.lineWidth = 1
          for (const { shape, points } of board.placed()) {
            const y = points[0]!.y
            if (!isLevel(shape) || y < 0 || y > mediaSize.height) continue
            const top = Math.round(y) - AXIS_HEIGHT_PX / 2
            context.fillStyle = resolve('--s2')
            context.fillRect(0, top, mediaSize.width, AXIS_HEIGHT_PX)
            context.strokeStyle = resolve(colourToken(shape.colour))
            context.strokeRect(0.5, top + 0.5, mediaSize.width - 1, AXIS_HEIGHT_PX - 1)
            context.fillStyle = resolve(colourToken(shape.colour))
            context.fillText(axisText(shape.anchors[0]!.price), 7, y + 1)
          }
        }),
    }
  }
}
