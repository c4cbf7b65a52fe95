/**
 * Sessions of people who brought no wallet, as the keeper needs them: their keys live in the wallet's frame, which signs;
 * what is kept here is the API key. Loaded at a login of that way, and for a session of it.
 */
import type { Address, CapitalPlace, CapitalStage, Hex, WalletProof } from '@vest/protocol'
import type { AddressBookIntent, SignedAddressBookChange, SessionSigner } from '@vest/sdk'
import type { KeptSession } from './vault/keyVault.ts'

export interface KeptEmbedded extends KeptSession {
  /** A wallet of the frame acts by its EVM address. */
  readonly account: Address
  readonly email: string
  /** Of a wallet of the capital programme; absent: the person's first. */
  readonly place?: CapitalPlace
}

/** A wallet has proven itself, and its owner with it. */
export interface ProvenWallet {
  readonly account: Address
  readonly proof: WalletProof
  /** Of its owner, for the exchange. */
  readonly accessToken: string
}

export interface EmbeddedSessions {
  /** The one that is kept here and still holds; there is one person at a time. */
  open(account: Address): Promise<KeptEmbedded | undefined>
  keep(session: KeptEmbedded, isPersistent: boolean): Promise<void>
  list(): Promise<readonly Address[]>
  forget(account: Address): Promise<void>
  forgetAll(): Promise<void>
  /** Asks the frame whether its session stands; false: it has ended. */
  stands(): Promise<boolean>
  /** Opens the wallet, lets the frame approve a key of its own, and registers it. Nothing is shown, nothing asked. */
  register(isPersistent: boolean, onStep: (step: EmbeddedStep) => void): Promise<KeptEmbedded>
  /** Addresses of the person's places of this stage, one after the other, without end. */
  places(stage: CapitalStage): AsyncIterable<{ readonly place: CapitalPlace; readonly account: Address }>
  /** Lets the frame approve a key of its own for a further wallet: its proof. Nothing is shown, nothing asked. */
  prove(place: CapitalPlace, isPersistent: boolean): Promise<ProvenWallet>
  /** As `register`, for a further wallet; `before` runs between its proof and its registration. */
  registerPlace(
    place: CapitalPlace,
    isPersistent: boolean,
    before?: (proven: ProvenWallet) => Promise<unknown>,
  ): Promise<KeptEmbedded>
  /** Profit of a funded wallet to the person's first, after a press in the frame. */
  signProfit(asked: { readonly index: number; readonly nonce: number; readonly size: number }): Promise<{
    readonly time: number
    readonly recipient: Address
    readonly signature: Hex
  }>
  /** A change of the address book, after a press in the frame. */
  signAddressBook(nonce: number, intent: AddressBookIntent): Promise<SignedAddressBookChange>
  /** Signs what the frame signs without asking. */
  signerOf(session: KeptEmbedded): SessionSigner
  /** Signs withdrawals, each after a press in the frame. */
  withdrawalSigner(account: Address): SessionSigner
  /** Ends the sign-in, here and on the server; `everywhere`: those of other browsers too. */
  end(everywhere: boolean): Promise<void>
  onEnded(listener: () => void): () => void
}

/** What is done before the account is open. */
export type EmbeddedStep = 'key' | 'account'
