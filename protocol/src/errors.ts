/**
 * The one error table: every code the product can answer, its name, message, HTTP status and where it
 * arises. The code is the identity; text is looked up. Numbers are never reused.
 *
 * origin: `gateway` answers it over HTTP, `engine` puts it on an order or transfer record (or answers a
 * command), `client` arises in the browser or the SDK alone.
 */

export type ErrorOrigin = 'gateway' | 'engine' | 'both' | 'client'

export interface ErrorEntry {
  readonly code: number
  readonly name: string
  readonly message: string
  readonly httpStatus: number
  readonly origin: ErrorOrigin
}

const entry = <Code extends number, Name extends string>(
  code: Code,
  name: Name,
  httpStatus: number,
  origin: ErrorOrigin,
  message: string,
): ErrorEntry & { readonly code: Code; readonly name: Name } => ({ code, name, message, httpStatus, origin })

const INTERNAL = 'Internal error: Unknown error. Please contact support team.'
const OI_CAP = 'Open interest cap exceeded. Please try a smaller order'
const BALANCE = 'Insufficient balance. Please add funds to your account'

export const ERRORS = [
  entry(0, 'UNKNOWN', 500, 'gateway', INTERNAL),
  entry(429, 'RATE_LIMITED_LEGACY', 429, 'client', 'Too many requests. Please try again later'),
  entry(
    900,
    'ORDER_ID_MISMATCH',
    400,
    'client',
    'Internal error: Order ID mismatch. Please contact support team.',
  ),
  entry(901, 'CREATE_ORDER_TIMEOUT', 400, 'client', 'Request timed out. Please try again later.'),
  entry(1002, 'UNAUTHORIZED', 401, 'gateway', 'You are not authorized to perform this action'),
  entry(1003, 'TOO_MANY_REQUESTS', 429, 'gateway', 'Too many requests. Please try again later'),
  entry(1022, 'INVALID_SIGNATURE', 400, 'gateway', 'Invalid signature.'),
  entry(1023, 'INVALID_NONCE', 400, 'gateway', 'Invalid nonce.'),
  entry(1024, 'INVALID_NETWORK_TYPE', 400, 'gateway', 'Invalid network type'),
  entry(1099, 'ACCOUNT_NOT_FOUND', 400, 'both', 'Account not found.'),
  entry(1111, 'BAD_DECIMALS', 400, 'both', 'Invalid decimal places. Please check your input'),
  entry(1116, 'INVALID_ORDER_TYPE', 400, 'both', 'Invalid order type. Please select a valid order type'),
  entry(1121, 'BAD_SYMBOL', 400, 'both', 'Invalid trading pair. Please select a valid trading pair'),
  entry(1125, 'INVALID_LISTEN_KEY', 400, 'gateway', 'Invalid listen key.'),
  entry(1130, 'INVALID_PARAMETER', 400, 'both', 'Invalid parameter. Please check your input'),
  entry(1131, 'BAD_RECV_WINDOW', 400, 'gateway', 'Invalid receive window. Please adjust your settings'),
  entry(1132, 'ORDER_EXPIRED', 400, 'both', 'Order has expired. This might be due to a slow connection.'),
  entry(1133, 'INVALID_TIME_IN_FORCE', 400, 'both', 'Invalid time in force'),
  entry(1140, 'REFERRAL_CLAIMED_BY_OTHER', 400, 'both', 'Referral code already claimed by another user'),
  entry(1141, 'REFERRAL_NOT_FOUND', 400, 'both', 'Referral code not found'),
  entry(1142, 'REFERRAL_ALREADY_USED', 400, 'both', 'Referral code already used'),
  entry(
    1143,
    'INVALID_TRANSACTION',
    400,
    'gateway',
    'Invalid transaction hash, cannot find memo or cannot be sent to CCTP',
  ),
  entry(1144, 'ALREADY_USE_TRANSACTION', 400, 'gateway', 'Transaction already used'),
  entry(1145, 'INVALID_TP_SL_PRICE', 400, 'gateway', 'Invalid TP/SL price'),
  entry(1146, 'INVALID_ACCOUNT_GROUP', 400, 'gateway', 'Invalid account group'),
  entry(
    1147,
    'DECLINE_WITHDRAW_FROM_MOBILE',
    400,
    'gateway',
    'Withdrawals are not available from a mobile device',
  ),
  entry(1148, 'MARKET_CLOSED', 400, 'gateway', 'Market is closed'),
  entry(1149, 'ACTION_NOT_AVAILABLE', 400, 'both', 'Not available for this account'),
  entry(1150, 'WRONG_CODE', 400, 'gateway', 'Wrong code'),
  entry(1151, 'CODE_ENDED', 400, 'gateway', 'This code is void. Please ask for a new one'),
  entry(1152, 'SIGN_IN_FAILED', 400, 'gateway', 'The sign-in was not completed. Please try again'),
  entry(1153, 'WALLET_CHANGED', 400, 'gateway', 'The wallet has changed in another place'),
  entry(
    1154,
    'CONTRACT_WALLET_UNKNOWN',
    400,
    'gateway',
    'No contract wallet stands at this address on a chain that Vest watches. Switch the wallet to one of them and try again',
  ),
  entry(
    1155,
    'CONTRACT_WALLET_DECLINED',
    400,
    'gateway',
    'Your contract wallet did not accept this approval. Check its owners and its chain, and try again',
  ),
  entry(
    1156,
    'CONTRACT_WALLET_ELSEWHERE',
    400,
    'gateway',
    'A contract wallet withdraws on the chain on which it approved this browser. Choose that chain',
  ),
  entry(
    1157,
    'WALLET_NOT_EMPTY',
    400,
    'gateway',
    'Something lies in your wallet or is on its way to it. Bring the wallet back instead of making a new one',
  ),
  entry(
    3001,
    'PRICE_CHECK_FAILED',
    400,
    'engine',
    'Executed price exceeded limit price. If this was a Market Order, the incurred slippage exceeded maximum slippage limits.',
  ),
  entry(3002, 'MARGIN_CHECK_FAILED', 400, 'engine', 'Insufficient funds.'),
  entry(3003, 'PRICE_STALE', 400, 'engine', 'Price is outdated.'),
  entry(3004, 'ORDER_STALE', 400, 'engine', 'Order is outdated.'),
  entry(3006, 'INCREASE_WITH_SL_TP', 400, 'engine', 'Cannot increase position with stop loss or take profit'),
  entry(3007, 'INCREASE_DURING_INSOLVENCY', 400, 'engine', 'Cannot increase position during insolvency'),
  entry(3008, 'DELETED_BY_LIQ', 400, 'engine', 'Order deleted due to liquidation'),
  entry(3010, 'OI_CAP_EXCEEDED', 400, 'engine', OI_CAP),
  entry(3011, 'INVALID_LIMIT_PRICE', 400, 'engine', 'Invalid limit price. Please adjust your order'),
  entry(
    3013,
    'HALTED_REDUCE_ONLY',
    400,
    'engine',
    'Trading halted due to volatility. You can only submit reduce-only orders',
  ),
  entry(3015, 'DUPLICATE', 400, 'both', 'Duplicate order. Please check your recent orders'),
  entry(
    3016,
    'ORDER_ACCOUNT_NOT_FOUND',
    400,
    'engine',
    'Account not found. Please check your account details',
  ),
  entry(3017, 'ORDER_NOT_FOUND', 400, 'both', 'Order not found. Please check the order ID'),
  entry(
    3018,
    'REDUCE_ONLY_INCREASES',
    400,
    'engine',
    'Reduce-only order would increase position. Please adjust your order',
  ),
  entry(
    3019,
    'REDUCE_ONLY_EXCEEDS_SIZE',
    400,
    'engine',
    'Total reduce-only orders exceed current position size. Please adjust your order or cancel existing orders',
  ),
  entry(
    3020,
    'ORDER_CHANGES_LEVERAGE',
    400,
    'engine',
    'Order would change leverage. Please adjust your order or leverage settings',
  ),
  entry(3021, 'DECREASE_LEVERAGE_WITH_POSITION', 400, 'engine', 'Cannot lower leverage with a position open'),
  entry(3022, 'TP_SL_PRICE_REJECTED', 400, 'engine', 'Invalid TP/SL price'),
  entry(3023, 'SYMBOL_REJECTED', 400, 'engine', 'Invalid trading pair. Please select a valid trading pair'),
  entry(3024, 'MARKET_CLOSED_REJECTED', 400, 'engine', 'Market is closed'),
  entry(3026, 'CAPACITY_EXCEEDED', 400, 'engine', OI_CAP),
  entry(3030, 'POST_ONLY_WOULD_TAKE', 400, 'engine', 'Post-only order would take liquidity'),
  entry(3031, 'TOO_MANY_OPEN_ORDERS', 400, 'engine', 'Too many open orders'),
  entry(3032, 'DEADMAN_CANCELLED', 400, 'engine', "Cancelled by your dead-man's switch"),
  entry(3033, 'DAILY_LOSS_LIMIT', 400, 'engine', "This key's daily loss limit is reached"),
  entry(
    3034,
    'OWN_DAILY_STOP',
    400,
    'engine',
    'Your own daily stop is reached. You can open positions again after the next reset',
  ),
  entry(
    3035,
    'OWN_SIZE_LIMIT',
    400,
    'engine',
    'Your own size limit would be exceeded. Please try a smaller order',
  ),
  entry(
    3036,
    'OWN_LEVERAGE_CAP',
    400,
    'engine',
    'Your own leverage cap would be exceeded. Please choose a lower leverage',
  ),
  entry(
    3037,
    'OWN_COOL_DOWN',
    400,
    'engine',
    'Your own cool-down after a loss is running. You can open positions again when it ends',
  ),
  entry(4001, 'LP_INSUFFICIENT_BALANCE', 400, 'engine', BALANCE),
  entry(4002, 'LP_MARGIN_CHECK_FAILED', 400, 'engine', BALANCE),
  entry(4003, 'LP_PRICE_STALE', 400, 'engine', 'Price is outdated. Please submit a new order'),
  entry(4004, 'LP_ORDER_STALE', 400, 'engine', 'Order is outdated. Please submit a new order'),
  entry(4005, 'LP_PARTIALLY_FILLED', 400, 'engine', 'Order was partially filled'),
  entry(4006, 'LP_DURING_INSOLVENCY', 400, 'engine', 'Cannot add an LP order during insolvency'),
  entry(
    4007,
    'LP_WITHDRAW_WITHOUT_SHARES',
    400,
    'engine',
    'Cannot withdraw LP without shares. Please check your LP balance',
  ),
  entry(4008, 'LP_REVERTED', 400, 'engine', 'Order execution reverted on the chain'),
  entry(
    4009,
    'LP_WITHDRAW_CAP_EXCEEDED',
    400,
    'engine',
    'LP withdrawal cap exceeded. Please try a smaller amount or contact support',
  ),
  entry(4010, 'LP_DUPLICATE', 400, 'both', 'Duplicate order. Please check your recent orders'),
  entry(4011, 'LP_ACCOUNT_NOT_FOUND', 400, 'engine', 'Account not found. Please check your account details'),
  entry(
    4012,
    'LP_WITHDRAW_EXCEEDS_BALANCE',
    400,
    'engine',
    'LP withdrawal exceeds balance. Please reduce the withdrawal amount',
  ),
  entry(
    4013,
    'LP_EXECUTION_FAILED',
    400,
    'engine',
    'Order execution failed. Please submit a new order or contact support',
  ),
  entry(5002, 'TRANSFER_MARGIN_CHECK_FAILED', 400, 'engine', BALANCE),
  entry(
    5009,
    'TRANSFER_WITHDRAW_CAP_EXCEEDED',
    400,
    'engine',
    'Withdrawal cap exceeded. Please try a smaller amount or contact support',
  ),
  entry(5010, 'TRANSFER_DUPLICATE', 400, 'both', 'Duplicate transfer. Please check your recent transfers'),
  entry(
    5011,
    'TRANSFER_ACCOUNT_NOT_FOUND',
    400,
    'engine',
    'Account not found. Please check your account details',
  ),
  entry(5013, 'TRANSFER_EXECUTION_FAILED', 400, 'engine', 'Execution failed'),
  entry(
    5014,
    'RECIPIENT_NOT_SAVED',
    400,
    'engine',
    'You pay saved addresses only. Save this address first, or pay one of your list',
  ),
  entry(
    5015,
    'RECIPIENT_TOO_NEW',
    400,
    'engine',
    'This address was saved a short time ago. You can pay it once its waiting time is over',
  ),
  entry(
    5016,
    'WITHDRAWALS_LOCKED',
    400,
    'engine',
    'Withdrawals are locked, as you have chosen. They open again when the lock ends',
  ),
  entry(
    5017,
    'ADDRESS_BOOK_FULL',
    400,
    'engine',
    'Your address book is full. Remove an address that you no longer pay',
  ),
  entry(
    9999,
    'MAX_RETRIES_EXCEEDED',
    400,
    'client',
    'WebSocket connection max retires reached. Please refresh the page',
  ),
] as const satisfies readonly ErrorEntry[]

export type ErrorCode = (typeof ERRORS)[number]['code']

/** Codes by the names of the table: `REFUSAL.WRONG_CODE` is 1150. */
export const REFUSAL = Object.fromEntries(ERRORS.map(({ name, code }) => [name, code])) as {
  readonly [Row in (typeof ERRORS)[number] as Row['name']]: Row['code']
}

export type RefusalName = keyof typeof REFUSAL

const byCode: ReadonlyMap<number, ErrorEntry> = new Map(ERRORS.map((row) => [row.code, row]))

/** The row of a code; an unknown code is 0, as clients read it ([8.1]). */
export const errorEntry = (code: number): ErrorEntry => byCode.get(code) ?? ERRORS[0]
export const isErrorCode = (code: number): code is ErrorCode => byCode.has(code)

/** Close codes of the socket: a namespace of their own beside the LP codes with the same numbers ([8.56]). */
export const SOCKET_CLOSE = {
  MESSAGE_TOO_BIG: 1009,
  INTERNAL_ERROR: 1011,
  SERVICE_RESTART: 1012,
  TRY_AGAIN_LATER: 1013,
  WRONG_VERSION: 4000,
  ACCOUNT_GROUP_NOT_FOUND: 4001,
  ACCOUNT_GROUP_INVALID: 4002,
  LISTEN_KEY_REQUIRED: 4003,
  LISTEN_KEY_NOT_FOUND: 4004,
  LISTEN_KEY_EXPIRED: 4005,
} as const
export type SocketCloseCode = (typeof SOCKET_CLOSE)[keyof typeof SOCKET_CLOSE]
