/**
 * 9.6 and E10: what is sold of the programme, and how a wallet goes from the checkout to its evaluation, from the pass to
 * the funded account, and back out when the money does.
 */
import { REFUSAL } from '@vest/protocol'
import type {
  ActivateFunded,
  AllocateEvaluation,
  AllocateFunded,
  BeginPurchase,
  CapitalPlan,
  CapitalTerms,
  CloseFunded,
  DismissEvaluation,
  NotePayment,
  OpenEvaluation,
} from '@vest/engine'
import { floorDiv, max, min } from '../arithmetic.ts'
import { withdrawable } from '../margin.ts'
import { equityOf } from '../values.ts'
import type { TwinAccount, World } from '../world/index.ts'
import { areTermsFine } from './capital.ts'
import type { TwinCapital, TwinPurchase } from './capitalTerms.ts'
import { closeAll } from './closeSim.ts'
import { openAccount, openingRefusal } from './openSim.ts'
import { drop, giveBack, noteReasons, reasonOf } from './reviews.ts'
import { takeOver } from './simDomain.ts'

type Code = number | undefined

const evaluationOf = (plan: CapitalPlan): CapitalTerms => ({ stage: 'EVAL', ...plan })
const fundedOf = (plan: CapitalPlan): CapitalTerms => ({
  stage: 'FUNDED',
  ...plan,
  minTradingDays: plan.minFundedDays,
})

const accountOf = (world: World, wallet: string): TwinAccount | undefined =>
  world.sim!.accounts.find(({ address, capital }) => address === wallet && capital !== undefined)

const statusOf = (world: World, { evaluation, phase }: TwinPurchase): string =>
  accountOf(world, evaluation)?.capital!.status ?? phase

const walletsOf = ({ evaluation, funded }: TwinPurchase): readonly string[] =>
  funded === undefined ? [evaluation] : [evaluation, funded.wallet]

/** A wallet of some purchase, or the owner of one. */
export const isInProgramme = (world: World, address: string): boolean =>
  world.purchases!.some((one) => one.owner === address || walletsOf(one).includes(address))

function takingRefusal(world: World, wallet: string, owner: string): Code {
  if (isInProgramme(world, wallet)) return REFUSAL.ACTION_NOT_AVAILABLE
  if (world.purchases!.some((one) => walletsOf(one).includes(owner))) return REFUSAL.ACTION_NOT_AVAILABLE
  return openingRefusal(world, wallet, owner, 0)
}

export function beginPurchase(world: World, command: BeginPurchase): Code {
  const { id, ownerId: owner, account: evaluation, plan } = command
  const known = world.purchases!.find((one) => one.id === id)
  if (known !== undefined)
    return known.owner === owner && known.evaluation === evaluation ? undefined : REFUSAL.INVALID_PARAMETER
  const counts = [plan.priceCents, plan.reviewMs].every((one) => Number.isSafeInteger(one) && one >= 0)
  const terms = [evaluationOf(plan), fundedOf(plan)].every((one) => areTermsFine(one, plan.sizeUsd6))
  if (!counts || !terms || !Number.isSafeInteger(plan.sizeUsd6) || plan.sizeUsd6 <= 0)
    return REFUSAL.INVALID_PARAMETER
  const held = ['created', 'paid', 'pre_eval', 'active', 'goal_passed']
  if (world.purchases!.some((one) => one.owner === owner && held.includes(statusOf(world, one))))
    return REFUSAL.INVALID_PARAMETER
  const code = takingRefusal(world, evaluation, owner)
  if (code === undefined) world.purchases!.push({ id, owner, evaluation, plan, phase: 'created' })
  return code
}

export function notePayment(world: World, { id, fact }: NotePayment): Code {
  const purchase = world.purchases!.find((one) => one.id === id)
  if (purchase === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  const { phase, dispute } = purchase
  switch (fact) {
    case 'PAID':
      if (phase === 'created') {
        purchase.phase = 'paid'
        for (const { owner, evaluation } of world.purchases!)
          if (owner === purchase.owner) hide(world, evaluation)
      }
      return phase === 'not_eligible' ? REFUSAL.INVALID_PARAMETER : undefined
    case 'EXPIRED':
      if (phase !== 'created') return REFUSAL.INVALID_PARAMETER
      world.purchases = world.purchases!.filter((one) => one !== purchase)
      return undefined
    case 'REFUNDED':
      return refund(world, purchase)
    case 'DISPUTED':
      if (phase === 'created' || phase === 'not_eligible') return REFUSAL.INVALID_PARAMETER
      if (dispute !== undefined) return dispute === 'OPEN' ? undefined : REFUSAL.INVALID_PARAMETER
      purchase.dispute = 'OPEN'
      for (const account of disputed(world, purchase)) {
        account.capital!.reason = 'DISPUTED'
        account.capital!.passingMs = undefined
        if (isRunning(account)) closeAll(takeOver(world), account.id)
        account.isFrozen = true
      }
      return undefined
    case 'DISPUTE_WON':
      if (dispute !== 'OPEN') return dispute === 'WON' ? undefined : REFUSAL.INVALID_PARAMETER
      purchase.dispute = 'WON'
      for (const account of disputed(world, purchase)) {
        account.capital!.reason = reasonOf(world, account.address)
        account.isFrozen = !isRunning(account)
      }
      return undefined
    case 'DISPUTE_LOST':
      if (dispute !== 'OPEN') return dispute === 'LOST' ? undefined : REFUSAL.INVALID_PARAMETER
      purchase.dispute = 'LOST'
      if (phase !== 'opened' && phase !== 'not_eligible') endUnopened(purchase, 'DISPUTE_LOST')
      for (const account of disputed(world, purchase)) finish(world, account, 'claimed', 'DISPUTE_LOST')
      if (purchase.funded?.phase === 'pre_funded') purchase.funded.phase = 'claimed'
      for (const review of world.reviews!) {
        if (review.id === id) drop(world, review)
        if (review.wallet !== purchase.funded?.wallet || review.paid === undefined) continue
        drop(world, review)
        giveBack(world, review)
      }
      return undefined
  }
}

const isRunning = ({ capital }: TwinAccount): boolean => capital!.status.endsWith('active')

/** Accounts of the purchase that live, or have passed and not been converted. */
const disputed = (world: World, purchase: TwinPurchase): readonly TwinAccount[] =>
  walletsOf(purchase).flatMap((wallet) => {
    const account = accountOf(world, wallet)
    return account !== undefined && (isRunning(account) || account.capital!.status === 'goal_passed')
      ? [account]
      : []
  })

function endUnopened(purchase: TwinPurchase, reason: string): void {
  purchase.phase = 'not_eligible'
  purchase.reason = reason
}

function refund(world: World, purchase: TwinPurchase): Code {
  const { phase, reason, evaluation } = purchase
  if (phase === 'not_eligible') return reason === 'REFUNDED' ? undefined : REFUSAL.INVALID_PARAMETER
  if (phase !== 'opened') {
    endUnopened(purchase, 'REFUNDED')
    return undefined
  }
  const account = accountOf(world, evaluation)!
  if (account.capital!.status === 'claimed' && account.capital!.reason === 'REFUNDED') return undefined
  if (account.capital!.status !== 'active') return REFUSAL.INVALID_PARAMETER
  finish(world, account, 'claimed', 'REFUNDED')
  return undefined
}

function finish(world: World, account: TwinAccount, status: string, reason?: string): void {
  const capital: TwinCapital = account.capital!
  closeAll(takeOver(world), account.id)
  capital.status = status
  capital.reason = reason
  capital.passingMs = undefined
  capital.endedMs ??= world.nowMs
  account.isFrozen = true
}

function hide(world: World, evaluation: string): boolean {
  const account = accountOf(world, evaluation)
  if (account?.capital?.status.startsWith('goal_failed_max') !== true) return false
  finish(world, account, 'goal_failed_hidden')
  return true
}

export function allocateEvaluation(world: World, { id }: AllocateEvaluation): Code {
  const purchase = world.purchases!.find((one) => one.id === id)
  if (purchase === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  if (purchase.phase === 'paid') purchase.phase = 'pre_eval'
  return purchase.phase === 'pre_eval' || purchase.phase === 'opened' ? undefined : REFUSAL.INVALID_PARAMETER
}

const byEvaluation = (world: World, wallet: string): TwinPurchase | undefined =>
  world.purchases!.find(({ evaluation }) => evaluation === wallet)

export function openEvaluation(world: World, { account: wallet }: OpenEvaluation): Code {
  const purchase = byEvaluation(world, wallet)
  if (purchase === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  if (statusOf(world, purchase) === 'active') return undefined
  if (purchase.phase !== 'pre_eval') return REFUSAL.INVALID_PARAMETER
  if (purchase.dispute === 'OPEN') return REFUSAL.ACTION_NOT_AVAILABLE
  const { owner, plan } = purchase
  const code = openingRefusal(world, wallet, owner, plan.sizeUsd6)
  if (code !== undefined) return code
  purchase.phase = 'opened'
  openAccount(world, { address: wallet, owner, amount: plan.sizeUsd6, terms: evaluationOf(plan) })
  return undefined
}

export function dismissEvaluation(world: World, { account: wallet }: DismissEvaluation): Code {
  const account = accountOf(world, wallet)
  if (account === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  if (account.capital!.status === 'goal_failed_hidden') return undefined
  return hide(world, wallet) ? undefined : REFUSAL.INVALID_PARAMETER
}

export function allocateFunded(world: World, command: AllocateFunded): Code {
  const { evaluation, account: wallet } = command
  const purchase = byEvaluation(world, evaluation)
  if (purchase === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  const { funded } = purchase
  if (funded !== undefined)
    return funded.wallet === wallet && funded.phase === 'pre_funded' ? undefined : REFUSAL.INVALID_PARAMETER
  if (statusOf(world, purchase) !== 'goal_passed') return REFUSAL.INVALID_PARAMETER
  if (purchase.dispute === 'OPEN') return REFUSAL.ACTION_NOT_AVAILABLE
  const code = takingRefusal(world, wallet, purchase.owner)
  if (code === undefined) purchase.funded = { wallet, phase: 'pre_funded' }
  return code
}

export function activateFunded(world: World, command: ActivateFunded): Code {
  const { evaluation, account: wallet, signals = [] } = command
  const purchase = byEvaluation(world, evaluation)
  if (purchase === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  const { funded } = purchase
  if (funded?.wallet !== wallet) return REFUSAL.INVALID_PARAMETER
  if (funded.phase === 'opened') return undefined
  const code = claimRefusal(world, purchase)
  if (code !== undefined) return code
  const review = world.reviews!.find((one) => one.id === purchase.id)
  if (review === undefined && signals.length > 0) {
    world.reviews!.push({
      id: purchase.id,
      wallet: evaluation,
      signals: signals.length,
      state: 'WAITING',
      decisions: 0,
    })
    noteReasons(world, evaluation)
  } else if (review === undefined || review.state === 'RELEASED') openFunded(world, purchase)
  return undefined
}

export const decideClaim = (world: World, id: string, decision: 'RELEASE' | 'REJECT'): void => {
  const purchase = world.purchases!.find((one) => one.id === id)!
  if (decision === 'REJECT') {
    purchase.funded!.phase = 'claimed'
    finish(world, accountOf(world, purchase.evaluation)!, 'claimed', 'DECLINED')
  } else if (claimRefusal(world, purchase) === undefined) openFunded(world, purchase)
}

function claimRefusal(world: World, purchase: TwinPurchase): Code {
  const { evaluation, owner, plan } = purchase
  const funded = purchase.funded!
  if (purchase.dispute === 'OPEN') return REFUSAL.ACTION_NOT_AVAILABLE
  const passed = accountOf(world, evaluation)!
  if (passed.capital!.status !== 'goal_passed' || funded.phase !== 'pre_funded')
    return REFUSAL.INVALID_PARAMETER
  if (world.nowMs < passed.capital!.endedMs! + plan.reviewMs) return REFUSAL.INVALID_PARAMETER
  const sim = takeOver(world)
  const living = sim.accounts.filter(({ capital }) => capital?.status === 'funded_active')
  if (living.some((one) => one.ownerId === owner)) return REFUSAL.INVALID_PARAMETER
  const owed = living.reduce((sum, one) => {
    const { terms, size } = one.capital!
    const split = BigInt((terms as { readonly profitSplitRatio: number }).profitSplitRatio)
    return sum + floorDiv(max(0n, equityOf(sim, one) - size) * split, 10_000n)
  }, 0n)
  const waiting = world.reviews!.reduce((sum, { paid }) => sum + (paid?.share ?? 0n), 0n)
  if (world.money.CAPITAL_TREASURY * 100n < (owed + waiting) * 120n)
    return REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED
  return openingRefusal(world, funded.wallet, owner, plan.sizeUsd6)
}

function openFunded(world: World, { id, evaluation, funded, owner, plan }: TwinPurchase): void {
  world.reviews = world.reviews!.filter((one) => one.id !== id)
  funded!.phase = 'opened'
  finish(world, accountOf(world, evaluation)!, 'funded_claimed')
  openAccount(world, { address: funded!.wallet, owner, amount: plan.sizeUsd6, terms: fundedOf(plan) })
}

export function closeFunded(world: World, { account: wallet, by }: CloseFunded): Code {
  const account = accountOf(world, wallet)
  if (account === undefined) return REFUSAL.ACCOUNT_NOT_FOUND
  const { status, reason, size } = account.capital!
  if (status === 'claimed' && reason === 'CLOSED') return undefined
  if (status !== 'funded_active') return REFUSAL.INVALID_PARAMETER
  if (by === 'OWNER') {
    if (account.isFrozen) return REFUSAL.ACTION_NOT_AVAILABLE
    const sim = takeOver(world)
    const isBusy = account.positions.size > 0 || sim.orders.some((one) => one.accountId === account.id)
    if (world.reviews!.some((one) => one.wallet === wallet)) return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
    if (isBusy || min(account.collateral - size, withdrawable(sim, account)) > 0n)
      return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
  }
  finish(world, account, 'claimed', 'CLOSED')
  return undefined
}
