/** Practice: a free evaluation of a wallet of the caller, one at a time, under the rules of a plan or our own. */
import { REFUSAL, type Address } from '@vest/protocol'
import type { CapitalProgramme } from '@vest/runtime'
import { isAddress } from '../../isAddress.ts'
import { isPractice } from '../capitalText.ts'
import { PRACTICE_RULES, type PracticeRules } from '../practiceRules.ts'
import type { CapitalWallets } from './capitalWallets.ts'
import type { Offers } from './offers.ts'
import { no, WALLET_TAKEN } from './outsideRefusal.ts'
import type { SignedIn } from './signedIn.ts'
import type { TellEngine } from './tellEngine.ts'
import type { ProofRefusal } from './walletProof.ts'

/** Of one owner, ended ones included: accounts are for ever. */
const PRACTICE_MAX = 50

const SIGN_IN_TO_PRACTISE = 'You have to sign in with email or Google to practise'
const PRACTICE_OPEN = 'A practice evaluation is open already'
const PRACTISED_ENOUGH = 'There is no room for another practice evaluation'

export interface PracticePorts {
  readonly wallets: Pick<CapitalWallets, 'of' | 'ofOwner' | 'registered'>
  readonly people: Pick<SignedIn, 'ownerOf'>
  readonly offers: Pick<Offers, 'ofPrice'>
  readonly proofRefusal: ProofRefusal
  readonly tell: TellEngine
}

export function createPractice(ports: PracticePorts): CapitalProgramme['practice'] {
  const { wallets, people, offers, proofRefusal, tell } = ports

  /** Undefined: the plan is not for sale. Without a plan the provider is not asked. */
  const practiceRules = async (priceId: string | undefined): Promise<PracticeRules | undefined> =>
    priceId === undefined ? PRACTICE_RULES : (await offers.ofPrice(priceId))?.plan

  /** The caller's own wallet, unused: 1130 or 1022 what is wrong with it. */
  return async (account, request) => {
    const wallet = request.address.toLowerCase() as Address
    if (!isAddress(wallet)) return no(REFUSAL.INVALID_PARAMETER, 'Malformed: address')
    if ((await wallets.of(account)) !== undefined) return no(REFUSAL.ACTION_NOT_AVAILABLE)
    if ((await people.ownerOf(request.accessToken, account)) === undefined)
      return no(REFUSAL.INVALID_PARAMETER, SIGN_IN_TO_PRACTISE)
    const rules = await practiceRules(request.priceId ?? undefined)
    if (rules === undefined) return no(REFUSAL.INVALID_PARAMETER, 'Unknown plan: priceId')
    const practised = (await wallets.ofOwner(account)).filter(isPractice)
    if (practised.some(({ capital }) => capital.status === 'active'))
      return no(REFUSAL.INVALID_PARAMETER, PRACTICE_OPEN)
    if (practised.length >= PRACTICE_MAX) return no(REFUSAL.INVALID_PARAMETER, PRACTISED_ENOUGH)
    const unproven = await proofRefusal(wallet, request.proof)
    if (unproven) return unproven
    const { sizeUsd6, goalRatio, maxDailyLossRatio, maxDrawdownRatio, minTradingDays } = rules
    const refusal = await tell(
      {
        kind: 'OpenSimAccount',
        account: wallet,
        ownerId: account,
        amountUsd6: sizeUsd6,
        capital: { stage: 'EVAL', goalRatio, maxDailyLossRatio, maxDrawdownRatio, minTradingDays },
      },
      {
        [REFUSAL.ACTION_NOT_AVAILABLE]: WALLET_TAKEN,
        [REFUSAL.ACCOUNT_NOT_FOUND]: 'Deposit or sign in before you practise',
      },
    )
    return refusal ?? wallets.registered(wallet)
  }
}
