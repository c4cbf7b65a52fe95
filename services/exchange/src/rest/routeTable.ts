/**
 * Every route under /v2: the table that is served, tested against authorization, and denies what it lacks.
 * Written by `node tools/program.mjs reference` from the handlers that there are.
 */
import type { Route } from './route.ts'
import { getIdentity } from '../identity/getIdentity.ts'
import { getAccountAddressBook, postAccountAddressBook } from './routes/accountAddressBook.ts'
import { getAccountApiKeys, postAccountApiKeys, deleteAccountApiKey } from './routes/accountApiKeys.ts'
import { getAccountGuardrails, postAccountGuardrails } from './routes/accountGuardrails.ts'
import {
  postAccountListenKey,
  putAccountListenKey,
  deleteAccountListenKey,
} from './routes/accountListenKey.ts'
import {
  getAccountTwitter,
  postAccountTwitterLink,
  postAccountTwitterLinkComplete,
  deleteAccountTwitterLink,
  postAccountTwitterSend,
} from './routes/accountTwitter.ts'
import {
  getCapitalPlans,
  getCapitalStatus,
  getCapitalVerdict,
  getCapitalPayment,
  postCapitalCheckoutSession,
  postCapitalPractice,
  postRegisterCapital,
  postCapitalActivateFunded,
} from './routes/capital.ts'
import { getAccount } from './routes/getAccount.ts'
import { getAccountEquity } from './routes/getAccountEquity.ts'
import { getAccountNonce } from './routes/getAccountNonce.ts'
import { getDepth } from './routes/getDepth.ts'
import { getExchangeInfo } from './routes/getExchangeInfo.ts'
import { getFills } from './routes/getFills.ts'
import { getFundingHistory, getFundingHistoryOlderName } from './routes/getFundingHistory.ts'
import { getFundingPayments } from './routes/getFundingPayments.ts'
import { getKlines } from './routes/getKlines.ts'
import { getLp } from './routes/getLp.ts'
import { getLpPool } from './routes/getLpPool.ts'
import { getLpPoolHistory } from './routes/getLpPoolHistory.ts'
import { getOi } from './routes/getOi.ts'
import { getOrders } from './routes/getOrders.ts'
import { getPositionsHistory } from './routes/getPositionsHistory.ts'
import { getStatus, getStatusHistory } from './routes/getStatus.ts'
import { getTicker24hr } from './routes/getTicker24hr.ts'
import { getTickerLatest } from './routes/getTickerLatest.ts'
import { getTime } from './routes/getTime.ts'
import { getTrades } from './routes/getTrades.ts'
import { getTradingHours } from './routes/getTradingHours.ts'
import { getAlerts, postAlerts, deleteAlert } from './routes/notices/alerts.ts'
import {
  getNotices,
  postNoticesRead,
  getNoticesSettings,
  postNoticesSettings,
  postNoticesMail,
  postNoticesMailConfirm,
  deleteNoticesMail,
} from './routes/notices/notices.ts'
import { postAccountLeverage } from './routes/postAccountLeverage.ts'
import { postLp } from './routes/postLp.ts'
import { postLpCancel } from './routes/postLpCancel.ts'
import { postOrders } from './routes/postOrders.ts'
import { postOrdersAmend } from './routes/postOrdersAmend.ts'
import { postOrdersCancel } from './routes/postOrdersCancel.ts'
import { postOrdersCancelAll } from './routes/postOrdersCancelAll.ts'
import { postOrdersDeadman } from './routes/postOrdersDeadman.ts'
import { postOrdersReplace } from './routes/postOrdersReplace.ts'
import { postPositionsCloseAll } from './routes/postPositionsCloseAll.ts'
import { postRegister } from './routes/postRegister.ts'
import { getReserves } from './routes/reserves/getReserves.ts'
import { getReservesProof } from './routes/reserves/getReservesProof.ts'
import { getPoints } from './routes/rewards/getPoints.ts'
import { getPointsHistory } from './routes/rewards/getPointsHistory.ts'
import { getPointsLeaderboard } from './routes/rewards/getPointsLeaderboard.ts'
import { getReferrals } from './routes/rewards/getReferrals.ts'
import { getReferralsCode } from './routes/rewards/getReferralsCode.ts'
import { getReferralsDays } from './routes/rewards/getReferralsDays.ts'
import { getReferralsReferees } from './routes/rewards/getReferralsReferees.ts'
import { postPointsName } from './routes/rewards/postPointsName.ts'
import { postReferralsCode } from './routes/rewards/postReferralsCode.ts'
import { postReferralsJoin } from './routes/rewards/postReferralsJoin.ts'
import { getOnramperUrl } from './routes/transfers/getOnramperUrl.ts'
import { getTransfer } from './routes/transfers/getTransfer.ts'
import { getTransferChains } from './routes/transfers/getTransferChains.ts'
import { getTransferDepositAddresses } from './routes/transfers/getTransferDepositAddresses.ts'
import { getTransferSuspense } from './routes/transfers/getTransferSuspense.ts'
import { getTransferWithdrawAllowance } from './routes/transfers/getTransferWithdrawAllowance.ts'
import { getTransferWithdrawQuote } from './routes/transfers/getTransferWithdrawQuote.ts'
import { postTransferDepositAuthorized } from './routes/transfers/postTransferDepositAuthorized.ts'
import { postTransferDepositSolana } from './routes/transfers/postTransferDepositSolana.ts'
import { postTransferSuspenseClaim } from './routes/transfers/postTransferSuspenseClaim.ts'
import { postTransferWithdraw } from './routes/transfers/postTransferWithdraw.ts'
import { postTransferWithdrawProfits } from './routes/transfers/postTransferWithdrawProfits.ts'

export const ROUTES: readonly Route[] = [
  getIdentity,
  getAccountAddressBook,
  postAccountAddressBook,
  getAccountApiKeys,
  postAccountApiKeys,
  deleteAccountApiKey,
  getAccountGuardrails,
  postAccountGuardrails,
  postAccountListenKey,
  putAccountListenKey,
  deleteAccountListenKey,
  getAccountTwitter,
  postAccountTwitterLink,
  postAccountTwitterLinkComplete,
  deleteAccountTwitterLink,
  postAccountTwitterSend,
  getCapitalPlans,
  getCapitalStatus,
  getCapitalVerdict,
  getCapitalPayment,
  postCapitalCheckoutSession,
  postCapitalPractice,
  postRegisterCapital,
  postCapitalActivateFunded,
  getAccount,
  getAccountEquity,
  getAccountNonce,
  getDepth,
  getExchangeInfo,
  getFills,
  getFundingHistory,
  getFundingHistoryOlderName,
  getFundingPayments,
  getKlines,
  getLp,
  getLpPool,
  getLpPoolHistory,
  getOi,
  getOrders,
  getPositionsHistory,
  getStatus,
  getStatusHistory,
  getTicker24hr,
  getTickerLatest,
  getTime,
  getTrades,
  getTradingHours,
  getAlerts,
  postAlerts,
  deleteAlert,
  getNotices,
  postNoticesRead,
  getNoticesSettings,
  postNoticesSettings,
  postNoticesMail,
  postNoticesMailConfirm,
  deleteNoticesMail,
  postAccountLeverage,
  postLp,
  postLpCancel,
  postOrders,
  postOrdersAmend,
  postOrdersCancel,
  postOrdersCancelAll,
  postOrdersDeadman,
  postOrdersReplace,
  postPositionsCloseAll,
  postRegister,
  getReserves,
  getReservesProof,
  getPoints,
  getPointsHistory,
  getPointsLeaderboard,
  getReferrals,
  getReferralsCode,
  getReferralsDays,
  getReferralsReferees,
  postPointsName,
  postReferralsCode,
  postReferralsJoin,
  getOnramperUrl,
  getTransfer,
  getTransferChains,
  getTransferDepositAddresses,
  getTransferSuspense,
  getTransferWithdrawAllowance,
  getTransferWithdrawQuote,
  postTransferDepositAuthorized,
  postTransferDepositSolana,
  postTransferSuspenseClaim,
  postTransferWithdraw,
  postTransferWithdrawProfits,
]
