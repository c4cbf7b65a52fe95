/**
 * Identity: the part of the exchange that knows persons, separate from its engine and its journal. It answers in the
 * schemas of the protocol and refuses with codes of the error table, in the same way for known and unknown addresses.
 * An installation may lack it: then there are no embedded wallets.
 */
import type {
  AddressBookChangeKind,
  Address,
  CodeStartAnswer,
  CodeStartRequest,
  CodeVerifyRequest,
  ConfirmRequest,
  ErrorCode,
  IdentityUser,
  OidcReturnAnswer,
  OidcReturnRequest,
  OidcStartAnswer,
  OidcStartRequest,
  PasskeyAddRequest,
  PasskeyLoginRequest,
  PasskeyOptionsAnswer,
  PasskeysAnswer,
  PublishedKeys,
  RefreshRequest,
  SessionAnswer,
  SessionsAnswer,
  SignOutRequest,
  UserDeleteRequest,
  WalletAnswer,
  WalletPutAnswer,
  WalletPutRequest,
  WalletRenewRequest,
  RenewalAnswer,
} from '@vest/protocol'

export interface IdentityRefusal {
  readonly refused: ErrorCode
  readonly message?: string
  /** For a code that did not match (1150). */
  readonly triesLeft?: number
  /** When the caller may try again (1003). */
  readonly retryAfterS?: number
}
type Answered<Answer> = Promise<Answer | IdentityRefusal>

/** Where a request came from. */
export interface IdentityCaller {
  /** IP address. */
  readonly address: string
  /** The browser's own name; untrusted text. */
  readonly browser: string
}

/** The person named by a valid access token, in an active session. */
export interface SignedIn {
  readonly userId: string
  readonly sessionId: string
}

/** Nothing lies in the accounts of both addresses, and nothing is on its way to them. Rejects where that cannot be known. */
export type IsWalletEmpty = (wallet: {
  readonly evmAddress: Address
  readonly solanaAddress: string
}) => Promise<boolean>

export interface AddressOwner {
  /** Proved by a code, or by a provider that vouches for it. */
  readonly email: string
}

/** Mail to owners about actions that can act for them, or that take money from their account. */
export type OwnerNotice =
  | { readonly kind: 'newSigner'; readonly signer: string; readonly endsMs: number }
  | { readonly kind: 'newKey'; readonly label: string }
  /** `size`: USDC as decimal text. */
  | { readonly kind: 'withdrawal'; readonly size: string; readonly recipient: string; readonly chain: string }
  /** What the change does not need is empty, or 0. */
  | {
      readonly kind: 'addressBook'
      readonly change: AddressBookChangeKind
      readonly recipient: string
      readonly label: string
      readonly days: number
    }
  | {
      readonly kind: 'recoveryAdded' | 'recoveryRemoved'
      readonly method: 'passphrase' | 'passkey' | 'file'
    }
  | { readonly kind: 'rotated' | 'walletRenewed' | 'passkeyAdded' | 'passkeyRemoved' | 'keyExported' }
  | CapitalNotice

/** Outcome of a plan; amounts are USDC as decimal text. No browser caused it, so no network is named. */
export type CapitalNotice =
  /** The receipt; `price` with its currency, as "110.00 USD". */
  | { readonly kind: 'planBought'; readonly plan: string; readonly size: string; readonly price: string }
  | { readonly kind: 'fundedOpened'; readonly plan: string; readonly size: string }
  | {
      readonly kind: 'evaluationPassed'
      readonly plan: string
      readonly equity: string
      readonly level: string
    }
  | {
      readonly kind: 'accountFailed'
      readonly plan: string
      readonly isFunded: boolean
      readonly verdict: 'MAX_DRAWDOWN' | 'MAX_DAILY_LOSS'
      readonly equity: string
      readonly level: string
    }
  | { readonly kind: 'profitPaid'; readonly size: string; readonly paid: string }
  /** A person looks at it first; `reviewDeclined`: it is not made. */
  | {
      readonly kind: 'reviewBegun' | 'reviewDeclined'
      readonly plan: string
      readonly subject: 'CLAIM' | 'PAYOUT'
    }

export interface IdentityPort {
  readonly keys: PublishedKeys
  /** A person is about to sign in: what the first of them would wait for begins. Costs nothing once it is ready. */
  prepare(): void
  startCode(request: CodeStartRequest, from: IdentityCaller): Answered<CodeStartAnswer>
  verifyCode(request: CodeVerifyRequest, from: IdentityCaller): Answered<SessionAnswer>
  startOidc(request: OidcStartRequest, from: IdentityCaller): Answered<OidcStartAnswer>
  returnOidc(request: OidcReturnRequest, from: IdentityCaller): Answered<OidcReturnAnswer>
  refresh(request: RefreshRequest, from: IdentityCaller): Answered<SessionAnswer>
  /** By a token of audience `vest-wallet`; undefined: not valid. */
  signedIn(walletToken: string): Promise<SignedIn | undefined>
  signOut(who: SignedIn, request: SignOutRequest): Answered<object>
  user(who: SignedIn): Answered<IdentityUser>
  deleteUser(who: SignedIn, request: UserDeleteRequest, from: IdentityCaller): Answered<object>
  sessions(who: SignedIn): Answered<SessionsAnswer>
  endSession(who: SignedIn, sessionId: string): Answered<object>
  wallet(who: SignedIn): Answered<WalletAnswer>
  putWallet(who: SignedIn, request: WalletPutRequest, from: IdentityCaller): Answered<WalletPutAnswer>
  /** A new wallet takes the place of one that is empty, of which the person has lost all parts. */
  renewal(who: SignedIn): Answered<RenewalAnswer>
  renewWallet(who: SignedIn, request: WalletRenewRequest, from: IdentityCaller): Answered<WalletPutAnswer>
  /** Who knows what lies in a wallet; before that is said no wallet counts as empty. */
  askHoldings(isEmpty: IsWalletEmpty): void
  passkeys(who: SignedIn): Answered<PasskeysAnswer>
  startPasskey(who: SignedIn, from: IdentityCaller): Answered<PasskeyOptionsAnswer>
  addPasskey(who: SignedIn, request: PasskeyAddRequest, from: IdentityCaller): Answered<PasskeysAnswer>
  removePasskey(
    who: SignedIn,
    id: string,
    request: ConfirmRequest,
    from: IdentityCaller,
  ): Answered<PasskeysAnswer>
  askPasskey(from: IdentityCaller): Answered<PasskeyOptionsAnswer>
  passkeySignIn(request: PasskeyLoginRequest, from: IdentityCaller): Answered<SessionAnswer>
  confirm(who: SignedIn, request: ConfirmRequest, from: IdentityCaller): Answered<object>
  /**
   * By a token of audience `vest-exchange` in an active session: its user, if this address, EVM in lower case or of
   * Solana, is one of theirs.
   */
  ownerOf(exchangeToken: string, address: string): Promise<AddressOwner | undefined>
  /**
   * EVM addresses, in lower case, of other persons who have signed in with a browser that the owner of this address has
   * signed in with; empty for an unknown address. Rejects where that cannot be known.
   */
  ownersOnSameDevices(address: string): Promise<readonly Address[]>
  /**
   * Writes to the owner of this address, EVM in lower case or of Solana; does nothing for an unknown address. Never
   * rejects: the reported action is done, whether or not the mail is sent.
   */
  tell(address: string, notice: OwnerNotice, from: Pick<IdentityCaller, 'address'>): Promise<void>
  stop(): Promise<void>
}

export const isIdentityRefusal = (answer: object): answer is IdentityRefusal => 'refused' in answer
