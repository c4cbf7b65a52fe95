/**
 * Draws {@link ChartLine}s on a lightweight-charts series: the line, its tag on the pane, its price on the axis.
 * A line outside of the visible range does not stretch the scale; its tag pins to the nearest edge instead and
 * says how far away it is. What was drawn can be taken: {@link LinesPrimitive.lineAt} says which line is where.
 */
import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { ColourToken } from './chartColours.ts'
import type { ChartLine, TagPart } from './chartLines.ts'
import {
  layOutAxis,
  layOutTags,
  lineUnder,
  MOUSE_REACH,
  TAG_HEIGHT,
  type LineReach,
  type Point,
  type TagBox,
  type Taken,
} from './tagLayout.ts'

type Resolve = (token: ColourToken) => string

const AXIS_HEIGHT = 18
const ATTRIBUTION_PX = { width: 130, height: 22 } as const
const PADDING = 8
const FONT = '500 11px'
const FAINT = 0.45

interface PlacedLine {
  readonly line: ChartLine
  readonly y: number
}

export interface LegendSize {
  readonly width: number
  readonly height: number
}

export class LinesPrimitive implements ISeriesPrimitive<Time> {
  #lines: readonly ChartLine[] = []
  #placed: readonly PlacedLine[] = []
  #tags: readonly TagBox[] = []
  #series: ISeriesApi<SeriesType, Time> | undefined
  #requestUpdate: (() => void) | undefined
  readonly #resolve: Resolve
  readonly #fontFamily: string
  readonly #legend: () => LegendSize
  readonly #views: readonly IPrimitivePaneView[]
  readonly #axisViews: readonly IPrimitivePaneView[]

  /** `legend`: how much of the pane the figures at its top take now. */
  constructor(options: {
    readonly resolve: Resolve
    readonly fontFamily: string
    readonly legend: () => LegendSize
  }) {
    this.#legend = options.legend
    this.#resolve = options.resolve
    this.#fontFamily = options.fontFamily
    this.#views = [{ zOrder: () => 'top', renderer: () => this.#paneRenderer() }]
    this.#axisViews = [{ zOrder: () => 'top', renderer: () => this.#axisRenderer() }]
  }

  attached({ series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#series = series
    this.#requestUpdate = requestUpdate
  }
  detached(): void {
    this.#series = undefined
    this.#requestUpdate = undefined
  }
  setLines(lines: readonly ChartLine[]): void {
    this.#lines = lines
    this.#requestUpdate?.()
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
    const line = this.lineAt({ x, y }, MOUSE_REACH)
    return line === undefined ? null : { externalId: line.id, cursorStyle: 'ns-resize', zOrder: 'top' }
  }
  /** The line of an order at a point of the pane, as drawn last. */
  lineAt(point: Point, reach: LineReach): ChartLine | undefined {
    return lineUnder(point, this.#tags, this.#placed, reach)
  }

  #paneRenderer(): IPrimitivePaneRenderer {
    return {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          context.font = `${FONT} ${this.#fontFamily}`
          context.textBaseline = 'middle'
          this.#placed = this.#lines.flatMap((line) => {
            const y = this.#series?.priceToCoordinate(line.price)
            return y === null || y === undefined ? [] : [{ line, y }]
          })
          for (const { line, y } of this.#placed)
            if (y >= 0 && y <= mediaSize.height) this.#drawLine(context, line, y, mediaSize.width)
          // Tags after all lines, so that no line runs through a text.
          this.#tags = layOutTags(
            this.#placed
              .filter(({ line }) => line.tag.length > 0)
              .map(({ line, y }) => ({
                line,
                y,
                width: widthOf(context, partsOf(line, y, mediaSize.height)),
              })),
            mediaSize,
            this.#taken(mediaSize),
          )
          for (const tag of this.#tags) this.#drawTag(context, tag)
        }),
    }
  }

  /** What others write on the pane: the figures at its top, the attribution in its lower left corner. */
  #taken({ height }: { readonly height: number }): readonly Taken[] {
    const { width, height: legend } = this.#legend()
    const corner = { x: 0, width: ATTRIBUTION_PX.width, top: height - ATTRIBUTION_PX.height, bottom: height }
    return legend === 0
      ? [corner]
      : [corner, { x: 0, width: width + 2 * PADDING, top: 0, bottom: legend + 4 }]
  }

  #drawLine(context: CanvasRenderingContext2D, line: ChartLine, y: number, width: number): void {
    context.globalAlpha = line.look === 'faint' ? FAINT : 1
    context.strokeStyle = this.#resolve(line.colour)
    context.lineWidth = line.look === 'held' ? 2 : 1
    context.setLineDash([...line.dash])
    context.beginPath()
    // Half a pixel, so that a line of one pixel is one pixel.
    context.moveTo(0, Math.round(y) + 0.5)
    context.lineTo(width, Math.round(y) + 0.5)
    context.stroke()
    context.setLineDash([])
    context.globalAlpha = 1
  }

  #drawTag(context: CanvasRenderingContext2D, { line, x, y, width, isPinned }: TagBox): void {
    box(context, { x, y: y - TAG_HEIGHT / 2, width, height: TAG_HEIGHT, radius: 4 })
    context.fillStyle = this.#resolve('--s2')
    context.fill()
    context.lineWidth = line.look === 'held' ? 2 : 1
    context.strokeStyle = this.#resolve(line.colour)
    context.globalAlpha = line.look === 'faint' ? FAINT : 1
    context.stroke()
    context.globalAlpha = 1
    let at = x + PADDING
    context.textAlign = 'left'
    for (const part of isPinned ? pinnedParts(line) : line.tag) {
      context.fillStyle = this.#resolve(part.colour)
      context.fillText(part.text, at, y + 0.5)
      at += context.measureText(part.text).width + PADDING
    }
  }

  #axisRenderer(): IPrimitivePaneRenderer {
    return {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          context.textBaseline = 'middle'
          context.textAlign = 'left'
          const seen = this.#lines.flatMap((line) => {
            const y = this.#series?.priceToCoordinate(line.price)
            const isOut = y === null || y === undefined || y < 0 || y > mediaSize.height
            return isOut || (line.look === 'faint' && line.tag.length === 0) ? [] : [{ line, y }]
          })
          const places = layOutAxis(
            seen.map(({ line, y }) => ({ y, isFixed: line.isAxisSolid })),
            mediaSize.height,
            AXIS_HEIGHT,
          )
          seen.forEach(({ line }, at) => {
            const y = places[at]
            if (y !== undefined) this.#drawAxisTag(context, line, y, mediaSize.width)
          })
        }),
    }
  }

  #drawAxisTag(context: CanvasRenderingContext2D, line: ChartLine, y: number, width: number): void {
    box(context, {
      x: 0.5,
      y: Math.round(y) - AXIS_HEIGHT / 2 + 0.5,
      width: width - 1,
      height: AXIS_HEIGHT,
      radius: 0,
    })
    context.fillStyle = this.#resolve(line.isAxisSolid ? '--ink' : '--s2')
    context.fill()
    if (!line.isAxisSolid) {
      context.strokeStyle = this.#resolve(line.colour)
      context.lineWidth = 1
      context.stroke()
    }
    context.font = `${line.isAxisSolid ? '600 11px' : FONT} ${this.#fontFamily}`
    context.fillStyle = this.#resolve(line.isAxisSolid ? '--on-ink' : line.colour)
    context.fillText(line.axisText, 7, y + 1)
  }
}

const pinnedParts = (line: ChartLine): readonly TagPart[] =>
  // A line that is held says its distance already.
  line.look === 'held' ? line.tag : [...line.tag, { text: line.distance, colour: line.colour }]

const partsOf = (line: ChartLine, y: number, height: number): readonly TagPart[] =>
  y < 0 || y > height ? pinnedParts(line) : line.tag

const widthOf = (context: CanvasRenderingContext2D, parts: readonly TagPart[]): number =>
  parts.reduce((sum, part) => sum + context.measureText(part.text).width, 0) + PADDING * (parts.length + 1)

function box(
  context: CanvasRenderingContext2D,
  shape: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly radius: number
  },
): void {
  context.beginPath()
  context.roundRect(
    Math.round(shape.x) + 0.5,
    Math.round(shape.y) + 0.5,
    shape.width,
    shape.height,
    shape.radius,
  )
}
