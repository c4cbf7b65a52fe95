/**
 * Preferences as local storage holds them, read field by field: other versions of the app, other scripts of the
 * origin and the user's own hands write there too. What is not of its kind is left out, and the default stands.
 */
import { isLanguage } from '../../shared/i18n/i18n.ts'
import type { Preferences } from './preferences.ts'

type Kind = (value: unknown) => boolean

const isBoolean: Kind = (value) => typeof value === 'boolean'
/** Names of markets and intervals; what they mean is asked of the exchange or of a list. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,39}$/.test(value)
const isListOfNames: Kind = (value) => Array.isArray(value) && value.every(isName)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf =
  (...values: readonly string[]): Kind =>
  (value) =>
    values.some((one) => one === value)

const KINDS: Readonly<Record<keyof Preferences, Kind>> = {
  theme: oneOf('dark', 'light'),
  isColourBlind: isBoolean,
  language: isLanguage,
  hasShortcuts: isBoolean,
  lastMarket: isName,
  favourites: (value) => isRecord(value) && Object.values(value).every(isListOfNames),
  isSidebarOpen: isBoolean,
  isBookOpen: isBoolean,
  chartInterval: isName,
  sizeUnit: oneOf('base', 'usd'),
  knownMarkets: isListOfNames,
}

export function readStoredPreferences(stored: unknown): Partial<Preferences> {
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(KINDS)
      .filter(([name, isOfKind]) => Object.hasOwn(stored, name) && isOfKind(stored[name]))
      .map(([name]) => [name, stored[name]]),
  )
}
