/** What calls that read are answered from the books. */
import { newId, type Books, type Intent } from '../paymentBooks.ts'
import { partIn, textIn, type Fields } from '../formFields.ts'
import { ApiRefusal, missing } from './apiAnswer.ts'
import { createdIn, pageOfList } from './apiLists.ts'
import { entryOf, find } from './bookEntries.ts'
import { shownSession } from './checkoutSessions.ts'

/** The path is that behind the version; what is not there is refused. */
export type ApiReads = (path: readonly string[], fields: Fields) => object

export function createApiReads(books: Omit<Books, 'undelivered' | 'answers'>): ApiReads {
  return (path, fields) => {
    const [kind, second] = path
    const name = path.join('/')
    if (kind === 'checkout' && second === 'sessions') return sessions(path, fields)
    if (kind === 'prices') return prices(path, fields)
    if (kind === 'payment_intents' && second !== undefined) return intent(second, fields)
    if (kind === 'charges' && second === 'search') return searchCharges(textIn(fields, 'query') ?? '')
    const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
      products: books.products,
      charges: books.charges,
      refunds: books.refunds.filter(({ charge }) => charge === (textIn(fields, 'charge') ?? charge)),
      events: books.messages,
      disputes: books.disputes.filter(({ charge }) => charge === (textIn(fields, 'charge') ?? charge)),
    }
    if (kind === undefined || !Object.hasOwn(lists, kind)) throw missing('path', name)
    const rows = lists[kind]!
    return second === undefined ? pageOfList(name, rows, fields) : entryOf(rows, kind.slice(0, -1), second)
  }

  function sessions(path: readonly string[], fields: Fields): object {
    const [, , id, part] = path
    const name = path.join('/')
    if (id === undefined) return pageOfList(name, createdIn(books.sessions, fields).map(shownSession), fields)
    const session = entryOf(books.sessions, 'checkout.session', id)
    if (part === undefined) return shownSession(session)
    if (part !== 'line_items') throw missing('path', name)
    const item = {
      id: newId('li'),
      object: 'item',
      quantity: 1,
      currency: session.currency,
      amount_total: session.amount_total,
      price: priceOf(session.price),
    }
    return pageOfList(name, [item], fields)
  }

  function prices(path: readonly string[], fields: Fields): object {
    const [, id] = path
    if (id !== undefined) return priceOf(entryOf(books.prices, 'price', id).id)
    const active = books.prices.filter(
      (price) => String(price.active) === (textIn(fields, 'active') ?? 'true'),
    )
    return pageOfList(
      path.join('/'),
      active.map((price) => priceOf(price.id, isExpanded(fields, 'data.product'))),
      fields,
    )
  }

  function priceOf(id: string, hasProduct = false) {
    const price = find(books.prices, id)!
    return hasProduct ? { ...price, product: find(books.products, price.product) } : price
  }

  function intent(id: string, fields: Fields): object {
    const found: Intent = entryOf(books.intents, 'payment_intent', id)
    return isExpanded(fields, 'latest_charge')
      ? { ...found, latest_charge: find(books.charges, found.latest_charge) }
      : found
  }

  /** Of the query language as much as is asked here: the card, and that it was paid. */
  function searchCharges(query: string): object {
    const asked = /^payment_method_details\.card\.fingerprint:'(\w+)' AND status:'succeeded'$/.exec(
      query,
    )?.[1]
    if (asked === undefined)
      throw new ApiRefusal(400, 'parameter_invalid', 'We were unable to parse your query.')
    const data = books.charges.filter(
      ({ paid, payment_method_details: { card } }) => paid && card.fingerprint === asked,
    )
    return {
      object: 'search_result',
      url: '/v1/charges/search',
      has_more: false,
      data,
      next_page: null,
    }
  }
}

const isExpanded = (fields: Fields, name: string): boolean =>
  Object.values(partIn(fields, 'expand') ?? {}).includes(name)
