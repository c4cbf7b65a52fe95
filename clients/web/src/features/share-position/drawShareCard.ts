/**
 * Paints the share card: a layout of 438×330 at 1200×904, always charcoal. Everything stands where the layout puts
 * it, whatever the window, the theme or the screen's density.
 */
import { MARK_SHAPES } from '../../ui/index.ts'
import type { CardFigure, CardTexts } from './cardTexts.ts'

export const CARD_WIDTH = 438
export const CARD_HEIGHT = 330
export const IMAGE_WIDTH = 1_200
export const IMAGE_HEIGHT = 904

/** The tokens that a card is painted with. */
export const CARD_TOKENS = ['s1', 's3', 's4', 'line-2', 't1', 't2', 't3', 'chalk', 'up', 'down'] as const
export type CardPalette = Readonly<Record<(typeof CARD_TOKENS)[number], string>>

export interface CardDrawing {
  readonly texts: CardTexts
  readonly palette: CardPalette
  readonly fontFamily: string
  /** Undefined where the base asset has no picture: its first letter stands there. */
  readonly logo: CanvasImageSource | undefined
}

const LEFT = 22
const RIGHT = CARD_WIDTH - LEFT
const TOKEN_SIZE = 28
const TOKEN_Y = 68
const NAME_X = LEFT + TOKEN_SIZE + 9
const NAME_BASELINE = 88
const ROE_BASELINE = 157
const ROE_LABEL_BASELINE = 180
const LABEL_BASELINE = 268
const VALUE_BASELINE = 288
const FIGURE_GAP = 28
const BADGE = { height: 18, padding: 6, radius: 4, gap: 9 } as const
/** Share of a side's colour in the ground of its badge. */
const TINT = 0.14

interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly drawing: CardDrawing
}

interface Lettering {
  readonly size: number
  readonly weight: 400 | 500 | 600
  readonly colour: string
  /** In em. */
  readonly tracking?: number
}

export function drawShareCard(context: CanvasRenderingContext2D, drawing: CardDrawing): void {
  const pen: Pen = { context, drawing }
  context.setTransform(IMAGE_WIDTH / CARD_WIDTH, 0, 0, IMAGE_HEIGHT / CARD_HEIGHT, 0, 0)
  context.globalAlpha = 1
  context.textBaseline = 'alphabetic'
  context.fillStyle = drawing.palette.s1
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT)
  drawTicks(pen)
  drawLapels(pen)
  drawHead(pen)
  drawPosition(pen)
  drawReturn(pen)
  drawFigures(pen)
}

function write(
  { context, drawing }: Pen,
  text: string,
  at: { readonly x: number; readonly y: number; readonly isRight?: boolean },
  { size, weight, colour, tracking = 0 }: Lettering,
): number {
  context.font = `${weight} ${size}px ${drawing.fontFamily}`
  context.letterSpacing = `${tracking * size}px`
  context.fillStyle = colour
  context.textAlign = at.isRight === true ? 'right' : 'left'
  context.fillText(text, at.x, at.y)
  return context.measureText(text).width
}

/** The ruler along the lower edge. */
function drawTicks({ context, drawing }: Pen): void {
  context.beginPath()
  for (let index = 0; 1 + index * 7.5 < CARD_WIDTH; index += 1) {
    const x = 1 + index * 7.5
    context.moveTo(x, CARD_HEIGHT)
    context.lineTo(x, CARD_HEIGHT - (index % 5 === 0 ? 12 : 7))
  }
  context.strokeStyle = drawing.palette['line-2']
  context.lineWidth = 1
  context.stroke()
}

/** The mark, large and faint. */
function drawLapels({ context, drawing: { palette } }: Pen): void {
  context.save()
  context.translate(226, 66)
  context.scale(8.6, 8.6)
  fillShape(context, new Path2D(MARK_SHAPES.left), { colour: palette.t1, alpha: 0.05 })
  fillShape(context, new Path2D(MARK_SHAPES.right), { colour: palette.chalk, alpha: 0.16 })
  context.restore()
}

function fillShape(
  context: CanvasRenderingContext2D,
  shape: Path2D,
  { colour, alpha = 1 }: { readonly colour: string; readonly alpha?: number },
): void {
  context.globalAlpha = alpha
  context.fillStyle = colour
  context.fill(shape)
}

function drawHead(pen: Pen): void {
  const { context, drawing } = pen
  const { palette, texts } = drawing
  const notch = new Path2D(MARK_SHAPES.notch)
  context.save()
  context.translate(LEFT, 20)
  context.scale(20 / 24, 20 / 24)
  fillShape(context, new Path2D(MARK_SHAPES.left), { colour: palette.t1 })
  fillShape(context, new Path2D(MARK_SHAPES.right), { colour: palette.chalk })
  context.strokeStyle = palette.s1
  context.lineWidth = MARK_SHAPES.notchWidth
  context.stroke(notch)
  context.restore()
  write(pen, 'Vest', { x: LEFT + 27, y: 36 }, { size: 17, weight: 600, colour: palette.t1, tracking: -0.025 })
  write(pen, texts.date, { x: RIGHT, y: 35, isRight: true }, { size: 12, weight: 400, colour: palette.t3 })
}

function drawPosition(pen: Pen): void {
  const { palette, texts } = pen.drawing
  drawToken(pen)
  const name = { size: 18, weight: 600, colour: palette.t1 } as const
  let x = NAME_X + write(pen, texts.market, { x: NAME_X, y: NAME_BASELINE }, name) + BADGE.gap
  const side = texts.isLong ? palette.up : palette.down
  x += drawBadge(pen, texts.side, x, { ink: side, ground: side, alpha: TINT }) + BADGE.gap
  if (texts.leverage !== undefined)
    drawBadge(pen, texts.leverage, x, { ink: palette.t2, ground: palette.s3, alpha: 1 })
}

function drawToken(pen: Pen): void {
  const { context, drawing } = pen
  const { palette, logo, texts } = drawing
  const radius = TOKEN_SIZE / 2
  context.save()
  context.beginPath()
  context.arc(LEFT + radius, TOKEN_Y + radius, radius, 0, 2 * Math.PI)
  context.clip()
  context.fillStyle = palette.s4
  context.fillRect(LEFT, TOKEN_Y, TOKEN_SIZE, TOKEN_SIZE)
  if (logo !== undefined) context.drawImage(logo, LEFT, TOKEN_Y, TOKEN_SIZE, TOKEN_SIZE)
  context.restore()
  if (logo !== undefined) return
  const letter = { size: 13, weight: 600, colour: palette.t2 } as const
  const text = texts.market.slice(0, 1)
  context.font = `600 13px ${drawing.fontFamily}`
  const width = context.measureText(text).width
  write(pen, text, { x: LEFT + radius - width / 2, y: TOKEN_Y + radius + 4.5 }, letter)
}

function drawBadge(
  pen: Pen,
  text: string,
  x: number,
  look: { readonly ink: string; readonly ground: string; readonly alpha: number },
): number {
  const { context, drawing } = pen
  context.font = `600 11px ${drawing.fontFamily}`
  context.letterSpacing = '0px'
  const width = context.measureText(text).width + 2 * BADGE.padding
  const top = TOKEN_Y + (TOKEN_SIZE - BADGE.height) / 2
  context.save()
  context.globalAlpha = look.alpha
  context.fillStyle = look.ground
  context.beginPath()
  context.roundRect(x, top, width, BADGE.height, BADGE.radius)
  context.fill()
  context.restore()
  write(pen, text, { x: x + BADGE.padding, y: top + 13 }, { size: 11, weight: 600, colour: look.ink })
  return width
}

function drawReturn(pen: Pen): void {
  const { context, drawing } = pen
  const { palette, texts } = drawing
  const colour = { gain: palette.up, loss: palette.down, even: palette.t1 }[texts.outcome]
  const size = 58
  context.font = `600 ${size}px ${drawing.fontFamily}`
  context.letterSpacing = `${-0.03 * size}px`
  // A return of many digits is written smaller, never cut.
  const fit = Math.min(1, (RIGHT - LEFT) / context.measureText(texts.roe).width)
  write(
    pen,
    texts.roe,
    { x: LEFT, y: ROE_BASELINE },
    { size: size * fit, weight: 600, colour, tracking: -0.03 },
  )
  write(
    pen,
    texts.roeLabel,
    { x: LEFT, y: ROE_LABEL_BASELINE },
    { size: 12, weight: 400, colour: palette.t3 },
  )
}

function drawFigures(pen: Pen): void {
  const { palette, texts } = pen.drawing
  let x = LEFT
  for (const figure of texts.prices) x += drawFigure(pen, figure, { x }, palette.t1) + FIGURE_GAP
  if (texts.code !== undefined) drawFigure(pen, texts.code, { x: RIGHT, isRight: true }, palette.chalk)
}

function drawFigure(
  pen: Pen,
  { label, value }: CardFigure,
  at: { readonly x: number; readonly isRight?: boolean },
  colour: string,
): number {
  const { t3 } = pen.drawing.palette
  return Math.max(
    write(pen, label, { ...at, y: LABEL_BASELINE }, { size: 12, weight: 400, colour: t3 }),
    write(pen, value, { ...at, y: VALUE_BASELINE }, { size: 14, weight: 500, colour }),
  )
}
