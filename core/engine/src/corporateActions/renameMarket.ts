/** A new symbol for a market: positions and orders keep the market's id, the former symbol still resolves. */
import { REFUSAL } from '@vest/protocol'
import type { Answer, RenameMarket } from '../api/index.ts'
import { emit, type Exchange, markTickerChanged } from '../state/index.ts'

const SYMBOL = /^[A-Za-z0-9.]{1,20}(-USD)?-PERP$/

const NAME_LENGTH_MAX = 100

/** Refused: no such market, or a symbol of another market (1121); empty symbol, or the present one (1130). */
export function renameMarket(exchange: Exchange, { marketId, symbol, displayName }: RenameMarket): Answer {
  const market = exchange.markets[marketId]
  if (market === undefined || market.delistedAtMs !== undefined)
    return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const { spec } = market
  if (!SYMBOL.test(symbol) || symbol === spec.symbol || (displayName ?? '').length > NAME_LENGTH_MAX)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const known = exchange.marketIds.get(symbol)
  if (known !== undefined && known !== marketId) return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const formerSymbol = spec.symbol
  const others = (market.formerSymbols ?? []).filter((former) => former !== symbol)
  market.formerSymbols = [...others, formerSymbol]
  market.spec = {
    ...spec,
    symbol,
    base: symbol.slice(0, symbol.indexOf('-')),
    displayName: displayName ?? spec.displayName,
  }
  exchange.marketIds.set(symbol, marketId)
  markTickerChanged(exchange, marketId)
  emit(exchange, { kind: 'MarketRenamed', marketId, symbol, formerSymbol, spec: market.spec })
  return { ok: true }
}
