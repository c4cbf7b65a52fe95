/**
 * Finds the session of a purchase, page by page where nothing is known of it. The look of each hour at all open purchases
 * reads the pages once: the numbers of sessions that lists have passed are remembered. A number is no answer: the session
 * behind it is read anew.
 */
import type { Id, TimeMs } from '@vest/protocol'
import type { Stripe } from 'stripe'
import { PAGE } from './stripeFields.ts'

export interface SessionFinder {
  /** `sinceMs`: when the purchase began. Of several sessions the newest counts; undefined where there is none. */
  sessionOf(purchaseId: Id, sinceMs: TimeMs, sessionId?: string): Promise<Stripe.Checkout.Session | undefined>
}

/** So many sessions are remembered; the others are looked for page by page. */
const REMEMBERED_MAX = 50_000
/** Clocks differ: sessions are looked for from so long before the purchase began. */
const SLACK_S = 300
/** No session of a purchase is made later than this. */
export const SESSION_MADE_WITHIN_S = 86_400

export function createSessionFinder(stripe: Pick<Stripe, 'checkout'>): SessionFinder {
  const sessionIds = new Map<string, string>()
  return {
    async sessionOf(purchaseId, sinceMs, sessionId = sessionIds.get(purchaseId)) {
      if (sessionId !== undefined) {
        const session = await stripe.checkout.sessions.retrieve(sessionId)
        if (session.client_reference_id === purchaseId) return session
      }
      const sinceS = Math.floor(sinceMs / 1_000)
      // Both ends: a purchase of months ago must not cost a page for every sale since.
      const created = { gte: sinceS - SLACK_S, lte: sinceS + SESSION_MADE_WITHIN_S }
      for await (const session of stripe.checkout.sessions.list({ created, limit: PAGE })) {
        remember(session)
        if (session.client_reference_id === purchaseId) return session
      }
      return undefined
    },
  }

  function remember({ client_reference_id: purchase, id }: Stripe.Checkout.Session): void {
    // Newest first: of several the newest counts.
    if (purchase === null || sessionIds.has(purchase)) return
    if (sessionIds.size === REMEMBERED_MAX) sessionIds.delete(sessionIds.keys().next().value!)
    sessionIds.set(purchase, id)
  }
}
