/** Accounts of the SIM domain: opened for an owner, frozen, and closed by force. Their money is virtual. */
import { highestAsk, lowestBid, takerFee } from '@vest/formulas'
import { REFUSAL, type Address, type ErrorCode, type NetworkType, type Ticks, usd6 } from '@vest/protocol'
import {
  type Answer,
  type CloseSimPositions,
  type MarketId,
  type OpenSimAccount,
  type SetSimAccountStatus,
  VAULT_MAX_USD6,
} from '../api/index.ts'
import { cancelDelayed, cancelOrder, forgetUnrested, makeLiquidation, waitingOf } from '../book/index.ts'
import { bringIn, coverShortfall } from '../ledger/index.ts'
import { projectFee } from '../margin/index.ts'
import { planForced, planRest, settlePlan } from '../matching/index.ts'
import { areTermsSound, beginCapital, isTrading, mirrorMarket, emitCapital } from '../sim/index.ts'
import {
  type Account,
  accountAt,
  addAccount,
  type Capital,
  creditHouse,
  dropMarginCheck,
  emit,
  type Exchange,
  liveOrders,
  type Market,
  positionIn,
  TAKER,
} from '../state/index.ts'

const refused = (code: ErrorCode): Answer => ({ ok: false, code })

/** All that SIM_HOUSE has and owes, the quote sides of its positions included. */
const houseOf = ({ sim }: Exchange): number =>
  sim.markets.reduce((sum, market) => sum + (market?.sim?.houseQuote ?? 0), sim.houseUsd6 as number)

type Opening = Omit<OpenSimAccount, 'kind'> & { readonly networkType?: NetworkType }

/** An account outside of any purchase; one that a purchase waits for is opened by that alone (1149). */
export function openSimAccount(exchange: Exchange, command: OpenSimAccount): Answer {
  const { account, ownerId, amountUsd6, capital } = command
  if (!Number.isSafeInteger(amountUsd6) || amountUsd6 <= 0) return refused(REFUSAL.INVALID_PARAMETER)
  if (capital !== undefined && !areTermsSound(capital, amountUsd6)) return refused(REFUSAL.INVALID_PARAMETER)
  const code = openingRefusal(exchange, account, ownerId, amountUsd6)
  if (code !== undefined) return refused(code)
  const { ofWallet, ofOwner } = exchange.sim.purchases
  if (ofWallet.has(account) || ofWallet.has(ownerId) || ofOwner.has(account))
    return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  openAccount(exchange, command)
  return { ok: true }
}

/**
 * Afterwards SIM_HOUSE owes no more than the maximum of the vault (1130), which keeps all sums in range. The owner is a
 * REAL account (1099); the account has never had a credit, in either domain, has no referrer and owns nothing (1149).
 */
export function openingRefusal(
  exchange: Exchange,
  address: Address,
  ownerId: Address,
  amountUsd6 = 0,
): ErrorCode | undefined {
  if (houseOf(exchange) - amountUsd6 < -VAULT_MAX_USD6) return REFUSAL.INVALID_PARAMETER
  const owner = accountAt(exchange, ownerId)
  if (owner === undefined || owner.isSim) return REFUSAL.ACCOUNT_NOT_FOUND
  const known = accountAt(exchange, address)
  if (address === ownerId || (known !== undefined && (known.exists || known.isSim)))
    return REFUSAL.ACTION_NOT_AVAILABLE
  if (known?.isReferred === true) return REFUSAL.ACTION_NOT_AVAILABLE
  return exchange.accounts.some(({ isSim, ownerId: of }) => isSim && of === address)
    ? REFUSAL.ACTION_NOT_AVAILABLE
    : undefined
}

/** What it begins with SIM_HOUSE gives; with terms it is an evaluation or a funded account. */
export function openAccount(exchange: Exchange, opening: Opening): void {
  const { amountUsd6, capital } = opening
  const owner = accountAt(exchange, opening.ownerId)!
  const account =
    accountAt(exchange, opening.account) ??
    addAccount(
      exchange.accountRows,
      exchange.accounts,
      opening.account,
      opening.networkType ?? owner.networkType,
    )
  dropMarginCheck(exchange.accountRows, account.id)
  account.isSim = true
  account.exists = true
  account.ownerId = owner.address
  bringIn(account, amountUsd6)
  creditHouse(exchange, -amountUsd6)
  exchange.sim.accountCount += 1
  const { id, address, networkType } = account
  emit(exchange, {
    kind: 'SimAccountOpened',
    accountId: id,
    account: address,
    ownerId: owner.address,
    networkType,
    amountUsd6,
  })
  if (capital !== undefined) beginCapital(exchange, account, capital, amountUsd6)
}

/** A frozen account has no orders, so that none can fill; what it holds stays as it is. */
export function setSimAccountStatus(exchange: Exchange, command: SetSimAccountStatus): Answer {
  const account = accountAt(exchange, command.account)
  if (account === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  if (!account.isSim) return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  const isFrozen = command.status === 'FROZEN'
  if (!isFrozen && account.capital !== undefined && !mayAct(account.capital))
    return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  if (account.isFrozen === isFrozen) return { ok: true }
  if (isFrozen) cancelAll(exchange, account, 0)
  account.isFrozen = isFrozen
  emit(exchange, { kind: 'SimAccountStatusChanged', account: account.address, status: command.status })
  if (account.capital !== undefined) emitCapital(exchange, account, account.capital)
  return { ok: true }
}

/** What a dispute has frozen its end alone thaws. */
const mayAct = (capital: Capital): boolean => isTrading(capital) && capital.reason !== 'DISPUTED'

/** Refused for a frozen account (1149): first it is closed, then frozen. */
export function closeSimPositions(exchange: Exchange, command: CloseSimPositions): Answer {
  const account = accountAt(exchange, command.account)
  if (account === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  if (!account.isSim || account.isFrozen) return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  closeAll(exchange, account, command.code ?? 0)
  return { ok: true }
}

/** All its orders are cancelled with the code (0 = none), all its positions closed. */
export function closeAll(exchange: Exchange, account: Account, code: ErrorCode | 0): void {
  cancelAll(exchange, account, code)
  for (const marketId of account.positions.map((position) => position.marketId))
    closeInSim(exchange, account, marketId)
  coverShortfall(exchange, account)
}

function cancelAll(exchange: Exchange, account: Account, code: ErrorCode | 0): void {
  for (const order of liveOrders(account)) if (order.isLive) cancelOrder(exchange, order.at, code)
  cancelDelayed(exchange, waitingOf(exchange, account.id), code)
}

/** One LIQUIDATION order for the whole position, wherever the ladder is: the taker fee, no penalty. */
function closeInSim(exchange: Exchange, account: Account, marketId: MarketId): void {
  const { plan, projections } = exchange.scratch
  const market = mirrorMarket(exchange, marketId, account.id, true)
  const { isLong, size, initMarginRatio } = positionIn(exchange, account, marketId)!
  const limitPrice = worstPrice(market, !isLong)
  planForced(exchange, account.id, market, !isLong, size, limitPrice, initMarginRatio)
  if (plan.filled < size) planRest(exchange.scratch, limitPrice)
  const fee = takerFee(usd6(plan.value), market.spec.takerFeeRate)
  projectFee(projections, TAKER, market, fee, initMarginRatio)
  const order = makeLiquidation(exchange, account.id, market, { isBuy: !isLong, size, limitPrice })
  settlePlan(exchange, order, fee, false, 0, 'LIQUIDATION')
  forgetUnrested(exchange, order)
}

/** The end of the ladder; a market that quotes nothing, halted or without a price, is left at its mark. */
function worstPrice({ ladder, mark }: Market, isBuy: boolean): Ticks {
  if (ladder === undefined) return mark!
  return isBuy ? highestAsk(ladder) : lowestBid(ladder)
}
