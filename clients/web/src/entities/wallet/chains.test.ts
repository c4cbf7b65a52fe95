import type { ChainInfo } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { ensureChain, evmChains, explorerLink, rpcAddress, usdcOf } from './chains.ts'
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

/** A wallet on `current` that knows the chains in `known`. */
function createProvider(
  current: string,
  known: readonly string[],
  refuses: Partial<Record<string, unknown>> = {},
) {
  const calls: RequestArguments[] = []
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
      return null
    },
  }
}

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
