/** Scenarios of prices and markets: a price that is set, jumps or stands still, a regime, a market that is halted. */
import {
  REFUSAL,
  devnetJumpRequest,
  devnetPriceRequest,
  devnetRegimeRequest,
  devnetSymbolRequest,
  formatDecimal,
  parseDecimal,
  ticks,
  type DevnetPriceRequest,
} from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { PriceSimulator } from '../prices/index.ts'
import { DONE, refusal, withBody, type DevnetAnswer, type DevnetRoute } from './devnetAnswer.ts'

export interface ScenarioRoutesPorts {
  readonly prices: Pick<PriceSimulator, 'setPrice' | 'jump' | 'freeze' | 'unfreeze' | 'regime'>
  readonly engine: Pick<EngineClient, 'submit' | 'query'>
}

export function scenarioRoutes({ prices, engine }: ScenarioRoutesPorts): readonly DevnetRoute[] {
  return [
    {
      method: 'POST',
      path: '/devnet/price',
      handle: withBody(devnetPriceRequest, setPrice),
    },
    {
      method: 'POST',
      path: '/devnet/jump',
      handle: withBody(devnetJumpRequest, async ({ symbol, percent }) => hook(prices.jump(symbol, percent))),
    },
    {
      method: 'POST',
      path: '/devnet/freeze',
      handle: withBody(devnetSymbolRequest, async ({ symbol }) => hook(prices.freeze(symbol))),
    },
    {
      method: 'POST',
      path: '/devnet/unfreeze',
      handle: withBody(devnetSymbolRequest, async ({ symbol }) => hook(prices.unfreeze(symbol))),
    },
    {
      method: 'POST',
      path: '/devnet/regime',
      handle: withBody(devnetRegimeRequest, async ({ regime }) => {
        prices.regime(regime)
        return DONE
      }),
    },
    {
      method: 'POST',
      path: '/devnet/halt',
      handle: withBody(devnetSymbolRequest, ({ symbol }) => setMode(symbol, 'HALT')),
    },
    {
      method: 'POST',
      path: '/devnet/resume',
      handle: withBody(devnetSymbolRequest, ({ symbol }) => setMode(symbol, 'OPEN')),
    },
  ]

  async function setPrice({ symbol, price }: DevnetPriceRequest): Promise<DevnetAnswer> {
    const market = await marketOf(symbol)
    if (!market) return refusal(400, REFUSAL.BAD_SYMBOL)
    const parsed = parseDecimal(price, market.spec.priceDecimals)
    if (!parsed.ok)
      return refusal(400, parsed.failure === 'decimals' ? REFUSAL.BAD_DECIMALS : REFUSAL.INVALID_PARAMETER)
    if (parsed.value === 0)
      return refusal(
        400,
        REFUSAL.INVALID_PARAMETER,
        `Invalid parameter: price must be at least ${formatDecimal(1, market.spec.priceDecimals)}`,
      )
    return hook(prices.setPrice(symbol, ticks(parsed.value)))
  }

  async function setMode(symbol: string, mode: 'OPEN' | 'HALT'): Promise<DevnetAnswer> {
    const market = await marketOf(symbol)
    if (!market) return refusal(400, REFUSAL.BAD_SYMBOL)
    const { answer } = await engine.submit({ kind: 'SetMarketMode', marketId: market.marketId, mode })
    return answer.ok ? DONE : refusal(400, answer.code)
  }

  async function marketOf(symbol: string) {
    return (await engine.query('markets', {})).find((market) => market.spec.symbol === symbol)
  }
}

const hook = (result: 'done' | 'unknown-market'): DevnetAnswer =>
  result === 'done' ? DONE : refusal(400, REFUSAL.BAD_SYMBOL)
