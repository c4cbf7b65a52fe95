/** Money into the LP pool and out of it, by signed orders. */
import { type LpOrderRow, type LpOrderType, parseDecimal } from '@vest/protocol'
import { type CallError, type SignedWriteError, ValidationError } from './errors.ts'
import { sendSigned, type SessionPort, type WriteOptions } from './signedWrite.ts'

/** 4010: the nonce was used; 1149: not for this account; all other 4xxx arrive as status REJECTED. */
export type PlaceLpOrderError = SignedWriteError<'placeLpOrder'>
/** 3004: it came too late; 3015: the nonce was used; 3017: there is nothing to take back. */
export type CancelLpOrderError = SignedWriteError<'cancelLpOrder'>
export type LpOrdersError = CallError<'lpOrders'>

export interface LpOrderIntent {
  readonly orderType: LpOrderType
  /** USDC, at most 6 decimals; signed as it is. */
  readonly size: string
}

export const lp = (session: SessionPort) => {
  const { http } = session
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
        call: 'placeLpOrder',
        kind: 'lp',
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
        call: 'cancelLpOrder',
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

    /** The LP order with this nonce, of any key or of `signer`'s, or undefined. Throws {@link LpOrdersError}. */
    findLpOrderByNonce: async (nonce: number, signer?: string): Promise<LpOrderRow | undefined> =>
      (await http.call('lpOrders', { query: { nonce, signer } })).find((row) => row.nonce === nonce),
  }
}

function checkLpOrder({ size }: LpOrderIntent): void {
  const parsed = parseDecimal(size, 6)
  if (parsed.ok ? parsed.value > 0 : parsed.failure === 'range') return
  throw new ValidationError('size', 'Must be a positive amount with at most 6 decimals')
}
