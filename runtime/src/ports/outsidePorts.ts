/**
 * Parts of the exchange outside its engine that an installation may lack: the capital programme, the on-ramp, deposits
 * from Solana, posts in social networks. Each answers in the schemas of the wire and refuses with codes of the error
 * table. A missing part is not called and gives no answer.
 */
import type {
  Address,
  CapitalActivateRequest,
  CapitalActivateResponse,
  CapitalCheckoutRequest,
  CapitalCheckoutResponse,
  CapitalPaymentResponse,
  CapitalPlansResponse,
  CapitalPracticeRequest,
  CapitalRegisterRequest,
  CapitalRegisterResponse,
  CapitalStatusResponse,
  CapitalVerdictResponse,
  ErrorCode,
  IdResponse,
  OnRampUrlResponse,
  PostSentResponse,
  SocialAccountResponse,
  SocialLinkResponse,
} from '@vest/protocol'

export interface OutsideRefusal {
  readonly refused: ErrorCode
  /** Shown to people if it says more than the table. */
  readonly message?: string
}
/** The part exists and cannot answer now: its own external service is not reachable. */
export class OutsideUnavailableError extends Error {
  override readonly name = 'OutsideUnavailableError'
}
type Answered<Response> = Promise<Response | OutsideRefusal>

export interface CapitalProgramme {
  plans(): Answered<CapitalPlansResponse>
  /**
   * Status of these addresses as far as they belong to the account's owner; nothing is revealed about others. `all`:
   * those of the owner, oldest first.
   */
  status(
    account: Address,
    query: { readonly addresses: readonly string[] | 'all'; readonly withNetworkType: boolean },
  ): Answered<CapitalStatusResponse>
  checkout(account: Address, request: CapitalCheckoutRequest): Answered<CapitalCheckoutResponse>
  /** The provider's token identifies the caller. */
  register(request: CapitalRegisterRequest): Answered<CapitalRegisterResponse>
  activateFunded(account: Address, request: CapitalActivateRequest): Answered<CapitalActivateResponse>
  /** A free evaluation of a wallet of the caller, under the rules of a plan. */
  practice(account: Address, request: CapitalPracticeRequest): Answered<CapitalRegisterResponse>
  /** The certificate of the verdict on a wallet of the account's owner; absent: the wallet of the key itself. */
  verdict(account: Address, wallet: Address | undefined): Answered<CapitalVerdictResponse>
  /** When the plan of an evaluation of the account's owner was paid; absent: the wallet of the key itself. */
  payment(account: Address, wallet: Address | undefined): Answered<CapitalPaymentResponse>
}
export interface OnRamp {
  url(account: Address): Answered<OnRampUrlResponse>
}
export interface SolanaDeposits {
  /** The address to which people send USDC, with their account as memo. */
  readonly depositAddress: string
  claim(account: Address, transactionHash: string): Answered<IdResponse>
}
/** Posts in the name of an account's owner, with the owner's permission at the network. */
export interface SocialPosts {
  /** The linked name at the network; from memory. */
  username(account: Address): string | undefined
  /** The page on which to give permission; the browser returns with a code and the state. */
  beginLink(account: Address): Answered<SocialLinkResponse>
  /** 1130: not requested by this account, too old, or not confirmed by the network. */
  completeLink(
    account: Address,
    given: { readonly code: string; readonly state: string },
  ): Answered<SocialAccountResponse>
  unlink(account: Address): Answered<SocialAccountResponse>
  /** 1130: no account is linked any more, or the network refused the post. */
  send(account: Address, post: { readonly text: string; readonly image: string }): Answered<PostSentResponse>
}

export interface OutsidePorts {
  readonly capital?: CapitalProgramme
  readonly onRamp?: OnRamp
  readonly solana?: SolanaDeposits
  readonly social?: SocialPosts
}
