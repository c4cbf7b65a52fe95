/**
 * What the user chose about the app itself, kept in local storage: theme, colour-blind palette, language,
 * shortcuts, last market, favourites per address, and the shape of the trade page. `public/theme.js` reads the
 * same record before the first paint.
 */
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { isLanguage, type Language } from '../../shared/i18n/i18n.ts'
import { localStore } from '../../shared/storage/index.ts'
import { readStoredPreferences } from './storedPreferences.ts'

export type Theme = 'dark' | 'light'

/** Where / leads before any market was visited ([2.1]). */
export const MARKET_DEFAULT = 'COIN-USD-PERP'

/** Favourites of a visitor; of a signed-in user they are kept per address ([3.17]). */
export const VISITOR = 'visitor'

export interface Preferences {
  /** Undefined = as the system says. */
  readonly theme: Theme | undefined
  readonly isColourBlind: boolean
  readonly language: Language | undefined
  readonly hasShortcuts: boolean
  readonly lastMarket: string
  readonly favourites: Readonly<Record<string, readonly string[]>>
  readonly isSidebarOpen: boolean | undefined
  readonly isBookOpen: boolean
  readonly chartInterval: string
  readonly sizeUnit: 'base' | 'usd'
  /** Markets that were listed at the last visit; undefined before the first. */
  readonly knownMarkets: readonly string[] | undefined
}

export interface PreferencesState extends Preferences {
  change(next: Partial<Preferences>): void
  toggleFavourite(owner: string, symbol: string): void
}

export const usePreferences = create<PreferencesState>()(
  persist(
    (set) => ({
      theme: undefined,
      isColourBlind: false,
      language: undefined,
      hasShortcuts: true,
      lastMarket: MARKET_DEFAULT,
      favourites: {},
      isSidebarOpen: undefined,
      isBookOpen: true,
      chartInterval: '1h',
      sizeUnit: 'base',
      knownMarkets: undefined,
      change: (next) => set(next),
      toggleFavourite: (owner, symbol) =>
        set(({ favourites }) => ({
          favourites: { ...favourites, [owner]: toggled(favourites[owner] ?? [], symbol) },
        })),
    }),
    {
      name: 'vest.preferences',
      storage: createJSONStorage(() => localStore),
      merge: (stored, current) => ({ ...current, ...readStoredPreferences(stored) }),
    },
  ),
)

const toggled = (list: readonly string[], symbol: string): readonly string[] =>
  list.includes(symbol) ? list.filter((held) => held !== symbol) : [...list, symbol]

export const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'

export const chosenTheme = (preferences: Pick<Preferences, 'theme'>): Theme =>
  preferences.theme ?? systemTheme()

/** The stored language, else the browser's if we speak it, else English. */
export function chosenLanguage(preferences: Pick<Preferences, 'language'>, browser: string): Language {
  if (preferences.language !== undefined && isLanguage(preferences.language)) return preferences.language
  const spoken = browser.slice(0, 2).toLowerCase()
  return isLanguage(spoken) ? spoken : 'en'
}

/** Puts theme and palette on the root element; charts listen for the change of these attributes. */
export function applyAppearance(preferences: Pick<Preferences, 'theme' | 'isColourBlind'>): void {
  const root = document.documentElement
  root.dataset.theme = chosenTheme(preferences)
  if (preferences.isColourBlind) root.dataset.updown = 'cb'
  else delete root.dataset.updown
}
