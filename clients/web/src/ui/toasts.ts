/**
 * What the toast stack holds, newest first. A toast has a key, so that a pending one changes in place into
 * its result; all go by themselves, errors last, but pending ones, which stay until they are resolved or closed.
 * Time is counted by the view, which pauses it under the pointer and the focus.
 */
import { create } from 'zustand'

/** Below the header of every page; what stands in it moves the page. The stack that goes there comes later than the page. */
export const TOAST_ROW_ID = 'toast-row'

export type ToastTone = 'ok' | 'info' | 'pending' | 'warn' | 'err'

export interface Toast {
  readonly key: string
  readonly tone: ToastTone
  readonly title: string
  readonly text?: string
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Bumped by every change, so that the view starts its timer anew. */
  readonly version: number
}
export type ToastInput = Omit<Toast, 'key' | 'version'> & {
  readonly key?: string
  /** The toast that this one takes the place of: what it is about has got a name of its own meanwhile. */
  readonly replaces?: string
  readonly durationMs?: number
}

/** How long a toast stays; undefined = until closed. */
export const TOAST_DURATION_MS: Readonly<Record<ToastTone, number | undefined>> = {
  ok: 5_000,
  info: 6_000,
  warn: 6_000,
  pending: undefined,
  err: 12_000,
}

interface ToastStore {
  readonly toasts: readonly (Toast & { readonly durationMs: number | undefined })[]
  show(input: ToastInput): string
  dismiss(key: string): void
  /** The newest that waits for nothing. */
  dismissNewest(): void
  clear(): void
}

let counter = 0

export const useToasts = create<ToastStore>()((set) => ({
  toasts: [],
  show(input) {
    counter += 1
    const { durationMs, key = `toast-${counter}`, replaces, ...rest } = input
    const toast = { ...rest, key, version: counter, durationMs: durationMs ?? TOAST_DURATION_MS[input.tone] }
    set(({ toasts }) => {
      const at = toasts.findIndex((held) => held.key === key || held.key === replaces)
      if (at === -1) return { toasts: [toast, ...toasts] }
      // In the place of the first of the two: there is never a second one of the same.
      const others = toasts.filter((held) => held.key !== key && held.key !== replaces)
      return { toasts: [...others.slice(0, at), toast, ...others.slice(at)] }
    })
    return key
  },
  dismiss: (key) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.key !== key) })),
  dismissNewest: () =>
    set(({ toasts }) => {
      const newest = toasts.find(({ tone }) => tone !== 'pending')
      return { toasts: toasts.filter((toast) => toast !== newest) }
    }),
  clear: () => set({ toasts: [] }),
}))

/** There is one toast of an order, from its sending to its fill, its cancellation or its refusal. */
export const orderToastKey = (orderId: string): string => `order-${orderId.toLowerCase()}`

/** Shows a toast, or changes the one with the same key; answers its key. */
export const showToast = (input: ToastInput): string => useToasts.getState().show(input)
export const dismissToast = (key: string): void => useToasts.getState().dismiss(key)
