/** What is shown of wallets and purchases of the capital programme: before the account of a wallet is opened its purchase says it, afterwards the account. */
import { availableProfit, valueOf } from '@vest/formulas'
import { type Address, type Id, timeMs, usd6, type TimeMs } from '@vest/protocol'
import type {
  CapitalAccountView,
  CapitalPlan,
  CapitalReason,
  CapitalAccountStatus,
  CapitalTerms,
  CapitalView,
  PurchaseView,
  Queries,
} from '../api/index.ts'
import { summaryOf } from '../margin/index.ts'
import { capitalView, isTrading, plannedView } from '../sim/index.ts'
import { type Account, accountAt, emit, type Exchange, type Purchase } from '../state/index.ts'

export const evaluationTerms = (plan: CapitalPlan): CapitalTerms => ({
  stage: 'EVAL',
  goalRatio: plan.goalRatio,
  maxDailyLossRatio: plan.maxDailyLossRatio,
  maxDrawdownRatio: plan.maxDrawdownRatio,
  minTradingDays: plan.minTradingDays,
})

export const fundedTerms = (plan: CapitalPlan): CapitalTerms => ({
  stage: 'FUNDED',
  profitSplitRatio: plan.profitSplitRatio,
  maxDailyLossRatio: plan.maxDailyLossRatio,
  maxDrawdownRatio: plan.maxDrawdownRatio,
  minTradingDays: plan.minFundedDays,
  firstProfitAfterMs: plan.firstProfitAfterMs,
  profitEveryMs: plan.profitEveryMs,
})

/** The account of a wallet once it is opened. */
const openedAt = (exchange: Exchange, wallet: Address): Account | undefined => {
  const account = accountAt(exchange, wallet)
  return account?.capital === undefined ? undefined : account
}

export const isFundedWallet = ({ funded }: Purchase, wallet: Address): boolean => funded?.account === wallet

/** Of a wallet that belongs to the purchase. */
export function walletView(exchange: Exchange, purchase: Purchase, wallet: Address): CapitalView {
  const account = openedAt(exchange, wallet)
  if (account !== undefined) return capitalView(account, account.capital!)
  const isFunded = isFundedWallet(purchase, wallet)
  const { plan, phase, reason, dispute, funded } = purchase
  const status = (isFunded ? funded!.phase : phase) as CapitalAccountStatus
  const own = isFunded ? fundedReason(exchange, purchase) : reason
  const why = dispute === 'OPEN' && status !== 'not_eligible' ? 'DISPUTED' : own
  return plannedView(exchange, isFunded ? fundedTerms(plan) : evaluationTerms(plan), plan.sizeUsd6, {
    status,
    isFrozen: why === 'DISPUTED' || status === 'claimed',
    ...(why === undefined ? {} : { reason: why }),
  })
}

/** Of a reserved wallet that was not opened. */
function fundedReason({ sim }: Exchange, { id, dispute, funded }: Purchase): CapitalReason | undefined {
  if (funded!.phase === 'claimed') return dispute === 'LOST' ? 'DISPUTE_LOST' : 'DECLINED'
  return sim.reviews.has(id) ? 'IN_REVIEW' : undefined
}

export function publishPurchase(exchange: Exchange, purchase: Purchase, wallet: Address): void {
  emit(exchange, {
    kind: 'CapitalChanged',
    account: wallet,
    ownerId: purchase.ownerId,
    capital: walletView(exchange, purchase, wallet),
  })
}

export const evaluationStatus = (exchange: Exchange, purchase: Purchase): CapitalAccountStatus =>
  openedAt(exchange, purchase.account)?.capital!.status ?? (purchase.phase as CapitalAccountStatus)

export function capitalAccountView(exchange: Exchange, wallet: Address): CapitalAccountView | undefined {
  const purchase = exchange.sim.purchases.ofWallet.get(wallet)
  const account = openedAt(exchange, wallet)
  if (purchase === undefined && account === undefined) return undefined
  const isFunded =
    account === undefined ? isFundedWallet(purchase!, wallet) : account.capital!.terms.stage === 'FUNDED'
  return {
    account: wallet,
    ownerId: account?.ownerId ?? purchase!.ownerId,
    networkType: networkTypeOf(account, purchase, isFunded),
    isFunded,
    capital:
      purchase === undefined
        ? capitalView(account!, account!.capital!)
        : walletView(exchange, purchase, wallet),
    ...(purchase === undefined ? {} : { plan: purchase.plan, purchaseId: purchase.id }),
    ...figuresOf(exchange, account, isFunded),
    ...claimableOf(account, purchase),
    ...profitFromOf(account),
    timeMs: exchange.timeMs,
  }
}

const networkTypeOf = (account: Account | undefined, purchase: Purchase | undefined, isFunded: boolean) =>
  account?.networkType ?? (isFunded ? purchase!.funded!.networkType : purchase!.networkType)

function figuresOf(exchange: Exchange, account: Account | undefined, isFunded: boolean) {
  if (account === undefined) return { equity: usd6(0), collateral: usd6(0) }
  const { equity } = summaryOf(exchange, account)
  const { collateral, capital, positions } = account
  if (!isFunded) return { equity, collateral }
  const held = positions.reduce((sum, { marketId, size }) => {
    const { mark, scale } = exchange.market(marketId)
    return sum + valueOf(mark!, size, scale)
  }, 0)
  return { equity, collateral, availableProfit: availableProfit(equity, capital!.sizeUsd6, usd6(held)) }
}

function claimableOf(account: Account | undefined, purchase: Purchase | undefined) {
  const ended = account?.capital?.endedTimeMs
  if (purchase === undefined || ended === undefined || account!.capital!.status !== 'goal_passed') return {}
  return { claimableTimeMs: timeMs(ended + purchase.plan.reviewMs) }
}

function profitFromOf(account: Account | undefined): { readonly profitFromTimeMs?: TimeMs } {
  const { terms, openedTimeMs, lastProfitTimeMs } = account?.capital ?? {}
  if (terms?.stage !== 'FUNDED') return {}
  const { firstProfitAfterMs, profitEveryMs } = terms
  const afterLast = lastProfitTimeMs === undefined ? 0 : profitEveryMs
  if (firstProfitAfterMs === 0 && afterLast === 0) return {}
  const first = openedTimeMs! + firstProfitAfterMs
  return { profitFromTimeMs: timeMs(Math.max(first, (lastProfitTimeMs ?? 0) + afterLast)) }
}

export function capitalOfOwner(exchange: Exchange, ownerId: Address): readonly CapitalAccountView[] {
  const wallets = exchange.sim.purchases
    .of(ownerId)
    .flatMap(({ account, funded }) => (funded === undefined ? [account] : [account, funded.account]))
  for (const id of exchange.sim.capital.ids) {
    const { address, ownerId: of } = exchange.account(id)
    if (of === ownerId && !exchange.sim.purchases.ofWallet.has(address)) wallets.push(address)
  }
  return wallets.map((wallet) => capitalAccountView(exchange, wallet)!)
}

export const tradingCapital = (exchange: Exchange): Queries['tradingCapital']['out'] =>
  exchange.sim.capital.ids.flatMap((id) => {
    const { address, ownerId, capital, isFrozen } = exchange.accounts[id]!
    return !isFrozen && isTrading(capital!) ? [{ account: address, ownerId }] : []
  })

export function purchaseView(exchange: Exchange, id: Id): PurchaseView | undefined {
  const purchase = exchange.sim.purchases.byId.get(id)
  return purchase === undefined ? undefined : viewOf(exchange, purchase)
}

export function purchaseViews(exchange: Exchange, ownerId?: Address): readonly PurchaseView[] {
  const { purchases } = exchange.sim
  const all = ownerId === undefined ? [...purchases.byId.values()] : purchases.of(ownerId)
  return all.map((purchase) => viewOf(exchange, purchase))
}

function viewOf(exchange: Exchange, purchase: Purchase): PurchaseView {
  const { id, ownerId, plan, account, funded, beganTimeMs, phase, dispute, refund } = purchase
  return {
    id,
    ownerId,
    plan,
    account,
    beganTimeMs,
    ...(funded === undefined ? {} : { fundedAccount: funded.account }),
    hasBeenPaid: phase !== 'created',
    ...(dispute === undefined ? {} : { dispute }),
    ...(refund === undefined ? {} : { refund }),
    status: evaluationStatus(exchange, purchase),
  }
}
