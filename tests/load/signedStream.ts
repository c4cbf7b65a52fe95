/**
 * Signed requests as bytes, made on the fly: a native signature takes a tenth of a millisecond, so one thread makes as
 * many as an exchange on the same machine can take. Every order lies deep below the mark and ends at once, so that
 * any number of them may be executed and nothing is left.
 */
import type { Hex, SignedAction } from '@vest/protocol'
import type { TestKey } from '../../services/exchange/src/testing/testKeys.ts'

export interface StreamAccount {
  readonly apiKey: string
  readonly key: TestKey
}

export interface SignedRequest {
  readonly bytes: Buffer
  readonly signer: Hex
  readonly nonce: number
  readonly signedMs: number
}

export interface OrderShape {
  readonly symbol: string
  readonly size: string
  readonly orderType?: 'LIMIT' | 'MARKET'
  readonly limitPrice: string
  readonly isBuy: boolean
  readonly reduceOnly: boolean
  readonly timeInForce: 'IOC' | 'GTC'
}

/** As long as the exchange allows: what was refused may be sent again as it is. */
const RECV_WINDOW_MS = 60_000

export interface SignedStream {
  order(account: StreamAccount, shape: OrderShape): SignedRequest
  cancel(account: StreamAccount, id: string): SignedRequest
}

/** Of a program of the installation: thousands a second are no stranger's. */
export function createSignedStream(programToken: () => string): SignedStream {
  let last = 0
  const nextNonce = (): number => (last = Math.max(Date.now(), last + 1))

  const request = (
    { apiKey, key }: StreamAccount,
    path: string,
    fields: { readonly nonce: number; readonly time: number },
    action: SignedAction,
  ): SignedRequest => {
    const body = JSON.stringify({
      order: fields,
      recvWindow: RECV_WINDOW_MS,
      signature: key.signAction(action),
    })
    const head =
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Vest-Program: ${programToken()}\r\nX-API-KEY: ${apiKey}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`
    return {
      bytes: Buffer.from(head + body, 'latin1'),
      signer: key.address,
      nonce: fields.nonce,
      signedMs: fields.time,
    }
  }

  return {
    order(account, { timeInForce, ...shape }) {
      const signed = { time: Date.now(), nonce: nextNonce(), orderType: 'LIMIT' as const, ...shape }
      return request(account, '/v2/orders', { ...signed, timeInForce } as typeof signed, {
        kind: 'order',
        ...signed,
      })
    },
    cancel(account, id) {
      const signed = { time: Date.now(), nonce: nextNonce(), id }
      return request(account, '/v2/orders/cancel', signed, { kind: 'cancel', ...signed })
    },
  }
}
