/** A set of listeners. Each `add` is an entry of its own: a function that was added twice is called twice, and removed once at a time. */

export type Unsubscribe = () => void

export interface FeedListeners<T> {
  add(listener: (value: T) => void): Unsubscribe
  tell(value: T): void
}

export function createFeedListeners<T>(): FeedListeners<T> {
  const entries = new Set<(value: T) => void>()
  return {
    add(listener) {
      const entry = (value: T): void => listener(value)
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    tell(value) {
      for (const entry of Array.from(entries)) entry(value)
    },
  }
}
