/** What a person is asked in this frame before something is signed that money follows. */
import type { Address, AddressBookChangeKind, Hex, RecoveryMethod, SignedWithdraw } from '@vest/protocol'
import type { SolanaApproval } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'

/** What is asked, and everything that the screen says of it. */
export interface WithdrawalQuestion {
  readonly kind: 'withdrawal'
  readonly action: SignedWithdraw
  readonly chainName: string
  /** As its network writes it. */
  readonly recipient: string
  /** keccak256 of the tuple: the withdrawal's id. */
  readonly hash: Hex
  /** `own`: the wallet's own address. `known`: approved here before. */
  readonly recipientIs: 'own' | 'known' | 'new'
}

/** Profit of a funded wallet, to the person's own first wallet. */
export interface ProfitQuestion {
  readonly kind: 'profit'
  readonly account: Address
  readonly recipient: Address
  /** Micro-USDC. */
  readonly size: number
}
/** A text of another program, signed as it is shown. */
export interface MessageQuestion {
  readonly kind: 'message'
  readonly account: Address
  readonly message: string
}
/** Parts of the key made anew: all ways kept, or one of them gone; `renew`: another key in the place of a lost one. */
export interface PartsQuestion {
  readonly kind: 'rotate' | 'removeWay' | 'removePasskey' | 'renew'
  readonly account: Address
  readonly method?: RecoveryMethod
}
/** A change of the address book. */
export interface AddressBookQuestion {
  readonly kind: 'addressBook'
  readonly account: Address
  readonly change: AddressBookChangeKind
  /** As its network writes it; empty where the change names none. */
  readonly recipient: string
  /** Absent = every EVM network. */
  readonly chainName: string | undefined
  readonly label: string
  readonly days: number
}
export type PersonQuestion =
  AddressBookQuestion | WithdrawalQuestion | ProfitQuestion | MessageQuestion | PartsQuestion

/** True: pressed Approve. */
export type AskPerson = (question: PersonQuestion) => Promise<boolean>

/** How a way back in is proven, or how the person proves who they are. */
export type ProofWay = RecoveryMethod | 'code'

/**
 * Asks for a text until `use` takes it: it answers what is wrong with it, or undefined. False: the person went away
 * instead.
 */
export type AskText<Purpose extends string> = (
  purpose: Purpose,
  use: (text: string) => Promise<'wrong' | undefined>,
) => Promise<boolean>

/** A transaction of Solana with what is known of those that it names. */
export interface ShownApproval {
  readonly approval: SolanaApproval
  /** `deposit`: the exchange's own wallet. */
  readonly recipientIs: (to: string) => 'deposit' | 'own' | 'known' | 'new'
  /** It names the person's own account. */
  readonly isOwnMemo: (memo: string) => boolean
}
export interface SolanaQuestion {
  /** Base58. */
  readonly account: string
  readonly reading: Promise<ShownApproval>
}

/** Everything that the person is asked in this frame; one question stands at a time. */
export interface Questions {
  readonly person: AskPerson
  /**
   * Shows that it is being read, then what was read. `approve` only where there is something to approve. Rejects where
   * the reading does.
   */
  readonly solana: (question: SolanaQuestion) => Promise<'approve' | 'reject' | 'addFunds'>
  readonly passphrase: AskText<'save' | 'open'>
  /** `save`: the file is handed over, and `use` gets its text once the person has stored it. */
  readonly file: (
    purpose: 'save' | 'open',
    text: string,
    use: (text: string) => Promise<'wrong' | undefined>,
  ) => Promise<boolean>
  /** The digits that went to `email`. */
  readonly code: (email: string, use: (code: string) => Promise<'wrong' | undefined>) => Promise<boolean>
  /** One of several ways; undefined: the person went away. A press, so that the browser lets an authenticator be asked. */
  readonly way: (
    purpose: 'save' | 'open' | 'export' | 'passkey',
    ways: readonly ProofWay[],
  ) => Promise<ProofWay | undefined>
  /** Until the person is done, or a minute is over. */
  readonly keys: (keys: { readonly evm: string; readonly solana: string }) => Promise<void>
}

export type OneQuestion = <T>(work: () => Promise<T>) => Promise<T>

/** A second question over the first would take its press: it is refused. */
export function createOneQuestion(): OneQuestion {
  let isAsking = false
  return async (work) => {
    if (isAsking) throw new FrameRefusal('invalidRequest')
    isAsking = true
    try {
      return await work()
    } finally {
      isAsking = false
    }
  }
}
