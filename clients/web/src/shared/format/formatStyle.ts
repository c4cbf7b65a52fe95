/**
 * How the reader wants numbers and times. The app sets it before it draws, and draws everything anew after a change;
 * between the two it does not move, so that two screens never differ.
 */
export const TIME_ZONES = ['local', 'utc'] as const
export const CLOCKS = ['24h', '12h'] as const
export const GROUPINGS = ['comma', 'space'] as const
export const AMOUNTS = ['compact', 'full'] as const

export interface FormatStyle {
  readonly timeZone: (typeof TIME_ZONES)[number]
  readonly clock: (typeof CLOCKS)[number]
  /** Between groups of three digits. */
  readonly grouping: (typeof GROUPINGS)[number]
  /** From one million on: 48.27M, or every digit. */
  readonly amounts: (typeof AMOUNTS)[number]
}

export const FORMAT_STYLE: FormatStyle = {
  timeZone: 'local',
  clock: '24h',
  grouping: 'comma',
  amounts: 'compact',
}

let style = FORMAT_STYLE
export const formatStyle = (): FormatStyle => style
export const setFormatStyle = (next: FormatStyle): void => void (style = next)
