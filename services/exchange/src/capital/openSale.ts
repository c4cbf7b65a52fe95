/** Plans are sold here: the programme that people ask, the desk that follows payments, and the hour that looks after both. */
import type { PurchaseView } from '@vest/engine'
import type { FastifyInstance } from 'fastify'
import type { CapitalProgramme, PaymentProvider, RefundNote } from '@vest/runtime'
import type { Logger } from '../logger.ts'
import { createCapitalProgramme, type CapitalPorts } from './capitalProgramme.ts'
import { createPaymentDesk } from './paymentDesk.ts'
import { mountPaymentRoutes } from './paymentRoutes.ts'
import type { VerdictSigner } from './verdictCertificate.ts'

const RECONCILE_MS = 3_600_000

export interface Sale {
  readonly programme: CapitalProgramme
  mount(app: FastifyInstance): void
  /** Gives all of the money back, once, and looks at what stands then: the purchase does not wait for the message. */
  refund(purchase: PurchaseView, note: RefundNote): Promise<void>
  /** Looks at what is open now and every hour; returns what stops it. */
  watch(): () => Promise<void>
}

export function openSale(parts: {
  readonly edge: CapitalPorts
  readonly logger: Logger
  readonly payments: PaymentProvider
  readonly appOrigin: string
  readonly verdicts: VerdictSigner
}): Sale {
  const { edge, logger, payments } = parts
  const desk = createPaymentDesk({ engine: edge.engine, clock: edge.clock, payments, logger })
  return {
    programme: createCapitalProgramme({ ...parts, desk }),
    mount: (app) => mountPaymentRoutes(app, desk),
    async refund({ id, beganTimeMs }, note) {
      await payments.refund(id, beganTimeMs, note)
      await desk.settle(id)
    },
    watch() {
      const look = (): Promise<void> =>
        desk.reconcile().catch((error: unknown) => logger.warn({ err: error }, 'payments were not looked at'))
      let looking = look()
      const timer = setInterval(() => (looking = looking.then(look)), RECONCILE_MS)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await looking
      }
    },
  }
}
