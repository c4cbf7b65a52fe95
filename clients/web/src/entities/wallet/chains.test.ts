import type { ChainInfo } from '@vest/protocol'
import { describe, expect, it, vi } from 'vitest'
import {
  ensureChain,
  evmChains,
  explorerLink,
  giveUpSuggestion,
  rpcAddress,
  suggestChain,
  suggestionAnswered,
  usdcOf,
} from './chains.ts'
import { ProviderError, USER_REJECTED, type RequestArguments } from './eip1193.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const chain: ChainInfo = {
  chainId: 42161,
  name: 'Arbitrum',
  networkType: 0,
  isDefault: true,
  vault: `0x${'11'.repeat(20)}`,
  router: `0x${'11'.repeat(20)}`,
  cctpDomain: 3,
  withdrawFee: '0.200000',
  minDeposit: '1.000000',
  withdrawSeconds: 60,
  explorerTx: 'https://explorer.example/tx/{hash}',
  rpcUrl: '/devnet/rpc/42161',
  tokens: [{ symbol: 'USDC', address: `0x${'22'.repeat(20)}`, decimals: 6, authorization: null }],
}

/** A wallet on `start` that knows the chains in `known`. */
function createProvider(
  start: string,
  known: readonly string[],
  refuses: Partial<Record<string, unknown>> = {},
) {
  const calls: RequestArguments[] = []
  let current = start
  let chains = [...known]
  return {
    calls,
    request: async (args: RequestArguments): Promise<unknown> => {
      calls.push(args)
      if (args.method in refuses) throw refuses[args.method]
      const [first] = (args.params ?? []) as readonly { readonly chainId: string }[]
      if (args.method === 'eth_chainId') return current
      if (args.method === 'wallet_addEthereumChain') chains = [...chains, first!.chainId]
      if (args.method === 'wallet_switchEthereumChain' && !chains.includes(first!.chainId))
        throw new ProviderError(4902, 'Unrecognized chain')
      if (args.method === 'wallet_switchEthereumChain') current = first!.chainId
      return null
    },
  }
}

const methods = ({ calls }: ReturnType<typeof createProvider>): readonly string[] =>
  calls.map(({ method }) => method)

/** A wallet on another chain whose owner comes to each question late. */
function createSlow() {
  const wallet = createProvider('0x1', ['0xa4b1'])
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  return {
    ...wallet,
    answer: () => answer(),
    request: async (args: RequestArguments): Promise<unknown> => {
      const result = wallet.request(args)
      if (args.method === 'wallet_switchEthereumChain') await isAnswered
      return result
    },
  }
}

describe('a chain that is suggested', () => {
  const find = async (): Promise<ChainInfo> => chain

  it('[2.10] asks the wallet once to switch', async () => {
    const provider = createProvider('0x1', ['0xa4b1'])
    await suggestChain(provider, find)
    expect(provider.calls).toEqual([
      { method: 'eth_chainId' },
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa4b1' }] },
    ])
    expect(suggestionAnswered(provider)).toBeUndefined()
  })

  it('[2.10] is never added, and whatever the wallet says instead is the end of it', async () => {
    const unknown = createProvider('0x1', [])
    const declining = createProvider('0x1', ['0xa4b1'], {
      wallet_switchEthereumChain: new ProviderError(USER_REJECTED, 'no'),
    })
    const silent = createProvider('0x1', [], { eth_chainId: new Error('locked') })
    for (const provider of [unknown, declining, silent]) {
      await suggestChain(provider, find)
      expect(methods(provider)).not.toContain('wallet_addEthereumChain')
      expect(suggestionAnswered(provider)).toBeUndefined()
    }
  })

  it('asks nothing of a wallet that is there, nor where no chain is to be suggested or had', async () => {
    const there = createProvider('0xa4b1', [])
    await suggestChain(there, find)
    expect(methods(there)).toEqual(['eth_chainId'])
    const elsewhere = createProvider('0x1', ['0xa4b1'])
    await suggestChain(elsewhere, async () => undefined)
    await suggestChain(elsewhere, () => Promise.reject(new Error('unreachable')))
    expect(elsewhere.calls).toEqual([])
  })

  it('is one question at a time: another suggestion and what needs the chain wait for its answer', async () => {
    const provider = createSlow()
    const first = suggestChain(provider, find)
    const second = suggestChain(provider, find)
    const ensured = ensureChain(provider, chain, ORIGIN)
    await vi.waitFor(() => expect(methods(provider)).toContain('wallet_switchEthereumChain'))
    provider.answer()
    await Promise.all([first, second, ensured])
    expect(methods(provider)).toEqual(['eth_chainId', 'wallet_switchEthereumChain', 'eth_chainId'])
  })

  it('is not asked any more once it was given up', async () => {
    const provider = createProvider('0x1', ['0xa4b1'])
    let answer: ((found: ChainInfo) => void) | undefined
    const first = suggestChain(
      provider,
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    giveUpSuggestion(provider)
    await first
    answer?.(chain)
    // All that follows from the answer at once.
    await new Promise((resolve) => setImmediate(resolve))
    expect(methods(provider)).not.toContain('wallet_switchEthereumChain')
  })

  it('is given up where the wallet leaves it unanswered, and its late answer ends nothing else', async () => {
    const provider = createSlow()
    const first = suggestChain(provider, find)
    await vi.waitFor(() => expect(methods(provider)).toContain('wallet_switchEthereumChain'))
    giveUpSuggestion(provider)
    await first
    expect(suggestionAnswered(provider)).toBeUndefined()
    const again = suggestChain(provider, () => new Promise(() => undefined))
    provider.answer()
    // All that follows from the answer at once.
    await new Promise((resolve) => setImmediate(resolve))
    expect(suggestionAnswered(provider)).toBe(again)
    giveUpSuggestion(provider)
    await again
  })
})

describe('chains', () => {
  it('asks nothing of a wallet that is on the chain already', async () => {
    const provider = createProvider('0xa4b1', [])
    await ensureChain(provider, chain, ORIGIN)
    expect(provider.calls.map(({ method }) => method)).toEqual(['eth_chainId'])
  })

  it('[6.4] switches, and adds a chain that the wallet does not know with an address it can reach', async () => {
    const provider = createProvider('0x1', [])
    await ensureChain(provider, chain, ORIGIN)
    expect(provider.calls.map(({ method }) => method)).toEqual([
      'eth_chainId',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(provider.calls[2]?.params).toMatchObject([
      { chainId: '0xa4b1', rpcUrls: [`${ORIGIN}/devnet/rpc/42161`] },
    ])
  })

  it('understands wallets that hide the unknown chain inside another error', async () => {
    const hidden = { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } }
    const provider = createProvider('0x1', [], { wallet_switchEthereumChain: hidden })
    await expect(ensureChain(provider, chain, ORIGIN)).rejects.toBe(hidden)
    expect(provider.calls.map(({ method }) => method)).toContain('wallet_addEthereumChain')
  })

  it('does not add a chain when the owner declined the switch', async () => {
    const declined = new ProviderError(USER_REJECTED, 'no')
    const provider = createProvider('0x1', [], { wallet_switchEthereumChain: declined })
    await expect(ensureChain(provider, chain, ORIGIN)).rejects.toBe(declined)
    expect(provider.calls.map(({ method }) => method)).not.toContain('wallet_addEthereumChain')
  })

  it('finds token, RPC and explorer where there are any', () => {
    expect(usdcOf(chain)?.decimals).toBe(6)
    expect(evmChains([chain, { ...chain, chainId: 0, networkType: 1 }])).toEqual([chain])
    expect(rpcAddress({ ...chain, rpcUrl: null }, ORIGIN)).toBeUndefined()
    expect([explorerLink(chain, '0xab'), explorerLink({ ...chain, explorerTx: null }, '0xab')]).toEqual([
      'https://explorer.example/tx/0xab',
      undefined,
    ])
  })
})
