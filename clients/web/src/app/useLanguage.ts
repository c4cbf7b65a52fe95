/** The language that is shown, and how to change it; the stored choice is the one that could be loaded. */
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../entities/preferences/index.ts'
import { switchLanguage, type Language } from '../shared/i18n/index.ts'

export function useLanguage(): {
  readonly language: Language
  readonly choose: (language: Language) => void
} {
  const { i18n } = useTranslation()
  const change = usePreferences((state) => state.change)
  return {
    language: i18n.language as Language,
    choose: (language) => void switchLanguage(language).then((shown) => change({ language: shown })),
  }
}
