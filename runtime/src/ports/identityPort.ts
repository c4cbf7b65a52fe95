/**
 * Who people are: the part of the exchange that knows persons, apart from its engine and its journal. It answers in the
 * schemas of the protocol; what it will not do it refuses with a code of the error table, alike for addresses that it
 * knows and those that it does not. An installation may lack it: then there are no embedded wallets.
 */
import type {
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
} from '@vest/protocol'

export interface IdentityRefusal {
  readonly refused: ErrorCode
  readonly message?: string
  /** Of a code that did not fit (1150). */
  readonly triesLeft?: number
  /** When the caller may come back (1003). */
  readonly retryAfterS?: number
}
type Answered<Answer> = Promise<Answer | IdentityRefusal>

/** Where a request came from. */
export interface IdentityCaller {
  /** IP address. */
  readonly address: string
  /** What the browser calls itself; untrusted text. */
  readonly browser: string
}

/** Whom a good access token names, in a session that stands. */
export interface SignedIn {
  readonly userId: string
  readonly sessionId: string
}

export interface AddressOwner {
  /** Proved by a code or by a provider that vouches for it. */
  readonly email: string
}

/** What owners are told by mail: it can act for them, or takes money from their account. */
export type OwnerNotice =
  | { readonly kind: 'newSigner'; readonly signer: string; readonly endsMs: number }
  | { readonly kind: 'newKey'; readonly label: string }
  /** `size`: USDC as decimal text. */
  | { readonly kind: 'withdrawal'; readonly size: string; readonly recipient: string; readonly chain: string }
  | {
      readonly kind: 'recoveryAdded' | 'recoveryRemoved'
      readonly method: 'passphrase' | 'passkey' | 'file'
    }
  | { readonly kind: 'rotated' | 'passkeyAdded' | 'passkeyRemoved' | 'keyExported' }
  | CapitalNotice

/** What became of a plan; amounts are USDC as decimal text. No browser did it, so no network is named. */
export type CapitalNotice =
  | { readonly kind: 'planBought' | 'fundedOpened'; readonly plan: string; readonly size: string }
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

export interface IdentityPort {
  readonly keys: PublishedKeys
  startCode(request: CodeStartRequest, from: IdentityCaller): Answered<CodeStartAnswer>
  verifyCode(request: CodeVerifyRequest, from: IdentityCaller): Answered<SessionAnswer>
  startOidc(request: OidcStartRequest, from: IdentityCaller): Answered<OidcStartAnswer>
  returnOidc(request: OidcReturnRequest, from: IdentityCaller): Answered<OidcReturnAnswer>
  refresh(request: RefreshRequest, from: IdentityCaller): Answered<SessionAnswer>
  /** By a token of audience `vest-wallet`; undefined: none that is good. */
  signedIn(walletToken: string): Promise<SignedIn | undefined>
  signOut(who: SignedIn, request: SignOutRequest): Answered<object>
  user(who: SignedIn): Answered<IdentityUser>
  deleteUser(who: SignedIn, request: UserDeleteRequest, from: IdentityCaller): Answered<object>
  sessions(who: SignedIn): Answered<SessionsAnswer>
  endSession(who: SignedIn, sessionId: string): Answered<object>
  wallet(who: SignedIn): Answered<WalletAnswer>
  putWallet(who: SignedIn, request: WalletPutRequest, from: IdentityCaller): Answered<WalletPutAnswer>
  passkeys(who: SignedIn): Answered<PasskeysAnswer>
  startPasskey(who: SignedIn): Answered<PasskeyOptionsAnswer>
  addPasskey(who: SignedIn, request: PasskeyAddRequest, from: IdentityCaller): Answered<PasskeysAnswer>
  removePasskey(who: SignedIn, id: string, from: IdentityCaller): Answered<PasskeysAnswer>
  askPasskey(from: IdentityCaller): Answered<PasskeyOptionsAnswer>
  passkeySignIn(request: PasskeyLoginRequest, from: IdentityCaller): Answered<SessionAnswer>
  confirm(who: SignedIn, request: ConfirmRequest, from: IdentityCaller): Answered<object>
  /**
   * By a token of audience `vest-exchange` in a session that stands: its user, where this address, EVM in lower case or
   * of Solana, is one of theirs.
   */
  ownerOf(exchangeToken: string, address: string): Promise<AddressOwner | undefined>
  /**
   * Writes to whom this address, EVM in lower case or of Solana, belongs; nothing where it is nobody's here. Never
   * rejects: what was done is done, whether or not a letter leaves.
   */
  tell(address: string, notice: OwnerNotice, from: Pick<IdentityCaller, 'address'>): Promise<void>
  stop(): Promise<void>
}

export const isIdentityRefusal = (answer: object): answer is IdentityRefusal => 'refused' in answer
