/**
 * Languages: English and Chinese, every text by key, keys typed from the English bundle. The choice is kept
 * with the preferences; an unloadable language falls back to English ([4.21]). What only the pages beside trading
 * say is a bundle of its own, loaded with the first of them, so that it never weighs on the trade page.
 */
import i18next, { type BackendModule, type DefaultNamespace, type Namespace } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGE_DEFAULT } from '@vest/protocol'
import type en from '../../../public/locales/en.json'
import type pagesEn from '../../../public/locales/pages.en.json'
import type { Bundle } from './loadBundle.ts'

/** Every text by its whole name: `orders.price`. As a tree the library's types take the compiler too far down. */
type Names<Texts, Before extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Before}${Name}`
    : Names<Texts[Name], `${Before}${Name}.`>
}[keyof Texts & string]

export type TextKey = Names<typeof en> | Names<typeof pagesEn>

/** Namespace of the texts of the pages beside trading; a key is looked for there after the usual texts. */
const PAGES = 'pages'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Record<TextKey, string> }
    keySeparator: false
    returnNull: false
  }
  /** Asked before the library's own signature, which weighs all keys at each call: too many for the compiler. */
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    (key: TextKey, words?: Readonly<Record<string, unknown>>): string
  }
}

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
] as const
export type Language = (typeof LANGUAGES)[number]['code']

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some(({ code }) => code === value)

export interface I18nOptions {
  readonly language: Language
  /** By the name of its file: `en`, or `pages.en`. */
  readonly loadBundle: (name: string) => Promise<Bundle>
  /** Called with every language that is shown, e.g. to set `lang` on the root element. */
  readonly onLanguage: (language: string) => void
}

/** Ready when the texts of the language (or, failing that, English) are there. */
export async function startI18n({ language, loadBundle, onLanguage }: I18nOptions): Promise<void> {
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read(name, namespace, callback) {
      loadBundle(namespace === PAGES ? `${PAGES}.${name}` : name).then(
        (bundle) => callback(null, bundle),
        (error: unknown) => callback(error as Error, null),
      )
    },
  }
  i18next.on('languageChanged', onLanguage)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: LANGUAGE_DEFAULT,
      supportedLngs: LANGUAGES.map(({ code }) => code),
      load: 'currentOnly',
      fallbackNS: PAGES,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: false },
    })
  if (!i18next.hasResourceBundle(language, 'translation')) await i18next.changeLanguage(LANGUAGE_DEFAULT)
}

/** Ready when the texts of the pages beside trading are there; a switch of the language brings them too from then on. */
export const loadPageTexts = (): Promise<void> => i18next.loadNamespaces(PAGES)

/** A module comes with them. */
export const withPageTexts =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> =>
    (await Promise.all([load(), loadPageTexts()]))[0]

/** Switches the language; answers the one that is shown afterwards. */
export async function switchLanguage(language: Language): Promise<Language> {
  // A language that failed before is asked for once more: the network may be back.
  if (!i18next.hasResourceBundle(language, 'translation')) await i18next.reloadResources(language)
  await i18next.changeLanguage(language)
  const isLoaded = i18next.hasResourceBundle(language, 'translation')
  if (!isLoaded) await i18next.changeLanguage(LANGUAGE_DEFAULT)
  return isLoaded ? language : LANGUAGE_DEFAULT
}
