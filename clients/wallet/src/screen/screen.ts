/** The page's window onto this frame, and in which words it speaks. */
import type { Language, Texts } from './texts.ts'

export interface Screen {
  /** The frame needs to be seen, this high. */
  show(heightPx: number): void
  hide(): void
  texts(): Texts
  language(): Language
}
