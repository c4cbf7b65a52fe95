/** A claim: what was passed becomes a funded account, at once or when its time and its review are over. */
import type { CapitalAccountView } from '@vest/engine'
import { REFUSAL, type Address } from '@vest/protocol'
import type { CapitalProgramme, Clock, OutsideRefusal } from '@vest/runtime'
import { isAddress } from '../../isAddress.ts'
import type { AllocateFunded } from './allocateFunded.ts'
import type { CapitalWallets } from './capitalWallets.ts'
import type { ClaimSignals } from './claimSignals.ts'
import { isNo, no } from './outsideRefusal.ts'
import type { SignedIn } from './signedIn.ts'
import type { TellEngine } from './tellEngine.ts'

export interface FundedClaimPorts {
  readonly clock: Clock
  readonly wallets: Pick<CapitalWallets, 'of' | 'ofOwner' | 'primaryOf'>
  readonly people: Pick<SignedIn, 'owns'>
  readonly allocateFunded: AllocateFunded
  readonly signalsOf: ClaimSignals
  readonly tell: TellEngine
}

export function createFundedClaim(ports: FundedClaimPorts): CapitalProgramme['activateFunded'] {
  const { clock, wallets, people, allocateFunded, signalsOf, tell } = ports

  /** What was passed, or was claimed with this very wallet before. */
  async function passedOf(
    ownerId: Address,
    wallet: Address,
    named: string | undefined,
  ): Promise<CapitalAccountView | OutsideRefusal> {
    const own = await wallets.ofOwner(ownerId)
    const purchaseId = own.find(({ account }) => account === wallet)?.purchaseId
    const passed = own.filter(
      (one) =>
        !one.isFunded &&
        one.purchaseId !== undefined &&
        (purchaseId === undefined ? one.capital.status === 'goal_passed' : one.purchaseId === purchaseId) &&
        (named === undefined || one.account === named),
    )
    return passed.length === 1 ? passed[0]! : no(REFUSAL.INVALID_PARAMETER, 'There is nothing to claim')
  }

  return async (account, { funded_register_params: params, eval_address }) => {
    const wallet = params.primaryAddr.toLowerCase() as Address
    if (!isAddress(wallet))
      return no(REFUSAL.INVALID_PARAMETER, 'Malformed: funded_register_params.primaryAddr')
    const ownerId = await wallets.primaryOf(account)
    if (!(await people.owns(params.accessToken, ownerId))) return no(REFUSAL.UNAUTHORIZED)
    const passed = await passedOf(ownerId, wallet, eval_address?.toLowerCase())
    if (isNo(passed)) return passed
    const waiting = await wallets.of(wallet)
    if (waiting === undefined) {
      const refusal = await allocateFunded(passed.account, wallet, params.proof)
      if (refusal) return refusal
    } else if (waiting.ownerId !== ownerId) return no(REFUSAL.ACCOUNT_NOT_FOUND)
    const purchaseId = passed.purchaseId!
    const claim = {
      id: purchaseId,
      eval_address: passed.account,
      funded_address: wallet,
      time: passed.timeMs,
    }
    if ((passed.claimableTimeMs ?? 0) > clock.nowMs())
      return { claim: { ...claim, status: 'pending' as const } }
    const signals = await signalsOf(passed.account, ownerId, purchaseId)
    const refusal = await tell(
      {
        kind: 'ActivateFunded',
        evaluation: passed.account,
        account: wallet,
        ...(signals.length === 0 ? {} : { signals }),
      },
      {
        [REFUSAL.INVALID_PARAMETER]: 'There is nothing to claim, or another funded account is open',
        [REFUSAL.ACTION_NOT_AVAILABLE]: 'This evaluation is frozen',
        [REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED]:
          'Claims wait until the treasury is filled up: try again later',
      },
    )
    if (refusal) return refusal
    const isOpen = (await wallets.of(wallet))?.capital.status !== 'pre_funded'
    return { claim: { ...claim, status: isOpen ? ('done' as const) : ('pending' as const) } }
  }
}
