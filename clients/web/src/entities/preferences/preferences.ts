/**
 * What the user chose about the app itself, kept in local storage: theme, palette, language, numbers and times,
 * shortcuts, last market, favourites per address, and the shape of the trade page. `public/theme.js` reads the
 * same record before the first paint.
 */
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Theme, Preferences } from './preferenceFields.ts'
import { FORMAT_STYLE } from '../../shared/format/formatStyle.ts'
import { isLanguage, type Language } from '../../shared/i18n/i18n.ts'
import { localStore } from '../../shared/storage/index.ts'
import type { Palette } from './palette.ts'
import { readStoredPreferences } from './storedPreferences.ts'

/** Where / leads before any market was visited ([2.1]). */
export const MARKET_DEFAULT = 'COIN-USD-PERP'

/** Favourites of a visitor; of a signed-in user they are kept per address ([3.17]). */
export const VISITOR = 'visitor'

export interface PreferencesState extends Preferences {
  change(next: Partial<Preferences>): void
  toggleFavourite(owner: string, symbol: string): void
}

export const usePreferences = create<PreferencesState>()(
  persist(
    (set) => ({
      theme: undefined,
      palette: 'green-up',
      ...FORMAT_STYLE,
      language: undefined,
      hasShortcuts: true,
      hotkeys: {},
      lastMarket: MARKET_DEFAULT,
      favourites: {},
      isSidebarOpen: undefined,
      isBookOpen: true,
      chartInterval: '1h',
      chartHidden: [],
      chartIndicators: {},
      sizeUnit: 'base',
      bookUnit: 'base',
      bookTotals: 'cumulative',
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
export function applyAppearance(preferences: Pick<Preferences, 'theme' | 'palette'>): void {
  const root = document.documentElement
  root.dataset.theme = chosenTheme(preferences)
  const word = UPDOWN[preferences.palette]
  if (word === undefined) delete root.dataset.updown
  else root.dataset.updown = word
}

/** As the style sheet names them; `public/theme.js` says the same. */
const UPDOWN: Readonly<Record<Palette, string | undefined>> = {
  'green-up': undefined,
  'red-up': 'red',
  'colour-blind': 'cb',
}
