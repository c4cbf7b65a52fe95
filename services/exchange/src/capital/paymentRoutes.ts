/**
 * Where the payment provider sends its messages: the bytes as they came, since they are what was signed. It is answered
 * with a yes once the journal holds what they are about; whatever goes wrong before is answered with a no, and it says it
 * again.
 */
import { REFUSAL } from '@vest/protocol'
import type { FastifyInstance } from 'fastify'
import { errorBodyOf } from '../refusal.ts'
import type { PaymentDesk } from './paymentDesk.ts'

export const PAYMENT_MESSAGES_PATH = '/payments/messages'

/** The provider writes whole objects into its messages; those of a dispute are the largest. */
const MESSAGE_BYTES_MAX = 262_144

export const mountPaymentRoutes = (app: FastifyInstance, desk: PaymentDesk): void =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    scope.post(
      PAYMENT_MESSAGES_PATH,
      { bodyLimit: MESSAGE_BYTES_MAX },
      async ({ body, headers, id }, reply) => {
        const signature = headers['stripe-signature']
        const taken = await desk.take(
          Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          typeof signature === 'string' ? signature : undefined,
        )
        if (taken === 'FORGED')
          return reply.code(400).send(errorBodyOf(REFUSAL.INVALID_SIGNATURE, 'Invalid signature', id))
        if (taken === 'UNKNOWN') return reply.code(503).send(errorBodyOf(0, 'Unknown purchase', id))
        return reply.send({ received: true })
      },
    )
  })
