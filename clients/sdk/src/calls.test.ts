/** Every call of the exchange has its method here, which sends it as the list of calls says. */
import { CALL_LIST, CALLS, type CallName } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerAll, ID, PRIMARY, PRIMARY_KEY, SIGNING_KEY, USDC } from '../testing/answers.ts'
import { startScriptedExchange, type ScriptedExchange } from '../testing/scriptedExchange.ts'
import { createLocalPrimary, createLocalSigner, createVestClient, type VestClient } from './node.ts'

const symbol = 'BTC-PERP'
const order = { symbol, isBuy: true, size: '1', orderType: 'LIMIT', limitPrice: '1' } as const

/** The compiler asks for a new call here; under its older name a call has no method. */
const SENT: Record<
  Exclude<CallName, 'fundingHistoryOlderName'>,
  (vest: VestClient) => Promise<unknown> | unknown
> = {
  exchangeInfo: (vest) => vest.exchangeInfo(),
  tickers: (vest) => vest.tickers(),
  tickers24hr: (vest) => vest.tickers24hr(),
  fundingHistory: (vest) => vest.fundingHistory({ symbol }),
  klines: (vest) => vest.klines({ symbol, interval: '1m' }),
  trades: (vest) => vest.trades({ symbol }),
  depth: (vest) => vest.depth({ symbol }),
  tradingHours: (vest) => vest.tradingHours({ symbol }),
  openInterest: (vest) => vest.openInterest(),
  time: (vest) => vest.time(),
  status: (vest) => vest.status(),
  statusHistory: (vest) => vest.statusHistory(),
  identity: (vest) => vest.identity(),
  chains: (vest) => vest.chains(),
  register: (vest) =>
    vest.registerSession({
      primary: createLocalPrimary(PRIMARY_KEY),
      signer: createLocalSigner(SIGNING_KEY),
    }),
  account: (vest) => vest.account(),
  nonce: (vest) => vest.nonce(),
  setLeverage: (vest) => vest.setLeverage({ symbol, value: 10 }),
  guardrails: (vest) => vest.guardrails(),
  addressBook: (vest) => vest.addressBook(),
  changeAddressBook: (vest) => vest.changeAddressBook({ change: 'LOCK', days: 3 }),
  setGuardrails: (vest) => vest.setGuardrails({ dailyStop: '100' }),
  apiKeys: (vest) => vest.apiKeys(),
  createApiKey: (vest) => vest.createApiKey({ label: 'maker', scopes: ['read'] }),
  revokeApiKey: (vest) => vest.revokeApiKey('0xaa'),
  createListenKey: (vest) => vest.createListenKey(),
  extendListenKey: (vest) => vest.extendListenKey(),
  deleteListenKey: (vest) => vest.deleteListenKey(),
  placeOrder: (vest) => vest.placeOrder(order),
  replaceOrder: (vest) => vest.replaceOrder(ID, order),
  cancelOrder: (vest) => vest.cancelOrder(ID),
  amendOrder: (vest) => vest.amendOrder({ id: ID, size: '1', limitPrice: '1' }),
  cancelAllOrders: (vest) => vest.cancelAllOrders(),
  setCancelTimer: (vest) => vest.setCancelTimer({ timeoutMs: 0 }),
  closeAllPositions: (vest) => vest.closeAllPositions(),
  orders: (vest) => vest.orders(),
  fills: (vest) => vest.fills(),
  fundingPayments: (vest) => vest.fundingPayments({ symbol }),
  closedPositions: (vest) => vest.closedPositions({ symbol }),
  equityHistory: (vest) => vest.equityHistory(),
  withdrawQuote: (vest) => vest.withdrawQuote({ chainId: 42161, size: '100' }),
  depositAddresses: (vest) => vest.depositAddresses(),
  reserves: (vest) => vest.reserves(),
  reservesProof: (vest) => vest.reservesProof(),
  strays: (vest) => vest.strays({ sender: PRIMARY }),
  claimStray: (vest) => vest.claimStray({ chainId: 42161, token: USDC }),
  capitalPlans: (vest) => vest.capitalPlans(),
  capitalStatus: (vest) => vest.capitalStatus({ address: [PRIMARY], get_network_type: true }),
  capitalPractice: (vest) => vest.capitalPractice({ address: PRIMARY, priceId: 'p' }),
  capitalVerdict: (vest) => vest.capitalVerdict(PRIMARY),
  capitalCheckout: (vest) => vest.capitalCheckout({ address: PRIMARY, priceId: 'p', email: 'a@b.c' }),
  capitalRegister: (vest) =>
    vest.capitalRegister({ primaryAddr: PRIMARY, accessToken: 't', isFunded: false }),
  capitalActivate: (vest) =>
    vest.capitalActivate({
      funded_register_params: { primaryAddr: PRIMARY, accessToken: 't', isFunded: true },
    }),
  withdrawProfits: (vest) => vest.withdrawProfits({ size: 1_000_000, recipient: PRIMARY }),
  onRampUrl: (vest) => vest.onRampUrl(),
  depositSolana: (vest) => vest.depositSolana('5'.repeat(88)),
  socialAccount: (vest) => vest.socialAccount(),
  linkSocial: (vest) => vest.linkSocial(),
  completeSocialLink: (vest) => vest.completeSocialLink({ code: 'c', state: 's' }),
  unlinkSocial: (vest) => vest.unlinkSocial(),
  sendPost: (vest) => vest.sendPost({ text: 'up', image: '' }),
  transfers: (vest) => vest.transfers(),
  withdraw: (vest) =>
    vest.withdraw({ recipient: PRIMARY, token: USDC, size: 2_000_000, chainId: 42161, execute: true }),
  depositAuthorized: (vest) =>
    vest.depositAuthorized({
      account: PRIMARY,
      value: '1000000',
      valid_after: 0,
      valid_before: 1,
      nonce: ID,
      signature: '0x',
      chain_id: 1,
    }),
  withdrawAllowance: (vest) => vest.withdrawAllowance(),
  placeLpOrder: (vest) => vest.placeLpOrder({ orderType: 'DEPOSIT', size: '1' }),
  cancelLpOrder: (vest) => vest.cancelLpOrder(ID),
  lpOrders: (vest) => vest.lpOrders(),
  pool: (vest) => vest.pool(),
  poolHistory: (vest) => vest.poolHistory(),
  points: (vest) => vest.points(),
  leaderboard: (vest) => vest.leaderboard(),
  notices: (vest) => vest.notices(),
  readNotices: (vest) => vest.readNotices(),
  noticeSettings: (vest) => vest.noticeSettings(),
  setNoticeSettings: async (vest) => {
    const { email: _, ...settings } = await vest.noticeSettings()
    return vest.setNoticeSettings(settings)
  },
  setNoticeMail: (vest) => vest.setNoticeMail({ email: 'ada@example.org', language: 'en' }),
  confirmNoticeMail: (vest) => vest.confirmNoticeMail('123456'),
  removeNoticeMail: (vest) => vest.removeNoticeMail(),
  alerts: (vest) => vest.alerts(),
  setAlert: (vest) => vest.setAlert({ symbol, price: '1', isAbove: true, repeat: 'ONCE' }),
  removeAlert: (vest) => vest.removeAlert('0xaa'),
  showOnLeaderboard: (vest) => vest.showOnLeaderboard(true),
  pointsHistory: (vest) => vest.pointsHistory(),
  referrals: (vest) => vest.referrals(),
  referees: (vest) => vest.referees(),
  referralDays: (vest) => vest.referralDays(),
  referralCode: (vest) => vest.referralCode('AB23CD'),
  chooseReferralCode: (vest) => vest.chooseReferralCode('AB23CD'),
  joinReferral: (vest) => vest.joinReferral('AB23CD'),
}

describe('methods and calls', () => {
  let exchange: ScriptedExchange
  let vest: VestClient
  beforeAll(async () => {
    exchange = await startScriptedExchange(answerAll)
    vest = createVestClient({
      baseUrl: exchange.url,
      signer: createLocalSigner(SIGNING_KEY),
      apiKey: 'key-1',
      account: PRIMARY,
      validate: true,
    })
  })
  afterAll(() => exchange.close())

  it.each(Object.entries(SENT))(
    '%s goes where the list of calls says, with or without a key',
    async (name, send) => {
      await send(vest)
      const seen = exchange.requests.at(-1)!
      const call = CALLS[name as CallName]
      expect(`${seen.method} ${seen.path}`).toBe(`${call.method} /v2${call.path.replace('{id}', '0xaa')}`)
      expect(seen.headers['x-api-key']).toBe(call.auth === 'key' ? 'key-1' : undefined)
    },
  )

  it('none is missing', () => {
    expect(CALL_LIST).toHaveLength(Object.keys(SENT).length + 1)
  })
})
