/**
 * The capital programme as people ask for it (wire 5.1 to 5.5). What is theirs stands in the engine; what plans there are
 * says the payment provider. A wallet is proven by its own signature before it is paid for or claimed with, so that no
 * address of another person can be opened, and a token of identity says that its owner asks.
 */
import { randomBytes } from 'node:crypto'
import type { CapitalAccountView, CapitalPlan } from '@vest/engine'
import {
  CAPITAL_RULEBOOK,
  REFUSAL,
  canonicalSignature,
  formatUsd6,
  SIGNER_VALID_MAX_MS,
  timeMs,
  type Address,
  type CapitalActivateRequest,
  type CapitalCheckoutRequest,
  type CapitalPracticeRequest,
  type CapitalRegisterRequest,
  type CapitalRegisterResponse,
  type ErrorCode,
  type Id,
  type WalletProof,
} from '@vest/protocol'
import {
  OutsideUnavailableError,
  type CapitalProgramme,
  type OutsideRefusal,
  type PaymentProduct,
  type PaymentProvider,
  type PaymentSession,
} from '@vest/runtime'
import type { Edge } from '../edge.ts'
import { submit } from '../engineCalls.ts'
import { isAddress } from '../isAddress.ts'
import { createKeccak256 } from '../keccak.ts'
import type { Logger } from '../logger.ts'
import { verify } from '../orders/signedWrite.ts'
import { isRefusal } from '../refusal.ts'
import { capitalEntryText, isPractice, planText } from './capitalText.ts'
import { CHECKOUT_MS, type PaymentDesk } from './paymentDesk.ts'
import { createPaymentTimes } from './paymentTimes.ts'
import { planOf } from './planOf.ts'
import { PRACTICE_RULES, type PracticeRules } from './practiceRules.ts'
import { signalsOf } from './accountSignals.ts'
import { certificateOf } from './verdictDesk.ts'
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

/** Products change seldom, and many look at them. */
const PRODUCTS_KEPT_MS = 60_000
const EVM = 0
/** Of one owner, ended ones included: accounts are for ever. */
const PRACTICE_MAX = 50
const BEFORE_OPENING: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval'])

const no = (refused: ErrorCode, message?: string): OutsideRefusal => ({
  refused,
  ...(message === undefined ? {} : { message }),
})
const isNo = (value: object): value is OutsideRefusal => 'refused' in value

const SIGN_IN_FIRST = 'You have to sign in with email or Google to purchase Vest Capital plan'
const HELD = 'A plan is already held'
const SIGN_IN_TO_PRACTISE = 'You have to sign in with email or Google to practise'
const PRACTICE_OPEN = 'A practice evaluation is open already'
const PRACTISED_ENOUGH = 'There is no room for another practice evaluation'
const WALLET_TAKEN = 'This wallet cannot be used: it has been used before'

interface Offer {
  readonly product: PaymentProduct
  readonly plan: CapitalPlan
}

export function createCapitalProgramme(parts: CapitalProgrammeParts): CapitalProgramme {
  const { edge, payments, desk, appOrigin, logger } = parts
  const { engine, clock } = edge
  const timesOf = createPaymentTimes(parts)
  let kept: { readonly offers: readonly Offer[]; readonly untilMs: number } | undefined

  async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      logger.error({ err: error }, `the payment provider did not answer: ${what}`)
      throw new OutsideUnavailableError('Payments are not available at the moment')
    }
  }

  async function offers(): Promise<readonly Offer[]> {
    const nowMs = clock.nowMs()
    if (kept !== undefined && nowMs < kept.untilMs) return kept.offers
    const products = await asked('products', () => payments.products())
    const found = products.flatMap((product) => {
      const plan = planOf(product)
      if (plan === undefined) logger.warn({ product }, 'a product of the payment provider is no plan')
      return plan === undefined ? [] : [{ product, plan }]
    })
    kept = { offers: found, untilMs: nowMs + PRODUCTS_KEPT_MS }
    return found
  }

  const walletOf = async (account: Address): Promise<CapitalAccountView | undefined> =>
    (await engine.query('capital', { accounts: [account] }))[0]

  /** The primary account of the person who asks with the key of this one. */
  const primaryOf = async (account: Address): Promise<Address> =>
    (await walletOf(account))?.ownerId ?? account

  const ownerOf = async (token: string | null | undefined, address: Address) =>
    token === null || token === undefined ? undefined : edge.identity?.port.ownerOf(token, address)
  const owns = async (token: string, address: Address): Promise<boolean> =>
    (await ownerOf(token, address)) !== undefined

  /** 1022: it is not the wallet's own; 1130: it does not hold now. */
  async function proofRefusal(
    account: Address,
    proof: WalletProof | null | undefined,
  ): Promise<OutsideRefusal | undefined> {
    if (proof === null || proof === undefined)
      return no(REFUSAL.INVALID_SIGNATURE, 'The wallet must prove that it is yours: proof')
    const signer = proof.signingAddr.toLowerCase() as Address
    const signature = canonicalSignature(proof.signature)
    const nowMs = clock.nowMs()
    if (!isAddress(signer) || !Number.isSafeInteger(proof.expiryTime))
      return no(REFUSAL.INVALID_PARAMETER, 'Malformed: proof')
    if (proof.expiryTime <= nowMs || proof.expiryTime > nowMs + SIGNER_VALID_MAX_MS)
      return no(REFUSAL.INVALID_PARAMETER, 'proof.expiryTime must lie within the next 90 days')
    if (signature === undefined) return no(REFUSAL.INVALID_SIGNATURE)
    const verdict = await verify(edge, {
      kind: 'registration',
      account,
      signer,
      expiryTimeMs: proof.expiryTime,
      contracts: edge.registrationContracts,
      signature: { compact: signature.compact, recovery: signature.recovery },
    })
    if (isRefusal(verdict)) throw new OutsideUnavailableError(verdict.message)
    return verdict.contract === undefined ? no(REFUSAL.INVALID_SIGNATURE) : undefined
  }

  /** What the engine has said, as a sentence that helps. */
  async function done(
    command: Parameters<typeof submit>[1],
    sentences: Readonly<Partial<Record<number, string>>>,
  ): Promise<OutsideRefusal | undefined> {
    const submitted = await submit(edge, command)
    if (isRefusal(submitted)) throw new OutsideUnavailableError(submitted.message)
    const { answer } = submitted
    return answer.ok ? undefined : no(answer.code, sentences[answer.code])
  }

  /** A purchase that waits to be paid: the same again goes on with it, another choice ends it. */
  async function openPurchase(
    ownerId: Address,
    account: Address,
    plan: CapitalPlan,
  ): Promise<{ readonly id: Id; readonly session: PaymentSession } | { readonly id: Id } | undefined> {
    const open = (await engine.query('purchases', { ownerId })).find(({ status }) => status === 'created')
    if (open === undefined) return undefined
    const { id, beganTimeMs } = open
    const state = await asked('session', () => payments.stateOf(id, beganTimeMs))
    const isSame = open.account === account && open.plan.priceId === plan.priceId
    if (isSame && state?.session.status === 'OPEN') return { id, session: state.session }
    if (isSame && state === undefined && clock.nowMs() < beganTimeMs + CHECKOUT_MS / 2) return { id }
    if (state?.session.status === 'OPEN') await asked('expire', () => payments.expire(state.session.id))
    if (state === undefined) await done({ kind: 'NotePayment', id, fact: 'EXPIRED' }, {})
    else await asked('settle', () => desk.settle(id, state.session.id))
    return undefined
  }

  async function checkout(account: Address, request: CapitalCheckoutRequest) {
    const wallet = request.address.toLowerCase() as Address
    if (!isAddress(wallet)) return no(REFUSAL.INVALID_PARAMETER, 'Malformed: address')
    if ((await walletOf(account)) !== undefined) return no(REFUSAL.ACTION_NOT_AVAILABLE)
    // Sold to a person, not to a bare wallet: the account is of the embedded wallet of the signed-in person.
    const owner = await ownerOf(request.accessToken, account)
    if (owner === undefined) return no(REFUSAL.INVALID_PARAMETER, SIGN_IN_FIRST)
    if (request.email.trim().toLowerCase() !== owner.email)
      return no(REFUSAL.INVALID_PARAMETER, 'email is not that of your sign-in')
    const offer = (await offers()).find(({ plan }) => plan.priceId === request.priceId)
    if (offer === undefined) return no(REFUSAL.INVALID_PARAMETER, 'Unknown plan: priceId')
    const unproven = await proofRefusal(wallet, request.proof)
    if (unproven) return unproven
    const open = await openPurchase(account, wallet, offer.plan)
    if (open !== undefined && 'session' in open) return sessionAnswer(open.session)
    const id = open?.id ?? (`0x${randomBytes(32).toString('hex')}` as Id)
    const refusal = await done(
      { kind: 'BeginPurchase', id, ownerId: account, account: wallet, networkType: EVM, plan: offer.plan },
      {
        [REFUSAL.INVALID_PARAMETER]: HELD,
        [REFUSAL.ACTION_NOT_AVAILABLE]: WALLET_TAKEN,
        [REFUSAL.ACCOUNT_NOT_FOUND]: 'Deposit or sign in before you buy a plan',
      },
    )
    if (refusal) return refusal
    const { beganTimeMs } = (await engine.query('purchase', { id }))!
    const session = await asked('checkout', () =>
      payments.checkout({
        purchaseId: id,
        product: offer.product,
        email: owner.email,
        successUrl: `${appOrigin}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelledUrl: `${appOrigin}/payment/cancelled`,
        expiresTimeMs: timeMs(beganTimeMs + CHECKOUT_MS),
      }),
    )
    return sessionAnswer(session)
  }

  /** Undefined: the plan is not for sale. Without a plan the provider is not asked. */
  const practiceRules = async (priceId: string | undefined): Promise<PracticeRules | undefined> =>
    priceId === undefined
      ? PRACTICE_RULES
      : (await offers()).find(({ plan }) => plan.priceId === priceId)?.plan

  /** The caller's own wallet, unused: 1130 or 1022 what is wrong with it. */
  async function practice(account: Address, request: CapitalPracticeRequest) {
    const wallet = request.address.toLowerCase() as Address
    if (!isAddress(wallet)) return no(REFUSAL.INVALID_PARAMETER, 'Malformed: address')
    if ((await walletOf(account)) !== undefined) return no(REFUSAL.ACTION_NOT_AVAILABLE)
    if ((await ownerOf(request.accessToken, account)) === undefined)
      return no(REFUSAL.INVALID_PARAMETER, SIGN_IN_TO_PRACTISE)
    const rules = await practiceRules(request.priceId ?? undefined)
    if (rules === undefined) return no(REFUSAL.INVALID_PARAMETER, 'Unknown plan: priceId')
    const practised = (await engine.query('capitalOfOwner', { ownerId: account })).filter(isPractice)
    if (practised.some(({ capital }) => capital.status === 'active'))
      return no(REFUSAL.INVALID_PARAMETER, PRACTICE_OPEN)
    if (practised.length >= PRACTICE_MAX) return no(REFUSAL.INVALID_PARAMETER, PRACTISED_ENOUGH)
    const unproven = await proofRefusal(wallet, request.proof)
    if (unproven) return unproven
    const { sizeUsd6, goalRatio, maxDailyLossRatio, maxDrawdownRatio, minTradingDays } = rules
    const refusal = await done(
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
    return refusal ?? registered((await walletOf(wallet))!)
  }

  async function register(request: CapitalRegisterRequest) {
    const wallet = request.primaryAddr.toLowerCase() as Address
    if (!isAddress(wallet)) return no(REFUSAL.INVALID_PARAMETER, 'Malformed: primaryAddr')
    const known = await walletOf(wallet)
    if (request.isFunded && known === undefined) return allocateFunded(wallet, request)
    if (known === undefined) return no(REFUSAL.ACCOUNT_NOT_FOUND, 'No plan was bought for this wallet')
    if (!(await owns(request.accessToken, known.ownerId))) return no(REFUSAL.UNAUTHORIZED)
    if (known.isFunded !== request.isFunded)
      return no(REFUSAL.INVALID_PARAMETER, 'This wallet is of the other stage: isFunded')
    if (known.isFunded || isPractice(known)) return registered(known)
    const { status } = known.capital
    // Its message may be late, and so may that of a refund: what stands is asked for.
    if (BEFORE_OPENING.has(status) && known.purchaseId !== undefined)
      await asked('settle', () => desk.settle(known.purchaseId!)).catch((error: unknown) => {
        // A person who is known to have paid does not wait for the provider.
        if (status !== 'pre_eval') throw error
      })
    const refusal = await done(
      { kind: 'OpenEvaluation', account: wallet },
      {
        [REFUSAL.INVALID_PARAMETER]: 'The plan has not been paid, or is over',
        [REFUSAL.ACTION_NOT_AVAILABLE]: 'This evaluation is frozen, or its wallet was used',
      },
    )
    return refusal ?? registered((await walletOf(wallet))!)
  }

  async function allocateFunded(
    wallet: Address,
    { eval_address, accessToken, proof }: CapitalRegisterRequest,
  ): Promise<CapitalRegisterResponse | OutsideRefusal> {
    const evaluation = eval_address?.toLowerCase() as Address | undefined
    const passed = evaluation === undefined ? undefined : await walletOf(evaluation)
    if (passed === undefined) return no(REFUSAL.ACCOUNT_NOT_FOUND, 'Nothing was passed: eval_address')
    if (!(await owns(accessToken, passed.ownerId))) return no(REFUSAL.UNAUTHORIZED)
    const refusal = (await proofRefusal(wallet, proof)) ?? (await wait(passed.account, wallet))
    return refusal ?? registered((await walletOf(wallet))!)
  }

  const wait = (evaluation: Address, wallet: Address): Promise<OutsideRefusal | undefined> =>
    done(
      { kind: 'AllocateFunded', evaluation, account: wallet, networkType: EVM },
      {
        [REFUSAL.INVALID_PARAMETER]: 'There is nothing to claim',
        [REFUSAL.ACTION_NOT_AVAILABLE]: WALLET_TAKEN,
      },
    )

  /**
   * Other owners whose card paid for this purchase. A provider that does not answer keeps no claim from being opened: none
   * is found then, and the log says so.
   */
  async function onSameCard(id: Id, ownerId: Address): Promise<readonly Address[]> {
    const { beganTimeMs } = (await engine.query('purchase', { id }))!
    try {
      const owners = new Set<Address>()
      for (const other of await payments.withSameCard(id, beganTimeMs)) {
        const purchase = await engine.query('purchase', { id: other })
        if (purchase !== undefined && purchase.ownerId !== ownerId) owners.add(purchase.ownerId)
      }
      return [...owners]
    } catch (error) {
      logger.error(
        { err: error, id },
        'the card of a plan was not compared: the payment provider did not answer',
      )
    }
    return []
  }

  async function activateFunded(account: Address, request: CapitalActivateRequest) {
    const { funded_register_params: params, eval_address } = request
    const wallet = params.primaryAddr.toLowerCase() as Address
    if (!isAddress(wallet))
      return no(REFUSAL.INVALID_PARAMETER, 'Malformed: funded_register_params.primaryAddr')
    const ownerId = await primaryOf(account)
    if (!(await owns(params.accessToken, ownerId))) return no(REFUSAL.UNAUTHORIZED)
    const passed = await passedOf(ownerId, wallet, eval_address?.toLowerCase())
    if (isNo(passed)) return passed
    const waiting = await walletOf(wallet)
    if (waiting === undefined) {
      const refusal = (await proofRefusal(wallet, params.proof)) ?? (await wait(passed.account, wallet))
      if (refusal) return refusal
    } else if (waiting.ownerId !== ownerId) return no(REFUSAL.ACCOUNT_NOT_FOUND)
    const claim = {
      id: passed.purchaseId!,
      eval_address: passed.account,
      funded_address: wallet,
      time: passed.timeMs,
    }
    if ((passed.claimableTimeMs ?? 0) > clock.nowMs())
      return { claim: { ...claim, status: 'pending' as const } }
    const cardOwners = edge.isCapitalReviewed ? await onSameCard(passed.purchaseId!, ownerId) : []
    const signals = await signalsOf(edge, passed.account, ownerId, cardOwners)
    const refusal = await done(
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
    const isOpen = (await walletOf(wallet))?.capital.status !== 'pre_funded'
    return { claim: { ...claim, status: isOpen ? ('done' as const) : ('pending' as const) } }
  }

  /** What was passed, or was claimed with this very wallet before. */
  async function passedOf(
    ownerId: Address,
    wallet: Address,
    named: string | undefined,
  ): Promise<CapitalAccountView | OutsideRefusal> {
    const own = await engine.query('capitalOfOwner', { ownerId })
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

  return {
    async plans() {
      const found = await offers()
      return {
        products: found.map(({ plan }) => ({ ...planText(plan), currency: plan.currency })),
        rulebook: CAPITAL_RULEBOOK,
      }
    },
    async status(account, { addresses, withNetworkType }) {
      const ownerId = await primaryOf(account)
      if (addresses === 'all') {
        const own = await engine.query('capitalOfOwner', { ownerId })
        return Object.fromEntries(own.map((view) => [view.account, capitalEntryText(view, withNetworkType)]))
      }
      const named = addresses.map((address) => (/^0x/i.test(address) ? address.toLowerCase() : address))
      const views = await engine.query('capital', { accounts: named as Address[] })
      return Object.fromEntries(
        named.map((address, at) => {
          const view = views[at]
          return [
            address,
            view === undefined || view.ownerId !== ownerId
              ? { capital_status: 'not_eligible' as const, active_capital_plan: null }
              : capitalEntryText(view, withNetworkType),
          ]
        }),
      )
    },
    async verdict(account, named) {
      const ownerId = await primaryOf(account)
      const wallet = await walletOf(named ?? account)
      if (wallet === undefined || wallet.ownerId !== ownerId) return no(REFUSAL.ACCOUNT_NOT_FOUND)
      const certificate = await certificateOf(edge, wallet, parts.verdicts, await createKeccak256())
      return certificate ?? no(REFUSAL.ACCOUNT_NOT_FOUND, 'There is no verdict on this account')
    },
    async payment(account, named) {
      const ownerId = await primaryOf(account)
      const wallet = await walletOf(named ?? account)
      if (wallet === undefined || wallet.ownerId !== ownerId) return no(REFUSAL.ACCOUNT_NOT_FOUND)
      const { purchaseId, isFunded } = wallet
      if (purchaseId === undefined || isFunded)
        return no(REFUSAL.ACCOUNT_NOT_FOUND, 'No plan was bought for this wallet')
      return timesOf((await engine.query('purchase', { id: purchaseId }))!)
    },
    checkout,
    practice,
    register,
    activateFunded,
  }
}

const sessionAnswer = ({ id, url, expiresTimeMs }: PaymentSession) => ({
  url: url ?? '',
  session_id: id,
  expires_time: expiresTimeMs,
})

const registered = (view: CapitalAccountView): CapitalRegisterResponse => ({
  address: view.account,
  is_funded: view.isFunded,
  capital_status: view.capital.status,
  collateral: formatUsd6(view.collateral),
  active_capital_plan: view.plan === undefined ? null : planText(view.plan),
  time: view.timeMs,
})
