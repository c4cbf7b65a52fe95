/** The drawings of one market, kept in local storage; a tab hears of another's change by the storage event. */
import { createFrameStore, type Readable, type RequestFrame } from '../../../live/index.ts'
import { createKeptList, type SafeStorage } from '../../../shared/storage/index.ts'
import type { Drawing } from './drawing.ts'
import { drawingsKey } from './drawingsKey.ts'
import { readDrawing } from './storedDrawing.ts'

/** Of one market. */
export const DRAWINGS_MAX = 100

export interface DrawingStore extends Readable<readonly Drawing[]> {
  latest(): readonly Drawing[]
  /** False where the market has all the drawings that it may have. */
  add(...added: readonly Drawing[]): boolean
  replace(drawing: Drawing): void
  /** Answers what was there and is no more. */
  remove(ids: readonly string[]): readonly Drawing[]
  /** Reads what another tab has written. */
  adopt(): void
}

export interface DrawingStoreOptions {
  readonly symbol: string
  readonly storage: SafeStorage
  readonly requestFrame?: RequestFrame
}

export function createDrawingStore({ symbol, storage, requestFrame }: DrawingStoreOptions): DrawingStore {
  const kept = createKeptList<Drawing>({
    storage,
    key: drawingsKey(symbol),
    version: 1,
    lengthMax: DRAWINGS_MAX,
    read: readDrawing,
  })
  const drawings = createFrameStore(kept.read(), requestFrame)
  const adopt = (): void => drawings.set(kept.read())
  return {
    get: drawings.get,
    latest: drawings.latest,
    subscribe: drawings.subscribe,
    add(...added) {
      const isAdded = kept.add(added)
      adopt()
      return isAdded
    },
    replace(drawing) {
      kept.change(drawing.id, () => drawing)
      adopt()
    },
    remove(ids) {
      const gone = kept.remove(ids)
      adopt()
      return gone
    },
    adopt,
  }
}
