/**
 * A store outside React that paints at most once per animation frame. Writers call `set` as often as data
 * arrives; readers see one value for a whole frame, so that two components never disagree. While the page is
 * hidden no frame comes and nothing is painted; `latest` is for logic that must not wait for one.
 */
import { useSyncExternalStore } from 'react'

export interface Readable<T> {
  /** The value painted last. */
  get(): T
  subscribe(listener: () => void): () => void
}

export interface FrameStore<T> extends Readable<T> {
  /** The newest value, painted or not. */
  latest(): T
  set(next: T): void
  /** Replaces the value by what `change` makes of the newest one. */
  update(change: (value: T) => T): void
}

export type RequestFrame = (callback: () => void) => void

let waiting: (() => void)[] = []

/** All stores paint in one task of the frame, so that React commits what they changed once. */
export const browserFrame: RequestFrame = (callback) => {
  if (waiting.push(callback) > 1) return
  requestAnimationFrame(() => {
    const paints = waiting
    waiting = []
    for (const paint of paints) {
      try {
        paint()
      } catch (error) {
        // One store's readers must not keep the others from what is new.
        reportError(error)
      }
    }
  })
}

export function createFrameStore<T>(initial: T, requestFrame: RequestFrame = browserFrame): FrameStore<T> {
  let newest = initial
  let painted = initial
  let isScheduled = false
  const listeners = new Set<() => void>()
  const paint = (): void => {
    isScheduled = false
    if (painted === newest) return
    painted = newest
    for (const listener of [...listeners]) listener()
  }
  const store: FrameStore<T> = {
    get: () => painted,
    latest: () => newest,
    set(next) {
      if (next === newest) return
      newest = next
      if (isScheduled) return
      isScheduled = true
      requestFrame(paint)
    },
    update: (change) => store.set(change(newest)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

/** A value computed from other stores, at most once per change of any of them, shared by all its readers. */
export function createDerived<Sources extends readonly Readable<unknown>[], T>(
  sources: readonly [...Sources],
  derive: (
    ...values: { [Index in keyof Sources]: Sources[Index] extends Readable<infer Value> ? Value : never }
  ) => T,
): Readable<T> {
  let inputs: readonly unknown[] | undefined
  let value: T
  return {
    get() {
      const next = sources.map((source) => source.get())
      if (inputs === undefined || next.some((input, index) => input !== inputs![index])) {
        inputs = next
        value = derive(...(next as never))
      }
      return value
    },
    subscribe(listener) {
      const stops = sources.map((source) => source.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Reads a store in a component. `select` must answer something that is already in the value, or a primitive. */
export function useFrame<T, Selected = T>(
  store: Readable<T>,
  select: (value: T) => Selected = (value) => value as unknown as Selected,
): Selected {
  const read = (): Selected => select(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}
