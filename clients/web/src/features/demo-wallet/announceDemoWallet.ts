/**
 * Announces the demo wallet by EIP-6963, on a local exchange alone: it exists only where the exchange publishes
 * an RPC of its own origin under /devnet/.
 */
import type { ChainInfo } from '@vest/protocol'
import { openSecretStore } from '../../entities/session/vault/secretStore.ts'
import {
  ANNOUNCE,
  DEMO_WALLET_RDNS,
  ProviderError,
  REQUEST,
  rpcAddress,
  type Eip1193Provider,
} from '../../entities/wallet/index.ts'
import { createDemoKey } from './demoKey.ts'
import { askOwner } from './demoQuestions.ts'
import { createDemoWallet } from './demoWallet.ts'

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23141210"/%3E%3Cpath d="M6 8h7l3 16z" fill="%23efede5"/%3E%3Cpath d="M26 8h-7l-3 16z" fill="%23aabafb"/%3E%3C/svg%3E'

export async function announceDemoWallet(chains: readonly ChainInfo[]): Promise<void> {
  const rpcs = new Map(
    chains.flatMap((chain) => {
      const url = rpcAddress(chain, location.origin)
      return url === undefined ? [] : [[chain.chainId, createRpc(url)] as const]
    }),
  )
  const [first, ...others] = rpcs.keys()
  if (first === undefined) return
  const provider = createDemoWallet({
    key: createDemoKey(await openSecretStore()),
    chainIds: [first, ...others],
    rpc: (chainId, method, params) => rpcs.get(chainId)!(method, params),
    ask: askOwner,
  })
  announce(provider)
}

function announce(provider: Eip1193Provider): void {
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: 'Demo wallet',
      icon: ICON,
      rdns: DEMO_WALLET_RDNS,
    }),
    provider,
  })
  const say = (): void => void globalThis.dispatchEvent(new CustomEvent(ANNOUNCE, { detail }))
  globalThis.addEventListener(REQUEST, say)
  say()
}

function createRpc(url: string): (method: string, params: readonly unknown[]) => Promise<unknown> {
  let lastId = 0
  return async (method, params) => {
    lastId += 1
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
    })
    const answer = (await response.json()) as {
      readonly result?: unknown
      readonly error?: { readonly code: number; readonly message: string }
    }
    if (answer.error !== undefined) throw new ProviderError(answer.error.code, answer.error.message)
    return answer.result
  }
}
