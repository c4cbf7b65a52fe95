/**
 * What the session key may sign: the typed actions of the protocol, field by field, nothing else. A withdrawal
 * only to the account itself: money to any other address needs the signature of the wallet, so that a script
 * that got into the page cannot send it away with this key.
 */
import {
  bytesToHex,
  CHAIN_SOLANA,
  isSymbolText,
  solanaAccount,
  solanaPublicKey,
  type SignedAction,
} from '@vest/protocol'
import { keccak256 } from '@vest/sdk'

export class RefusedAction extends Error {
  override readonly name = 'RefusedAction'
}

type Check = (value: unknown) => boolean

const whole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const flag: Check = (value) => typeof value === 'boolean'
const decimal: Check = (value) => typeof value === 'string' && /^\d{1,20}(\.\d{1,12})?$/.test(value)
const symbol: Check = isSymbolText
/** Empty speaks of all markets. */
const symbolOrAll: Check = (value) => value === '' || symbol(value)
const address: Check = (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
const hash: Check = (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string)

const FIELDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  order: {
    time: whole,
    nonce: whole,
    orderType: oneOf('MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT'),
    symbol,
    isBuy: flag,
    size: decimal,
    limitPrice: decimal,
    reduceOnly: flag,
  },
  cancel: { time: whole, nonce: whole, id: hash },
  cancelAll: { time: whole, nonce: whole, symbol: symbolOrAll },
  closeAll: { time: whole, nonce: whole, symbol: symbolOrAll },
  amend: { time: whole, nonce: whole, id: hash, size: decimal, limitPrice: decimal },
  // From the account's collateral into its own shares of the pool and back: nothing leaves the account.
  lp: {
    time: whole,
    nonce: whole,
    orderType: oneOf('DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'),
    size: decimal,
  },
  withdraw: {
    time: whole,
    nonce: whole,
    account: address,
    recipient: (value) => address(value) || hash(value),
    token: address,
    size: whole,
    chainId: whole,
  },
}

/** The action as it may be signed for `account`; throws {@link RefusedAction}. */
export function checkSignedAction(value: unknown, account: string): SignedAction {
  if (typeof value !== 'object' || value === null) throw new RefusedAction('Not an action')
  const action = value as Readonly<Record<string, unknown>>
  const fields =
    typeof action.kind === 'string' && Object.hasOwn(FIELDS, action.kind) ? FIELDS[action.kind] : undefined
  if (fields === undefined) throw new RefusedAction('Not an action that this key signs')
  for (const name of Object.keys(action))
    if (name !== 'kind' && !Object.hasOwn(fields, name)) throw new RefusedAction(`Unknown field: ${name}`)
  for (const [name, check] of Object.entries(fields))
    if (!check(action[name])) throw new RefusedAction(`Invalid field: ${name}`)
  if (action.kind === 'withdraw') {
    const own = ownNames(account)
    if (!isSame(action.account, own.account)) throw new RefusedAction('Withdrawal of another account')
    if (!isSame(action.recipient, own.recipient) || (action.chainId === CHAIN_SOLANA) !== own.isSolana)
      throw new RefusedAction('This key withdraws to its own account only')
  }
  return action as unknown as SignedAction
}

/** How the tuple of a withdrawal names the account and its own wallet: that of Solana by its account's 20 bytes and its key. */
function ownNames(account: string): {
  readonly account: string
  readonly recipient: string
  readonly isSolana: boolean
} {
  const key = solanaPublicKey(account)
  return key === undefined
    ? { account, recipient: account, isSolana: false }
    : { account: solanaAccount(key, keccak256), recipient: bytesToHex(key), isSolana: true }
}

const isSame = (a: unknown, b: string): boolean =>
  typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
