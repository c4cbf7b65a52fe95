/** Calls that exist on a local exchange alone, outside the versioned API: play money and scenarios. */
import type { DevnetStateResponse, FaucetResponse } from '@vest/protocol'
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
    faucet: (address: string, chainId?: number, usdc?: string): Promise<FaucetResponse> =>
      http.raw('devnetFaucet', 'POST', '/devnet/faucet', {
        address,
        ...(chainId === undefined ? {} : { chainId }),
        ...(usdc === undefined ? {} : { usdc }),
      }) as Promise<FaucetResponse>,

    /** The engine's last sequence number and state hash. Throws TransportError. */
    state: () => http.raw('devnetState', 'GET', '/devnet/state') as Promise<DevnetStateResponse>,

    /** Moves a market's index price. Throws ApiError 1121, 1130; TransportError. */
    setPrice: (input: { readonly symbol: string; readonly price: string }) =>
      http.raw(undefined, 'POST', '/devnet/price', input),
  }
}
