/**
 * The capital programme as people ask for it (wire 5.1 to 5.5). What is theirs stands in the engine; what plans there are
 * says the payment provider. A wallet is proven by its own signature before it is paid for or claimed with, so that no
 * address of another person can be opened, and a token of identity says that its owner asks.
 */
import { CAPITAL_RULEBOOK } from '@vest/protocol'
import type { CapitalProgramme, PaymentProvider } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import type { Logger } from '../logger.ts'
import { planText } from './capitalText.ts'
import type { PaymentDesk } from './paymentDesk.ts'
import { createPaymentTimes } from './paymentTimes.ts'
import { createAllocateFunded } from './programme/allocateFunded.ts'
import { askedPayments } from './programme/askedPayments.ts'
import { createCapitalWallets } from './programme/capitalWallets.ts'
import { createCheckout } from './programme/checkout.ts'
import { createClaimSignals } from './programme/claimSignals.ts'
import { createFundedClaim } from './programme/fundedClaim.ts'
import { createOffers } from './programme/offers.ts'
import { createOwnWallets } from './programme/ownWallets.ts'
import { createPractice } from './programme/practice.ts'
import { createPurchases } from './programme/purchases.ts'
import { createRegistration } from './programme/registration.ts'
import { createSignedIn } from './programme/signedIn.ts'
import { tellEngine } from './programme/tellEngine.ts'
import { createProofRefusal } from './programme/walletProof.ts'
import type { VerdictSigner } from './verdictCertificate.ts'

/** What selling plans uses of the edge. */
export type CapitalPorts = Pick<
  Edge,
  | 'capitalCluster'
  | 'clock'
  | 'engine'
  | 'identity'
  | 'isCapitalReviewed'
  | 'projector'
  | 'registrationContracts'
  | 'store'
  | 'verifier'
  | 'view'
>

export interface CapitalProgrammeParts {
  readonly edge: CapitalPorts
  readonly payments: PaymentProvider
  readonly desk: PaymentDesk
  /** Where the web app stands: a browser comes back there from the payment. */
  readonly appOrigin: string
  readonly verdicts: VerdictSigner
  readonly logger: Logger
}

export function createCapitalProgramme(parts: CapitalProgrammeParts): CapitalProgramme {
  const { edge, payments: provider, appOrigin, verdicts, logger } = parts
  const { engine, clock } = edge
  const payments = askedPayments({ payments: provider, desk: parts.desk, logger })
  const offers = createOffers({ clock, payments, logger })
  const wallets = createCapitalWallets(engine)
  const people = createSignedIn(edge)
  const proofRefusal = createProofRefusal(edge)
  const tell = tellEngine(edge)
  const purchases = createPurchases({ engine, clock, payments, tell, appOrigin })
  const allocateFunded = createAllocateFunded(proofRefusal, tell)
  const signalsOf = createClaimSignals({ edge, payments: provider, logger })
  return {
    async plans() {
      const found = await offers.all()
      return {
        products: found.map(({ plan }) => ({ ...planText(plan), currency: plan.currency })),
        rulebook: CAPITAL_RULEBOOK,
      }
    },
    checkout: createCheckout({ wallets, people, offers, proofRefusal, purchases }),
    practice: createPractice({ wallets, people, offers, proofRefusal, tell }),
    register: createRegistration({ wallets, people, payments, allocateFunded, tell }),
    activateFunded: createFundedClaim({ clock, wallets, people, allocateFunded, signalsOf, tell }),
    ...createOwnWallets({ edge, wallets, verdicts, timesOf: createPaymentTimes(parts) }),
  }
}
