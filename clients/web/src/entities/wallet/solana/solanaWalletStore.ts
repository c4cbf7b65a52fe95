/**
 * The Solana wallets of this browser and the one that is connected. Follows the wallet's own events, so that the screen
 * never shows an account that the wallet has left; on the next visit only the wallet that was used is asked, silently.
 */
import type { SolanaAddress } from '@vest/protocol'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { create } from 'zustand'
import { localStore, type SafeStorage } from '../../../shared/storage/index.ts'
import { ProviderError, UNAUTHORIZED } from '../eip1193.ts'
import { readSolanaAccount, readSolanaWallet, type SolanaWallet } from './readSolanaWallet.ts'

export interface ConnectedSolanaWallet {
  readonly wallet: SolanaWallet
  readonly address: SolanaAddress
  readonly account: WalletAccount
}

export interface SolanaWalletState {
  readonly wallets: readonly SolanaWallet[]
  readonly connected: ConnectedSolanaWallet | undefined
  /** The wallet that is being asked, by name. */
  readonly asking: string | undefined
  /** All wallets that the page knows of, whenever there are other ones. */
  find(wallets: readonly Wallet[]): void
  /** Asks the wallet for its accounts. Throws what the wallet throws. */
  connect(wallet: SolanaWallet): Promise<void>
  disconnect(): void
}

const LAST_WALLET = 'vest.wallet.solana'

export const createSolanaWalletStore = (storage: SafeStorage) =>
  create<SolanaWalletState>()((set, get) => {
    /** By what was announced: a wallet that is found again keeps its row. */
    const known = new Map<Wallet, SolanaWallet | undefined>()
    let stopFollowing: (() => void) | undefined
    let hasAskedLast = false

    function adopt(wallet: SolanaWallet, accounts: unknown): void {
      const found = readSolanaAccount(accounts)
      if (found === undefined)
        throw new ProviderError(UNAUTHORIZED, 'The wallet gave no account that can sign')
      stopFollowing?.()
      stopFollowing = wallet.events?.on('change', (change) => {
        if (change.accounts === undefined || get().connected?.wallet !== wallet) return
        const next = readSolanaAccount(change.accounts)
        if (next === undefined) get().disconnect()
        else set({ connected: { wallet, ...next } })
      })
      storage.setItem(LAST_WALLET, wallet.name)
      set({ connected: { wallet, ...found } })
    }

    async function reconnect(wallet: SolanaWallet): Promise<void> {
      try {
        const { accounts } = await wallet.connect.connect({ silent: true })
        if (get().connected === undefined && accounts.length > 0) adopt(wallet, accounts)
      } catch {
        // A wallet that does not answer silently is simply not connected; its row in the list connects it.
      }
    }

    return {
      wallets: [],
      connected: undefined,
      asking: undefined,
      find(announced) {
        const wallets: SolanaWallet[] = []
        for (const each of announced) {
          if (!known.has(each)) known.set(each, readSolanaWallet(each))
          const wallet = known.get(each)
          if (wallet !== undefined && !wallets.some(({ name }) => name === wallet.name)) wallets.push(wallet)
        }
        set({ wallets })
        const last = wallets.find(({ name }) => name === storage.getItem(LAST_WALLET))
        if (last === undefined || hasAskedLast || get().connected !== undefined) return
        hasAskedLast = true
        void reconnect(last)
      },
      async connect(wallet) {
        set({ asking: wallet.name })
        try {
          adopt(wallet, (await wallet.connect.connect()).accounts)
        } finally {
          set({ asking: undefined })
        }
      },
      disconnect() {
        stopFollowing?.()
        stopFollowing = undefined
        storage.removeItem(LAST_WALLET)
        const { connected } = get()
        set({ connected: undefined })
        // The wallet may keep the page connected for itself: then the next press on its row needs no question.
        connected?.wallet.disconnect?.disconnect().catch(() => undefined)
      },
    }
  })

export const useSolanaWallet = createSolanaWalletStore(localStore)
