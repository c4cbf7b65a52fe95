/** Tells which wallets the page knows by the Wallet Standard, now and whenever one comes or goes; answers how to stop. */
import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'

export function watchSolanaWallets(onWallets: (wallets: readonly Wallet[]) => void): () => void {
  const { get, on } = getWallets()
  const tell = (): void => onWallets(get())
  const stops = [on('register', tell), on('unregister', tell)]
  tell()
  return () => {
    for (const stop of stops) stop()
  }
}
