/** The wallet in the page as EIP-1193 and EIP-6963 define it, and what its refusals mean. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object
}

export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

export interface WalletInfo {
  readonly uuid: string
  readonly name: string
  /** A data URI; undefined where the wallet gave something that this page would not load. */
  readonly icon: string | undefined
  readonly rdns: string
}

export interface AnnouncedWallet {
  readonly info: WalletInfo
  readonly provider: Eip1193Provider
}

/** The wallet that devnet brings: it has a place of its own, apart from those that people have. */
export const DEMO_WALLET_RDNS = 'app.vest.demo'

/** The codes of EIP-1193 and EIP-3085 that the app treats specially. */
export const USER_REJECTED = 4001
export const UNAUTHORIZED = 4100
export const UNSUPPORTED_METHOD = 4200
export const DISCONNECTED = 4900
export const UNKNOWN_CHAIN = 4902

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The code of a wallet's error, also where a library has wrapped it. */
export function walletErrorCode(error: unknown): number | undefined {
  let at: unknown = error
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'number') return at.code
    at = 'cause' in at ? at.cause : undefined
  }
  return undefined
}

export const isUserRejection = (error: unknown): boolean => walletErrorCode(error) === USER_REJECTED

const MESSAGE_MAX = 160

/** The wallet's own words, without the pages that some libraries add. */
export function shortWalletMessage(error: unknown): string {
  const message =
    typeof error === 'object' &&
    error !== null &&
    'shortMessage' in error &&
    typeof error.shortMessage === 'string'
      ? error.shortMessage
      : error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)
        ? String((error as { message: unknown }).message)
        : ''
  const [first = '', second = ''] = message.split('\n', 2)
  // Some libraries announce the wallet's words in the line before them.
  return (first.endsWith(':') ? `${first} ${second}` : first).slice(0, MESSAGE_MAX)
}
