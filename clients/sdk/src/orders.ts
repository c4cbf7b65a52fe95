/**
 * Placing, replacing, amending, cancelling and finding orders, one or all of them. Every write is signed by the session key and
 * carries one nonce.
 */
import type { OrderRow, SignedOrder } from '@vest/protocol'
import type { OrdersQuery } from './calls/index.ts'
import type { CallError, SignedWriteError } from './errors.ts'
import { nonceCount } from './nonceSource.ts'
import {
  type Amendment,
  checkAmendment,
  checkCancelTimeout,
  checkOrderIntent,
  checkSignature,
  type OrderIntent,
} from './orderIntent.ts'
import {
  type AcceptedMany,
  sendSigned,
  type SessionPort,
  type SignedAttempt,
  type WriteOptions,
} from './signedWrite.ts'

/** Refusals known at once; all other codes of an order arrive as its status REJECTED, see `confirmOrder`. */
export type PlaceOrderError = SignedWriteError<'placeOrder'>
/** 3004: it reached the exchange too late; 3017: the order to be replaced is unknown or already finished. */
export type ReplaceOrderError = SignedWriteError<'replaceOrder'>
/** 3017: unknown or already finished, see `cancelRefusal`. */
export type CancelOrderError = SignedWriteError<'cancelOrder'>

/**
 * 1116: it is no LIMIT order; 1148: the market is in HALT; 3017: unknown or already finished. The exchange's other
 * refusals are answered at once too, for they leave the order as it was and no record.
 */
export type AmendOrderError = SignedWriteError<'amendOrder'>
/** 1121: a symbol that does not exist; 3004: it reached the exchange too late. */
export type BulkOrderError = SignedWriteError<'cancelAllOrders' | 'closeAllPositions'>
export type CancelTimerError = SignedWriteError<'setCancelTimer'>

/** BAD_SYMBOL: a symbol that does not exist. */
export type OrdersError = CallError<'orders'>

/** Everything, or what is in one market. */
export interface BulkScope {
  readonly symbol?: string | undefined
}

/** What became of an order that could not be cancelled ([8.58]). */
export type CancelRefusal =
  | { readonly kind: 'alreadyCancelled'; readonly order: OrderRow }
  | { readonly kind: 'alreadyFilled'; readonly order: OrderRow }
  | { readonly kind: 'notFound' }

export const orders = (session: SessionPort) => {
  const { http } = session
  const read = (query: OrdersQuery) => http.call('orders', { query: { ...query } })

  return {
    /**
     * Signs and sends an order, its TP and SL legs with nonces n+1 and n+2 ([7.14]); the answer says that it
     * was accepted, not that it was filled. Throws {@link PlaceOrderError}.
     */
    async placeOrder(order: OrderIntent, options: WriteOptions = {}) {
      checkOrderIntent(order)
      return sendSigned(session, {
        call: 'placeOrder',
        kind: 'order',
        nonces: nonceCount(order),
        options,
        body: async (attempt) => ({
          ...(await signedOrder(order, attempt)),
          recvWindow: attempt.recvWindow,
        }),
      })
    },

    /** Cancels a resting order ([7.15]). Throws {@link CancelOrderError}. */
    cancelOrder: (id: string, options: WriteOptions = {}) =>
      sendSigned(session, {
        call: 'cancelOrder',
        kind: 'cancel',
        nonces: 1,
        options,
        orderId: id,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, id },
          recvWindow,
          signature: await signer.sign({ kind: 'cancel', time, nonce, id }),
        }),
      }),

    /**
     * Puts an order in the place of an open one, both or neither: where the new one is refused it is recorded as
     * REJECTED and the old one stays. The answer names the new order. The cancellation's nonce follows those of the
     * order. Throws {@link ReplaceOrderError}.
     */
    async replaceOrder(id: string, order: OrderIntent, options: WriteOptions = {}) {
      checkOrderIntent(order)
      const used = nonceCount(order)
      return sendSigned(session, {
        call: 'replaceOrder',
        kind: 'order',
        nonces: used + 1,
        options,
        orderId: id,
        async body(attempt) {
          const { time, recvWindow, signer } = attempt
          const cancel = { time, nonce: attempt.nonce + used, id }
          const { order: placed, signature } = await signedOrder(order, attempt)
          return {
            cancel: { order: cancel, signature: await signer.sign({ kind: 'cancel', ...cancel }) },
            place: { order: placed, signature },
            recvWindow,
          }
        },
      })
    },

    /**
     * Another size or price for a resting LIMIT order, which keeps its id; smaller at the same price it keeps its
     * turn as well. Refused, the order stays as it was. After a lost answer send it again with its nonce: 3015
     * says that the first has arrived, and the order what became of it. Throws {@link AmendOrderError}.
     */
    async amendOrder(amendment: Amendment, options: WriteOptions = {}) {
      checkAmendment(amendment)
      const { id, size, limitPrice } = amendment
      return sendSigned(session, {
        call: 'amendOrder',
        kind: 'amend',
        nonces: 1,
        options,
        orderId: id,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, id, size, limitPrice },
          recvWindow,
          signature: await signer.sign({ kind: 'amend', time, nonce, id, size, limitPrice }),
        }),
      })
    },

    /**
     * Cancels every open order of the account, or of one market, TP and SL included; the answer names them, none is
     * a success. After a lost answer send it again with its nonce: 3015 says that the first has arrived. Throws
     * {@link BulkOrderError}.
     */
    cancelAllOrders: (scope: BulkScope = {}, options: WriteOptions = {}) =>
      sendBulk(session, 'cancelAllOrders', 'cancelAll', scope, options),

    /**
     * Closes every position, or that of one market, by reduce-only MARKET orders at the default slippage ([9.5]);
     * the answer names them, and each may be REJECTED by itself. After a lost answer `orders({ nonce })` finds them.
     * Throws {@link BulkOrderError}.
     */
    closeAllPositions: (scope: BulkScope = {}, options: WriteOptions = {}) =>
      sendBulk(session, 'closeAllPositions', 'closeAll', scope, options),

    /**
     * The dead-man's switch: unless it is set again within this time, every open order but TP and SL is cancelled
     * with 3032. 5 seconds to a day; 0 disarms it. After a lost answer set it anew. Throws
     * {@link CancelTimerError}.
     */
    async setCancelTimer({ timeoutMs }: { readonly timeoutMs: number }, options: WriteOptions = {}) {
      checkCancelTimeout(timeoutMs)
      return sendSigned(session, {
        call: 'setCancelTimer',
        kind: 'deadman',
        nonces: 1,
        options,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, timeoutMs },
          recvWindow,
          signature: await signer.sign({ kind: 'deadman', time, nonce, timeoutMs }),
        }),
      })
    },

    /** After a cancel was refused with 3017: what became of the order ([8.58]). Throws {@link OrdersError}. */
    async cancelRefusal(id: string): Promise<CancelRefusal> {
      const order = (await read({ id })).find((row) => sameId(row.id, id))
      if (order?.status === 'CANCELLED') return { kind: 'alreadyCancelled', order }
      if (order?.status === 'FILLED') return { kind: 'alreadyFilled', order }
      return { kind: 'notFound' }
    },

    /** The order with this nonce, of any key or of `signer`'s, or undefined. Throws {@link OrdersError}. */
    findOrderByNonce: async (nonce: number, signer?: string): Promise<OrderRow | undefined> =>
      (await read({ nonce, signer })).find((row) => row.nonce === nonce),
  }
}

const sendBulk = (
  session: SessionPort,
  call: 'cancelAllOrders' | 'closeAllPositions',
  kind: 'cancelAll' | 'closeAll',
  { symbol }: BulkScope,
  options: WriteOptions,
): Promise<AcceptedMany> =>
  sendSigned(session, {
    call,
    kind,
    nonces: 1,
    options,
    body: async ({ time, nonce, recvWindow, signer }) => ({
      order: { time, nonce, symbol },
      recvWindow,
      // Of all markets: the tuple has no other word for none.
      signature: await signer.sign({ kind, time, nonce, symbol: symbol ?? '' }),
    }),
  })

export const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

async function signedOrder(
  order: OrderIntent,
  { time, nonce, signer }: SignedAttempt,
): Promise<{ readonly order: object; readonly signature: string }> {
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
  checkSignature('signature', signature)
  checkSignature('tpSignature', tpSignature)
  checkSignature('slSignature', slSignature)
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
      clientId: order.clientId,
    },
    signature,
  }
}
