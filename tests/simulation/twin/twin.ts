/**
 * The twin of the engine: a second implementation of book, positions, margin, fees, funding and ledger, written from
 * the rules in the slowest and most obvious way. It is right where it is simple; where it differs from the engine
 * one of the two has a defect.
 */
import { REFUSAL } from '@vest/protocol'
import type { Answer, Command, SequencedCommand } from '@vest/engine'
import type { Id } from '@vest/protocol'
import { executeOverdue } from './delay.ts'
import { amendOrder } from './amend.ts'
import {
  cancelAllOrders,
  cancelClientOrder,
  closeAllPositions,
  fireCancelTimers,
  setCancelTimer,
} from './bulk.ts'
import {
  activateFunded,
  allocateEvaluation,
  allocateFunded,
  beginPurchase,
  closeFunded,
  decideClaim,
  dismissEvaluation,
  notePayment,
  openEvaluation,
} from './sim/purchases.ts'
import { decideReview, fundCapitalTreasury, payReleased } from './sim/reviews.ts'
import { beginDays, tickCapital, withdrawProfit } from './sim/capital.ts'
import { crossAll } from './cross.ts'
import { digestOf } from './digest.ts'
import { fillFigures } from './fillFigures.ts'
import { createKey, isForeignContract, isProofSpent, noteSession, revokeKey } from './keys.ts'
import { changeAddressBook } from './vault/addressBookChange.ts'
import { beginGuardedDays, setGuardrails, watchLosses } from './guardrails.ts'
import { settleFunding } from './ledger.ts'
import { cancelOrder, isLeverageAllowed, leverageOf, placeOrder, ratioOf } from './orders.ts'
import { isHardStale } from './staleness.ts'
import { type Verdict } from './signedWindow.ts'
import { min } from './arithmetic.ts'
import { appraise, refreshLadder } from './pool.ts'
import { cancelLpOrder, placeLpOrder, seedPool, tickLp } from './lp.ts'
import { applyReferral, setCluster, setReferralCode, turnWeek, weekOf } from './rewards.ts'
import { announceDelisting, announceDividend, applySplit, delistMarket, renameMarket } from './corporate.ts'
import { changeParameters, isMarketFine } from './parameters.ts'
import { changeSession, setMarketMode, tickFunding, tickTimer, updateIndexPrices } from './prices.ts'
import { replaceOrder } from './replace.ts'
import { closeSimPositions, followReal, openSimAccount, setSimAccountStatus } from './sim/sim.ts'
import { takeOver, worldOf } from './sim/simDomain.ts'
import {
  announceDeposit,
  approveEligible,
  completeWithdrawal,
  creditDeposit,
  finalizeDeposit,
  orphanDeposit,
  refundWithdrawal,
  rejectDeposit,
  releaseSuspense,
  requestWithdrawal,
  verifyWithdrawal,
  fitsVault,
} from './transfers.ts'
import { beginHour } from './vault/outflow.ts'
import { creditDust, releaseDust } from './vault/waitingDust.ts'
import { tellValues } from './values.ts'
import { createMarket, createWorld, marketBySymbol, type World } from './world/index.ts'

export interface Twin {
  apply(sequenced: SequencedCommand): Result & {
    /** Of the command, by account and market. */
    readonly fills: string
  }
  digest(): string
}

const answerOf = (code: number | undefined, id?: Id): Answer =>
  code !== undefined ? ({ ok: false, code } as Answer) : id === undefined ? { ok: true } : { ok: true, id }

export function createTwin(): Twin {
  const world = createWorld()
  return {
    apply(sequenced) {
      world.nowMs = sequenced.timeMs
      for (const account of [...world.accounts, ...world.sim!.accounts]) delete account.booked
      beginHour(world)
      meetDueTimes(world)
      if (sequenced.command.kind !== 'UpdateIndexPrices') executeOverdue(world)
      const { marked, ...result } = execute(world, sequenced)
      noteSigners(world, sequenced.command)
      crossAll(world)
      followReal(world, marked ?? [])
      const booked = [...world.accounts, ...world.sim!.accounts].flatMap((account) => account.booked ?? [])
      const fills = fillFigures(
        booked.flatMap((one) => one.fills),
        booked.flatMap((one) => one.fees),
      )
      return { ...result, fills }
    },
    digest: () => digestOf(world),
  }
}

/** What no command may find undone: silent accounts lose their orders, and a day begins with the balance of its first moment. */
function meetDueTimes(world: World): void {
  fireCancelTimers(world)
  fireCancelTimers(takeOver(world))
  beginDays(world)
  beginGuardedDays(world)
}

const told = (result: object): Answer => ({ ok: !('code' in result), ...result }) as Answer

interface Result {
  readonly answer: Answer
  readonly verdict?: Verdict | readonly Verdict[]
}

interface Outcome extends Result {
  /** Markets with a new mark. */
  readonly marked?: readonly number[]
}

/** Whatever a key has signed makes it known, and so does a registration. */
function noteSigners({ registry }: World, command: Command): void {
  if (command.kind === 'ReplaceOrder')
    for (const { signer } of [command.cancel, command.place]) registry.known.add(signer)
  else if ('signer' in command && command.kind !== 'CreateApiKey') registry.known.add(command.signer)
}

function execute(world: World, { seq, command }: SequencedCommand): Outcome {
  switch (command.kind) {
    case 'PlaceOrder': {
      const verdict = placeOrder(worldOf(world, command.account), command)
      return verdict === undefined
        ? { answer: answerOf(REFUSAL.DUPLICATE) }
        : { answer: answerOf(undefined, command.id), verdict }
    }
    case 'CancelOrder':
      return { answer: answerOf(cancelOrder(worldOf(world, command.account), command), command.id) }
    case 'CancelClientOrder':
      return { answer: told(cancelClientOrder(worldOf(world, command.account), command)) }
    case 'CancelAllOrders':
      return { answer: told(cancelAllOrders(worldOf(world, command.account), command)) }
    case 'SetCancelTimer':
      return { answer: told(setCancelTimer(worldOf(world, command.account), command)) }
    case 'CloseAllPositions': {
      const result = closeAllPositions(worldOf(world, command.account), seq, command)
      if ('code' in result) return { answer: told(result) }
      return { answer: told({ ids: result.ids }), verdict: result.verdicts }
    }
    case 'ReplaceOrder': {
      const result = replaceOrder(worldOf(world, command.place.account), command)
      if ('code' in result) return { answer: told(result) }
      return { answer: answerOf(undefined, command.place.id), verdict: result.verdict }
    }
    case 'AmendOrder':
      return { answer: answerOf(amendOrder(worldOf(world, command.account), command), command.id) }
    case 'SetLeverage':
      return { answer: answerOf(setLeverage(worldOf(world, command.account), command)) }
    case 'ChangeAddressBook':
      return { answer: answerOf(changeAddressBook(world, command)) }
    case 'SetGuardrails':
      return { answer: answerOf(setGuardrails(world, command)) }
    case 'UpdateIndexPrices':
      return { marked: updateIndexPrices(world, command), answer: answerOf(undefined) }
    case 'TickTimer':
      fireCancelTimers(world)
      fireCancelTimers(takeOver(world))
      tickTimer(world)
      approveEligible(world)
      tickLp(world)
      turnWeek(world)
      tellValues(world)
      forgetNonces(world)
      tickCapital(world)
      payReleased(world)
      watchLosses(world)
      return { answer: answerOf(undefined) }
    case 'TickFunding':
      tickFunding(world, command)
      return { answer: answerOf(undefined) }
    case 'ChangeSession':
      return { answer: answerOf(changeSession(world, command)) }
    case 'SetMarketMode':
      return { answer: answerOf(setMarketMode(world, command)) }
    case 'ListMarket':
      return { answer: answerOf(listMarket(world, command.spec)) }
    case 'SeedSystemAccount':
      if (!Number.isSafeInteger(command.amountUsd6) || command.amountUsd6 < 0)
        return { answer: answerOf(REFUSAL.INVALID_PARAMETER) }
      if (!fitsVault(world, BigInt(command.amountUsd6)))
        return { answer: answerOf(REFUSAL.INVALID_PARAMETER) }
      if (command.account === 'POOL') seedPool(world, BigInt(command.amountUsd6))
      world.money[command.account] += BigInt(command.amountUsd6)
      world.money.VAULT += BigInt(command.amountUsd6)
      appraise(world)
      for (const market of world.markets) refreshLadder(world, market)
      return { answer: answerOf(undefined) }
    case 'Register':
      if (isProofSpent(world, command) || isForeignContract(world, command))
        return { answer: answerOf(REFUSAL.INVALID_PARAMETER) }
      register(world, command.account, command.proofChainId)
      noteSession(world, command)
      return { answer: answerOf(undefined) }
    case 'Activate':
      // There is none that could be activated.
      return { answer: answerOf(REFUSAL.INVALID_PARAMETER) }
    case 'ChangeParameters':
      return { answer: answerOf(changeParameters(world, command)) }
    case 'ApplySplit':
      return { answer: answerOf(applySplit(world, command)) }
    case 'PayDividend':
      return { answer: answerOf(announceDividend(world, command)) }
    case 'AnnounceDelisting':
      return { answer: answerOf(announceDelisting(world, command)) }
    case 'DelistMarket':
      return { answer: answerOf(delistMarket(world, command)) }
    case 'RenameMarket':
      return { answer: answerOf(renameMarket(world, command)) }
    case 'AnnounceDeposit':
      return { answer: answerOf(announceDeposit(world, command), command.id) }
    case 'RejectDeposit':
      return { answer: answerOf(rejectDeposit(world, command), command.id) }
    case 'CreditDeposit':
      return { answer: answerOf(creditDeposit(world, command), command.id) }
    case 'CreditDust':
      return { answer: answerOf(creditDust(world, command), command.id) }
    case 'FinalizeDeposit':
      return { answer: answerOf(finalizeDeposit(world, command), command.id) }
    case 'OrphanDeposit':
      return { answer: answerOf(orphanDeposit(world, command), command.id) }
    case 'RequestWithdrawal':
      return recordAnswer(command.id, requestWithdrawal(world, command), 'NEW')
    case 'PlaceLpOrder': {
      const verdict = placeLpOrder(world, command)
      if (verdict === undefined) return { answer: answerOf(REFUSAL.LP_DUPLICATE) }
      return !('status' in verdict)
        ? { answer: answerOf(verdict.code) }
        : { answer: answerOf(undefined, command.id), verdict }
    }
    case 'CancelLpOrder':
      return { answer: answerOf(cancelLpOrder(world, command), command.id) }
    case 'SetReferralCode':
      return { answer: answerOf(setReferralCode(world, command)) }
    case 'ApplyReferral':
      return { answer: answerOf(applyReferral(world, command)) }
    case 'SetAccountCluster':
      return { answer: answerOf(setCluster(world, command.account, command.cluster)) }
    case 'VerifyWithdrawal':
      return { answer: answerOf(verifyWithdrawal(world, command), command.id) }
    case 'CompleteWithdrawal':
      return { answer: answerOf(completeWithdrawal(world, command), command.id) }
    case 'RefundWithdrawal':
      return { answer: answerOf(refundWithdrawal(world, command), command.id) }
    case 'CreateApiKey':
      return { answer: answerOf(createKey(world, isRegistered(world, command.account), command)) }
    case 'RevokeApiKey':
      return { answer: answerOf(revokeKey(world, isRegistered(world, command.account), command)) }
    case 'OpenSimAccount':
      return { answer: answerOf(openSimAccount(world, command)) }
    case 'SetSimAccountStatus':
      return { answer: answerOf(setSimAccountStatus(world, command)) }
    case 'CloseSimPositions':
      return { answer: answerOf(closeSimPositions(world, command)) }
    case 'BeginPurchase':
      return { answer: answerOf(beginPurchase(world, command)) }
    case 'NotePayment':
      return { answer: answerOf(notePayment(world, command)) }
    case 'AllocateEvaluation':
      return { answer: answerOf(allocateEvaluation(world, command)) }
    case 'OpenEvaluation':
      return { answer: answerOf(openEvaluation(world, command)) }
    case 'DismissEvaluation':
      return { answer: answerOf(dismissEvaluation(world, command)) }
    case 'AllocateFunded':
      return { answer: answerOf(allocateFunded(world, command)) }
    case 'ActivateFunded':
      return { answer: answerOf(activateFunded(world, command)) }
    case 'CloseFunded':
      return { answer: answerOf(closeFunded(world, command)) }
    case 'DecideReview':
      return {
        answer: answerOf(decideReview(world, command, (id, decision) => decideClaim(world, id, decision))),
      }
    case 'FundCapitalTreasury':
      return { answer: answerOf(fundCapitalTreasury(world, command)) }
    case 'WithdrawProfit': {
      const done = withdrawProfit(world, command)
      return recordAnswer(command.id, done, done.isWaiting === true ? 'NEW' : 'FILLED')
    }
  }
}

/** Its record says why it was refused; the answer is that it was taken note of. */
function recordAnswer(
  id: Id,
  { code, refusal }: { readonly code?: number; readonly refusal?: number },
  status: 'NEW' | 'FILLED',
): { answer: Answer; verdict?: Verdict } {
  const answer = answerOf(code, id)
  if (code !== undefined) return { answer }
  return {
    answer,
    verdict:
      refusal === undefined ? { status, filled: 0n } : { status: 'REJECTED', code: refusal, filled: 0n },
  }
}

function listMarket(world: World, spec: Parameters<typeof createMarket>[1]): number | undefined {
  if (marketBySymbol(world, spec.symbol) !== undefined) return REFUSAL.BAD_SYMBOL
  if (!(spec.priceDecimals >= 0 && spec.sizeDecimals >= 0 && spec.priceDecimals + spec.sizeDecimals <= 6))
    return REFUSAL.BAD_DECIMALS
  const { initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed, risk } = spec
  if (!isMarketFine({ spec }, { ...risk, initMarginRatio, maintMarginRatio, takerFeeRate, evalAllowed }))
    return REFUSAL.INVALID_PARAMETER
  world.markets.push(createMarket(world.markets.length, spec, world.nowMs))
  return undefined
}

const isRegistered = (world: World, address: string): boolean =>
  [...world.accounts, ...world.sim!.accounts].some((account) => account.address === address)

function register(world: World, address: string, proofChainId: number | undefined): void {
  world.points.week ??= weekOf(world.nowMs)
  if (!world.accounts.some((account) => account.address === address))
    world.accounts.push({
      id: world.accounts.length,
      address,
      ...(proofChainId === undefined ? {} : { proofChainId }),
      exists: false,
      collateral: 0n,
      softCredit: 0n,
      netDeposits: 0n,
      told: { equity: 0n, netDeposits: 0n },
      isSim: false,
      isFrozen: false,
      registeredMs: world.nowMs,
      hasTraded: false,
      weight: 0n,
      positions: new Map(),
      leverages: new Map(),
    })
  releaseSuspense(world, address)
  releaseDust(world, address)
}

/** 4.7 */
function setLeverage(
  world: World,
  command: { account: string; symbol: string; leverage: number },
): number | undefined {
  const market = marketBySymbol(world, command.symbol)
  const account = world.accounts.find(({ address }) => address === command.account)
  if (market === undefined || (world.isSim && !market.spec.evalAllowed)) return REFUSAL.BAD_SYMBOL
  if (!isLeverageAllowed(command.leverage, market.spec.initMarginRatio)) return REFUSAL.INVALID_PARAMETER
  if (world.isSim && command.leverage > 5) return REFUSAL.INVALID_PARAMETER
  if (account?.exists !== true) return REFUSAL.ACCOUNT_NOT_FOUND
  if (account.isFrozen) return REFUSAL.ACTION_NOT_AVAILABLE
  const leverage = BigInt(command.leverage)
  if (command.leverage > (account.guardrails?.limits.leverageMax ?? Infinity)) return REFUSAL.OWN_LEVERAGE_CAP
  const current = leverageOf(account, market)
  const position = account.positions.get(market.id)
  if (position !== undefined && leverage < current) return REFUSAL.DECREASE_LEVERAGE_WITH_POSITION
  if (position !== undefined && leverage > current) {
    if (isHardStale(world, market)) return REFUSAL.PRICE_STALE
    settleFunding(account, market)
    position.initMarginRatio = min(position.initMarginRatio, ratioOf(leverage))
  }
  account.leverages.set(market.id, leverage)
  return undefined
}

/** Used nonces are kept for a day (or longer) and the hour in which they were used. */
function forgetNonces(world: World): void {
  const { nonces } = world.registry
  nonces.forgetBefore(world.nowMs - world.parameters.nonceKeptMs - 3_600_000)
  nonces.closeHour(Math.floor(world.nowMs / 3_600_000) - 2)
}
