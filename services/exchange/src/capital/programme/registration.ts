/** A wallet of the programme is opened by its owner: an evaluation that was paid, or the funded one that follows it. */
import {
  REFUSAL,
  type Address,
  type CapitalRegisterRequest,
  type CapitalRegisterResponse,
} from '@vest/protocol'
import type { CapitalProgramme, OutsideRefusal } from '@vest/runtime'
import { isAddress } from '../../isAddress.ts'
import { isPractice } from '../capitalText.ts'
import type { AllocateFunded } from './allocateFunded.ts'
import type { AskedPayments } from './askedPayments.ts'
import { registeredText, type CapitalWallets } from './capitalWallets.ts'
import { no } from './outsideRefusal.ts'
import type { SignedIn } from './signedIn.ts'
import type { TellEngine } from './tellEngine.ts'

const BEFORE_OPENING: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval'])

export interface RegistrationPorts {
  readonly wallets: Pick<CapitalWallets, 'of' | 'registered'>
  readonly people: Pick<SignedIn, 'owns'>
  readonly payments: Pick<AskedPayments, 'settle'>
  readonly allocateFunded: AllocateFunded
  readonly tell: TellEngine
}

export function createRegistration(ports: RegistrationPorts): CapitalProgramme['register'] {
  const { wallets, people, payments, allocateFunded, tell } = ports

  async function registerFunded(
    wallet: Address,
    { eval_address, accessToken, proof }: CapitalRegisterRequest,
  ): Promise<CapitalRegisterResponse | OutsideRefusal> {
    const evaluation = eval_address?.toLowerCase() as Address | undefined
    const passed = evaluation === undefined ? undefined : await wallets.of(evaluation)
    if (passed === undefined) return no(REFUSAL.ACCOUNT_NOT_FOUND, 'Nothing was passed: eval_address')
    if (!(await people.owns(accessToken, passed.ownerId))) return no(REFUSAL.UNAUTHORIZED)
    return (await allocateFunded(passed.account, wallet, proof)) ?? wallets.registered(wallet)
  }

  return async (request) => {
    const wallet = request.primaryAddr.toLowerCase() as Address
    if (!isAddress(wallet)) return no(REFUSAL.INVALID_PARAMETER, 'Malformed: primaryAddr')
    const known = await wallets.of(wallet)
    if (request.isFunded && known === undefined) return registerFunded(wallet, request)
    if (known === undefined) return no(REFUSAL.ACCOUNT_NOT_FOUND, 'No plan was bought for this wallet')
    if (!(await people.owns(request.accessToken, known.ownerId))) return no(REFUSAL.UNAUTHORIZED)
    if (known.isFunded !== request.isFunded)
      return no(REFUSAL.INVALID_PARAMETER, 'This wallet is of the other stage: isFunded')
    if (known.isFunded || isPractice(known)) return registeredText(known)
    const { status } = known.capital
    // Its message may be late, and so may that of a refund: what stands is asked for.
    if (BEFORE_OPENING.has(status) && known.purchaseId !== undefined)
      await payments.settle(known.purchaseId).catch((error: unknown) => {
        // A person who is known to have paid does not wait for the provider.
        if (status !== 'pre_eval') throw error
      })
    const refusal = await tell(
      { kind: 'OpenEvaluation', account: wallet },
      {
        [REFUSAL.INVALID_PARAMETER]: 'The plan has not been paid, or is over',
        [REFUSAL.ACTION_NOT_AVAILABLE]: 'This evaluation is frozen, or its wallet was used',
      },
    )
    return refusal ?? wallets.registered(wallet)
  }
}
