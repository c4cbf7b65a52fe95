/**
 * When a plan was paid, step by step: the buyer finished the checkout (the payment provider says), the exchange recorded
 * that it is paid (the journal says, by way of the read models). A time that is not known is not told.
 *
 * A page asks every two seconds while a buyer waits, so the provider is asked about a purchase at most once in five, and
 * no more once it has answered.
 */
import type { CapitalChanged, PurchaseView } from '@vest/engine'
import type { CapitalPaymentResponse, Id, TimeMs } from '@vest/protocol'
import type { CapitalPast, PaymentProvider } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import type { Logger } from '../logger.ts'

export interface PaymentTimesParts {
  readonly edge: Pick<Edge, 'clock' | 'store' | 'projector' | 'view'>
  readonly payments: Pick<PaymentProvider, 'stateOf'>
  readonly logger: Logger
}

const ASK_AGAIN_MS = 5_000
/** Of purchases whose checkout is remembered; the oldest is asked about once more. */
const KEPT_MAX = 1_000

interface Asked {
  readonly finishedTimeMs: TimeMs | undefined
  readonly askedTimeMs: TimeMs
}

export type PaymentTimes = (purchase: PurchaseView) => Promise<CapitalPaymentResponse>

export function createPaymentTimes({ edge, payments, logger }: PaymentTimesParts): PaymentTimes {
  const { clock, store, projector, view } = edge
  const kept = new Map<Id, Asked>()

  async function finishedTimeMs({ id, beganTimeMs }: PurchaseView): Promise<TimeMs | undefined> {
    const known = kept.get(id)
    const askedTimeMs = clock.nowMs()
    if (known?.finishedTimeMs !== undefined) return known.finishedTimeMs
    if (known !== undefined && askedTimeMs < known.askedTimeMs + ASK_AGAIN_MS) return undefined
    // Before the answer: those who ask meanwhile do not ask the provider too.
    keep(id, { finishedTimeMs: undefined, askedTimeMs })
    try {
      const found = (await payments.stateOf(id, beganTimeMs))?.finishedTimeMs
      keep(id, { finishedTimeMs: found, askedTimeMs })
      return found
    } catch (error) {
      logger.warn({ err: error, id }, 'the payment provider did not say when a checkout was finished')
      return undefined
    }
  }

  function keep(id: Id, asked: Asked): void {
    kept.delete(id)
    kept.set(id, asked)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(oldest)
    }
  }

  return async (purchase) => {
    const { account, beganTimeMs } = purchase
    await projector.flushedThrough(view.lastSeqOf(account))
    const [past, finished] = await Promise.all([store.capitalPast(account), finishedTimeMs(purchase)])
    return {
      address: account,
      began_time: beganTimeMs,
      finished_time: finished ?? null,
      paid_time: paidTimeMs(past, beganTimeMs) ?? null,
    }
  }
}

/** A wallet whose first purchase ran out may have another: what was told before that began is not about it. */
export const paidTimeMs = (past: readonly CapitalPast[], beganTimeMs: TimeMs): TimeMs | undefined =>
  past.find(
    ({ what, text, timeMs }) =>
      what === 'CapitalChanged' &&
      timeMs >= beganTimeMs &&
      (JSON.parse(text) as CapitalChanged).capital.status === 'paid',
  )?.timeMs
