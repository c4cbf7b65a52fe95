/**
 * The connected wallet: which one, which address, on which chain. Follows the wallet's own events, so that the
 * screen never shows an address that the wallet has left; remembers which wallet was used, and on the next visit
 * asks only that one, and only what it answers without a question to its owner.
 */
import { type Address, WALLET_SENTENCES } from '@vest/protocol'
import { create } from 'zustand'
import { localStore, type SafeStorage } from '../../shared/storage/index.ts'
import { addAnnouncement } from './discovery.ts'
import {
  DISCONNECTED,
  ProviderError,
  UNAUTHORIZED,
  type AnnouncedWallet,
  type Eip1193Provider,
  type WalletInfo,
} from './eip1193.ts'

export interface ConnectedWallet {
  readonly info: WalletInfo
  readonly provider: Eip1193Provider
  readonly address: Address
  readonly chainId: number
}

export interface WalletState {
  readonly wallets: readonly AnnouncedWallet[]
  readonly connected: ConnectedWallet | undefined
  /** The wallet that is being asked for its accounts. */
  readonly asking: string | undefined
  /** No wallet that the app itself brings is still on its way; a list shown earlier would move under a press. */
  readonly isComplete: boolean
  announce(detail: unknown): void
  complete(): void
  /** Asks the wallet for its accounts. Throws what the wallet throws. */
  connect(wallet: AnnouncedWallet): Promise<ConnectedWallet>
  disconnect(): void
}

const LAST_WALLET = 'vest.wallet'

export const createWalletStore = (storage: SafeStorage) =>
  create<WalletState>()((set, get) => {
    let stopFollowing: (() => void) | undefined

    function follow(wallet: AnnouncedWallet): void {
      stopFollowing?.()
      const { provider } = wallet
      const change = (next: Partial<ConnectedWallet>): void =>
        set(({ connected }) =>
          connected?.provider === provider ? { connected: { ...connected, ...next } } : {},
        )
      const onAccounts = (accounts: never): void => {
        const address = firstAddress(accounts)
        if (address === undefined) get().disconnect()
        else change({ address })
      }
      const onChain = (chainId: never): void => {
        const id = readChainId(chainId)
        if (id !== undefined) change({ chainId: id })
      }
      const onDisconnect = (): void => get().disconnect()
      provider.on?.('accountsChanged', onAccounts)
      provider.on?.('chainChanged', onChain)
      provider.on?.('disconnect', onDisconnect)
      stopFollowing = () => {
        provider.removeListener?.('accountsChanged', onAccounts)
        provider.removeListener?.('chainChanged', onChain)
        provider.removeListener?.('disconnect', onDisconnect)
      }
    }

    async function adopt(wallet: AnnouncedWallet, accounts: unknown): Promise<ConnectedWallet> {
      const address = firstAddress(accounts)
      if (address === undefined) throw new ProviderError(UNAUTHORIZED, WALLET_SENTENCES.notConnected)
      const chainId = readChainId(await wallet.provider.request({ method: 'eth_chainId' }))
      if (chainId === undefined) throw new ProviderError(DISCONNECTED, WALLET_SENTENCES.unsupportedChain)
      const connected: ConnectedWallet = { info: wallet.info, provider: wallet.provider, address, chainId }
      follow(wallet)
      storage.setItem(LAST_WALLET, wallet.info.rdns)
      set({ connected })
      return connected
    }

    async function reconnect(wallet: AnnouncedWallet): Promise<void> {
      try {
        const accounts = await wallet.provider.request({ method: 'eth_accounts' })
        if (get().connected === undefined && firstAddress(accounts) !== undefined)
          await adopt(wallet, accounts)
      } catch {
        // A wallet that cannot say is simply not connected; Connect tells why.
      }
    }

    return {
      wallets: [],
      connected: undefined,
      asking: undefined,
      isComplete: false,
      announce(detail) {
        const before = get().wallets
        const wallets = addAnnouncement(before, detail)
        if (wallets === before) return
        set({ wallets })
        const added = wallets[wallets.length - 1]!
        if (get().connected === undefined && storage.getItem(LAST_WALLET) === added.info.rdns)
          void reconnect(added)
      },
      complete: () => set({ isComplete: true }),
      async connect(wallet) {
        set({ asking: wallet.info.uuid })
        try {
          return await adopt(wallet, await wallet.provider.request({ method: 'eth_requestAccounts' }))
        } finally {
          set({ asking: undefined })
        }
      },
      disconnect() {
        stopFollowing?.()
        stopFollowing = undefined
        storage.removeItem(LAST_WALLET)
        set({ connected: undefined })
      },
    }
  })

export const useWallet = createWalletStore(localStore)

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

function firstAddress(accounts: unknown): Address | undefined {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  return isAddress(first) ? (first.toLowerCase() as Address) : undefined
}

export function readChainId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,12}$/.test(value)
    ? Number.parseInt(value, 16)
    : undefined
}
