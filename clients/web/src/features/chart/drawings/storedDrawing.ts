/** A drawing as local storage holds it, read back; what is none is undefined. */
import { isDrawingColour, isDrawingKind, isLevel, type Anchor, type Drawing } from './drawing.ts'
import { isRecord } from '../../../shared/storage/index.ts'

export function readDrawing(value: Readonly<Record<string, unknown>>): Drawing | undefined {
  const { id, kind, colour, anchors } = value
  if (!isDrawingKind(kind) || !isDrawingColour(colour) || !Array.isArray(anchors)) return undefined
  const read = (anchors as readonly unknown[]).map(readAnchor).filter((anchor) => anchor !== undefined)
  if (read.length !== anchors.length || read.length !== (isLevel({ kind }) ? 1 : 2)) return undefined
  return { id: id as string, kind, colour, anchors: read }
}

const readAnchor = (value: unknown): Anchor | undefined =>
  isRecord(value) &&
  Number.isSafeInteger(value.timeMs) &&
  typeof value.price === 'number' &&
  Math.abs(value.price) <= Number.MAX_SAFE_INTEGER
    ? { timeMs: value.timeMs as number, price: value.price }
    : undefined
