/**
 * The handler of each command, and the commands that change no mark. Orders and cancels that come as rows have
 * separate entries, so that the hot path makes no object of them.
 */
import type { ErrorCode, Id } from '@vest/protocol'
import { createApiKey, register, revokeApiKey, setLeverage } from './accounts/index.ts'
import type { Answer, CancelOrder, Command, CommandKind, PlaceOrder } from './api/index.ts'
import {
  activateFunded,
  allocateEvaluation,
  allocateFunded,
  beginPurchase,
  closeFunded,
  closeSimPositions,
  decideReview,
  dismissEvaluation,
  fundCapitalTreasury,
  recordPayment,
  openEvaluation,
  openSimAccount,
  setSimAccountStatus,
  withdrawProfit,
} from './capital/index.ts'
import {
  announceDelisting,
  announceDividend,
  applySplit,
  delistMarket,
  renameMarket,
} from './corporateActions/index.ts'
import { setGuardrails } from './guardrails/index.ts'
import { noncesOf } from './keys/index.ts'
import { activate, changeParameters, listMarket, seedSystemAccount } from './listing/index.ts'
import { cancelLpOrder, placeLpOrder } from './lp/index.ts'
import { changeSession, setMarketMode } from './markets/index.ts'
import {
  amendOrder,
  cancelAllOrders,
  cancelClientOrder,
  cancelOrder,
  closeAllPositions,
  executeOverdue,
  placeOrder,
  replaceOrder,
  setCancelTimer,
} from './orders/index.ts'
import { updateIndexPrices } from './prices/index.ts'
import { applyReferral, setAccountCluster, setReferralCode } from './rewards/index.ts'
import { accountAt, type Exchange, NONE, writeCancel, writeOrder } from './state/index.ts'
import { tickFunding, tickTimer } from './timer/index.ts'
import {
  announceDeposit,
  changeAddressBook,
  completeWithdrawal,
  creditDeposit,
  creditDust,
  finalizeDeposit,
  orphanDeposit,
  refundWithdrawal,
  rejectDeposit,
  requestWithdrawal,
  verifyWithdrawal,
} from './transfers/index.ts'

/** Commands that leave every mark, session, funding and parameter unchanged. */
export const MOVES_NO_MARK: readonly CommandKind[] = [
  ...(['PlaceOrder', 'CancelOrder', 'ReplaceOrder', 'AmendOrder', 'CancelClientOrder'] as const),
  ...(['CancelAllOrders', 'CloseAllPositions'] as const),
]

export function execute(exchange: Exchange, command: Command): Answer {
  // An index price goes to the delayed takers first.
  if (exchange.delayed.count > 0 && command.kind !== 'UpdateIndexPrices') executeOverdue(exchange)
  switch (command.kind) {
    case 'PlaceOrder':
      return placeOne(exchange, command)
    case 'CancelOrder':
      return cancelOne(exchange, command)
    case 'CancelClientOrder':
      return cancelClientOrder(exchange, command)
    case 'ReplaceOrder':
      return replaceOrder(exchange, command)
    case 'AmendOrder':
      return amendOrder(exchange, command)
    case 'CancelAllOrders':
      return cancelAllOrders(exchange, command)
    case 'CloseAllPositions':
      return closeAllPositions(exchange, command)
    case 'SetCancelTimer':
      return setCancelTimer(exchange, command)
    case 'UpdateIndexPrices':
      return updateIndexPrices(exchange, command)
    case 'TickTimer':
      return tickTimer(exchange)
    case 'TickFunding':
      return tickFunding(exchange, command)
    case 'SetLeverage':
      return setLeverage(exchange, command)
    case 'ChangeAddressBook':
      return changeAddressBook(exchange, command)
    case 'SetGuardrails':
      return setGuardrails(exchange, command)
    case 'ChangeSession':
      return changeSession(exchange, command)
    case 'SetMarketMode':
      return setMarketMode(exchange, command)
    case 'Register':
      return register(exchange, command)
    case 'ListMarket':
      return listMarket(exchange, command)
    case 'SeedSystemAccount':
      return seedSystemAccount(exchange, command)
    case 'Activate':
      return activate(exchange, command)
    case 'ChangeParameters':
      return changeParameters(exchange, command)
    case 'ApplySplit':
      return applySplit(exchange, command)
    case 'PayDividend':
      return announceDividend(exchange, command)
    case 'AnnounceDelisting':
      return announceDelisting(exchange, command)
    case 'DelistMarket':
      return delistMarket(exchange, command)
    case 'RenameMarket':
      return renameMarket(exchange, command)
    case 'CreditDeposit':
      return creditDeposit(exchange, command)
    case 'CreditDust':
      return creditDust(exchange, command)
    case 'FinalizeDeposit':
      return finalizeDeposit(exchange, command)
    case 'OrphanDeposit':
      return orphanDeposit(exchange, command)
    case 'AnnounceDeposit':
      return announceDeposit(exchange, command)
    case 'RejectDeposit':
      return rejectDeposit(exchange, command)
    case 'RequestWithdrawal':
      return requestWithdrawal(exchange, command)
    case 'VerifyWithdrawal':
      return verifyWithdrawal(exchange, command)
    case 'CompleteWithdrawal':
      return completeWithdrawal(exchange, command)
    case 'RefundWithdrawal':
      return refundWithdrawal(exchange, command)
    case 'PlaceLpOrder':
      return placeLpOrder(exchange, command)
    case 'CancelLpOrder':
      return cancelLpOrder(exchange, command)
    case 'SetReferralCode':
      return setReferralCode(exchange, command)
    case 'ApplyReferral':
      return applyReferral(exchange, command)
    case 'SetAccountCluster':
      return setAccountCluster(exchange, command)
    case 'CreateApiKey':
      return createApiKey(exchange, command)
    case 'RevokeApiKey':
      return revokeApiKey(exchange, command)
    case 'OpenSimAccount':
      return openSimAccount(exchange, command)
    case 'SetSimAccountStatus':
      return setSimAccountStatus(exchange, command)
    case 'CloseSimPositions':
      return closeSimPositions(exchange, command)
    case 'WithdrawProfit':
      return withdrawProfit(exchange, command)
    case 'BeginPurchase':
      return beginPurchase(exchange, command)
    case 'NotePayment':
      return recordPayment(exchange, command)
    case 'AllocateEvaluation':
      return allocateEvaluation(exchange, command)
    case 'OpenEvaluation':
      return openEvaluation(exchange, command)
    case 'DismissEvaluation':
      return dismissEvaluation(exchange, command)
    case 'AllocateFunded':
      return allocateFunded(exchange, command)
    case 'ActivateFunded':
      return activateFunded(exchange, command)
    case 'CloseFunded':
      return closeFunded(exchange, command)
    case 'DecideReview':
      return decideReview(exchange, command)
    case 'FundCapitalTreasury':
      return fundCapitalTreasury(exchange, command)
  }
}

function placeOne(exchange: Exchange, command: PlaceOrder): Answer {
  const { row } = exchange.work
  const account = accountAt(exchange, command.account)
  const signer = noncesOf(exchange, command.signer).index
  const marketId = exchange.marketIds.get(command.symbol) ?? NONE
  writeOrder(row, 0, command, account?.id ?? NONE, signer, marketId)
  return answerOf(command.id, placeOrder(exchange, row, 0, command))
}

function cancelOne(exchange: Exchange, command: CancelOrder): Answer {
  const { row } = exchange.work
  const account = accountAt(exchange, command.account)
  const signer = noncesOf(exchange, command.signer).index
  writeCancel(row, 0, command, account?.id ?? NONE, signer)
  return answerOf(command.id, cancelOrder(exchange, row, 0))
}

const answerOf = (id: Id, code: ErrorCode | 0): Answer =>
  code === 0 ? { ok: true, id } : { ok: false, code }
