/** A set of listeners. A listener that is removed during a call of `emit` still receives that value, and no later one. */
import type { Unsubscribe } from '@vest/sdk'

export interface Listeners<T> {
  add(listener: (value: T) => void): Unsubscribe
  emit(value: T): void
}

export function createListeners<T>(): Listeners<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(value) {
      for (const listener of [...listeners]) listener(value)
    },
  }
}
