/** The error table against the published one: code, message, HTTP status, nothing missing and nothing twice. */
import { describe, expect, it } from 'vitest'
import { REFUSAL } from './errors.ts'
import { ERRORS, SOCKET_CLOSE, errorEntry, isErrorCode } from './errors.ts'

/** Statement, codes, message: section 8 of the product specification. */
const SPECIFIED: readonly (readonly [string, readonly number[], string])[] = [
  ['8.2', [0], 'Internal error: Unknown error. Please contact support team.'],
  ['8.3', [900], 'Internal error: Order ID mismatch. Please contact support team.'],
  ['8.4', [901], 'Request timed out. Please try again later.'],
  ['8.5', [1002], 'You are not authorized to perform this action'],
  ['8.6', [1003], 'Too many requests. Please try again later'],
  ['8.7', [1022], 'Invalid signature.'],
  ['8.8', [1023], 'Invalid nonce.'],
  ['8.9', [1099], 'Account not found.'],
  ['8.10', [1111], 'Invalid decimal places. Please check your input'],
  ['8.11', [1116], 'Invalid order type. Please select a valid order type'],
  ['8.12', [1121], 'Invalid trading pair. Please select a valid trading pair'],
  ['8.13', [1125], 'Invalid listen key.'],
  ['8.14', [1130], 'Invalid parameter. Please check your input'],
  ['8.15', [1131], 'Invalid receive window. Please adjust your settings'],
  ['8.16', [1132], 'Order has expired. This might be due to a slow connection.'],
  ['8.17', [1140], 'Referral code already claimed by another user'],
  ['8.18', [1141], 'Referral code not found'],
  ['8.19', [1142], 'Referral code already used'],
  ['8.20', [1143], 'Invalid transaction hash, cannot find memo or cannot be sent to CCTP'],
  ['8.21', [1144], 'Transaction already used'],
  [
    '8.22',
    [3001],
    'Executed price exceeded limit price. If this was a Market Order, the incurred slippage exceeded maximum slippage limits.',
  ],
  ['8.23', [3002], 'Insufficient funds.'],
  ['8.24', [3003], 'Price is outdated.'],
  ['8.25', [3004], 'Order is outdated.'],
  ['8.26', [3006], 'Cannot increase position with stop loss or take profit'],
  ['8.27', [3007], 'Cannot increase position during insolvency'],
  ['8.28', [3008], 'Order deleted due to liquidation'],
  ['8.29', [3010, 3026], 'Open interest cap exceeded. Please try a smaller order'],
  ['8.30', [3011], 'Invalid limit price. Please adjust your order'],
  ['8.31', [3013], 'Trading halted due to volatility. You can only submit reduce-only orders'],
  ['8.32', [3015], 'Duplicate order. Please check your recent orders'],
  ['8.33', [3016], 'Account not found. Please check your account details'],
  ['8.34', [3017], 'Order not found. Please check the order ID'],
  ['8.35', [3018], 'Reduce-only order would increase position. Please adjust your order'],
  [
    '8.36',
    [3019],
    'Total reduce-only orders exceed current position size. Please adjust your order or cancel existing orders',
  ],
  ['8.37', [3020], 'Order would change leverage. Please adjust your order or leverage settings'],
  ['8.38', [4001, 4002], 'Insufficient balance. Please add funds to your account'],
  ['8.39', [4003], 'Price is outdated. Please submit a new order'],
  ['8.40', [4004], 'Order is outdated. Please submit a new order'],
  ['8.41', [4005], 'Order was partially filled'],
  ['8.42', [4006], 'Cannot add an LP order during insolvency'],
  ['8.43', [4007], 'Cannot withdraw LP without shares. Please check your LP balance'],
  ['8.44', [4008], 'Order execution reverted on the chain'],
  ['8.45', [4009], 'LP withdrawal cap exceeded. Please try a smaller amount or contact support'],
  ['8.46', [4010], 'Duplicate order. Please check your recent orders'],
  ['8.47', [4011], 'Account not found. Please check your account details'],
  ['8.48', [4012], 'LP withdrawal exceeds balance. Please reduce the withdrawal amount'],
  ['8.49', [4013], 'Order execution failed. Please submit a new order or contact support'],
  ['8.50', [5002], 'Insufficient balance. Please add funds to your account'],
  ['8.51', [5009], 'Withdrawal cap exceeded. Please try a smaller amount or contact support'],
  ['8.52', [5010], 'Duplicate transfer. Please check your recent transfers'],
  ['8.53', [5011], 'Account not found. Please check your account details'],
  ['8.54', [5013], 'Execution failed'],
  ['8.55', [9999], 'WebSocket connection max retires reached. Please refresh the page'],
]

/** Codes of the wire beyond those, with their messages where the wire fixes them. */
const WIRE: readonly (readonly [number, string | undefined])[] = [
  [429, undefined],
  [1024, 'Invalid network type'],
  [1133, 'Invalid time in force'],
  [1145, 'Invalid TP/SL price'],
  [1146, undefined],
  [1147, undefined],
  [1148, 'Market is closed'],
  [1149, 'Not available for this account'],
  [1150, 'Wrong code'],
  [1151, 'This code is void. Please ask for a new one'],
  [1152, 'The sign-in was not completed. Please try again'],
  [1153, 'The wallet has changed in another place'],
  [1154, undefined],
  [1155, undefined],
  [1156, undefined],
  [1157, undefined],
  [3021, 'Cannot lower leverage with a position open'],
  [3022, 'Invalid TP/SL price'],
  [3023, 'Invalid trading pair. Please select a valid trading pair'],
  [3024, 'Market is closed'],
  [3030, 'Post-only order would take liquidity'],
  [3031, 'Too many open orders'],
  [3032, "Cancelled by your dead-man's switch"],
  [3033, "This key's daily loss limit is reached"],
  [3034, 'Your own daily stop is reached. You can open positions again after the next reset'],
  [3035, 'Your own size limit would be exceeded. Please try a smaller order'],
  [3036, 'Your own leverage cap would be exceeded. Please choose a lower leverage'],
  [5014, 'You pay saved addresses only. Save this address first, or pay one of your list'],
  [5015, 'This address was saved a short time ago. You can pay it once its waiting time is over'],
  [5016, 'Withdrawals are locked, as you have chosen. They open again when the lock ends'],
  [5017, 'Your address book is full. Remove an address that you no longer pay'],
  [3037, 'Your own cool-down after a loss is running. You can open positions again when it ends'],
]

describe('error table', () => {
  it.each(SPECIFIED)('[%s] %j: %s', (_statement, codes, message) => {
    for (const code of codes) {
      expect(isErrorCode(code)).toBe(true)
      expect(errorEntry(code)).toMatchObject({ code, message })
    }
  })

  it.each(WIRE)('%i: %s', (code, message) => {
    expect(isErrorCode(code)).toBe(true)
    expect(errorEntry(code).code).toBe(code)
    if (message !== undefined) expect(errorEntry(code).message).toBe(message)
    else expect(errorEntry(code).message).not.toBe('')
  })

  it('has these codes and no other, each once, in ascending order, each with a name of its own', () => {
    const published = [...SPECIFIED.flatMap(([, codes]) => codes), ...WIRE.map(([code]) => code)]
    expect(ERRORS.map((row) => row.code)).toEqual([...new Set(published)].sort((a, b) => a - b))
    expect(new Set(ERRORS.map((row) => row.name)).size).toBe(ERRORS.length)
    for (const { name } of ERRORS) expect(name).toMatch(/^[A-Z][A-Z_]*[A-Z]$/)
  })

  it('[8.1] [6.1] 401 belongs to 1002 alone, 429 to rate limits, 500 to the unknown; all else is 400', () => {
    for (const { code, httpStatus } of ERRORS) {
      const expected =
        code === REFUSAL.UNAUTHORIZED
          ? 401
          : code === REFUSAL.TOO_MANY_REQUESTS || code === 429
            ? 429
            : code === 0
              ? 500
              : 400
      expect([code, httpStatus]).toEqual([code, expected])
    }
  })

  it('[8.1] an unknown code reads as 0', () => {
    expect(isErrorCode(7777)).toBe(false)
    expect(errorEntry(7777)).toBe(errorEntry(0))
  })

  it("[8.56] the socket's close codes are a namespace of their own", () => {
    expect(SOCKET_CLOSE).toEqual({
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
    })
  })
})
