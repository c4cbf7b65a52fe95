/**
 * The schemas of every answer, by name, for the optional validation mode. Only `import()` reaches this module,
 * so that a browser bundle without validation needs no schema library; everyone else takes its types alone.
 */
import {
  accountResponse,
  apiKeyResponse,
  apiKeysResponse,
  capitalActivateResponse,
  capitalCheckoutResponse,
  capitalPlansResponse,
  capitalRegisterResponse,
  capitalStatusResponse,
  capitalVerdictResponse,
  chainsResponse,
  deadmanResponse,
  depositAddressesResponse,
  reservesProofResponse,
  reservesResponse,
  strayClaimResponse,
  straysResponse,
  depthResponse,
  devnetStateResponse,
  exchangeInfoResponse,
  fillsResponse,
  closedPositionsResponse,
  equityResponse,
  fundingPaymentsResponse,
  faucetResponse,
  fundingHistoryResponse,
  idResponse,
  idsResponse,
  joinReferralResponse,
  klineMessage,
  klinesResponse,
  addressBookResponse,
  guardrailsResponse,
  leverageResponse,
  listenKeyResponse,
  lpOrdersResponse,
  nonceResponse,
  onRampUrlResponse,
  openInterestResponse,
  ordersResponse,
  leaderboardResponse,
  alertRow,
  alertsResponse,
  noticeMailResponse,
  noticeSettingsResponse,
  noticesReadResponse,
  noticesResponse,
  pointsHistoryResponse,
  pointsNameResponse,
  pointsResponse,
  poolHistoryResponse,
  poolResponse,
  privateMessage,
  refereesResponse,
  referralCodeResponse,
  referralDaysResponse,
  referralsResponse,
  postSentResponse,
  socialAccountResponse,
  socialLinkResponse,
  registerResponse,
  identityInfoResponse,
  statusHistoryResponse,
  statusResponse,
  ticker,
  tickers24hrResponse,
  tickersResponse,
  timeResponse,
  tradeRow,
  tradesResponse,
  tradingHoursResponse,
  transfersResponse,
  withdrawAllowanceResponse,
  withdrawQuoteResponse,
} from '@vest/protocol'
import { FormatError } from './errors.ts'

export const responseSchemas = {
  accountResponse,
  apiKeyResponse,
  apiKeysResponse,
  capitalActivateResponse,
  capitalCheckoutResponse,
  capitalPlansResponse,
  capitalRegisterResponse,
  capitalStatusResponse,
  capitalVerdictResponse,
  chainsResponse,
  deadmanResponse,
  depositAddressesResponse,
  reservesProofResponse,
  reservesResponse,
  strayClaimResponse,
  straysResponse,
  depthResponse,
  devnetStateResponse,
  exchangeInfoResponse,
  fillsResponse,
  closedPositionsResponse,
  equityResponse,
  fundingPaymentsResponse,
  faucetResponse,
  fundingHistoryResponse,
  idResponse,
  idsResponse,
  joinReferralResponse,
  klinesResponse,
  addressBookResponse,
  guardrailsResponse,
  leverageResponse,
  listenKeyResponse,
  lpOrdersResponse,
  nonceResponse,
  onRampUrlResponse,
  openInterestResponse,
  ordersResponse,
  leaderboardResponse,
  alertRow,
  alertsResponse,
  noticeMailResponse,
  noticeSettingsResponse,
  noticesReadResponse,
  noticesResponse,
  pointsHistoryResponse,
  pointsNameResponse,
  pointsResponse,
  poolHistoryResponse,
  poolResponse,
  refereesResponse,
  referralCodeResponse,
  referralDaysResponse,
  referralsResponse,
  postSentResponse,
  socialAccountResponse,
  socialLinkResponse,
  registerResponse,
  identityInfoResponse,
  statusHistoryResponse,
  statusResponse,
  tickers24hrResponse,
  tickersResponse,
  timeResponse,
  tradesResponse,
  tradingHoursResponse,
  transfersResponse,
  withdrawAllowanceResponse,
  withdrawQuoteResponse,
}
export type ResponseSchemas = typeof responseSchemas
export type ResponseName = keyof ResponseSchemas

/** Throws FormatError where an answer differs from its schema. */
export const checkResponse = (name: ResponseName, body: unknown): void =>
  check(responseSchemas[name], name, body)

/** Throws FormatError where a channel's data differ from their schema. */
export function checkChannelData(channel: string, data: unknown): void {
  const kind = channel.slice(channel.indexOf('@') + 1)
  if (channel === 'tickers') return check(tickersResponse.shape.tickers, channel, data)
  if (channel === 'account_private') return check(privateMessage, channel, data)
  if (kind === 'ticker') return check(ticker, channel, data)
  if (kind === 'depth' || kind.startsWith('depth_')) return check(depthResponse, channel, data)
  if (kind === 'trades') return check(tradeRow, channel, data)
  if (kind.startsWith('kline_')) return check(klineMessage, channel, data)
  throw new FormatError(`no schema for channel ${channel}`)
}

interface Schema {
  safeParse(value: unknown): {
    success: boolean
    error?: { issues: readonly { path: PropertyKey[]; message: string }[] }
  }
}

function check(schema: Schema, name: string, value: unknown): void {
  const result = schema.safeParse(value)
  if (result.success) return
  const issues = (result.error?.issues ?? []).slice(0, 5)
  throw new FormatError(
    `${name}: ${issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.message}`).join('; ')}`,
  )
}
