/**
 * Languages: English and Chinese, every text by key, keys typed from the English bundle. The choice is kept
 * with the preferences; an unloadable language falls back to English ([4.21]).
 */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGE_DEFAULT } from '@vest/protocol'
import type en from '../../../public/locales/en.json'
import { localStore } from '../storage/safeStorage.ts'
import { createBundleLoader } from './loadBundle.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
    returnNull: false
  }
}

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
] as const
export type Language = (typeof LANGUAGES)[number]['code']

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some(({ code }) => code === value)

const loadBundle = createBundleLoader({
  fetch: (url) => fetch(url),
  storage: localStore,
  wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  buildId: __BUILD_ID__,
})

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, _namespace, callback) {
    loadBundle(language).then((bundle) => callback(null, bundle), (error: unknown) => callback(error as Error, null))
  },
}

/** Ready when the texts of `language` (or, failing that, English) are there. */
export async function startI18n(language: Language): Promise<void> {
  i18next.on('languageChanged', (next) => {
    document.documentElement.lang = next
  })
  await i18next.use(backend).use(initReactI18next).init({
    lng: language,
    fallbackLng: LANGUAGE_DEFAULT,
    supportedLngs: LANGUAGES.map(({ code }) => code),
    load: 'currentOnly',
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  })
}

/** Switches the language; answers the one that is shown afterwards. */
export async function switchLanguage(language: Language): Promise<Language> {
  await i18next.changeLanguage(language)
  const isLoaded = i18next.hasResourceBundle(language, 'translation')
  if (!isLoaded) await i18next.changeLanguage(LANGUAGE_DEFAULT)
  return isLoaded ? language : LANGUAGE_DEFAULT
}
