/**
 * Solana wallets as the Wallet Standard announces them. What a wallet says of itself is checked, because any script of the
 * page may speak: an address must be one ([5.2]) and the name of the key that the wallet says it has.
 */
import { solanaAddressOf, solanaPublicKey, type SolanaAddress } from '@vest/protocol'
import type { Wallet, WalletAccount } from '@wallet-standard/base'

export const CONNECT = 'standard:connect'
export const DISCONNECT = 'standard:disconnect'
export const EVENTS = 'standard:events'
export const SIGN_MESSAGE = 'solana:signMessage'
export const SIGN_TRANSACTION = 'solana:signTransaction'

export interface ConnectFeature {
  connect(input?: { readonly silent?: boolean }): Promise<{ readonly accounts: readonly WalletAccount[] }>
}
export interface DisconnectFeature {
  disconnect(): Promise<void>
}
export interface EventsFeature {
  on(
    event: 'change',
    listener: (change: { readonly accounts?: readonly WalletAccount[] }) => void,
  ): () => void
}
export interface SignMessageFeature {
  signMessage(input: {
    readonly account: WalletAccount
    readonly message: Uint8Array
  }): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
}

export interface SignTransactionFeature {
  signTransaction(input: {
    readonly account: WalletAccount
    readonly transaction: Uint8Array
    readonly chain: string
  }): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
}

export interface SolanaWallet {
  readonly name: string
  /** A data URI; undefined where the wallet gave something that this page would not load. */
  readonly icon: string | undefined
  readonly connect: ConnectFeature
  readonly signMessage: SignMessageFeature
  /** Undefined: it signs no transactions without sending them, and only the exchange's own node knows this network. */
  readonly signTransaction: SignTransactionFeature | undefined
  readonly events: EventsFeature | undefined
  readonly disconnect: DisconnectFeature | undefined
}

export interface SolanaAccount {
  readonly address: SolanaAddress
  /** As the wallet gave it; it wants it back. */
  readonly account: WalletAccount
}

const NAME_MAX = 40

/** undefined: no wallet that can sign in here. */
export function readSolanaWallet(wallet: Wallet): SolanaWallet | undefined {
  try {
    const { name, icon, chains, features } = wallet
    if (typeof name !== 'string' || name === '') return undefined
    if (!chains.some((chain) => chain.startsWith('solana:'))) return undefined
    const connect = featureOf<ConnectFeature>(features, CONNECT, 'connect')
    const signMessage = featureOf<SignMessageFeature>(features, SIGN_MESSAGE, 'signMessage')
    if (connect === undefined || signMessage === undefined) return undefined
    return {
      name: name.slice(0, NAME_MAX),
      icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : undefined,
      connect,
      signMessage,
      signTransaction: featureOf<SignTransactionFeature>(features, SIGN_TRANSACTION, 'signTransaction'),
      events: featureOf<EventsFeature>(features, EVENTS, 'on'),
      disconnect: featureOf<DisconnectFeature>(features, DISCONNECT, 'disconnect'),
    }
  } catch {
    // An object that only pretends to be a wallet, whose parts are not there or throw.
    return undefined
  }
}

/** The first account that can sign messages. */
export function readSolanaAccount(accounts: unknown): SolanaAccount | undefined {
  if (!Array.isArray(accounts)) return undefined
  for (const account of accounts as readonly WalletAccount[]) {
    const key = typeof account?.address === 'string' ? solanaPublicKey(account.address) : undefined
    if (key === undefined || !isSame(key, account.publicKey)) continue
    if (account.features.includes(SIGN_MESSAGE)) return { address: solanaAddressOf(key), account }
  }
  return undefined
}

function featureOf<Feature>(
  features: Readonly<Record<string, unknown>>,
  name: string,
  method: string,
): Feature | undefined {
  const feature = features[name]
  const isThere =
    typeof feature === 'object' &&
    feature !== null &&
    typeof (feature as Readonly<Record<string, unknown>>)[method] === 'function'
  return isThere ? (feature as Feature) : undefined
}

const isSame = (a: Uint8Array, b: ArrayLike<number>): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
