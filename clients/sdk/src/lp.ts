/** The LP pool: money in and out of it by signed orders, their records, and the pool itself. */
import {
  type LpOrderRow,
  type LpOrderType,
  type OrderStatus,
  parseDecimal,
  type HistoryInterval,
} from '@vest/protocol'
import { type CallError, type SignedWriteError, ValidationError } from './errors.ts'
import type { TimeWindow } from './marketData.ts'
import { sendSigned, type SessionPort, type WriteOptions } from './signedWrite.ts'

/** 4010: the nonce was used; 1149: not for this account; all other 4xxx arrive as status REJECTED. */
export type PlaceLpOrderError = SignedWriteError<'placeLpOrder'>
/** 3004: it came too late; 3015: the nonce was used; 3017: there is nothing to take back. */
export type CancelLpOrderError = SignedWriteError<'cancelLpOrder'>
/** 1116: an order type that does not exist. */
export type LpOrdersError = CallError<'lpOrders'>

export interface LpOrderIntent {
  readonly orderType: LpOrderType
  /** USDC, at most 6 decimals; signed as it is. */
  readonly size: string
}
export interface LpOrdersQuery extends TimeWindow {
  readonly id?: string | readonly string[] | undefined
  readonly nonce?: number | undefined
  /** Of this key's signature only: a nonce is a number of the key that signed. */
  readonly signer?: string | undefined
  readonly orderType?: LpOrderType | undefined
  readonly status?: OrderStatus | undefined
}
export interface PoolHistoryQuery extends TimeWindow {
  /** Default 1d. */
  readonly interval?: HistoryInterval | undefined
}

export const lp = (session: SessionPort) => {
  const { http } = session
  const read = (query: LpOrdersQuery = {}) =>
    http.get('lpOrdersResponse', '/lp', { access: 'private', query: { ...query } })

  return {
    /**
     * Signs and sends an LP order ([3.16]); the answer says that it was recorded. A deposit and a withdrawal at
     * once are FILLED or REJECTED at that moment, a scheduled one is NEW until it is paid. Throws
     * {@link PlaceLpOrderError}.
     */
    async placeLpOrder(order: LpOrderIntent, options: WriteOptions = {}) {
      checkLpOrder(order)
      const { orderType, size } = order
      return sendSigned(session, {
        kind: 'lp',
        path: '/lp',
        answer: 'idResponse',
        nonces: 1,
        options,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, orderType, size },
          recvWindow,
          signature: await signer.sign({ kind: 'lp', time, nonce, orderType, size }),
        }),
      })
    },

    /**
     * Takes a scheduled withdrawal back; what has not been paid of it stays in the pool. 3017: it is paid, taken back
     * or of another account. Throws {@link CancelLpOrderError}.
     */
    cancelLpOrder: (id: string, options: WriteOptions = {}) =>
      sendSigned(session, {
        kind: 'cancel',
        path: '/lp/cancel',
        answer: 'idResponse',
        nonces: 1,
        options,
        orderId: id,
        body: async ({ time, nonce, recvWindow, signer }) => ({
          order: { time, nonce, id },
          recvWindow,
          signature: await signer.sign({ kind: 'cancel', time, nonce, id }),
        }),
      }),

    /** LP orders, newest first ([3.16]). Throws {@link LpOrdersError}. */
    lpOrders: read,

    /** The LP order with this nonce, of any key or of `signer`'s, or undefined. Throws {@link LpOrdersError}. */
    findLpOrderByNonce: async (nonce: number, signer?: string): Promise<LpOrderRow | undefined> =>
      (await read({ nonce, signer })).find((row) => row.nonce === nonce),

    /** Value, price of a share, yield, caps and fees of the pool. Throws {@link ReadError}. */
    pool: () => http.get('poolResponse', '/lp/pool'),

    /** One row per interval with the last hourly value in it, oldest first. Throws {@link ReadError}. */
    poolHistory: (query: PoolHistoryQuery = {}) =>
      http.get('poolHistoryResponse', '/lp/pool/history', { query: { ...query } }),
  }
}

function checkLpOrder({ size }: LpOrderIntent): void {
  const parsed = parseDecimal(size, 6)
  if (parsed.ok ? parsed.value > 0 : parsed.failure === 'range') return
  throw new ValidationError('size', 'Must be a positive amount with at most 6 decimals')
}
