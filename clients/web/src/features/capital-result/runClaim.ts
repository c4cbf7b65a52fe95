/**
 * The claim of a funded account ([4.14], [9.6]): the wallet is taken and proven, the exchange activates it, and says so by
 * an event or, where none has come within fifteen seconds, when it is asked; then the funded account is on screen. Never
 * throws: the last state says how it ended.
 */
import type { AccountEvent, Address, CapitalActivateResponse, CapitalStatus } from '@vest/protocol'
import type { ClientClock } from '@vest/sdk'

export const CLAIM_WAIT_MS = 15_000

export type ClaimStage = 'activation' | 'waiting' | 'switch' | 'done'

export type ClaimEnd =
  | { readonly kind: 'refused'; readonly error: unknown }
  /** The exchange has the claim and has not decided it. */
  | { readonly kind: 'review' }
  /** It is there, and could not be put on screen. */
  | { readonly kind: 'notSwitched' }

export interface ClaimState {
  readonly stage: ClaimStage
  readonly claim: CapitalActivateResponse['claim'] | undefined
  readonly end: ClaimEnd | undefined
}

export interface ClaimOptions {
  readonly evaluation: Address
  readonly claim: (evaluation: Address) => Promise<CapitalActivateResponse['claim']>
  /** What the exchange says of the evaluation when it is asked. */
  readonly askStatus: (evaluation: Address) => Promise<CapitalStatus | undefined>
  readonly onCapital: (listener: (event: AccountEvent) => void) => () => void
  readonly activate: (account: Address) => Promise<boolean>
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  readonly onState: (state: ClaimState) => void
}

const CLAIMED = 'funded_claimed'

export async function runClaim(options: ClaimOptions): Promise<ClaimState> {
  const { evaluation, claim, askStatus, onCapital, activate, clock, onState } = options
  let state: ClaimState = { stage: 'activation', claim: undefined, end: undefined }
  const become = (next: Partial<ClaimState>): ClaimState => {
    state = { ...state, ...next }
    onState(state)
    return state
  }
  // The event may come before the answer.
  let isTold = false
  let tell: () => void = () => undefined
  const stop = onCapital(({ address, capital_status }) => {
    if (address.toLowerCase() !== evaluation || capital_status !== CLAIMED) return
    isTold = true
    tell()
  })
  const told = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (isTold) return resolve(true)
      const timer = clock.setTimeout(() => resolve(false), CLAIM_WAIT_MS)
      tell = () => {
        clock.clearTimeout(timer)
        resolve(true)
      }
    })
  try {
    become({})
    const answer = await claim(evaluation)
    if (answer.status === 'rejected')
      return become({ claim: answer, end: { kind: 'refused', error: undefined } })
    become({ stage: 'waiting', claim: answer })
    if (answer.status === 'pending') return become({ end: { kind: 'review' } })
    if (!(await told()) && (await askStatus(evaluation)) !== CLAIMED)
      return become({ end: { kind: 'review' } })
    become({ stage: 'switch' })
    const isActive = await activate(answer.funded_address as Address).catch(() => false)
    return become(isActive ? { stage: 'done' } : { end: { kind: 'notSwitched' } })
  } catch (error) {
    return become({ end: state.stage === 'waiting' ? { kind: 'review' } : { kind: 'refused', error } })
  } finally {
    stop()
  }
}
