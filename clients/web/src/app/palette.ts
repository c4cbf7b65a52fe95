/** Whether the command palette is open, what opens it, and what was typed before its list had come. */
import { create } from 'zustand'

interface PaletteState {
  readonly isOpen: boolean
  readonly typed: string
}

const CLOSED: PaletteState = { isOpen: false, typed: '' }

export const usePalette = create<PaletteState>()(() => CLOSED)
export const openPalette = (): void => usePalette.setState({ ...CLOSED, isOpen: true })
export const closePalette = (): void => usePalette.setState(CLOSED)
export const typeAhead = (typed: string): void => usePalette.setState({ typed })
