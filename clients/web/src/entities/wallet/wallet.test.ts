import { describe, expect, it, vi } from 'vitest'
import { createSafeStorage } from '../../shared/storage/safeStorage.ts'
import type { RequestArguments } from './eip1193.ts'
import { createWalletStore, readChainId } from './wallet.ts'

const A = `0x${'aA'.repeat(20)}`
const B = `0x${'bb'.repeat(20)}`

/** Memory only: there is no local storage here. */
const memory = () =>
  createSafeStorage(() => {
    throw new Error('blocked')
  })

function createProvider(accounts: { list: readonly string[]; isAllowed: boolean }) {
  const listeners = new Map<string, (payload: never) => void>()
  const asked: string[] = []
  return {
    asked,
    emit: (event: string, payload: unknown) => listeners.get(event)?.(payload as never),
    listening: () => listeners.size,
    provider: {
      async request({ method }: RequestArguments): Promise<unknown> {
        asked.push(method)
        if (method === 'eth_chainId') return '0xa4b1'
        if (method === 'eth_requestAccounts' || (method === 'eth_accounts' && accounts.isAllowed))
          return accounts.list
        return []
      },
      on: (event: string, listener: (payload: never) => void) => void listeners.set(event, listener),
      removeListener: (event: string) => void listeners.delete(event),
    },
  }
}
const announced = (provider: ReturnType<typeof createProvider>['provider']) => ({
  info: { uuid: 'u', name: 'Wallet', icon: undefined, rdns: 'io.wallet' },
  provider,
})

describe('wallet connection', () => {
  it('[1.1] connects, in lower case, and follows address and chain', async () => {
    const { provider, emit } = createProvider({ list: [A], isAllowed: true })
    const store = createWalletStore(memory())
    await store.getState().connect(announced(provider))
    expect(store.getState().connected).toMatchObject({ address: A.toLowerCase(), chainId: 42161 })
    emit('accountsChanged', [B])
    emit('chainChanged', '0x1')
    expect(store.getState().connected).toMatchObject({ address: B, chainId: 1 })
  })

  it('is disconnected by an empty list of accounts and by the wallet, and then hears nothing more', async () => {
    for (const [event, payload] of [
      ['accountsChanged', []],
      ['disconnect', {}],
    ] as const) {
      const { provider, emit, listening } = createProvider({ list: [A], isAllowed: true })
      const store = createWalletStore(memory())
      await store.getState().connect(announced(provider))
      emit(event, payload)
      expect([store.getState().connected, listening()]).toEqual([undefined, 0])
    }
  })

  it('on the next visit asks the last wallet alone, and never with a question to its owner', async () => {
    const storage = memory()
    const first = createWalletStore(storage)
    await first.getState().connect(announced(createProvider({ list: [A], isAllowed: true }).provider))
    const again = createProvider({ list: [A], isAllowed: true })
    const other = createProvider({ list: [B], isAllowed: true })
    const second = createWalletStore(storage)
    second
      .getState()
      .announce({ info: { uuid: 'x', name: 'Other', icon: '', rdns: 'com.other' }, provider: other.provider })
    second.getState().announce(announced(again.provider))
    await vi.waitFor(() => expect(second.getState().connected?.address).toBe(A.toLowerCase()))
    expect([again.asked, other.asked]).toEqual([['eth_accounts', 'eth_chainId'], []])
  })

  it('[8.64] a wallet that grants no account is not connected', async () => {
    const { provider } = createProvider({ list: [], isAllowed: true })
    const store = createWalletStore(memory())
    await expect(store.getState().connect(announced(provider))).rejects.toThrow('Wallet is not connected')
    expect([store.getState().connected, store.getState().asking]).toEqual([undefined, undefined])
  })

  it('reads chain ids as wallets send them and nothing else', () => {
    expect([
      readChainId('0xa4b1'),
      readChainId(1),
      readChainId('42161'),
      readChainId('0xzz'),
      readChainId(undefined),
    ]).toEqual([42161, 1, undefined, undefined, undefined])
  })
})
