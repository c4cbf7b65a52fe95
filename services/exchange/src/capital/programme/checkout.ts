/** A plan is bought: by a person who signed in, for a wallet that is theirs. */
import { REFUSAL, type Address, type CapitalCheckoutRequest } from '@vest/protocol'
import type { CapitalProgramme } from '@vest/runtime'
import { isAddress } from '../../isAddress.ts'
import type { CapitalWallets } from './capitalWallets.ts'
import type { Offers } from './offers.ts'
import { isNo, no } from './outsideRefusal.ts'
import type { Purchases } from './purchases.ts'
import type { SignedIn } from './signedIn.ts'
import type { ProofRefusal } from './walletProof.ts'

const SIGN_IN_FIRST = 'You have to sign in with email or Google to purchase Vest Capital plan'

export interface CheckoutPorts {
  readonly wallets: Pick<CapitalWallets, 'of'>
  readonly people: Pick<SignedIn, 'ownerOf'>
  readonly offers: Pick<Offers, 'ofPrice'>
  readonly proofRefusal: ProofRefusal
  readonly purchases: Purchases
}

export const createCheckout =
  ({ wallets, people, offers, proofRefusal, purchases }: CheckoutPorts): CapitalProgramme['checkout'] =>
  async (account: Address, request: CapitalCheckoutRequest) => {
    const wallet = request.address.toLowerCase() as Address
    if (!isAddress(wallet)) return no(REFUSAL.INVALID_PARAMETER, 'Malformed: address')
    if ((await wallets.of(account)) !== undefined) return no(REFUSAL.ACTION_NOT_AVAILABLE)
    // Sold to a person, not to a bare wallet: the account is of the embedded wallet of the signed-in person.
    const owner = await people.ownerOf(request.accessToken, account)
    if (owner === undefined) return no(REFUSAL.INVALID_PARAMETER, SIGN_IN_FIRST)
    if (request.email.trim().toLowerCase() !== owner.email)
      return no(REFUSAL.INVALID_PARAMETER, 'email is not that of your sign-in')
    const offer = await offers.ofPrice(request.priceId)
    if (offer === undefined) return no(REFUSAL.INVALID_PARAMETER, 'Unknown plan: priceId')
    const unproven = await proofRefusal(wallet, request.proof)
    if (unproven) return unproven
    const session = await purchases.sessionFor(account, wallet, offer, owner.email)
    if (isNo(session)) return session
    const { id, url, expiresTimeMs } = session
    return { url: url ?? '', session_id: id, expires_time: expiresTimeMs }
  }
