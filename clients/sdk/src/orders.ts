/** Placing, cancelling and reading orders. Every write is signed by the session key and carries one nonce. */
import type { OrderRow, OrderStatus, OrderType, SignedOrder } from '@vest/protocol'
import type {
  ApiError,
  PrivateReadError,
  TransportError,
  UnknownOutcomeError,
  ValidationError,
} from './errors.ts'
import type { TimeWindow } from './marketData.ts'
import { nonceCount } from './nonceSource.ts'
import { checkOrderIntent, type OrderIntent } from './orderIntent.ts'
import { sendSigned, type SessionPort, type SignedAttempt, type WriteOptions } from './signedWrite.ts'

/** Refusals known at once; all other codes of an order arrive as its status REJECTED, see `confirmOrder`. */
export type PlaceOrderError =
  | ApiError<
      | 1002
      | 1003
      | 1022
      | 1023
      | 1099
      | 1111
      | 1116
      | 1121
      | 1130
      | 1131
      | 1132
      | 1133
      | 1145
      | 1148
      | 1149
      | 3015
    >
  | ValidationError
  | TransportError
  | UnknownOutcomeError
/** 3017: unknown or already finished, see `cancelRefusal`. */
export type CancelOrderError =
  | ApiError<1002 | 1003 | 1022 | 1023 | 1130 | 1131 | 1132 | 1149 | 3015 | 3017>
  | ValidationError
  | TransportError
  | UnknownOutcomeError

/** 1121: a symbol that does not exist. */
export type OrdersError = PrivateReadError | ApiError<1121>

export interface OrdersQuery extends TimeWindow {
  readonly id?: string | readonly string[] | undefined
  readonly nonce?: number | undefined
  readonly symbol?: string | undefined
  readonly orderType?: OrderType | undefined
  readonly status?: OrderStatus | undefined
}

/** What became of an order that could not be cancelled ([8.58]). */
export type CancelRefusal =
  | { readonly kind: 'alreadyCancelled'; readonly order: OrderRow }
  | { readonly kind: 'alreadyFilled'; readonly order: OrderRow }
  | { readonly kind: 'notFound' }

export const orders = (session: SessionPort) => {
  const { http } = session
  const read = (query: OrdersQuery = {}) =>
    http.get('ordersResponse', '/orders', { access: 'private', query: { ...query } })

  return {
    /**
     * Signs and sends an order, its TP and SL legs with nonces n+1 and n+2 ([7.14]); the answer says that it
     * was accepted, not that it was filled. Throws {@link PlaceOrderError}.
     */
    async placeOrder(order: OrderIntent, options: WriteOptions = {}) {
      checkOrderIntent(order)
      return sendSigned(session, {
        kind: 'order',
        path: '/orders',
        nonces: nonceCount(order),
        options,
        body: (attempt) => orderBody(order, attempt),
      })
    },

    /** Cancels a resting order ([7.15]). Throws {@link CancelOrderError}. */
    cancelOrder: (id: string, options: WriteOptions = {}) =>
      sendSigned(session, {
        kind: 'cancel',
        path: '/orders/cancel',
        nonces: 1,
        options,
        orderId: id,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, id },
          recvWindow,
          signature: await signer.sign({ kind: 'cancel', time, nonce, id }),
        }),
      }),

    /** After a cancel was refused with 3017: what became of the order ([8.58]). Throws {@link OrdersError}. */
    async cancelRefusal(id: string): Promise<CancelRefusal> {
      const order = (await read({ id })).find((row) => sameId(row.id, id))
      if (order?.status === 'CANCELLED') return { kind: 'alreadyCancelled', order }
      if (order?.status === 'FILLED') return { kind: 'alreadyFilled', order }
      return { kind: 'notFound' }
    },

    /** Orders, newest first ([7.13]). Throws {@link OrdersError}. */
    orders: read,

    /** The order with this nonce, or undefined. Throws {@link OrdersError}. */
    findOrderByNonce: async (nonce: number): Promise<OrderRow | undefined> =>
      (await read({ nonce })).find((row) => row.nonce === nonce),
  }
}

export const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

async function orderBody(order: OrderIntent, attempt: SignedAttempt): Promise<object> {
  const { time, nonce, recvWindow, signer } = attempt
  const main: SignedOrder = {
    kind: 'order',
    time,
    nonce,
    orderType: order.orderType,
    symbol: order.symbol,
    isBuy: order.isBuy,
    size: order.size,
    // An absent price is signed as "0": the tuple has no other word for none.
    limitPrice: order.limitPrice ?? '0',
    reduceOnly: order.reduceOnly ?? false,
  }
  const leg = (orderType: 'TAKE_PROFIT' | 'STOP_LOSS', price: string, step: 1 | 2): SignedOrder => ({
    ...main,
    orderType,
    nonce: nonce + step,
    isBuy: !order.isBuy,
    limitPrice: price,
    reduceOnly: true,
  })
  const { tpPrice, slPrice } = order
  const [signature, tpSignature, slSignature] = await Promise.all([
    signer.sign(main),
    tpPrice === undefined ? undefined : signer.sign(leg('TAKE_PROFIT', tpPrice, 1)),
    slPrice === undefined ? undefined : signer.sign(leg('STOP_LOSS', slPrice, 2)),
  ])
  return {
    order: {
      time,
      nonce,
      symbol: order.symbol,
      isBuy: order.isBuy,
      size: order.size,
      orderType: order.orderType,
      limitPrice: order.limitPrice,
      reduceOnly: main.reduceOnly,
      timeInForce: order.orderType === 'LIMIT' ? (order.timeInForce ?? 'GTC') : undefined,
      initMarginRatio: order.initMarginRatio,
      tpPrice,
      tpSignature,
      slPrice,
      slSignature,
    },
    recvWindow,
    signature,
  }
}
