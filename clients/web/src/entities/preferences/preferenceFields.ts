/** Preferences of a person, field by field. */
import { type Language } from '../../shared/i18n/i18n.ts'
import { type Palette } from './palette.ts'
import { type FormatStyle } from '../../shared/format/formatStyle.ts'

export interface Preferences extends FormatStyle {
  /** Undefined = as the system says. */
  readonly theme: Theme | undefined
  readonly palette: Palette
  readonly language: Language | undefined
  readonly hasShortcuts: boolean
  /** Keys that were moved. */
  readonly hotkeys: Readonly<Record<string, string>>
  readonly lastMarket: string
  readonly favourites: Readonly<Record<string, readonly string[]>>
  readonly isSidebarOpen: boolean | undefined
  readonly isBookOpen: boolean
  readonly chartInterval: string
  /** Kinds of price lines and marks that the user has switched off. */
  readonly chartHidden: readonly string[]
  /** Chosen indicators by kind, as the chart reads them. */
  readonly chartIndicators: Readonly<
    Record<string, { readonly isShown: boolean; readonly parameters: readonly number[] }>
  >
  readonly sizeUnit: 'base' | 'usd'
  readonly bookUnit: string
  readonly bookTotals: string
  /** Markets that were listed at the last visit; undefined before the first. */
  readonly knownMarkets: readonly string[] | undefined
}

export type Theme = 'dark' | 'light'
