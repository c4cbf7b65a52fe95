/** The addresses to which an account lets money leave, and what it forbids beside them. */
import type { Hex, TimeMs } from '@vest/protocol'

/** An address of one chain, or of every EVM chain. */
export interface SavedPlace {
  /** As its network writes it: lower-case hex, or base58 on Solana. */
  readonly recipient: Hex
  /** 0 = Solana; absent = every EVM chain. */
  readonly chainId?: number
}

export interface SavedAddress extends SavedPlace {
  readonly label: string
  /** While only saved addresses are paid, this one is paid from then on. */
  readonly usableFromMs: TimeMs
}

export type AddressBookChange =
  | ({ readonly kind: 'SAVE'; readonly label: string } & SavedPlace)
  | ({ readonly kind: 'REMOVE' } & SavedPlace)
  /** Only saved addresses are paid: on at once, off after the cool-down. */
  | { readonly kind: 'LIST_ON' | 'LIST_OFF' }
  /** Nothing leaves for so long; a lock is never shortened. */
  | { readonly kind: 'LOCK'; readonly durationMs: number }

export interface AddressBookView {
  /** In the order in which they were saved. */
  readonly addresses: readonly SavedAddress[]
  readonly isListOn: boolean
  /** The list goes off then. */
  readonly listEndsMs?: TimeMs
  readonly lockedUntilMs?: TimeMs
  readonly coolDownMs: number
}
