/**
 * Parts of the exchange that live outside its engine and that an installation may lack: the capital programme, the
 * on-ramp, deposits from Solana, posts in social networks. Each answers in the schemas of the wire; what it will not do
 * it refuses with a code of the error table. A part that is not there is asked for nothing and answers nothing.
 */
import type {
  Address,
  CapitalActivateRequest,
  CapitalActivateResponse,
  CapitalCheckoutRequest,
  CapitalCheckoutResponse,
  CapitalPlansResponse,
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
  /** Shown to people where it says more than the table. */
  readonly message?: string
}
/** The part is there and cannot answer now: its own outside is not to be reached. */
export class OutsideUnavailableError extends Error {
  override readonly name = 'OutsideUnavailableError'
}
type Answered<Response> = Promise<Response | OutsideRefusal>

export interface CapitalProgramme {
  plans(): Answered<CapitalPlansResponse>
  /** Of these addresses as far as they belong to the account's owner; of all others nothing is revealed. `all`: his, oldest first. */
  status(
    account: Address,
    query: { readonly addresses: readonly string[] | 'all'; readonly withNetworkType: boolean },
  ): Answered<CapitalStatusResponse>
  checkout(account: Address, request: CapitalCheckoutRequest): Answered<CapitalCheckoutResponse>
  /** The provider's token says who asks. */
  register(request: CapitalRegisterRequest): Answered<CapitalRegisterResponse>
  activateFunded(account: Address, request: CapitalActivateRequest): Answered<CapitalActivateResponse>
  /** The certificate of the verdict on a wallet of the account's owner; absent: his own, the one of the key. */
  verdict(account: Address, wallet: Address | undefined): Answered<CapitalVerdictResponse>
}
export interface OnRamp {
  url(account: Address): Answered<OnRampUrlResponse>
}
export interface SolanaDeposits {
  /** Where people send USDC, with their account as memo. */
  readonly depositAddress: string
  claim(account: Address, transactionHash: string): Answered<IdResponse>
}
/** Posts in the name of the owner of an account, who has given leave for it at the network. */
export interface SocialPosts {
  /** The name there that is linked; from memory. */
  username(account: Address): string | undefined
  /** Where leave is given; the browser comes back with a code and the state. */
  beginLink(account: Address): Answered<SocialLinkResponse>
  /** 1130: not asked for by this account, too old, or not confirmed by the network. */
  completeLink(
    account: Address,
    given: { readonly code: string; readonly state: string },
  ): Answered<SocialAccountResponse>
  unlink(account: Address): Answered<SocialAccountResponse>
  /** 1130: nothing is linked any more, or the network refused the post. */
  send(account: Address, post: { readonly text: string; readonly image: string }): Answered<PostSentResponse>
}

export interface OutsidePorts {
  readonly capital?: CapitalProgramme
  readonly onRamp?: OnRamp
  readonly solana?: SolanaDeposits
  readonly social?: SocialPosts
}
