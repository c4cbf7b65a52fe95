/**
 * A change of parameters: journalled, accepted or refused as a whole (1121 no such market, 1130 anything else), and
 * valid from the next command. Nothing already charged, accrued, reserved or opened is recomputed: positions and
 * resting orders keep the ratios they were made with.
 */
import { REFUSAL } from '@vest/protocol'
import type {
  Answer,
  ChangeParameters,
  MarketParameterChange,
  MarketSpec,
  ParameterChange,
  Parameters,
} from '../api/index.ts'
import { recordFundedUntil } from '../funding/index.ts'
import { widestClampBps } from '../markets/index.ts'
import { appraiseSleeves, refreshLadder } from '../pool/index.ts'
import {
  deriveParameters,
  emit,
  type Exchange,
  type Market,
  scheduleMarginChecks,
  scheduleCross,
} from '../state/index.ts'
import { isMarketChangeAllowed, isParameterChangeAllowed } from './parameterBounds.ts'

export function changeParameters(exchange: Exchange, command: ChangeParameters): Answer {
  const market = command.market === undefined ? undefined : exchange.markets[command.market.marketId]
  if (command.market !== undefined && (market === undefined || market.delistedAtMs !== undefined))
    return { ok: false, code: REFUSAL.BAD_SYMBOL }
  if (!isSomethingNamed(command)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const { parameters } = exchange
  if (command.exchange !== undefined && !isParameterChangeAllowed(command.exchange, parameters))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (market !== undefined && !isMarketChangeAllowed(command.market!.change, market.spec))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }

  if (command.exchange !== undefined) changeExchange(exchange, command.exchange)
  if (market !== undefined) changeMarket(exchange, market, command.market!.change)
  // The quotes of the pools follow at once.
  appraiseSleeves(exchange)
  for (const each of exchange.markets) refreshLadder(exchange, each)
  // In another fill band, other quotes of the pool are within it.
  if (market !== undefined) scheduleCross(exchange, market.id)
  emit(exchange, {
    kind: 'ParametersChanged',
    ...(command.exchange === undefined ? {} : { exchange: copyOf(exchange.parameters) }),
    ...(market === undefined ? {} : { market: { marketId: market.id, spec: market.spec } }),
  })
  return { ok: true }
}

const isSomethingNamed = (command: ChangeParameters): boolean =>
  Object.keys(command.exchange ?? {}).length + Object.keys(command.market?.change ?? {}).length > 0

const copyOf = (parameters: Parameters): Parameters => ({
  ...parameters,
  classCapPercent: { ...parameters.classCapPercent },
})

function changeExchange(exchange: Exchange, change: ParameterChange): void {
  const { classCapPercent, ...plain } = change
  const { accrualsPerHour } = exchange.parameters
  if ((plain.accrualsPerHour ?? accrualsPerHour) !== accrualsPerHour) recordFundedUntil(exchange)
  Object.assign(exchange.parameters, plain)
  Object.assign(exchange.parameters.classCapPercent, classCapPercent)
  for (const market of exchange.markets) deriveParameters(market, exchange.parameters)
}

function changeMarket(exchange: Exchange, market: Market, change: MarketParameterChange): void {
  const clampBefore = widestClampBps(market.spec)
  const mostBefore = market.maxLeverage
  market.spec = changedSpec(market.spec, change)
  scheduleMarginChecks(exchange.accountRows, market.id)
  deriveParameters(market, exchange.parameters)
  // The mark was taken with the clamp of that time, and stays until the next index.
  if (market.mark !== undefined && clampBefore > widestClampBps(market.spec))
    market.markClampBefore = Math.max(clampBefore, market.markClampBefore ?? 0)
  if (market.maxLeverage < mostBefore) lowerLeverages(exchange, market)
}

function changedSpec(spec: MarketSpec, change: MarketParameterChange): MarketSpec {
  const { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed, ...risk } = change
  return {
    ...spec,
    initMarginRatio: initMarginRatio ?? spec.initMarginRatio,
    maintMarginRatio: maintMarginRatio ?? spec.maintMarginRatio,
    takerFeeRate: takerFeeRate ?? spec.takerFeeRate,
    evalAllowed: evalAllowed ?? spec.evalAllowed,
    risk: { ...spec.risk, ...risk },
  }
}

/** Lowers settings above the new maximum; they apply to new orders only. */
function lowerLeverages(exchange: Exchange, market: Market): void {
  for (const account of exchange.accounts) {
    const setting = account.leverages.get(market.id)
    if (setting === undefined || setting <= market.maxLeverage) continue
    account.leverages.set(market.id, market.maxLeverage)
    emit(exchange, {
      kind: 'LeverageSet',
      account: account.address,
      symbol: market.spec.symbol,
      leverage: market.maxLeverage,
    })
  }
}
