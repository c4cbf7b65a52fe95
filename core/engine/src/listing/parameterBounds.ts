/**
 * Ranges of parameters. A value outside is refused from any source: a mistyped figure in a journalled command must not
 * be able to stop the exchange or to open its vault.
 */
import type { MarketParameterChange, MarketSpec, ParameterChange, Parameters } from '../api/index.ts'

type Range = readonly [min: number, max: number]

const PERCENT: Range = [0, 100]

const USD6: Range = [0, 1_000_000_000_000_000]

/** At least a thousand dollars. */
const OUTFLOW: Range = [1_000_000_000, 1_000_000_000_000_000]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SECONDS_PER_HOUR = 3_600

/** Of the premium, one per five seconds: a shorter accrual part could have no sample, and would accrue nothing. */
const SAMPLES_PER_HOUR = 720

const EXCHANGE_RANGES: Readonly<Record<Exclude<keyof Parameters, 'classCapPercent'>, Range>> = {
  makerFeePercent: PERCENT,
  liquidationFeeMaxRate: [0, 5_000],
  triggerProtectionBps: [1, 9_999],
  grossCapPercent: [0, 10_000],
  grossCapStressedPercent: [0, 10_000],
  offHoursProfitPercent: PERCENT,
  accrualsPerHour: [1, SAMPLES_PER_HOUR],
  recvWindowMaxMs: [1_000, 60_000],
  openOrdersMax: [1, 10_000],
  openOrdersPerMarketMax: [1, 10_000],
  triggerRowsMax: [1, 10_000],
  nonceKeptMs: [DAY_MS, 30 * DAY_MS],
  nonceRunsMax: [1_000, 1_000_000],
  quickWithdrawalUsd6: USD6,
  // A day less than the hours that may be booked.
  withdrawalDelayMs: [0, 4 * DAY_MS],
  addressCoolDownMs: [0, 30 * DAY_MS],
  // Every hour and every day allow some outflow: caps decide when, the breaker and the operator whether.
  outflowHourUsd6: OUTFLOW,
  outflowHourPercent: PERCENT,
  outflowDayUsd6: OUTFLOW,
  outflowDayPercent: PERCENT,
  ownerHourPercent: [1, 100],
  ownerDayUsd6: OUTFLOW,
  smallWithdrawalUsd6: USD6,
  smallLanePercent: PERCENT,
  vaultTransactionUsd6: OUTFLOW,
  vaultHourUsd6: OUTFLOW,
  vaultHourPercent: PERCENT,
  breakerFloorUsd6: OUTFLOW,
  fullLiquidationUsd6: USD6,
  backstopAllocationPercent: PERCENT,
  lpNavCapUsd6: USD6,
  lpImmediateFeeBps: [0, 1_000],
  lpImmediateCapPercent: PERCENT,
  lpScheduleMs: [0, 7 * DAY_MS],
  // Share ages are kept for a day only.
  lpLockMs: [0, DAY_MS],
  takerDelayMs: [0, 2_000],
}

const CLASS_CAP: Range = [0, 10_000]

const CLASSES = ['stock', 'crypto', 'forex'] as const

type MarketNumber = Exclude<
  keyof Required<MarketParameterChange>,
  'sessionOpenInterestPercent' | 'markClampBps' | 'evalAllowed'
>

const MARKET_RANGES: Readonly<Record<MarketNumber, Range>> = {
  halfSpreadMinPpm: [1, 100_000],
  halfSpreadMaxPpm: [1, 100_000],
  volMultiplierPermille: [0, 100_000],
  skewMaxPpm: [0, 100_000],
  inventoryLimitUsd6: USD6,
  inventorySharePpm: [0, 1_000_000],
  openInterestCapUsd6: USD6,
  volHaltBps: [1, 10_000],
  // One and a half times the maximum stays below the whole price.
  fillBandBps: [10, 6_000],
  impactValueUsd6: [1, 1_000_000_000_000],
  interestRate8h: [-1_000_000, 1_000_000],
  skewFunding8h: [0, 1_000_000],
  fundingCapOneHour: [0, 10_000_000],
  softStaleMs: [100, 110_000],
  hardStaleMs: [200, 120_000],
  initMarginRatio: [10, 10_000],
  maintMarginRatio: [5, 10_000],
  takerFeeRate: [0, 10_000],
}

const CLAMP: Range = [1, 5_000]

const isWithin = (value: unknown, [min, max]: Range): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max

/** An object with exactly these fields, each within the range. */
function isRow(value: unknown, names: readonly string[], range: Range): boolean {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Readonly<Record<string, unknown>>
  return Object.keys(row).length === names.length && names.every((name) => isWithin(row[name], range))
}

export function isParameterChangeAllowed(change: ParameterChange, present: Parameters): boolean {
  for (const [name, value] of Object.entries(change)) {
    if (name === 'classCapPercent') {
      if (!isRow(value, CLASSES, CLASS_CAP)) return false
    } else if (!isWithin(value, EXCHANGE_RANGES[name as keyof typeof EXCHANGE_RANGES] ?? [1, 0])) return false
  }
  const { accrualsPerHour, openOrdersMax, openOrdersPerMarketMax } = { ...present, ...change }
  return SECONDS_PER_HOUR % accrualsPerHour === 0 && openOrdersPerMarketMax <= openOrdersMax
}

export function isMarketChangeAllowed(change: MarketParameterChange, present: MarketSpec): boolean {
  for (const [name, value] of Object.entries(change)) if (!isMarketValueAllowed(name, value)) return false
  const { initMarginRatio, maintMarginRatio } = { ...present, ...change }
  const { halfSpreadMinPpm, halfSpreadMaxPpm, softStaleMs, hardStaleMs } = { ...present.risk, ...change }
  return (
    halfSpreadMinPpm <= halfSpreadMaxPpm &&
    softStaleMs < hardStaleMs &&
    2 * maintMarginRatio >= initMarginRatio &&
    maintMarginRatio <= initMarginRatio
  )
}

function isMarketValueAllowed(name: string, value: unknown): boolean {
  if (name === 'evalAllowed') return typeof value === 'boolean'
  if (name === 'markClampBps') return isRow(value, ['REGULAR', 'EXTENDED', 'OVERNIGHT'], CLAMP)
  if (name === 'sessionOpenInterestPercent') return isRow(value, ['EXTENDED', 'OVERNIGHT'], PERCENT)
  return isWithin(value, MARKET_RANGES[name as MarketNumber] ?? [1, 0])
}
