/**
 * Which indicators the user has chosen and with what parameters, as kept with the preferences; and what is to be
 * drawn of them. What was kept is read with care: it may be of an older version of the app.
 */
import type { Candle } from './candles.ts'
import type { ColourToken } from './chartColours.ts'
import { bollinger, ema, rsi, sma, vwap, vwapPeriod, type IndicatorValues } from './indicators.ts'

export const INDICATOR_KINDS = ['volume', 'sma', 'ema', 'bollinger', 'rsi', 'vwap'] as const
export type IndicatorKind = (typeof INDICATOR_KINDS)[number]

export interface IndicatorChoice {
  readonly isShown: boolean
  readonly parameters: readonly number[]
}
export type IndicatorChoices = Readonly<Record<IndicatorKind, IndicatorChoice>>

export const INDICATOR_DEFAULTS: IndicatorChoices = {
  volume: { isShown: true, parameters: [] },
  sma: { isShown: false, parameters: [20, 50] },
  ema: { isShown: false, parameters: [12, 26] },
  bollinger: { isShown: false, parameters: [20, 2] },
  rsi: { isShown: false, parameters: [14] },
  vwap: { isShown: false, parameters: [] },
}

const LENGTH_MAX = 500
const DEVIATIONS_MAX = 10

/** Is this a value for the parameter? Lengths are whole; deviations have a decimal. */
export function isParameter(kind: IndicatorKind, index: number, value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (kind === 'bollinger' && index === 1) return value > 0 && value <= DEVIATIONS_MAX
  return Number.isInteger(value) && value >= 1 && value <= LENGTH_MAX
}

export function readChoices(kept: unknown): IndicatorChoices {
  const held = isRecord(kept) ? kept : {}
  return Object.fromEntries(
    INDICATOR_KINDS.map((kind) => [kind, readChoice(kind, held[kind])]),
  ) as unknown as IndicatorChoices
}

function readChoice(kind: IndicatorKind, kept: unknown): IndicatorChoice {
  const standard = INDICATOR_DEFAULTS[kind]
  if (!isRecord(kept)) return standard
  const numbers: readonly unknown[] = Array.isArray(kept.parameters) ? kept.parameters : []
  return {
    isShown: typeof kept.isShown === 'boolean' ? kept.isShown : standard.isShown,
    parameters: standard.parameters.map((value, index) => {
      const own = numbers[index]
      return isParameter(kind, index, own) ? own : value
    }),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface IndicatorLine {
  readonly id: string
  readonly kind: IndicatorKind
  /** What tells it from others of its kind: its parameters. */
  readonly name: string
  readonly colour: ColourToken
  readonly style: 'solid' | 'dashed' | 'dotted'
  /** The pane of the candles, or one of its own. */
  readonly pane: 'price' | 'own'
  /** One per candle. */
  readonly values: IndicatorValues
}

/** Colours are neutral: green, red and amber speak of prices and risk, chalk of what is the user's. */
export function indicatorLines(
  choices: IndicatorChoices,
  candles: readonly Candle[],
  interval: string,
): readonly IndicatorLine[] {
  const closes = candles.map((candle) => candle.close)
  const lines: IndicatorLine[] = []
  const add = (
    kind: IndicatorKind,
    name: string,
    look: Pick<IndicatorLine, 'colour' | 'style'> & { readonly pane?: 'own' },
    values: IndicatorValues,
  ): void => void lines.push({ id: `${kind} ${lines.length}`, kind, name, pane: 'price', ...look, values })

  for (const [kind, colour, average] of [
    ['sma', '--info', sma],
    ['ema', '--t1', ema],
  ] as const)
    if (choices[kind].isShown)
      choices[kind].parameters.forEach((length, index) =>
        add(kind, `${length}`, { colour, style: index === 0 ? 'solid' : 'dashed' }, average(closes, length)),
      )
  if (choices.bollinger.isShown) {
    const [length, deviations] = choices.bollinger.parameters as readonly [number, number]
    const bands = bollinger(closes, length, deviations)
    const name = `${length} ${deviations}`
    add('bollinger', name, { colour: '--t3', style: 'solid' }, bands.upper)
    add('bollinger', name, { colour: '--t3', style: 'dashed' }, bands.middle)
    add('bollinger', name, { colour: '--t3', style: 'solid' }, bands.lower)
  }
  if (choices.vwap.isShown)
    add('vwap', '', { colour: '--info', style: 'dotted' }, vwap(candles, vwapPeriod(interval)))
  if (choices.rsi.isShown) {
    const [length] = choices.rsi.parameters as readonly [number]
    add('rsi', `${length}`, { colour: '--t2', style: 'solid', pane: 'own' }, rsi(closes, length))
  }
  return lines
}
