/** The page on which a plan is paid on devnet: it says whose it is, takes no card, and goes where the session says. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, PAGE_HEADERS, pageOf } from '../formPage.ts'
import type { PaymentStandIn } from './paymentStandIn.ts'

const BODY_BYTES_MAX = 2_048

export interface CheckoutPage {
  /** The last part of the path is the session. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** `kept`: what was pressed is written; the buyer is sent on after that. */
export function createCheckoutPage(standIn: PaymentStandIn, kept: () => Promise<void>): CheckoutPage {
  return {
    async handle(request, response) {
      const id = (request.url ?? '').split('?')[0]!.split('/').at(-1)!
      const session = standIn.session(id)
      if (session === undefined || session.status === 'expired') {
        response
          .writeHead(404, PAGE_HEADERS)
          .end(
            pageOf(
              'This payment is over',
              '<p>Its time has run out, or it never was. Choose a plan again.</p>',
            ),
          )
        return
      }
      if (request.method !== 'POST') {
        response.writeHead(200, PAGE_HEADERS).end(formOf(standIn.priceName(session), session))
        return
      }
      const choice = new URLSearchParams(await bodyOf(request)).get('choice')
      const to = choice === 'pay' ? standIn.pay(id) : choice === 'leave' ? standIn.leave(id) : undefined
      if (to === undefined) {
        if (choice === 'decline') standIn.decline(id)
        const declined = `<p role="alert">The card was declined. Nothing was charged.</p>`
        response.writeHead(402, PAGE_HEADERS).end(formOf(standIn.priceName(session), session, declined))
        return
      }
      await kept()
      response.writeHead(303, { ...PAGE_HEADERS, location: to }).end()
    },
  }
}

type Shown = Pick<
  NonNullable<ReturnType<PaymentStandIn['session']>>,
  'amount_total' | 'currency' | 'customer_details'
>

function formOf(name: string, { amount_total, currency, customer_details }: Shown, notice = ''): string {
  const price = `${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}`
  return pageOf(
    `Pay for Vest Capital ${name}`,
    `<p><small>Devnet’s own payment page: it stands in for Stripe, and no money moves.</small></p>${notice}` +
      `<article><p>Evaluation plan ${escapeHtml(name)}</p><p><strong>${escapeHtml(price)}</strong></p>` +
      `<p><small>${escapeHtml(customer_details.email ?? '')}</small></p></article>` +
      `<form method="post"><button name="choice" value="pay">Pay ${escapeHtml(price)}</button> ` +
      `<button name="choice" value="decline">Pay with a card that is declined</button> ` +
      `<button name="choice" value="leave">Back without paying</button></form>`,
  )
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) break
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
