/** The command that sets the leverage of an account in a market. */
import { isLeverageAllowed, ratioOfLeverage } from '@vest/formulas'
import { LEVERAGE_MAX_CAPITAL, ratio4, REFUSAL } from '@vest/protocol'
import type { Answer, SetLeverage } from '../api/index.ts'
import { settleFunding } from '../funding/index.ts'
import { leverageOf } from '../margin/index.ts'
import { mirrorPrices } from '../sim/index.ts'
import {
  type Account,
  accountAt,
  emit,
  type Exchange,
  isHardStale,
  type Market,
  marketOf,
  scheduleMarginCheck,
  positionIn,
  emitPosition,
} from '../state/index.ts'

/**
 * Raising it with a position open frees initial margin of that position (a fresh price is needed); lowering it then
 * is refused. Resting orders keep the ratio they were placed with.
 */
export function setLeverage(exchange: Exchange, command: SetLeverage): Answer {
  const account = accountAt(exchange, command.account)
  const judged = allowedMarket(exchange, account, command.symbol)
  if (judged === undefined) return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const { leverage } = command
  if (!isLeverageAllowed(leverage, judged.spec.initMarginRatio) || leverage > mostLeverage(account, judged))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (account === undefined || !account.exists) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (account.isFrozen) return { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE }
  if (leverage > (account.guardrails?.limits.leverageMax ?? Infinity))
    return { ok: false, code: REFUSAL.OWN_LEVERAGE_CAP }
  // Not before: a refusal makes no market of SIM. Those that follow concern a position, so that there is one.
  const market = account.isSim ? mirrorPrices(exchange, judged.id) : judged
  const current = leverageOf(account, market)
  if (positionIn(exchange, account, market.id) !== undefined && command.leverage !== current) {
    if (command.leverage < current) return { ok: false, code: REFUSAL.DECREASE_LEVERAGE_WITH_POSITION }
    if (isHardStale(exchange, market)) return { ok: false, code: REFUSAL.PRICE_STALE }
    freeMargin(exchange, account, market, command.leverage)
  }
  account.leverages.set(market.id, command.leverage)
  account.hasLeverages = true
  emit(exchange, {
    kind: 'LeverageSet',
    account: account.address,
    symbol: market.spec.symbol,
    leverage: command.leverage,
  })
  return { ok: true }
}

/** The REAL market, if the account may trade there. */
function allowedMarket(exchange: Exchange, account: Account | undefined, symbol: string): Market | undefined {
  const market = marketOf(exchange, symbol)
  return account?.isSim === true && market?.spec.evalAllowed === false ? undefined : market
}

/** Of a SIM account no more than what its market will say once it is mirrored. */
const mostLeverage = (account: Account | undefined, { maxLeverage }: Market): number =>
  account?.isSim === true ? Math.min(maxLeverage, LEVERAGE_MAX_CAPITAL) : maxLeverage

function freeMargin(exchange: Exchange, account: Account, market: Market, leverage: number): void {
  settleFunding(exchange, account, market, 'LEVERAGE')
  const position = positionIn(exchange, account, market.id)!
  scheduleMarginCheck(exchange.accountRows, account.id)
  position.initMarginRatio = ratio4(Math.min(position.initMarginRatio, ratioOfLeverage(leverage)))
  emitPosition(exchange, account, position)
}
