/**
 * Draws {@link ChartLine}s on a lightweight-charts series: the line, its tag on the pane, its price on the axis.
 * A line outside of the visible range does not stretch the scale; its tag pins to the nearest edge instead and
 * says how far away it is.
 */
import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { ChartLine, ColourToken, TagPart } from './chartLines.ts'

type Resolve = (token: ColourToken) => string

const TAG_HEIGHT = 20
const AXIS_HEIGHT = 18
const PADDING = 8
const FONT = '500 11px'

export class LinesPrimitive implements ISeriesPrimitive<Time> {
  #lines: readonly ChartLine[] = []
  #series: ISeriesApi<SeriesType, Time> | undefined
  #requestUpdate: (() => void) | undefined
  readonly #resolve: Resolve
  readonly #fontFamily: string
  readonly #views: readonly IPrimitivePaneView[]
  readonly #axisViews: readonly IPrimitivePaneView[]

  constructor(options: { readonly resolve: Resolve; readonly fontFamily: string }) {
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

  #paneRenderer(): IPrimitivePaneRenderer {
    return {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          context.font = `${FONT} ${this.#fontFamily}`
          context.textBaseline = 'middle'
          const placed = this.#lines.flatMap((line) => {
            const y = this.#series?.priceToCoordinate(line.price)
            return y === null || y === undefined
              ? []
              : [{ line, y, isInside: y >= 0 && y <= mediaSize.height }]
          })
          for (const { line, y, isInside } of placed)
            if (isInside) this.#drawLine(context, line, y, mediaSize.width)
          // Tags after all lines, so that no line runs through a text.
          const taken: { readonly x: number; readonly width: number; readonly y: number }[] = []
          for (const { line, y, isInside } of placed)
            if (line.tag.length > 0)
              this.#drawTag(context, line, isInside ? y : undefined, y < 0, mediaSize, taken)
        }),
    }
  }

  #drawLine(context: CanvasRenderingContext2D, line: ChartLine, y: number, width: number): void {
    context.strokeStyle = this.#resolve(line.colour)
    context.lineWidth = 1
    context.setLineDash([...line.dash])
    context.beginPath()
    // Half a pixel, so that a line of one pixel is one pixel.
    context.moveTo(0, Math.round(y) + 0.5)
    context.lineTo(width, Math.round(y) + 0.5)
    context.stroke()
    context.setLineDash([])
  }

  #drawTag(
    context: CanvasRenderingContext2D,
    line: ChartLine,
    y: number | undefined,
    isAbove: boolean,
    size: { readonly width: number; readonly height: number },
    taken: { readonly x: number; readonly width: number; readonly y: number }[],
  ): void {
    const parts: readonly TagPart[] =
      y === undefined ? [...line.tag, { text: line.distance, colour: line.colour }] : line.tag
    const widths = parts.map((part) => context.measureText(part.text).width)
    const width = widths.reduce((sum, part) => sum + part, 0) + PADDING * (parts.length + 1)
    const x =
      line.place === 'left'
        ? 10
        : line.place === 'right'
          ? size.width - width - 9
          : Math.round(size.width * 0.61)
    // The lower left corner belongs to the attribution.
    const lowest = size.height - TAG_HEIGHT / 2 - (line.place === 'left' ? 28 : 13)
    let centre = y ?? (isAbove ? TAG_HEIGHT / 2 + 3 : lowest)
    // Pinned tags stack away from the edge instead of covering each other.
    const overlaps = (): boolean =>
      taken.some(
        (tag) => Math.abs(tag.y - centre) < TAG_HEIGHT + 2 && tag.x < x + width && x < tag.x + tag.width,
      )
    if (y === undefined)
      while (overlaps() && centre > 0 && centre < size.height) centre += (isAbove ? 1 : -1) * (TAG_HEIGHT + 2)
    taken.push({ x, width, y: centre })
    box(context, { x, y: centre - TAG_HEIGHT / 2, width, height: TAG_HEIGHT, radius: 4 })
    context.fillStyle = this.#resolve('--s2')
    context.fill()
    context.strokeStyle = this.#resolve(line.colour)
    context.stroke()
    let at = x + PADDING
    context.textAlign = 'left'
    for (const [index, part] of parts.entries()) {
      context.fillStyle = this.#resolve(part.colour)
      context.fillText(part.text, at, centre + 0.5)
      at += widths[index]! + PADDING
    }
  }

  #axisRenderer(): IPrimitivePaneRenderer {
    return {
      draw: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          context.textBaseline = 'middle'
          context.textAlign = 'left'
          for (const line of this.#lines) {
            const y = this.#series?.priceToCoordinate(line.price)
            if (y === null || y === undefined || y < 0 || y > mediaSize.height) continue
            box(context, {
              x: 0.5,
              y: Math.round(y) - AXIS_HEIGHT / 2 + 0.5,
              width: mediaSize.width - 1,
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
        }),
    }
  }
}

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
