/** Language and theme, as the page puts them behind the # of the frame's address; what is not listed counts for nothing. */
import { LANGUAGES, type Language } from './texts.ts'

const THEMES = ['dark', 'light'] as const
export interface Appearance {
  readonly language: Language
  readonly theme: (typeof THEMES)[number]
}

export function readAppearance(hash: string): Appearance {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    language: LANGUAGES.find((each) => each === given.get('language')) ?? 'en',
    theme: THEMES.find((each) => each === given.get('theme')) ?? 'dark',
  }
}
