/** Accounts of the token programs, as far as the RPC tells of them. */
import { getAddressDecoder, type Address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([TOKEN_PROGRAM_ADDRESS, TOKEN_2022])

export const TOKEN_ACCOUNT_BYTES = 165
export const MINT_BYTES = 82
/** Of an account with extensions: behind a token account stands of what kind it is. */
const KIND_AT = 165
const KIND_ACCOUNT = 2

export interface RawAccount {
  readonly lamports: bigint
  readonly owner: Address
  readonly executable: boolean
  readonly data: Uint8Array
}
export interface TokenAccount {
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
  readonly state: 'uninitialized' | 'initialized' | 'frozen'
}

const STATES = ['uninitialized', 'initialized', 'frozen'] as const

export function tokenAccountOf({ owner, data }: RawAccount): TokenAccount | undefined {
  if (!TOKEN_PROGRAMS.has(owner)) return undefined
  if (data.length !== TOKEN_ACCOUNT_BYTES && data[KIND_AT] !== KIND_ACCOUNT) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const state = STATES[data[108]!]
  if (state === undefined || state === 'uninitialized') return undefined
  return {
    mint: getAddressDecoder().decode(data, 0),
    owner: getAddressDecoder().decode(data, 32),
    amount: view.getBigUint64(64, true),
    state,
  }
}

export interface Mint {
  readonly supply: bigint
  readonly decimals: number
  readonly mintAuthority: Address | undefined
  readonly freezeAuthority: Address | undefined
}

export function mintOf({ owner, data }: RawAccount): Mint | undefined {
  if (!TOKEN_PROGRAMS.has(owner) || data.length !== MINT_BYTES || data[45] !== 1) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const authority = (flagAt: number): Address | undefined =>
    view.getUint32(flagAt, true) === 1 ? getAddressDecoder().decode(data, flagAt + 4) : undefined
  return {
    supply: view.getBigUint64(36, true),
    decimals: data[44]!,
    mintAuthority: authority(0),
    freezeAuthority: authority(46),
  }
}

export function uiTokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const text = part === '' ? whole : `${whole}.${part}`
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}
