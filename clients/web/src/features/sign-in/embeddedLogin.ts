/**
 * The way in for people who bring no wallet, as one store: the ways, the code, the set-up. It outlives the dialog's
 * closing only where a provider sends the browser back; every failure leaves it where another try makes sense.
 */
import type { FrameAnswer } from '@vest/protocol'
import { create } from 'zustand'
import { tabStore } from '../../shared/storage/safeStorage.ts'

export interface SentCode {
  readonly email: string
  readonly challengeId: string
  /** By the clock of this machine: from then on another mail can be asked for. */
  readonly resendAtMs: number
}

/** What /oauth/redirect was called with. */
export interface OauthReturn {
  readonly state: string
  readonly code: string
  readonly iss?: string
}

export type LoginStep =
  | { readonly name: 'ways'; readonly error?: string }
  | { readonly name: 'code'; readonly sent: SentCode }
  /** Back from the provider. */
  | { readonly name: 'return'; readonly back: OauthReturn }
  /** Let in; the wallet and the account are being opened. */
  | {
      readonly name: 'set-up'
      readonly by: 'email' | 'google' | 'passkey'
      readonly email: string
      readonly returnPath?: string
    }

export interface LoginState {
  readonly step: LoginStep
  readonly isRemembered: boolean
  /** The wallet's frame has taken the dialog's place. */
  readonly isInFrame: boolean
  go(step: LoginStep): void
  remember(isRemembered: boolean): void
}

const WAYS: LoginStep = { name: 'ways' }

export const useLogin = create<LoginState>()((set) => ({
  step: WAYS,
  isRemembered: true,
  isInFrame: false,
  go: (step) => set({ step }),
  remember: (isRemembered) => set({ isRemembered }),
}))

/** In the storage of the tab, which survives the way to the provider and back. */
const FORGETS = 'vest.login.forgets'

export function noteChoice(isRemembered: boolean): void {
  if (isRemembered) tabStore.removeItem(FORGETS)
  else tabStore.setItem(FORGETS, 'yes')
}

/** Once: what was chosen before the browser left. */
export function takeChoice(): boolean {
  const isRemembered = tabStore.getItem(FORGETS) === null
  tabStore.removeItem(FORGETS)
  return isRemembered
}

const CODE_VALID_MS = 600_000

/** The server's times are of its own clock: how long to wait is what counts. */
export function sentCode(
  email: string,
  { challengeId, expiryTime, resendTime }: FrameAnswer<'login.code.start'>,
  nowMs: number,
): SentCode {
  return { email, challengeId, resendAtMs: nowMs + Math.max(0, resendTime - (expiryTime - CODE_VALID_MS)) }
}

/** Undefined: the provider says that the person did not go through with it, or nothing that can be read. */
export function readOauthReturn(search: string): OauthReturn | undefined {
  const query = new URLSearchParams(search)
  const [state, code, iss] = [query.get('state'), query.get('code'), query.get('iss')]
  if (state === null || code === null || query.has('error')) return undefined
  return { state, code, ...(iss === null ? {} : { iss }) }
}
