/**
 * The payment provider as the calls of the programme ask it: where it does not answer, the log says what was asked and the
 * caller hears that payments are not available now.
 */
import { OutsideUnavailableError, type PaymentProvider } from '@vest/runtime'
import type { Logger } from '../../logger.ts'
import type { PaymentDesk } from '../paymentDesk.ts'

export interface AskedPaymentsPorts {
  readonly payments: Pick<PaymentProvider, 'products' | 'stateOf' | 'checkout' | 'expire'>
  readonly desk: Pick<PaymentDesk, 'settle'>
  readonly logger: Pick<Logger, 'error'>
}

export type AskedPayments = AskedPaymentsPorts['payments'] & AskedPaymentsPorts['desk']

export function askedPayments({ payments, desk, logger }: AskedPaymentsPorts): AskedPayments {
  async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      logger.error({ err: error }, `the payment provider did not answer: ${what}`)
      throw new OutsideUnavailableError('Payments are not available at the moment')
    }
  }

  return {
    products: () => asked('products', () => payments.products()),
    stateOf: (...purchase) => asked('session', () => payments.stateOf(...purchase)),
    checkout: (wanted) => asked('checkout', () => payments.checkout(wanted)),
    expire: (sessionId) => asked('expire', () => payments.expire(sessionId)),
    settle: (...purchase) => asked('settle', () => desk.settle(...purchase)),
  }
}
