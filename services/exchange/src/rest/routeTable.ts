/** Every route under /v2: the table that is served, tested against authorization, and denies what it lacks. */
import type { Route } from './route.ts'
import { deleteAccountApiKey, getAccountApiKeys, postAccountApiKeys } from './routes/accountApiKeys.ts'
import {
  deleteAccountListenKey,
  postAccountListenKey,
  putAccountListenKey,
} from './routes/accountListenKey.ts'
import {
  deleteAccountTwitterLink,
  getAccountTwitter,
  postAccountTwitterLink,
  postAccountTwitterLinkComplete,
  postAccountTwitterSend,
} from './routes/accountTwitter.ts'
import { getAccount } from './routes/getAccount.ts'
import { getAccountEquity } from './routes/getAccountEquity.ts'
import { getAccountNonce } from './routes/getAccountNonce.ts'
import {
  getCapitalPlans,
  getCapitalStatus,
  getCapitalVerdict,
  postCapitalActivateFunded,
  postCapitalCheckoutSession,
  postCapitalPractice,
  postRegisterCapital,
} from './routes/capital.ts'
import { postTransferWithdrawProfits } from './routes/transfers/postTransferWithdrawProfits.ts'
import { getDepth } from './routes/getDepth.ts'
import { getExchangeInfo } from './routes/getExchangeInfo.ts'
import { getFills } from './routes/getFills.ts'
import { getFundingHistory, getFundingHistoryOlderName } from './routes/getFundingHistory.ts'
import { getFundingPayments } from './routes/getFundingPayments.ts'
import { getIdentity } from '../identity/getIdentity.ts'
import { getKlines } from './routes/getKlines.ts'
import { getLp } from './routes/getLp.ts'
import { getLpPool } from './routes/getLpPool.ts'
import { getLpPoolHistory } from './routes/getLpPoolHistory.ts'
import { getOi } from './routes/getOi.ts'
import { getOnramperUrl } from './routes/transfers/getOnramperUrl.ts'
import { getOrders } from './routes/getOrders.ts'
import { getPoints } from './routes/rewards/getPoints.ts'
import { getPointsLeaderboard } from './routes/rewards/getPointsLeaderboard.ts'
import { getPointsHistory } from './routes/rewards/getPointsHistory.ts'
import { getPositionsHistory } from './routes/getPositionsHistory.ts'
import { getReferralsCode } from './routes/rewards/getReferralsCode.ts'
import { getReferralsDays } from './routes/rewards/getReferralsDays.ts'
import { getReferralsReferees } from './routes/rewards/getReferralsReferees.ts'
import { postPointsName } from './routes/rewards/postPointsName.ts'
import { postReferralsCode } from './routes/rewards/postReferralsCode.ts'
import { getReferrals } from './routes/rewards/getReferrals.ts'
import { getStatus, getStatusHistory } from './routes/getStatus.ts'
import { getTicker24hr } from './routes/getTicker24hr.ts'
import { getTickerLatest } from './routes/getTickerLatest.ts'
import { getTime } from './routes/getTime.ts'
import { getTrades } from './routes/getTrades.ts'
import { getTradingHours } from './routes/getTradingHours.ts'
import { getTransfer } from './routes/transfers/getTransfer.ts'
import { getTransferChains } from './routes/transfers/getTransferChains.ts'
import { getTransferDepositAddresses } from './routes/transfers/getTransferDepositAddresses.ts'
import { getReserves } from './routes/reserves/getReserves.ts'
import { getReservesProof } from './routes/reserves/getReservesProof.ts'
import { getTransferSuspense } from './routes/transfers/getTransferSuspense.ts'
import { getTransferWithdrawAllowance } from './routes/transfers/getTransferWithdrawAllowance.ts'
import { getTransferWithdrawQuote } from './routes/transfers/getTransferWithdrawQuote.ts'
import { getAccountAddressBook, postAccountAddressBook } from './routes/accountAddressBook.ts'
import { getAccountGuardrails, postAccountGuardrails } from './routes/accountGuardrails.ts'
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
import { deleteAlert, getAlerts, postAlerts } from './routes/notices/alerts.ts'
import {
  deleteNoticesMail,
  getNotices,
  getNoticesSettings,
  postNoticesMail,
  postNoticesMailConfirm,
  postNoticesRead,
  postNoticesSettings,
} from './routes/notices/notices.ts'
import { postReferralsJoin } from './routes/rewards/postReferralsJoin.ts'
import { postRegister } from './routes/postRegister.ts'
import { postTransferDepositAuthorized } from './routes/transfers/postTransferDepositAuthorized.ts'
import { postTransferDepositSolana } from './routes/transfers/postTransferDepositSolana.ts'
import { postTransferSuspenseClaim } from './routes/transfers/postTransferSuspenseClaim.ts'
import { postTransferWithdraw } from './routes/transfers/postTransferWithdraw.ts'

export const ROUTES: readonly Route[] = [
  getExchangeInfo,
  getTickerLatest,
  getTicker24hr,
  getFundingHistory,
  getFundingHistoryOlderName,
  getKlines,
  getTrades,
  getDepth,
  getTradingHours,
  getOi,
  getTime,
  getStatus,
  getStatusHistory,
  getIdentity,
  getTransferChains,
  postRegister,
  getAccount,
  getAccountEquity,
  getAccountNonce,
  postAccountLeverage,
  getAccountAddressBook,
  postAccountAddressBook,
  getAccountGuardrails,
  postAccountGuardrails,
  postAccountListenKey,
  putAccountListenKey,
  deleteAccountListenKey,
  getAccountApiKeys,
  postAccountApiKeys,
  deleteAccountApiKey,
  postOrders,
  postOrdersCancel,
  postOrdersReplace,
  postOrdersAmend,
  postOrdersCancelAll,
  postOrdersDeadman,
  postPositionsCloseAll,
  getOrders,
  getFills,
  getFundingPayments,
  getPositionsHistory,
  getTransfer,
  postTransferWithdraw,
  postTransferDepositAuthorized,
  getTransferWithdrawAllowance,
  getTransferWithdrawQuote,
  getTransferDepositAddresses,
  getTransferSuspense,
  getReserves,
  getReservesProof,
  postTransferSuspenseClaim,
  postLp,
  postLpCancel,
  getLp,
  getLpPool,
  getLpPoolHistory,
  getPoints,
  getPointsHistory,
  getPointsLeaderboard,
  postPointsName,
  getReferrals,
  getReferralsReferees,
  getReferralsDays,
  getReferralsCode,
  postReferralsCode,
  postReferralsJoin,
  getNotices,
  postNoticesRead,
  getNoticesSettings,
  postNoticesSettings,
  postNoticesMail,
  postNoticesMailConfirm,
  deleteNoticesMail,
  getAlerts,
  postAlerts,
  deleteAlert,
  getCapitalPlans,
  getCapitalStatus,
  getCapitalVerdict,
  postCapitalCheckoutSession,
  postCapitalPractice,
  postRegisterCapital,
  postCapitalActivateFunded,
  postTransferWithdrawProfits,
  getOnramperUrl,
  postTransferDepositSolana,
  getAccountTwitter,
  postAccountTwitterLink,
  postAccountTwitterLinkComplete,
  deleteAccountTwitterLink,
  postAccountTwitterSend,
]
