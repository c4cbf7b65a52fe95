/**
 * Preferences as local storage holds them, read field by field: other versions of the app, other scripts of the
 * origin and the user's own hands write there too. What is not of its kind is left out, and the default stands.
 */
import { isSymbolText } from '@vest/protocol'
import { AMOUNTS, CLOCKS, GROUPINGS, TIME_ZONES } from '../../shared/format/formatStyle.ts'
import { isLanguage } from '../../shared/i18n/i18n.ts'
import { PALETTES } from './palette.ts'
import type { Preferences } from './preferenceFields.ts'

type Kind = (value: unknown) => boolean

const isBoolean: Kind = (value) => typeof value === 'boolean'
/** Names of intervals and units; what they mean is asked of a list. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][\w.-]{0,39}$/.test(value)
const isListOfNames: Kind = (value) => Array.isArray(value) && value.every(isName)
const isListOfSymbols: Kind = (value) => Array.isArray(value) && value.every(isSymbolText)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecordOf =
  (isOfKind: Kind): Kind =>
  (value) =>
    isRecord(value) && Object.values(value).every(isOfKind)
/** A key with its modifiers, as `hotkeys.ts` writes it. */
const isChord: Kind = (value) => typeof value === 'string' && /^(ctrl\+)?(shift\+)?\S{1,12}$/.test(value)
const isIndicator: Kind = (value) =>
  isRecord(value) &&
  isBoolean(value.isShown) &&
  Array.isArray(value.parameters) &&
  value.parameters.every(Number.isFinite)
const oneOf =
  (...values: readonly string[]): Kind =>
  (value) =>
    values.some((one) => one === value)

const KINDS: Readonly<Record<keyof Preferences, Kind>> = {
  theme: oneOf('dark', 'light'),
  palette: oneOf(...PALETTES),
  timeZone: oneOf(...TIME_ZONES),
  clock: oneOf(...CLOCKS),
  grouping: oneOf(...GROUPINGS),
  amounts: oneOf(...AMOUNTS),
  language: isLanguage,
  hasShortcuts: isBoolean,
  hotkeys: isRecordOf(isChord),
  lastMarket: isSymbolText,
  favourites: isRecordOf(isListOfSymbols),
  isSidebarOpen: isBoolean,
  isBookOpen: isBoolean,
  chartInterval: isName,
  chartHidden: isListOfNames,
  chartIndicators: isRecordOf(isIndicator),
  sizeUnit: oneOf('base', 'usd'),
  bookUnit: isName,
  bookTotals: isName,
  knownMarkets: isListOfSymbols,
}

export function readStoredPreferences(stored: unknown): Partial<Preferences> {
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(KINDS)
      .filter(([name, isOfKind]) => Object.hasOwn(stored, name) && isOfKind(stored[name]))
      .map(([name]) => [name, stored[name]]),
  )
}
