/**
 * One purchase of an owner at a time: it begins in the engine, and the payment provider opens the session in which it is
 * paid. A purchase that waits to be paid goes on where the same is wanted again, and ends where another choice is made.
 */
import { randomBytes } from 'node:crypto'
import type { CapitalPlan } from '@vest/engine'
import { REFUSAL, timeMs, type Address, type Id } from '@vest/protocol'
import type { Clock, EngineClient, OutsideRefusal, PaymentSession } from '@vest/runtime'
import { CHECKOUT_MS } from '../paymentDesk.ts'
import type { AskedPayments } from './askedPayments.ts'
import { WALLET_NETWORK } from './capitalWallets.ts'
import type { Offer } from './offers.ts'
import { WALLET_TAKEN } from './outsideRefusal.ts'
import type { TellEngine } from './tellEngine.ts'

const HELD = 'A plan is already held'

export interface PurchasesPorts {
  readonly engine: Pick<EngineClient, 'query'>
  readonly clock: Clock
  readonly payments: Pick<AskedPayments, 'stateOf' | 'checkout' | 'expire' | 'settle'>
  readonly tell: TellEngine
  /** Where the web app stands: a browser comes back there from the payment. */
  readonly appOrigin: string
}

export interface Purchases {
  /** The session in which this owner pays this plan for this wallet. */
  sessionFor(
    ownerId: Address,
    wallet: Address,
    offer: Offer,
    email: string,
  ): Promise<PaymentSession | OutsideRefusal>
}

export function createPurchases({ engine, clock, payments, tell, appOrigin }: PurchasesPorts): Purchases {
  async function openPurchase(
    ownerId: Address,
    account: Address,
    plan: CapitalPlan,
  ): Promise<{ readonly id: Id; readonly session: PaymentSession } | { readonly id: Id } | undefined> {
    const open = (await engine.query('purchases', { ownerId })).find(({ status }) => status === 'created')
    if (open === undefined) return undefined
    const { id, beganTimeMs } = open
    const state = await payments.stateOf(id, beganTimeMs)
    const isSame = open.account === account && open.plan.priceId === plan.priceId
    if (isSame && state?.session.status === 'OPEN') return { id, session: state.session }
    if (isSame && state === undefined && clock.nowMs() < beganTimeMs + CHECKOUT_MS / 2) return { id }
    if (state?.session.status === 'OPEN') await payments.expire(state.session.id)
    if (state === undefined) await tell({ kind: 'NotePayment', id, fact: 'EXPIRED' }, {})
    else await payments.settle(id, state.session.id)
    return undefined
  }

  return {
    async sessionFor(ownerId, wallet, { plan, product }, email) {
      const open = await openPurchase(ownerId, wallet, plan)
      if (open !== undefined && 'session' in open) return open.session
      const id = open?.id ?? (`0x${randomBytes(32).toString('hex')}` as Id)
      const refusal = await tell(
        { kind: 'BeginPurchase', id, ownerId, account: wallet, networkType: WALLET_NETWORK, plan },
        {
          [REFUSAL.INVALID_PARAMETER]: HELD,
          [REFUSAL.ACTION_NOT_AVAILABLE]: WALLET_TAKEN,
          [REFUSAL.ACCOUNT_NOT_FOUND]: 'Deposit or sign in before you buy a plan',
        },
      )
      if (refusal) return refusal
      const { beganTimeMs } = (await engine.query('purchase', { id }))!
      return payments.checkout({
        purchaseId: id,
        product,
        email,
        successUrl: `${appOrigin}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelledUrl: `${appOrigin}/payment/cancelled`,
        expiresTimeMs: timeMs(beganTimeMs + CHECKOUT_MS),
      })
    },
  }
}
