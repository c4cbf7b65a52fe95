/**
 * A wallet extension for the browser under test: announced by EIP-6963, speaking EIP-1193, with its key outside
 * the page. It begins on another network, as wallets do, and learns the exchange's from the page. What it was
 * asked is kept, so that a test can tell what its owner would have seen.
 */
import type { Page } from '@playwright/test'
import type { Hex } from '@vest/protocol'
import { createPublicClient, createWalletClient, http, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainOf } from '@vest/contracts'
import { createPrivateKey } from '@vest/sdk/node'

export const WALLET_NAME = 'Test Wallet'
const ETHEREUM_MAINNET = '0x1'
const UNKNOWN_CHAIN = 4902
const UNAUTHORIZED = 4100
const UNSUPPORTED = 4200
const USER_REJECTED = 4001
const INTERNAL = -32603

export interface InjectedWallet {
  /** Lower case. */
  readonly address: Hex
  /** Methods in the order in which the page called them. */
  readonly asked: readonly string[]
  /** From now on the owner declines whatever needs consent. */
  declineAll(isDeclining: boolean): void
  /** From now on whatever needs consent fails with these words of the wallet's own; undefined = no more. */
  failWith(words: string | undefined): void
  /** The owner chooses another address in the wallet, which tells the page. Answers it, in lower case. */
  moveTo(privateKey: Hex): Promise<Hex>
  /** The network that it stands on. */
  readonly chainId: number
  /** The owner has added this network to the wallet before. */
  know(chainId: number, rpcUrl: string): void
  /** The owner chooses another network in the wallet, which tells the page. */
  changeChain(chainId: number): Promise<void>
  /** From now on the owner leaves the wallet's question open; answers how they come back to it. */
  leaveOpen(method: string): () => void
}

interface Request {
  readonly method: string
  readonly params?: readonly unknown[]
}
type Answer =
  { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }

class WalletError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const NEEDS_CONSENT = new Set([
  'eth_requestAccounts',
  'eth_signTypedData_v4',
  'personal_sign',
  'eth_sendTransaction',
])
const BINDING = 'vestTestWalletRequest'
const TOLD = 'vestTestWalletTold'

/** Call before the page is opened. */
export async function injectWallet(
  page: Page,
  privateKey: Hex = createPrivateKey(),
): Promise<InjectedWallet> {
  let account = privateKeyToAccount(privateKey)
  const address = account.address.toLowerCase() as Hex
  const asked: string[] = []
  const rpcUrls = new Map<string, string>()
  const open = new Map<string, Promise<void>>()
  let chainId = ETHEREUM_MAINNET
  let isConnected = false
  let isDeclining = false
  let failure: string | undefined

  const rpc = () => {
    const url = rpcUrls.get(chainId)
    if (url === undefined) throw new WalletError(UNKNOWN_CHAIN, 'The network has no RPC')
    const chain = chainOf(Number(chainId), url)
    return { chain, transport: http(url) }
  }

  async function answer({ method, params = [] }: Request): Promise<unknown> {
    asked.push(method)
    await open.get(method)
    if (isDeclining && NEEDS_CONSENT.has(method))
      throw new WalletError(USER_REJECTED, 'User rejected the request')
    if (failure !== undefined && NEEDS_CONSENT.has(method)) throw new WalletError(INTERNAL, failure)
    if (NEEDS_CONSENT.has(method) && method !== 'eth_requestAccounts' && !isConnected)
      throw new WalletError(UNAUTHORIZED, 'Not connected')
    switch (method) {
      case 'eth_requestAccounts':
        isConnected = true
        return [account.address]
      case 'eth_accounts':
        return isConnected ? [account.address] : []
      case 'eth_chainId':
        return chainId
      case 'wallet_addEthereumChain': {
        const { chainId: added, rpcUrls: urls } = params[0] as { chainId: string; rpcUrls: string[] }
        rpcUrls.set(added, urls[0]!)
        return null
      }
      case 'wallet_switchEthereumChain': {
        const { chainId: wanted } = params[0] as { chainId: string }
        if (!rpcUrls.has(wanted)) throw new WalletError(UNKNOWN_CHAIN, 'Unrecognized chain ID')
        chainId = wanted
        return null
      }
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(params[1] as string) as TypedDataDefinition)
      case 'personal_sign':
        return account.signMessage({ message: { raw: params[0] as Hex } })
      case 'eth_sendTransaction': {
        const { to, data, value } = params[0] as { to: Hex; data?: Hex; value?: Hex }
        const client = createWalletClient({ account, ...rpc() })
        return client.sendTransaction({
          to,
          ...(data ? { data } : {}),
          ...(value ? { value: BigInt(value) } : {}),
        })
      }
      default: {
        if (!method.startsWith('eth_')) throw new WalletError(UNSUPPORTED, `No ${method} here`)
        return createPublicClient(rpc()).request({ method, params } as never)
      }
    }
  }

  await page.exposeFunction(BINDING, async (request: Request): Promise<Answer> => {
    try {
      return { result: (await answer(request)) ?? null }
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string }
      return { error: { code: typeof code === 'number' ? code : INTERNAL, message } }
    }
  })
  await page.addInitScript(announceInPage, { binding: BINDING, name: WALLET_NAME, told: TOLD })
  const tell = (event: string, payload: unknown): Promise<void> =>
    page.evaluate(([told, detail]) => void globalThis.dispatchEvent(new CustomEvent(told, { detail })), [
      TOLD,
      { event, payload },
    ] as const)
  return {
    address,
    asked,
    get chainId() {
      return Number(chainId)
    },
    declineAll: (value) => (isDeclining = value),
    failWith: (words) => (failure = words),
    async moveTo(key) {
      account = privateKeyToAccount(key)
      await tell('accountsChanged', [account.address])
      return account.address.toLowerCase() as Hex
    },
    know: (id, rpcUrl) => void rpcUrls.set(hexOf(id), rpcUrl),
    async changeChain(id) {
      chainId = hexOf(id)
      await tell('chainChanged', chainId)
    },
    leaveOpen(method) {
      let answer = (): void => undefined
      open.set(
        method,
        new Promise((resolve) => {
          answer = resolve
        }),
      )
      return () => {
        open.delete(method)
        answer()
      }
    },
  }
}

const hexOf = (chainId: number): string => `0x${chainId.toString(16)}`

/** Runs in the page. */
function announceInPage(given: {
  readonly binding: string
  readonly name: string
  readonly told: string
}): void {
  const { binding, name, told } = given
  type Listener = (payload: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const provider = {
    async request(request: { method: string; params?: unknown[] }): Promise<unknown> {
      const ask = (
        globalThis as unknown as Record<
          string,
          (request: unknown) => Promise<{ result?: unknown; error?: { code: number; message: string } }>
        >
      )[binding]!
      const { result, error } = await ask(request)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      if (request.method === 'wallet_switchEthereumChain')
        for (const listener of listeners.get('chainChanged') ?? [])
          listener((request.params![0] as { chainId: string }).chainId)
      return result
    },
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: Listener): void => void listeners.get(event)?.delete(listener),
  }
  globalThis.addEventListener(told, ({ detail }: CustomEventInit<{ event: string; payload: unknown }>) => {
    for (const listener of listeners.get(detail!.event) ?? []) listener(detail!.payload)
  })
  const info = {
    uuid: '6a2f1b1e-9d0c-4f6e-8f52-2c7f0a5be001',
    name,
    rdns: 'test.vest.wallet',
    icon: 'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
  }
  const announce = (): void =>
    void globalThis.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  globalThis.addEventListener('eip6963:requestProvider', announce)
  announce()
}
