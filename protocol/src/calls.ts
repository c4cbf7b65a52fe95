/**
 * Every REST call as data: who may call it, what it takes and what it answers, in the schemas of `wire.ts`. The
 * exchange's routes and the reference (`openApi.ts`) are made from it.
 */
import { z } from 'zod'
import {
  type ApiKeyScope,
  KLINE_INTERVALS,
  LP_ORDER_TYPES,
  ORDER_STATUSES,
  ORDER_TYPES,
  HISTORY_INTERVALS,
  TRANSFER_TYPES,
} from './enums.ts'
import { identityInfoResponse } from './identity/identityCalls.ts'
import * as wire from './wire.ts'

export const CALL_GROUPS = [
  'Markets',
  'Service',
  'Account',
  'Orders',
  'Money',
  'Pool',
  'Rewards',
  'Notices',
  'Capital',
  'Outside',
] as const

interface CallBase {
  /** The chapter of the reference. */
  readonly group: (typeof CALL_GROUPS)[number]
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /v2; `{name}` stands for one of `params`. */
  readonly path: string
  /** From which allowance it draws. */
  readonly bucket: 'requests' | 'orders' | 'cancels' | 'registrations'
  /** The body carries a signature of the account's signing or primary key. */
  readonly isSigned?: true
  /** The part that answers it; an exchange without it says 503 with code 0. */
  readonly outside?: 'capital' | 'onRamp' | 'solana' | 'social'
  readonly summary: string
  readonly params?: Readonly<Record<string, QueryField>>
  readonly query?: Readonly<Record<string, QueryField>>
  readonly body?: z.ZodType
  /** Where it may be larger than those of other calls. */
  readonly bodyBytesMax?: number
  readonly answer: z.ZodType
}
export interface PublicCall extends CallBase {
  readonly auth: 'none'
}
export interface KeyCall extends CallBase {
  readonly auth: 'key'
  /** What an API key needs to be allowed; `full`: the key of a session alone. */
  readonly scope: ApiKeyScope | 'full'
}
export type Call = PublicCall | KeyCall

export interface QueryField {
  readonly schema: z.ZodType
  readonly text: string
  readonly isRequired?: true
}

const integer = z.int().nonnegative()
const SYMBOL = {
  schema: z.string(),
  text: 'Symbol of a market, such as BTC-PERP.',
  isRequired: true,
} as const
const SIGNER = {
  schema: z.string(),
  text: 'The key that signed it. Two keys may have used the same nonce.',
} as const
const SYMBOLS = {
  schema: z.string(),
  text: 'Comma list of symbols, at most 200; absent: all markets.',
} as const
const WINDOW = {
  startTime: { schema: integer, text: 'Epoch milliseconds, inclusive.' },
  endTime: { schema: integer, text: 'Epoch milliseconds, inclusive.' },
  limit: { schema: integer.min(1).max(1_000), text: 'At most so many rows; default and maximum 1000.' },
} as const
/** Of lists that are newest first. */
const PAGES = {
  ...WINDOW,
  cursor: {
    schema: z.string(),
    text: 'As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were.',
  },
} as const
const INTERVAL = { schema: z.enum(KLINE_INTERVALS), text: 'Default 1m.' } as const

const PUBLIC = { auth: 'none', bucket: 'requests' } as const
const PRIVATE = { auth: 'key', bucket: 'requests', scope: 'read' } as const
/** Not for programs: money and keys. */
const FULL = { auth: 'key', bucket: 'requests', scope: 'full' } as const
const ORDERS = { auth: 'key', bucket: 'orders', scope: 'trade', isSigned: true } as const
const CANCELS = { auth: 'key', bucket: 'cancels', scope: 'trade', isSigned: true } as const

const FUNDING_HISTORY = {
  method: 'GET',
  ...PUBLIC,
  query: { symbol: SYMBOL, interval: INTERVAL, ...WINDOW },
  answer: wire.fundingHistoryResponse,
} as const

/** By the name that the reference gives them, which is the SDK's method where there is one. */
export const CALLS = {
  // ------------------------------------------------------------ markets
  exchangeInfo: {
    group: 'Markets',
    method: 'GET',
    path: '/exchangeInfo',
    ...PUBLIC,
    summary: 'What can be traded: markets with their decimals, leverage, fees and trading hours.',
    query: { symbols: SYMBOLS },
    answer: wire.exchangeInfoResponse,
  },
  tickers: {
    group: 'Markets',
    method: 'GET',
    path: '/ticker/latest',
    ...PUBLIC,
    summary: 'Mark and index price, funding rate and status of markets, as they are now.',
    query: { symbols: SYMBOLS },
    answer: wire.tickersResponse,
  },
  tickers24hr: {
    group: 'Markets',
    method: 'GET',
    path: '/ticker/24hr',
    ...PUBLIC,
    summary: 'Change, range and volume of markets over the last 24 hours.',
    query: { symbols: SYMBOLS },
    answer: wire.tickers24hrResponse,
  },
  fundingHistory: {
    group: 'Markets',
    path: '/funding/history',
    ...FUNDING_HISTORY,
    summary: 'Hourly funding rates of a market.',
  },
  fundingHistoryOlderName: {
    group: 'Markets',
    path: '/fundingHistory',
    ...FUNDING_HISTORY,
    summary: 'The same under its older name.',
  },
  klines: {
    group: 'Markets',
    method: 'GET',
    path: '/klines',
    ...PUBLIC,
    summary: 'Candles of a market, oldest first.',
    query: { symbol: SYMBOL, interval: INTERVAL, ...WINDOW },
    answer: wire.klinesResponse,
  },
  trades: {
    group: 'Markets',
    method: 'GET',
    path: '/trades',
    ...PUBLIC,
    summary: 'Trades of a market, newest first.',
    query: { symbol: SYMBOL, ...PAGES },
    answer: wire.tradesResponse,
  },
  depth: {
    group: 'Markets',
    method: 'GET',
    path: '/depth',
    ...PUBLIC,
    summary:
      'The order book of a market with what the pool offers: price and size of each level, best first.',
    query: {
      symbol: SYMBOL,
      limit: { schema: integer.min(1).max(100), text: 'Levels of a side: 20 by default, at most 100.' },
    },
    answer: wire.depthResponse,
  },
  tradingHours: {
    group: 'Markets',
    method: 'GET',
    path: '/tradingHours',
    ...PUBLIC,
    summary: 'The sessions of a market, from the one that is under way to those of the next eight days.',
    query: { symbol: SYMBOL },
    answer: wire.tradingHoursResponse,
  },
  openInterest: {
    group: 'Markets',
    method: 'GET',
    path: '/oi',
    ...PUBLIC,
    summary: 'Open interest of markets, long and short.',
    query: { symbols: SYMBOLS },
    answer: wire.openInterestResponse,
  },
  // ------------------------------------------------------------ the service
  time: {
    group: 'Service',
    method: 'GET',
    path: '/time',
    ...PUBLIC,
    summary: 'The time of the exchange: signed times are judged by it.',
    answer: wire.timeResponse,
  },
  status: {
    group: 'Service',
    method: 'GET',
    path: '/status',
    ...PUBLIC,
    summary: 'Whether the service is up, and what to tell people if it is not.',
    answer: wire.statusResponse,
  },
  statusHistory: {
    group: 'Service',
    method: 'GET',
    path: '/status/history',
    ...PUBLIC,
    summary: 'Times at which the service was less than up, and what it measured of itself minute by minute.',
    answer: wire.statusHistoryResponse,
  },
  identity: {
    group: 'Service',
    method: 'GET',
    path: '/identity',
    ...PUBLIC,
    summary: 'Where the frame of embedded wallets is, and the status page of what signs people in.',
    answer: identityInfoResponse,
  },
  chains: {
    group: 'Service',
    method: 'GET',
    path: '/transfer/chains',
    ...PUBLIC,
    summary: 'Chains and tokens for deposits and withdrawals, with the addresses of their contracts.',
    answer: wire.chainsResponse,
  },
  // ------------------------------------------------------------ the account
  register: {
    group: 'Account',
    method: 'POST',
    path: '/register',
    auth: 'none',
    bucket: 'registrations',
    isSigned: true,
    summary:
      'Registers a signing key by a signature of the primary key, and answers a new API key. May be repeated until the session is revoked or the signing key has withdrawn; then with another expiryTime.',
    body: wire.registerRequest,
    answer: wire.registerResponse,
  },
  account: {
    group: 'Account',
    method: 'GET',
    path: '/account',
    ...PRIVATE,
    summary: 'Balances, margin, positions and leverage settings of the account.',
    answer: wire.accountResponse,
  },
  nonce: {
    group: 'Account',
    method: 'GET',
    path: '/account/nonce',
    ...PRIVATE,
    summary: 'The highest nonce that was accepted of the signing key, 0 if none.',
    answer: wire.nonceResponse,
  },
  equityHistory: {
    group: 'Account',
    method: 'GET',
    path: '/account/equity',
    ...PRIVATE,
    summary:
      'What the account was worth, oldest first: of each interval its begin and the last hourly value in it; where nothing had changed, the one before.',
    query: {
      interval: { schema: z.enum(HISTORY_INTERVALS), text: 'From 1h on; default 1h.' },
      ...WINDOW,
    },
    answer: wire.equityResponse,
  },
  setLeverage: {
    group: 'Account',
    method: 'POST',
    path: '/account/leverage',
    ...PRIVATE,
    scope: 'trade',
    summary: 'Sets the leverage of a market.',
    body: wire.leverageRequest,
    answer: wire.leverageResponse,
  },
  guardrails: {
    group: 'Account',
    method: 'GET',
    path: '/account/guardrails',
    ...PRIVATE,
    summary:
      'The limits that the owner has set for the account, what waits to loosen them, and what is left of the day.',
    answer: wire.guardrailsResponse,
  },
  setGuardrails: {
    group: 'Account',
    method: 'POST',
    path: '/account/guardrails',
    ...FULL,
    summary:
      'Sets all limits of the owner: what is stricter holds at once, what is looser from 00:00 UTC on.',
    body: wire.guardrailsRequest,
    answer: wire.guardrailsResponse,
  },
  createListenKey: {
    group: 'Account',
    method: 'POST',
    path: '/account/listenKey',
    ...PRIVATE,
    summary: 'Makes the key of the private socket, or answers the one there is.',
    answer: wire.listenKeyResponse,
  },
  extendListenKey: {
    group: 'Account',
    method: 'PUT',
    path: '/account/listenKey',
    ...PRIVATE,
    summary: 'Extends the key of the private socket.',
    answer: wire.listenKeyResponse,
  },
  deleteListenKey: {
    group: 'Account',
    method: 'DELETE',
    path: '/account/listenKey',
    ...PRIVATE,
    summary: 'Ends the key of the private socket.',
    answer: z.object({}),
  },
  apiKeys: {
    group: 'Account',
    method: 'GET',
    path: '/account/apiKeys',
    ...FULL,
    summary: 'Who may act for the account: its sessions and the keys of its programs.',
    answer: wire.apiKeysResponse,
  },
  createApiKey: {
    group: 'Account',
    method: 'POST',
    path: '/account/apiKeys',
    ...FULL,
    summary:
      'Makes a key for a program: what it may do, until when, and from which addresses. It is told this once.',
    body: wire.apiKeyRequest,
    answer: wire.apiKeyResponse,
  },
  revokeApiKey: {
    group: 'Account',
    method: 'DELETE',
    path: '/account/apiKeys/{id}',
    ...FULL,
    summary:
      'Ends the key of a program, or a session and its registration. Its socket is closed; the approval of a session opens no more keys.',
    params: { id: { schema: z.string(), text: 'The id of the key in the list.' } },
    answer: z.object({}),
  },
  // ------------------------------------------------------------ orders
  placeOrder: {
    group: 'Orders',
    method: 'POST',
    path: '/orders',
    ...ORDERS,
    summary:
      'Places an order. The answer means that it is recorded for good; what became of it is told by its record.',
    body: wire.orderRequest,
    answer: wire.idResponse,
  },
  cancelOrder: {
    group: 'Orders',
    method: 'POST',
    path: '/orders/cancel',
    ...CANCELS,
    summary:
      'Cancels an open order. One that is finished is told under 200 with code 3017: nothing is left to cancel.',
    query: {
      strict: { schema: z.enum(['0', '1']), text: '1: code 3017 comes with status 400 in every case.' },
    },
    body: wire.cancelRequest,
    answer: wire.idResponse,
  },
  replaceOrder: {
    group: 'Orders',
    method: 'POST',
    path: '/orders/replace',
    ...ORDERS,
    summary:
      'Cancels an order and places another, together or not at all; refused, the new one is recorded and the old one stays.',
    body: wire.replaceRequest,
    answer: wire.idResponse,
  },
  amendOrder: {
    group: 'Orders',
    method: 'POST',
    path: '/orders/amend',
    ...ORDERS,
    summary:
      'Gives a resting LIMIT order another size or price; smaller at the same price, it keeps its turn.',
    body: wire.amendRequest,
    answer: wire.idResponse,
  },
  cancelAllOrders: {
    group: 'Orders',
    method: 'POST',
    path: '/orders/cancelAll',
    ...CANCELS,
    summary: 'Cancels all open orders, or those of one market.',
    body: wire.bulkRequest,
    answer: wire.idsResponse,
  },
  setCancelTimer: {
    group: 'Orders',
    method: 'POST',
    path: '/orders/deadman',
    ...CANCELS,
    summary:
      'Arms, moves or (with 0) disarms the switch that cancels all open orders when its time has come.',
    body: wire.deadmanRequest,
    answer: wire.deadmanResponse,
  },
  closeAllPositions: {
    group: 'Orders',
    method: 'POST',
    path: '/positions/closeAll',
    ...ORDERS,
    summary: 'Closes all positions, or that of one market, by a reduce-only MARKET order each.',
    body: wire.bulkRequest,
    answer: wire.idsResponse,
  },
  orders: {
    group: 'Orders',
    method: 'GET',
    path: '/orders',
    ...PRIVATE,
    summary:
      'Orders of the account, newest first. By its nonce it answers what became of an order whose answer was lost.',
    query: {
      id: { schema: z.string(), text: 'Comma list of order ids.' },
      nonce: { schema: integer, text: 'The nonce that the order was signed with.' },
      signer: SIGNER,
      symbol: { schema: SYMBOL.schema, text: SYMBOL.text },
      orderType: { schema: z.enum(ORDER_TYPES), text: 'Of this type only.' },
      status: { schema: z.enum(ORDER_STATUSES), text: 'Of this status only.' },
      clientId: { schema: z.string(), text: 'The name that the order was given.' },
      ...PAGES,
    },
    answer: wire.ordersResponse,
  },
  fills: {
    group: 'Orders',
    method: 'GET',
    path: '/fills',
    ...PRIVATE,
    summary: 'What the account bought and sold, newest first.',
    query: {
      orderId: { schema: z.string(), text: 'Of this order only.' },
      symbol: { schema: SYMBOL.schema, text: SYMBOL.text },
      ...PAGES,
    },
    answer: wire.fillsResponse,
  },
  fundingPayments: {
    group: 'Orders',
    method: 'GET',
    path: '/funding/payments',
    ...PRIVATE,
    summary: 'Funding that the account received or paid, newest first.',
    query: { symbol: { schema: SYMBOL.schema, text: SYMBOL.text }, ...PAGES },
    answer: wire.fundingPaymentsResponse,
  },
  closedPositions: {
    group: 'Orders',
    method: 'GET',
    path: '/positions/history',
    ...PRIVATE,
    summary: 'Positions that have ended, newest first; the window is about their ends.',
    query: { symbol: { schema: SYMBOL.schema, text: SYMBOL.text }, ...PAGES },
    answer: wire.closedPositionsResponse,
  },
  // ------------------------------------------------------------ money
  transfers: {
    group: 'Money',
    method: 'GET',
    path: '/transfer',
    ...PRIVATE,
    summary: 'Deposits and withdrawals of the account, newest first.',
    query: {
      id: { schema: z.string(), text: 'Id of one transfer.' },
      nonce: { schema: integer, text: 'The nonce that the withdrawal was signed with.' },
      signer: SIGNER,
      orderType: { schema: z.enum(TRANSFER_TYPES), text: 'Of this type only.' },
      ...PAGES,
    },
    answer: wire.transfersResponse,
  },
  withdraw: {
    group: 'Money',
    method: 'POST',
    path: '/transfer/withdraw',
    ...FULL,
    isSigned: true,
    summary: 'Asks for a withdrawal to a chain.',
    body: wire.withdrawRequest,
    answer: wire.idResponse,
  },
  depositAuthorized: {
    group: 'Money',
    method: 'POST',
    path: '/transfer/deposit/authorized',
    ...FULL,
    isSigned: true,
    summary:
      'A deposit that the exchange sends to the chain, by the signed authorization of its owner (EIP-3009).',
    body: wire.depositAuthorizedRequest,
    answer: wire.idResponse,
  },
  withdrawAllowance: {
    group: 'Money',
    method: 'GET',
    path: '/transfer/withdraw/allowance',
    ...PRIVATE,
    summary: 'What may leave now, and how much of it at once.',
    answer: wire.withdrawAllowanceResponse,
  },
  withdrawQuote: {
    group: 'Money',
    method: 'GET',
    path: '/transfer/withdraw/quote',
    ...PRIVATE,
    summary: 'What a withdrawal sent by a keeper would cost now, and when it would leave.',
    query: {
      chainId: { schema: integer, text: 'The chain that it goes to.', isRequired: true },
      size: { schema: z.string(), text: 'USDC, as decimal text.', isRequired: true },
      recipient: { schema: z.string(), text: 'Who receives it; absent: the account itself.' },
    },
    answer: wire.withdrawQuoteResponse,
  },
  depositAddresses: {
    group: 'Money',
    method: 'GET',
    path: '/transfer/deposit/addresses',
    ...PRIVATE,
    summary: 'Where USDC may be sent from the address of the account, by chain.',
    answer: wire.depositAddressesResponse,
  },
  strays: {
    group: 'Money',
    method: 'GET',
    path: '/transfer/suspense',
    ...PRIVATE,
    summary:
      'What arrived and is credited to no account: other tokens and coins at the deposit address of the account, and USDC of a sender without an account.',
    query: {
      sender: { schema: z.string(), text: 'Also what waits for the owner of this address.' },
    },
    answer: wire.straysResponse,
  },
  claimStray: {
    group: 'Money',
    method: 'POST',
    path: '/transfer/suspense/claim',
    ...FULL,
    summary:
      'Sends a token or coin that lies at the deposit address of the account to the address of the account itself.',
    body: wire.strayClaimRequest,
    answer: wire.strayClaimResponse,
  },
  reserves: {
    group: 'Money',
    method: 'GET',
    path: '/reserves',
    ...PUBLIC,
    summary:
      'The newest signed statement of what all accounts are owed, as the root of a Merkle-sum tree, and what the vaults hold.',
    answer: wire.reservesResponse,
  },
  reservesProof: {
    group: 'Money',
    method: 'GET',
    path: '/reserves/proof',
    ...PRIVATE,
    summary: 'The leaf of the account in the newest statement and its way to the root.',
    answer: wire.reservesProofResponse,
  },
  // ------------------------------------------------------------ the LP pool
  placeLpOrder: {
    group: 'Pool',
    method: 'POST',
    path: '/lp',
    ...FULL,
    isSigned: true,
    summary:
      'Puts collateral into the LP pool, or takes it out at once for a fee or in two days without one. What became of it is told by its record.',
    body: wire.lpRequest,
    answer: wire.idResponse,
  },
  cancelLpOrder: {
    group: 'Pool',
    method: 'POST',
    path: '/lp/cancel',
    ...FULL,
    isSigned: true,
    summary:
      'Takes a scheduled withdrawal back: what has not been paid of it stays in the pool, free at once. Signed as the cancellation of an order; 3017 where it is paid, taken back, or of another account.',
    body: wire.cancelRequest,
    answer: wire.idResponse,
  },
  lpOrders: {
    group: 'Pool',
    method: 'GET',
    path: '/lp',
    ...PRIVATE,
    summary: 'LP orders of the account, newest first.',
    query: {
      id: { schema: z.string(), text: 'Comma list of ids.' },
      nonce: { schema: integer, text: 'The nonce that the order was signed with.' },
      signer: SIGNER,
      orderType: { schema: z.enum(LP_ORDER_TYPES), text: 'Of this type only.' },
      status: { schema: z.enum(ORDER_STATUSES), text: 'Of this status only.' },
      ...PAGES,
    },
    answer: wire.lpOrdersResponse,
  },
  pool: {
    group: 'Pool',
    method: 'GET',
    path: '/lp/pool',
    ...PUBLIC,
    summary: 'The LP pool as it is now: its value, the price of a share, yield, caps and fees.',
    answer: wire.poolResponse,
  },
  poolHistory: {
    group: 'Pool',
    method: 'GET',
    path: '/lp/pool/history',
    ...PUBLIC,
    summary:
      'The past of the LP pool, oldest first: of each interval its begin and the last hourly value in it.',
    query: {
      interval: { schema: z.enum(HISTORY_INTERVALS), text: 'From 1h on; default 1d.' },
      ...WINDOW,
    },
    answer: wire.poolHistoryResponse,
  },
  // ------------------------------------------------------------ points and referrals
  points: {
    group: 'Rewards',
    method: 'GET',
    path: '/points',
    ...PRIVATE,
    summary: 'Points of the account, its rank, and what the present week would give it.',
    answer: wire.pointsResponse,
  },
  leaderboard: {
    group: 'Rewards',
    method: 'GET',
    path: '/points/leaderboard',
    ...PUBLIC,
    summary:
      'The most points, of the present week as it stands or of all weeks that have ended. Named are those alone who let others see them.',
    query: {
      scope: { schema: z.enum(['epoch', 'all']), text: 'Default epoch: the present week.' },
      limit: { schema: integer.min(1).max(100), text: 'At most so many rows; default 10, maximum 100.' },
    },
    answer: wire.leaderboardResponse,
  },
  showOnLeaderboard: {
    group: 'Rewards',
    method: 'POST',
    path: '/points/name',
    ...FULL,
    summary: 'Lets others see the shortened address of the account on the leaderboard, or no longer.',
    body: wire.pointsNameRequest,
    answer: wire.pointsNameResponse,
  },
  pointsHistory: {
    group: 'Rewards',
    method: 'GET',
    path: '/points/history',
    ...PRIVATE,
    summary: 'Points of the account week by week, newest first; the window is about the ends of the weeks.',
    query: { ...WINDOW },
    answer: wire.pointsHistoryResponse,
  },
  referrals: {
    group: 'Rewards',
    method: 'GET',
    path: '/referrals',
    ...PRIVATE,
    summary:
      'The referral code of the account and what it brought. An account that has deposited gets its code here, unless draw is 0.',
    query: {
      draw: {
        schema: z.enum(['0', '1']),
        text: '0: an account without a code stays without one. Default 1.',
      },
    },
    answer: wire.referralsResponse,
  },
  referees: {
    group: 'Rewards',
    method: 'GET',
    path: '/referrals/referees',
    ...PRIVATE,
    summary: 'Accounts that came by the code, newest first, with what they traded and paid since.',
    query: { limit: WINDOW.limit },
    answer: wire.refereesResponse,
  },
  referralDays: {
    group: 'Rewards',
    method: 'GET',
    path: '/referrals/days',
    ...PRIVATE,
    summary: 'What the referees did by UTC day, newest first; days without any trade are left out.',
    query: { ...WINDOW },
    answer: wire.referralDaysResponse,
  },
  referralCode: {
    group: 'Rewards',
    method: 'GET',
    path: '/referrals/code',
    ...PRIVATE,
    summary: 'Whether a code is free, and codes like it that are.',
    query: {
      code: {
        schema: z.string(),
        text: '6 to 12 letters A-Z and digits, in either case.',
        isRequired: true,
      },
    },
    answer: wire.referralCodeResponse,
  },
  chooseReferralCode: {
    group: 'Rewards',
    method: 'POST',
    path: '/referrals/code',
    ...FULL,
    summary: 'Gives the account a code of its own choosing, once and for ever, from its first deposit on.',
    body: wire.joinReferralRequest,
    answer: wire.joinReferralResponse,
  },
  joinReferral: {
    group: 'Rewards',
    method: 'POST',
    path: '/referrals/join',
    ...FULL,
    summary: 'Says by whose code the account came: once, before its first trade or in its first week.',
    body: wire.joinReferralRequest,
    answer: wire.joinReferralResponse,
  },
  // ------------------------------------------------------------ notices
  notices: {
    group: 'Notices',
    method: 'GET',
    path: '/notices',
    ...PRIVATE,
    summary:
      'What the account was told, newest first, and how much of it is unread. The first call begins the telling: nothing from before it is told.',
    query: { limit: { schema: integer.min(1).max(200), text: 'At most so many; default and maximum 200.' } },
    answer: wire.noticesResponse,
  },
  readNotices: {
    group: 'Notices',
    method: 'POST',
    path: '/notices/read',
    ...FULL,
    summary: 'Marks notices as read, here and on every other device.',
    body: wire.noticesReadRequest,
    answer: wire.noticesReadResponse,
  },
  noticeSettings: {
    group: 'Notices',
    method: 'GET',
    path: '/notices/settings',
    ...FULL,
    summary: 'What reaches the owner by which way, and to which address.',
    answer: wire.noticeSettingsResponse,
  },
  setNoticeSettings: {
    group: 'Notices',
    method: 'POST',
    path: '/notices/settings',
    ...FULL,
    summary:
      'Chooses what reaches the owner by which way. Liquidations, the capital programme and maintenance are always shown on screen.',
    body: wire.noticeSettingsRequest,
    answer: wire.noticeSettingsResponse,
  },
  setNoticeMail: {
    group: 'Notices',
    method: 'POST',
    path: '/notices/mail',
    ...FULL,
    summary: 'Sends a code of six digits to an address; nothing else is sent there before it comes back.',
    body: wire.noticeMailRequest,
    answer: wire.noticeMailResponse,
  },
  confirmNoticeMail: {
    group: 'Notices',
    method: 'POST',
    path: '/notices/mail/confirm',
    ...FULL,
    summary: 'The code that came: from here on notices go to that address.',
    body: wire.noticeMailConfirmRequest,
    answer: wire.noticeSettingsResponse,
  },
  removeNoticeMail: {
    group: 'Notices',
    method: 'DELETE',
    path: '/notices/mail',
    ...FULL,
    summary: 'Forgets the address; no notice is sent any more.',
    answer: wire.noticeSettingsResponse,
  },
  alerts: {
    group: 'Notices',
    method: 'GET',
    path: '/alerts',
    ...PRIVATE,
    summary: 'Prices that the account waits for.',
    answer: wire.alertsResponse,
  },
  setAlert: {
    group: 'Notices',
    method: 'POST',
    path: '/alerts',
    ...FULL,
    summary:
      'Waits for the mark to reach a price, also while no tab is open. EVERY_TIME: the mark has to be a tenth of a percent away before it can come again.',
    body: wire.alertRequest,
    answer: wire.alertRow,
  },
  removeAlert: {
    group: 'Notices',
    method: 'DELETE',
    path: '/alerts/{id}',
    ...FULL,
    summary: 'Waits no longer; of one that is gone already nothing is said.',
    params: { id: { schema: z.string(), text: 'The alertId of the list.' } },
    answer: wire.alertsResponse,
  },
  // ------------------------------------------------------------ the capital programme
  capitalPlans: {
    group: 'Capital',
    method: 'GET',
    path: '/capital/plans',
    ...PUBLIC,
    outside: 'capital',
    summary: 'Evaluation plans with their price, goal and limits.',
    answer: wire.capitalPlansResponse,
  },
  capitalStatus: {
    group: 'Capital',
    method: 'GET',
    path: '/capital/status',
    ...PRIVATE,
    outside: 'capital',
    summary: 'Where evaluation and funded accounts stand, by address; of those of others nothing is told.',
    query: {
      address: { schema: z.string(), text: 'Comma list of at most 50 addresses; absent: that of the key.' },
      all: {
        schema: z.enum(['true', 'false']),
        text: 'All evaluation and funded accounts of the owner, oldest first.',
      },
      get_network_type: { schema: z.enum(['true', 'false']), text: 'With the kind of network.' },
    },
    answer: wire.capitalStatusResponse,
  },
  capitalCheckout: {
    group: 'Capital',
    method: 'POST',
    path: '/capital/checkoutSession',
    ...FULL,
    outside: 'capital',
    summary: 'Begins the payment of a plan: the page to send the buyer to.',
    body: wire.capitalCheckoutRequest,
    answer: wire.capitalCheckoutResponse,
  },
  capitalRegister: {
    group: 'Capital',
    method: 'POST',
    path: '/register/capital',
    auth: 'none',
    bucket: 'registrations',
    outside: 'capital',
    summary: 'Opens the capital account of an allocated wallet, by the token of its owner.',
    body: wire.capitalRegisterRequest,
    answer: wire.capitalRegisterResponse,
  },
  capitalActivate: {
    group: 'Capital',
    method: 'POST',
    path: '/capital/activateFunded',
    ...FULL,
    outside: 'capital',
    summary: 'Claims the funded account after an evaluation that was passed.',
    body: wire.capitalActivateRequest,
    answer: wire.capitalActivateResponse,
  },
  capitalPractice: {
    group: 'Capital',
    method: 'POST',
    path: '/capital/practice',
    ...FULL,
    outside: 'capital',
    summary: 'Opens a practice evaluation under the rules of a plan: free, and never claimed. One at a time.',
    body: wire.capitalPracticeRequest,
    answer: wire.capitalRegisterResponse,
  },
  capitalVerdict: {
    group: 'Capital',
    method: 'GET',
    path: '/capital/verdict',
    ...PRIVATE,
    outside: 'capital',
    summary: 'The signed certificate of a pass or breach, with everything that it was decided from.',
    query: { address: { schema: z.string(), text: 'A wallet of the same owner; absent: that of the key.' } },
    answer: wire.capitalVerdictResponse,
  },
  withdrawProfits: {
    group: 'Capital',
    method: 'POST',
    path: '/transfer/withdraw/profits',
    ...FULL,
    isSigned: true,
    summary: 'Takes profit out of a funded account; the owner gets 90 % of it.',
    body: wire.profitWithdrawRequest,
    answer: wire.idResponse,
  },
  // ------------------------------------------------------------ outside
  onRampUrl: {
    group: 'Outside',
    method: 'GET',
    path: '/onramper/url',
    ...FULL,
    outside: 'onRamp',
    summary: 'The page on which the account buys USDC with a card.',
    answer: wire.onRampUrlResponse,
  },
  depositSolana: {
    group: 'Outside',
    method: 'POST',
    path: '/transfer/deposit/solana',
    ...FULL,
    outside: 'solana',
    summary: 'Names a deposit that was sent on Solana, by its transaction.',
    body: wire.solanaDepositRequest,
    answer: wire.idResponse,
  },
  socialAccount: {
    group: 'Outside',
    method: 'GET',
    path: '/account/twitter',
    ...PRIVATE,
    outside: 'social',
    summary: 'The account at the network that the owner of the account has linked.',
    answer: wire.socialAccountResponse,
  },
  linkSocial: {
    group: 'Outside',
    method: 'POST',
    path: '/account/twitter/link',
    ...FULL,
    outside: 'social',
    summary:
      'Begins to link an account at the network: the page on which its owner gives leave. Needs a deposit.',
    answer: wire.socialLinkResponse,
  },
  completeSocialLink: {
    group: 'Outside',
    method: 'POST',
    path: '/account/twitter/link/complete',
    ...FULL,
    outside: 'social',
    summary: 'Ends it, with what the browser came back with.',
    body: wire.socialLinkRequest,
    answer: wire.socialAccountResponse,
  },
  unlinkSocial: {
    group: 'Outside',
    method: 'DELETE',
    path: '/account/twitter/link',
    ...FULL,
    outside: 'social',
    summary: 'Takes the leave back, here and at the network.',
    answer: wire.socialAccountResponse,
  },
  sendPost: {
    group: 'Outside',
    method: 'POST',
    path: '/account/twitter/send',
    ...FULL,
    outside: 'social',
    summary: 'Posts a text with a picture in the name of the owner of the account.',
    body: wire.postRequest,
    bodyBytesMax: 6_291_456,
    answer: wire.postSentResponse,
  },
} as const satisfies Readonly<Record<string, Call>>

export type CallName = keyof typeof CALLS
export type AnswerOf<N extends CallName> = z.infer<(typeof CALLS)[N]['answer']>
export type NamedCall = Call & { readonly name: CallName }

/** In the order of the reference. */
export const CALL_LIST: readonly NamedCall[] = Object.entries(CALLS).map(([name, call]) => ({
  name: name as CallName,
  ...call,
}))
