/** Paints one shape on the pane: its lines, its inside, its handles and what it says. */
import type { ColourToken } from '../chartColours.ts'
import type { PaneSize, Point } from '../tagLayout.ts'
import { colourToken } from './drawing.ts'
import { clipped, type Segment } from './shapeLines.ts'
import { handlePoint, handlesOf, type PlacedShape } from './shapeMoves.ts'

export interface ShapePaint {
  readonly context: CanvasRenderingContext2D
  readonly size: PaneSize
  readonly resolve: (token: ColourToken) => string
  readonly font: string
  readonly isSelected: boolean
  /** Of a retracement one for each line; of a measure and an alert what stands in their tag. */
  readonly texts: readonly string[]
}

const FILL_ALPHA = 0.1
const HANDLE_RADIUS_PX = 4.5
const TAG_HEIGHT_PX = 20
const LINE_HEIGHT_PX = 16
const PADDING_PX = 8
const BELL_PX = 12

export function paintShape({ shape, points, lines }: PlacedShape, paint: ShapePaint): void {
  const { context, resolve, isSelected, size } = paint
  const colour = resolve(colourToken(shape.colour))
  context.strokeStyle = colour
  context.fillStyle = colour
  const [a, b] = points
  if (b !== undefined && (shape.kind === 'rectangle' || shape.kind === 'measure')) fillBetween(context, a!, b)
  context.lineWidth = isSelected ? 2 : 1
  context.setLineDash(shape.kind === 'alert' ? [6, 4] : [])
  for (const line of lines) stroke(context, line, size)
  context.setLineDash([])
  if (shape.kind === 'fibonacci') paintLevels(paint, lines)
  if (shape.kind === 'measure') paintMeasure(paint, points)
  if (shape.kind === 'alert') paintBellTag(paint, a!.y)
  if (!isSelected) return
  for (const handle of handlesOf(shape)) paintHandle(paint, handlePoint(points, handle), colour)
}

function stroke(context: CanvasRenderingContext2D, line: Segment, size: PaneSize): void {
  const seen = clipped(line, size)
  if (seen === undefined) return
  const isStraight = line.from.y === line.to.y || line.from.x === line.to.x
  // Half a pixel, so that a straight line of one pixel is one pixel.
  const sharp = (value: number): number => (isStraight ? Math.round(value) + 0.5 : value)
  context.beginPath()
  context.moveTo(sharp(seen.from.x), sharp(seen.from.y))
  context.lineTo(sharp(seen.to.x), sharp(seen.to.y))
  context.stroke()
}

function fillBetween(context: CanvasRenderingContext2D, a: Point, b: Point): void {
  context.globalAlpha = FILL_ALPHA
  context.fillRect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(b.x - a.x), Math.abs(b.y - a.y))
  context.globalAlpha = 1
}

function paintHandle({ context, resolve }: ShapePaint, { x, y }: Point, colour: string): void {
  context.beginPath()
  context.arc(x, y, HANDLE_RADIUS_PX, 0, 2 * Math.PI)
  context.fillStyle = resolve('--s1')
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = colour
  context.stroke()
}

/** Over the left end of each line, as far as it is in sight. */
function paintLevels({ context, font, texts }: ShapePaint, lines: readonly Segment[]): void {
  context.font = font
  context.textBaseline = 'bottom'
  context.textAlign = 'left'
  for (const [index, { from, to }] of lines.entries())
    context.fillText(texts[index] ?? '', Math.min(Math.max(from.x, 0), to.x) + 4, from.y - 2)
}

/** Beyond the second point, and always on the pane. */
function paintMeasure(paint: ShapePaint, points: readonly Point[]): void {
  const { context, font, texts, size } = paint
  const [a, b] = [points[0]!, points[1]!]
  context.font = font
  const width = Math.max(...texts.map((text) => context.measureText(text).width)) + 2 * PADDING_PX
  const height = texts.length * LINE_HEIGHT_PX + PADDING_PX
  const within = (value: number, max: number): number => Math.max(4, Math.min(value, max - 4))
  const x = within((a.x + b.x) / 2 - width / 2, size.width - width)
  const y = within(b.y < a.y ? b.y - height - 6 : b.y + 6, size.height - height)
  paintBox(paint, { x, y }, { width, height })
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  for (const [index, text] of texts.entries())
    context.fillText(text, x + PADDING_PX, y + PADDING_PX / 2 + LINE_HEIGHT_PX * (index + 0.5))
}

/** A raised box in the colour that is drawn with; what is written in it comes next. */
function paintBox({ context, resolve }: ShapePaint, { x, y }: Point, { width, height }: PaneSize): void {
  context.beginPath()
  context.roundRect(Math.round(x) + 0.5, Math.round(y) + 0.5, width, height, 4)
  context.fillStyle = resolve('--s2')
  context.fill()
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = resolve('--t1')
}

const BELL = [
  'M10.268 21a2 2 0 0 0 3.464 0',
  'M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
]

/** At the right end of the line, where the tags of positions and orders leave it room. */
function paintBellTag(paint: ShapePaint, y: number): void {
  const { context, font, texts, size, resolve } = paint
  if (y < 0 || y > size.height) return
  context.font = font
  const text = texts[0] ?? ''
  const width = context.measureText(text).width + BELL_PX + 3 * PADDING_PX
  const box = { x: size.width - width - 9, y: y - TAG_HEIGHT_PX / 2 }
  paintBox(paint, box, { width, height: TAG_HEIGHT_PX })
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.fillText(text, box.x + BELL_PX + 2 * PADDING_PX, y + 0.5)
  context.save()
  context.translate(box.x + PADDING_PX, y - BELL_PX / 2)
  context.scale(BELL_PX / 24, BELL_PX / 24)
  context.strokeStyle = resolve('--chalk')
  context.lineWidth = 2.5
  for (const path of BELL) context.stroke(new Path2D(path))
  context.restore()
}
