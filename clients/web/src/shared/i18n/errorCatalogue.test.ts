/** The error catalogue of the product: what a person reads for each code, word for word. */
import { readFileSync } from 'node:fs'
import { errorEntry } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { errorKey } from './errorText.ts'

const textsOf = (bundle: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../../public/locales/${bundle}.json`, import.meta.url), 'utf8'),
  ) as Texts
interface Texts {
  readonly [key: string]: Texts | string
}
const TEXTS: Texts = { ...textsOf('pages.en'), ...textsOf('en') }
const textOf = (path: string): Texts | string | undefined =>
  path
    .split('.')
    .reduce<Texts | string | undefined>(
      (texts, key) => (typeof texts === 'object' ? texts[key] : undefined),
      TEXTS,
    )

const CATALOGUE: readonly (readonly [string, number, string])[] = [
  ['[8.2]', 0, 'Internal error: Unknown error. Please contact support team.'],
  ['[8.3]', 900, 'Internal error: Order ID mismatch. Please contact support team.'],
  ['[8.4]', 901, 'Request timed out. Please try again later.'],
  ['[8.5]', 1002, 'You are not authorized to perform this action'],
  ['[8.6]', 1003, 'Too many requests. Please try again later'],
  ['[8.7]', 1022, 'Invalid signature.'],
  ['[8.8]', 1023, 'Invalid nonce.'],
  ['[8.9]', 1099, 'Account not found.'],
  ['[8.10]', 1111, 'Invalid decimal places. Please check your input'],
  ['[8.11]', 1116, 'Invalid order type. Please select a valid order type'],
  ['[8.12]', 1121, 'Invalid trading pair. Please select a valid trading pair'],
  ['[8.13]', 1125, 'Invalid listen key.'],
  ['[8.14]', 1130, 'Invalid parameter. Please check your input'],
  ['[8.15]', 1131, 'Invalid receive window. Please adjust your settings'],
  ['[8.16]', 1132, 'Order has expired. This might be due to a slow connection.'],
  ['[8.17]', 1140, 'Referral code already claimed by another user'],
  ['[8.18]', 1141, 'Referral code not found'],
  ['[8.19]', 1142, 'Referral code already used'],
  ['[8.20]', 1143, 'Invalid transaction hash, cannot find memo or cannot be sent to CCTP'],
  ['[8.21]', 1144, 'Transaction already used'],
  [
    '[8.22]',
    3001,
    'Executed price exceeded limit price. If this was a Market Order, the incurred slippage exceeded maximum slippage limits.',
  ],
  ['[8.23]', 3002, 'Insufficient funds.'],
  ['[8.24]', 3003, 'Price is outdated.'],
  ['[8.25]', 3004, 'Order is outdated.'],
  ['[8.26]', 3006, 'Cannot increase position with stop loss or take profit'],
  ['[8.27]', 3007, 'Cannot increase position during insolvency'],
  ['[8.28]', 3008, 'Order deleted due to liquidation'],
  ['[8.29]', 3010, 'Open interest cap exceeded. Please try a smaller order'],
  ['[8.29]', 3026, 'Open interest cap exceeded. Please try a smaller order'],
  ['[8.30]', 3011, 'Invalid limit price. Please adjust your order'],
  ['[8.31]', 3013, 'Trading halted due to volatility. You can only submit reduce-only orders'],
  ['[8.32]', 3015, 'Duplicate order. Please check your recent orders'],
  ['[8.33]', 3016, 'Account not found. Please check your account details'],
  ['[8.34]', 3017, 'Order not found. Please check the order ID'],
  ['[8.35]', 3018, 'Reduce-only order would increase position. Please adjust your order'],
  [
    '[8.36]',
    3019,
    'Total reduce-only orders exceed current position size. Please adjust your order or cancel existing orders',
  ],
  ['[8.37]', 3020, 'Order would change leverage. Please adjust your order or leverage settings'],
  ['[8.38]', 4001, 'Insufficient balance. Please add funds to your account'],
  ['[8.38]', 4002, 'Insufficient balance. Please add funds to your account'],
  ['[8.39]', 4003, 'Price is outdated. Please submit a new order'],
  ['[8.40]', 4004, 'Order is outdated. Please submit a new order'],
  ['[8.41]', 4005, 'Order was partially filled'],
  ['[8.42]', 4006, 'Cannot add an LP order during insolvency'],
  ['[8.43]', 4007, 'Cannot withdraw LP without shares. Please check your LP balance'],
  ['[8.44]', 4008, 'Order execution reverted on the chain'],
  ['[8.45]', 4009, 'LP withdrawal cap exceeded. Please try a smaller amount or contact support'],
  ['[8.46]', 4010, 'Duplicate order. Please check your recent orders'],
  ['[8.47]', 4011, 'Account not found. Please check your account details'],
  ['[8.48]', 4012, 'LP withdrawal exceeds balance. Please reduce the withdrawal amount'],
  ['[8.49]', 4013, 'Order execution failed. Please submit a new order or contact support'],
  ['[8.50]', 5002, 'Insufficient balance. Please add funds to your account'],
  ['[8.51]', 5009, 'Withdrawal cap exceeded. Please try a smaller amount or contact support'],
  ['[8.52]', 5010, 'Duplicate transfer. Please check your recent transfers'],
  ['[8.53]', 5011, 'Account not found. Please check your account details'],
  ['[8.54]', 5013, 'Execution failed'],
  ['[8.55]', 9999, 'WebSocket connection max retires reached. Please refresh the page'],
]

/** Sentences without a code. A name between braces is put in. */
const SENTENCES: readonly (readonly [string, string, string])[] = [
  ['[8.59]', 'withdraw.failed', 'Withdraw failed: {{reason}}'],
  ['[8.59]', 'deposit.failed', 'Deposit failed {{reason}}'],
  [
    '[8.60]',
    'onramp.paid',
    "We've received your payment, we'll process the deposit shortly. Please click 'Deposit' again in case that never happens.",
  ],
  ['[8.60]', 'onramp.canceled', 'The payment has been cancelled.'],
  ['[8.60]', 'onramp.failed', 'The payment has failed, please try funding again.'],
  ['[8.60]', 'onramp.pending', "We're processing your payment..."],
  ['[8.64]', 'wallet.failed.invalidRequest', 'Invalid transaction request'],
  ['[8.64]', 'wallet.failed.userExited', 'User exited modal before submitting'],
  ['[8.64]', 'wallet.failed.notEmbedded', 'Wallet is not an embedded wallet'],
  ['[8.64]', 'wallet.failed.emptyMessage', 'Message must be a non-empty string'],
  ['[8.64]', 'signIn.connectFailed', 'Failed to connect to wallet'],
  ['[8.64]', 'wallet.failed.initializeFailed', 'Failed to initialize embedded wallet proxy'],
  ['[8.64]', 'wallet.failed.notAuthenticated', 'User must be authenticated'],
  ['[8.64]', 'wallet.failed.connectFailed', 'Unable to connect to wallet'],
  ['[8.64]', 'wallet.failed.signFailed', 'Failed to sign message'],
  ['[8.64]', 'onramp.absent', 'Funding wallet is not enabled'],
  ['[8.64]', 'wallet.failed.unsupportedTransaction', 'Unsupported Solana transaction type'],
  ['[8.64]', 'wallet.failed.unsupportedChain', 'Unsupported chain'],
  ['[8.64]', 'wallet.failed.notConnected', 'Wallet is not connected'],
  ['[8.64]', 'wallet.failed.noAddress', 'No such registered address found. Retry connecting your wallet'],
  ['[8.64]', 'wallet.failed.invalidRecipient', 'Invalid recipient'],
  ['[8.64]', 'order.noSigningKey', 'No signing key found'],
  ['[8.64]', 'wallet.failed.invalidParameters', 'Invalid parameters'],
  ['[8.64]', 'approved.alreadyFilled', 'Request already filled'],
  ['[8.64]', 'wallet.unexpected', 'Unexpected error. Please contact support in the chat community'],
  [
    '[8.65]',
    'withdraw.solanaWarning',
    'To withdraw from Solana Mainnet Beta at least one EVM wallet must be connected and it must be on Arbitrum.',
  ],
  ['[2.37]', 'approved.title', 'Withdrawal Approved'],
  ['[2.37]', 'approved.withdraw', 'WITHDRAW'],
  ['[2.37]', 'approved.insufficientGas', 'INSUFFICIENT {{coin}} FOR GAS FEE'],
  ['[2.38]', 'solanaTransfer.title', 'Confirm transaction'],
  ['[2.38]', 'solanaTransfer.description', 'Vest wants permission to approve the following transaction.'],
]

describe('the error catalogue', () => {
  it.each(CATALOGUE)('%s %i: %s', (_, code, message) => {
    expect(textOf(errorKey(code))).toBe(message)
    expect(errorEntry(code).message).toBe(message)
  })
  it.each(SENTENCES)('%s %s: %s', (_, path, sentence) => {
    expect(textOf(path)).toBe(sentence)
  })
})
