/**
 * What a trader draws on the chart. A drawing hangs on points of time and price, so that it means the same on every
 * interval and at every zoom. Prices are floats here and in all of this folder: they are geometry, and nothing that
 * is drawn is ever money.
 */
import type { ColourToken } from '../chartColours.ts'

export const DRAWING_KINDS = ['trend', 'ray', 'horizontal', 'rectangle', 'fibonacci'] as const
export type DrawingKind = (typeof DRAWING_KINDS)[number]

/** What is chosen to draw with; a measure is looked at and not kept. */
export const TOOLS = [...DRAWING_KINDS, 'measure'] as const
export type Tool = (typeof TOOLS)[number]

/** Green and red mean a direction of the market, so neither is among them. */
export const DRAWING_COLOURS = ['chalk', 'info', 'warn', 't2'] as const
export type DrawingColour = (typeof DRAWING_COLOURS)[number]
export const isDrawingColour = (value: unknown): value is DrawingColour =>
  DRAWING_COLOURS.some((one) => one === value)
export const colourToken = (colour: DrawingColour): ColourToken => `--${colour}`

export interface Anchor {
  readonly timeMs: number
  readonly price: number
}

/** Anything that stands on the chart as a drawing does: an alert is one too, and so is a measure. */
export interface Shape {
  readonly id: string
  readonly kind: Tool | 'alert'
  readonly colour: DrawingColour
  /** One of what is level, two of everything else. */
  readonly anchors: readonly Anchor[]
}

export interface Drawing extends Shape {
  readonly kind: DrawingKind
}

/** It stands at a price through all of time. */
export const isLevel = ({ kind }: Pick<Shape, 'kind'>): boolean => kind === 'horizontal' || kind === 'alert'

export const isDrawingKind = (kind: unknown): kind is DrawingKind => DRAWING_KINDS.some((one) => one === kind)
export const isDrawing = (shape: Shape): shape is Drawing => isDrawingKind(shape.kind)
