/** What happened as messages: each waits in the books until it is taken, and is signed when it is sent. */
import { createHmac } from 'node:crypto'
import { API_VERSION, newId, type Books, type Message } from '../paymentBooks.ts'

export interface EventMessagesPorts {
  readonly books: Pick<Books, 'messages' | 'undelivered'>
  readonly nowMs: () => number
  readonly nowS: () => number
  readonly webhookSecret: string
}

export interface EventMessages {
  /** The object is told as it is now, whatever becomes of it. */
  tell(type: string, object: object): void
  /** Body and signature of a message, signed now. */
  sign(message: Message): { readonly body: string; readonly signature: string }
}

export function createEventMessages({
  books,
  nowMs,
  nowS,
  webhookSecret,
}: EventMessagesPorts): EventMessages {
  return {
    tell(type, object) {
      const message: Message = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: nowS(),
        livemode: false,
        type,
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      }
      books.messages.push(message)
      books.undelivered.push({ message, tries: 0, nextMs: nowMs() })
    },
    sign(message) {
      const body = JSON.stringify(message)
      const t = nowS()
      const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex')
      return { body, signature: `t=${t},v1=${v1}` }
    },
  }
}
