/**
 * Every message that a trader signs, as bytes: the registration proof (EIP-712, by the primary key) and the
 * signed writes (an ABI tuple under EIP-191, by the signing or the primary key). Hashing is injected: the
 * gateway brings its fast keccak, the browser its small one.
 *
 * Not covered by a signature, on purpose, because existing clients fix the forms: timeInForce,
 * initMarginRatio, clientId, recvWindow and the account. The API key vouches for those.
 */
import { abiEncode, bytesToHex, concatBytes, hexToBytes, nibbleOf, utf8, type AbiValue } from './abi.ts'
import type { Address, AddressBookChangeKind, Hex, Id, RequestOrderType } from './enums.ts'
import { assert, timeMs, type TimeMs } from './units.ts'

export type Keccak256 = (bytes: Uint8Array) => Uint8Array

export interface SignedOrder {
  readonly kind: 'order'
  readonly time: number
  readonly nonce: number
  readonly orderType: RequestOrderType
  readonly symbol: string
  readonly isBuy: boolean
  /** Exact text as sent; never re-formatted before verification. */
  readonly size: string
  /** Exact text as sent; "0" where a MARKET order carries none. */
  readonly limitPrice: string
  readonly reduceOnly: boolean
}
export interface SignedCancel {
  readonly kind: 'cancel'
  readonly time: number
  readonly nonce: number
  readonly id: string
}
/** Another size or price for a resting order; both are covered as the exact text sent. */
export interface SignedAmend {
  readonly kind: 'amend'
  readonly time: number
  readonly nonce: number
  readonly id: string
  readonly size: string
  readonly limitPrice: string
}
/** Everything that is open: orders to be cancelled, positions to be closed. `symbol`: of one market; "" = of all. */
export interface SignedBulk {
  readonly kind: 'cancelAll' | 'closeAll'
  readonly time: number
  readonly nonce: number
  readonly symbol: string
}
/** The dead-man's switch; 0 disarms it. */
export interface SignedDeadman {
  readonly kind: 'deadman'
  readonly time: number
  readonly nonce: number
  readonly timeoutMs: number
}
export interface SignedLp {
  readonly kind: 'lp'
  readonly time: number
  readonly nonce: number
  readonly orderType: string
  readonly size: string
}
export interface SignedWithdraw {
  readonly kind: 'withdraw'
  readonly time: number
  readonly nonce: number
  readonly account: string
  /** 20-byte address, or the 32-byte public key where chainId is 0 (Solana). */
  readonly recipient: string
  readonly token: string
  readonly size: number
  readonly chainId: number
}
export interface SignedProfitWithdraw {
  readonly kind: 'profitWithdraw'
  readonly time: number
  readonly nonce: number
  readonly account: string
  readonly recipient: string
  readonly size: number
}
/** A change of the address book. What a change does not need is empty, or 0. */
export interface SignedAddressBook {
  readonly kind: 'addressBook'
  readonly time: number
  readonly nonce: number
  readonly account: string
  readonly change: AddressBookChangeKind
  /** As its network writes it: 0x and 40 lower-case hex digits, or base58. */
  readonly recipient: string
  /** "EVM" = every EVM chain; else the chain's id in decimal digits, "0" = Solana. */
  readonly chain: string
  readonly label: string
  readonly days: number
}
export type SignedAction =
  | SignedOrder
  | SignedCancel
  | SignedAmend
  | SignedBulk
  | SignedDeadman
  | SignedLp
  | SignedWithdraw
  | SignedProfitWithdraw
  | SignedAddressBook

const u = (value: number): AbiValue => ({ type: 'uint256', value })
const s = (value: string): AbiValue => ({ type: 'string', value })
const b = (value: boolean): AbiValue => ({ type: 'bool', value })
const a = (value: string): AbiValue => ({ type: 'address', value })

/** Tuples may have the types of others: the word in the third place keeps one from passing for another. */
const BULK_WORDS = { cancelAll: 'CANCEL_ALL', closeAll: 'CLOSE_ALL' } as const

/** The ABI tuple of an action; for a withdrawal these bytes are the contract's `requestArgs`. `room`: as in `abiEncode`. */
export const actionTuple = (action: SignedAction, room?: Uint8Array): Uint8Array =>
  abiEncode(actionValues(action), room)

function actionValues(action: SignedAction): readonly AbiValue[] {
  const { time, nonce } = action
  switch (action.kind) {
    case 'order':
      return [
        u(time),
        u(nonce),
        s(action.orderType),
        s(action.symbol),
        b(action.isBuy),
        s(action.size),
        s(action.limitPrice),
        b(action.reduceOnly),
      ]
    case 'cancel':
      return [u(time), u(nonce), s(action.id)]
    case 'amend':
      return [u(time), u(nonce), s('AMEND'), s(action.id), s(action.size), s(action.limitPrice)]
    case 'cancelAll':
    case 'closeAll':
      return [u(time), u(nonce), s(BULK_WORDS[action.kind]), s(action.symbol)]
    case 'deadman':
      return [u(time), u(nonce), s('DEADMAN'), u(action.timeoutMs)]
    case 'lp':
      return [u(time), u(nonce), s(action.orderType), s(action.size)]
    case 'withdraw':
      return [
        u(time),
        u(nonce),
        b(false),
        a(action.account),
        action.chainId === 0 ? { type: 'bytes32', value: action.recipient } : a(action.recipient),
        a(action.token),
        u(action.size),
        u(action.chainId),
      ]
    case 'profitWithdraw':
      return [u(time), u(nonce), s('WITHDRAW_PROFIT'), a(action.account), a(action.recipient), u(action.size)]
    case 'addressBook':
      return [
        u(time),
        u(nonce),
        s('ADDRESS_BOOK'),
        a(action.account),
        s(action.change),
        s(action.recipient),
        s(action.chain),
        s(action.label),
        u(action.days),
      ]
  }
}

/** keccak256 of the tuple: what an order id and a withdrawal id are made of. */
export const actionHash = (action: SignedAction, keccak: Keccak256): Uint8Array =>
  keccak(actionTuple(action, TUPLE_ROOM))

/** Of every tuple whose texts are as short as they are in good requests: hashed before the call returns. */
const TUPLE_ROOM = new Uint8Array(2_048)

const PERSONAL_PREFIX_32 = utf8('\x19Ethereum Signed Message:\n32')
/** The prefix, and room for the hash: read before the call returns, written by the next. */
const PERSONAL_MESSAGE = concatBytes(PERSONAL_PREFIX_32, new Uint8Array(32))

/** The EIP-191 digest of a raw 32-byte hash. */
export function personalDigest(hash: Uint8Array, keccak: Keccak256): Uint8Array {
  assert(hash.length === 32, 'the digest is that of 32 bytes')
  PERSONAL_MESSAGE.set(hash, PERSONAL_PREFIX_32.length)
  return keccak(PERSONAL_MESSAGE)
}

/** The digest that the signing key signs. */
export const actionDigest = (action: SignedAction, keccak: Keccak256): Uint8Array =>
  personalDigest(actionHash(action, keccak), keccak)

/** Read before the call returns, written by the next; what lies before the address is never anything but zero. */
const ORDER_ID_WORDS = new Uint8Array(64)

/** Order id = keccak256(abi.encode(address account, bytes32 signedHash)): an identical signed order is a duplicate by construction. */
export const orderId = (account: string, signedHash: Uint8Array, keccak: Keccak256): Id =>
  bytesToHex(orderIdBytes(hexToBytes(account), signedHash, keccak))

/** The 32 bytes of an order id, from the 20 of its account. */
export function orderIdBytes(account: Uint8Array, signedHash: Uint8Array, keccak: Keccak256): Uint8Array {
  assert(account.length === 20 && signedHash.length === 32, 'an order id is made of an address and a hash')
  // Two words, as abi.encode would lay them.
  ORDER_ID_WORDS.set(account, 12)
  ORDER_ID_WORDS.set(signedHash, 32)
  return keccak(ORDER_ID_WORDS)
}

/** What the validator signs (EIP-191) to release withdrawal `id` from `vault` on `chainId`. */
export const validatorHash = (id: string, vault: string, chainId: number, keccak: Keccak256): Uint8Array =>
  keccak(abiEncode([{ type: 'bytes32', value: id }, a(vault), u(chainId)]))

/**
 * What stands for the id in `validatorHash` where a withdrawal goes to Solana: the validator names the token account that
 * receives it (32 bytes), and whether it vouches for the account's key, which is one of Solana.
 */
export const solanaRelease = (
  id: string,
  mintRecipient: string,
  isVouched: boolean,
  keccak: Keccak256,
): Uint8Array =>
  keccak(
    abiEncode([
      { type: 'bytes32', value: id },
      { type: 'bytes32', value: mintRecipient },
      { type: 'bool', value: isVouched },
    ]),
  )

/** signatureProof = abi.encode(bytes proofSignature, bytes proofArgs), proofArgs = abi.encode(approvedSigner, signerExpiry). */
export const signatureProof = (proofSignature: string, approvedSigner: string, signerExpiryMs: number): Hex =>
  bytesToHex(
    abiEncode([
      { type: 'bytes', value: hexToBytes(proofSignature) },
      { type: 'bytes', value: abiEncode([a(approvedSigner), u(signerExpiryMs)]) },
    ]),
  )

/** A contract wallet's signature is of any length; what it approved stands in the last two words. */
const SIGNATURE_PROOF = /^0x(?:[0-9a-f]{64}){3,}0{62}400{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** The approval that such a proof carries; undefined = it is none. */
export function approvalOfProof(
  proof: string,
): { readonly signer: Address; readonly expiryTimeMs: TimeMs } | undefined {
  const [, signer, expiry] = SIGNATURE_PROOF.exec(proof) ?? []
  if (expiry === undefined) return undefined
  return { signer: `0x${signer!}`, expiryTimeMs: timeMs(Number(`0x${expiry}`)) }
}

// ---------------------------------------------------------------- registration (EIP-712)

export const REGISTRATION_DOMAIN_NAME = 'VestRouterV2'
export const REGISTRATION_DOMAIN_VERSION = '0.0.1'
/** Contracts of existing deployments: accepted on devnet so that existing clients run unchanged. */
export const REGISTRATION_CONTRACTS_DOCUMENTED: readonly Address[] = [
  '0x919386306c47b2fe1036e3b4f7c40d22d2461a23',
  '0x8e4d87aef4ac4d5415c35a12319013e34223825b',
]

/** Typed data of the registration proof in the JSON shape of eth_signTypedData_v4. */
export const signerProofTypedData = (
  verifyingContract: string,
  approvedSigner: string,
  signerExpiryMs: number,
) => ({
  domain: { name: REGISTRATION_DOMAIN_NAME, version: REGISTRATION_DOMAIN_VERSION, verifyingContract },
  primaryType: 'SignerProof' as const,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'verifyingContract', type: 'address' },
    ],
    SignerProof: [
      { name: 'approvedSigner', type: 'address' },
      { name: 'signerExpiry', type: 'uint256' },
    ],
  },
  message: { approvedSigner, signerExpiry: signerExpiryMs },
})

export function registrationDomainSeparator(verifyingContract: string, keccak: Keccak256): Uint8Array {
  const bytes32 = (bytes: Uint8Array): AbiValue => ({ type: 'bytes32', value: bytesToHex(bytes) })
  return keccak(
    abiEncode([
      bytes32(keccak(utf8('EIP712Domain(string name,string version,address verifyingContract)'))),
      bytes32(keccak(utf8(REGISTRATION_DOMAIN_NAME))),
      bytes32(keccak(utf8(REGISTRATION_DOMAIN_VERSION))),
      a(verifyingContract),
    ]),
  )
}

/** The EIP-712 digest that the primary key signs to approve a signing key. */
export function signerProofDigest(
  verifyingContract: string,
  approvedSigner: string,
  signerExpiryMs: number,
  keccak: Keccak256,
): Uint8Array {
  const typeHash = bytesToHex(keccak(utf8('SignerProof(address approvedSigner,uint256 signerExpiry)')))
  const structHash = keccak(
    abiEncode([{ type: 'bytes32', value: typeHash }, a(approvedSigner), u(signerExpiryMs)]),
  )
  return keccak(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      registrationDomainSeparator(verifyingContract, keccak),
      structHash,
    ),
  )
}

// ---------------------------------------------------------------- gasless deposits (EIP-712 of EIP-3009)

export interface DepositAuthorization {
  /** The token's own domain. */
  readonly token: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly address: string
  }
  readonly from: string
  /** The vault. */
  readonly to: string
  /** Token base units, as decimal text. */
  readonly value: string
  readonly validAfterS: number
  readonly validBeforeS: number
  /** 32 random bytes as hex. */
  readonly nonce: string
}

/** The EIP-712 digest of `ReceiveWithAuthorization` (EIP-3009): the owner of the money signs it. */
export function depositAuthorizationDigest(
  authorization: DepositAuthorization,
  keccak: Keccak256,
): Uint8Array {
  const { token, from, to, value, validAfterS, validBeforeS, nonce } = authorization
  const hashOf = (text: string): AbiValue => ({ type: 'bytes32', value: bytesToHex(keccak(utf8(text))) })
  const domain = keccak(
    abiEncode([
      hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
      hashOf(token.name),
      hashOf(token.version),
      u(token.chainId),
      a(token.address),
    ]),
  )
  const message = keccak(
    abiEncode([
      hashOf(
        'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      ),
      a(from),
      a(to),
      { type: 'uint256', value: BigInt(value) },
      u(validAfterS),
      u(validBeforeS),
      { type: 'bytes32', value: nonce },
    ]),
  )
  return keccak(concatBytes(Uint8Array.of(0x19, 0x01), domain, message))
}

// ---------------------------------------------------------------- signature form

const N_HALF = hexToBytes('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0')
const N_LESS_ONE = hexToBytes('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140')

export interface SignatureParts {
  /** r and s, 64 bytes. */
  readonly compact: Uint8Array
  readonly recovery: 0 | 1
}

export interface CanonicalSignature extends SignatureParts {
  /** 0x + 130 lower-case hex digits, v = 27 or 28. */
  readonly hex: Hex
}

/**
 * A signature in the one accepted form, or undefined: exactly 65 bytes, hex with or without 0x, v in
 * {27, 28, 0, 1}, r and s in [1, n - 1], s <= n/2. The common libraries accept the high-s twin; we never do.
 */
export function signatureParts(text: string): SignatureParts | undefined {
  const from = text.startsWith('0x') ? 2 : 0
  if (text.length !== from + 130) return undefined
  const v = byteAt(text, from + 128)
  if (v !== 0 && v !== 1 && v !== 27 && v !== 28) return undefined
  const compact = new Uint8Array(64)
  for (let i = 0; i < 64; i += 1) {
    const byte = byteAt(text, from + 2 * i)
    if (byte < 0) return undefined
    compact[i] = byte
  }
  if (!isWithin(compact, 0, N_LESS_ONE) || !isWithin(compact, 32, N_HALF)) return undefined
  return { compact, recovery: (v >= 27 ? v - 27 : v) as 0 | 1 }
}

/** The same with its text. */
export function canonicalSignature(text: string): CanonicalSignature | undefined {
  const parts = signatureParts(text)
  return parts && { ...parts, hex: `${bytesToHex(parts.compact)}${parts.recovery === 0 ? '1b' : '1c'}` }
}

/** Below zero where no two hex digits stand there. */
const byteAt = (text: string, at: number): number =>
  (nibbleOf(text.charCodeAt(at)) << 4) | nibbleOf(text.charCodeAt(at + 1))

/** Whether the number of 32 bytes at `from` is at least 1 and at most `max`. */
function isWithin(bytes: Uint8Array, from: number, max: Uint8Array): boolean {
  let at = 0
  while (at < 32 && bytes[from + at] === max[at]) at += 1
  if (at < 32 && bytes[from + at]! > max[at]!) return false
  for (let i = from; i < from + 32; i += 1) if (bytes[i] !== 0) return true
  return false
}
