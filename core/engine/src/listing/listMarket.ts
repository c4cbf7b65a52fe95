/** Commands that list a market and seed a system account. */
import { valueScale } from '@vest/formulas'
import { REFUSAL } from '@vest/protocol'
import type { Answer, ListMarket, SeedSystemAccount } from '../api/index.ts'
import { fitsVault } from '../ledger/index.ts'
import { mintOperatorShares } from '../lp/index.ts'
import { appraiseSleeves, refreshLadder } from '../pool/index.ts'
import { createMarket, credit, deriveParameters, emit, type Exchange } from '../state/index.ts'
import { isMarketChangeAllowed } from './parameterBounds.ts'

/**
 * Lists a market under the next id. Refused: a known symbol (1121), inexact decimals (1111), parameters out of range
 * (1130).
 */
export function listMarket(exchange: Exchange, command: ListMarket): Answer {
  const { spec } = command
  if (exchange.marketIds.has(spec.symbol)) return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const decimals = spec.priceDecimals + spec.sizeDecimals
  if (!(spec.priceDecimals >= 0 && spec.sizeDecimals >= 0 && decimals <= 6))
    return { ok: false, code: REFUSAL.BAD_DECIMALS }
  const { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed, risk } = spec
  const parameters = { ...risk, initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed }
  if (!isMarketChangeAllowed(parameters, spec)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const market = createMarket({
    id: exchange.markets.length,
    spec,
    listTimeMs: exchange.timeMs,
    scale: valueScale(spec),
    orders: exchange.orderRows,
  })
  deriveParameters(market, exchange.parameters)
  exchange.markets.push(market)
  exchange.marketIds.set(spec.symbol, market.id)
  emit(exchange, { kind: 'MarketListed', marketId: market.id, spec })
  return { ok: true }
}

/** Credits money that is in the vault from the start: the counter-entry is VAULT. */
export function seedSystemAccount(exchange: Exchange, command: SeedSystemAccount): Answer {
  if (!Number.isSafeInteger(command.amountUsd6) || command.amountUsd6 < 0)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (!fitsVault(exchange, command.amountUsd6)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (command.account === 'POOL') mintOperatorShares(exchange, command.amountUsd6)
  credit(exchange, command.account, command.amountUsd6)
  credit(exchange, 'VAULT', command.amountUsd6)
  appraiseSleeves(exchange)
  for (const market of exchange.markets) refreshLadder(exchange, market)
  return { ok: true }
}
