/**
 * Whether keys that send something are armed. Only on purpose, and never for long: hiding the page, signing out or
 * five minutes without one of them disarms.
 */
import { create } from 'zustand'

export const ARMED_MS = 5 * 60_000

export interface Armed {
  readonly isArmed: boolean
  toggle(): void
  disarm(): void
  /** One of them was used: the time begins anew. */
  keep(): void
}

export const useArmed = create<Armed>()((set, get) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => set({ isArmed: false }), ARMED_MS)
    set({ isArmed: true })
  }
  const disarm = (): void => {
    clearTimeout(timer)
    set({ isArmed: false })
  }
  return {
    isArmed: false,
    toggle: () => (get().isArmed ? disarm() : arm()),
    disarm,
    keep: () => get().isArmed && arm(),
  }
})
