/** Calls that exist on a local exchange alone, outside the versioned API: play money and scenarios. */
import { systemClock, type ClientClock } from './clientClock.ts'
import { createHttp, type FetchLike } from './http.ts'

export interface DevnetClientOptions {
  readonly baseUrl: string
  readonly fetch?: FetchLike | undefined
  readonly clock?: ClientClock | undefined
  readonly validate?: boolean | undefined
}
export type DevnetClient = ReturnType<typeof createDevnetClient>

export function createDevnetClient(options: DevnetClientOptions) {
  const http = createHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock: options.clock ?? systemClock,
    requestTimeoutMs: 60_000,
    validate: options.validate ?? false,
  })
  return {
    /** USDC and gas to `address` on a local chain, the default one if none is named; once an hour. Throws ApiError 1003, 1130; TransportError. */
    faucet: (address: string, chainId?: number, usdc?: string) =>
      http.raw('faucetResponse', 'POST', '/devnet/faucet', {
        body: {
          address,
          ...(chainId === undefined ? {} : { chainId }),
          ...(usdc === undefined ? {} : { usdc }),
        },
      }),

    /** The engine's last sequence number and state hash. Throws TransportError. */
    state: () => http.raw('devnetStateResponse', 'GET', '/devnet/state'),

    /** Moves a market's index price. Throws ApiError 1121, 1130; TransportError. */
    setPrice: (input: { readonly symbol: string; readonly price: string }) =>
      http.raw(undefined, 'POST', '/devnet/price', { body: input }),
  }
}
