/** Wallets of the gallery: what they hold they tell, and what they are asked to sign they leave lying. */
import type { Address } from '@vest/protocol'
import {
  useSolanaWallet,
  useWallet,
  type AnnouncedWallet,
  type ConnectedWallet,
  type SolanaWallet,
} from '../../entities/wallet/index.ts'
import { ProviderError, USER_REJECTED } from '../../entities/wallet/eip1193.ts'
import { OWNER } from './accounts.ts'
import { silence } from './answers.ts'

const CHAIN = '0x7a69'
const BALANCE_OF = '0x70a08231'

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
/** 4,182.65 USDC, and of every withdrawal that it is not completed. */
const callOf = (data: string): string =>
  data.startsWith(BALANCE_OF) ? `0x${word(4_182_650_000n)}` : `0x${word(32n)}${word(1n)}${word(0n)}`

export function walletOf(sign: () => Promise<unknown> = silence, address: string = OWNER): ConnectedWallet {
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    switch (method) {
      case 'eth_chainId':
        return CHAIN
      case 'eth_getBalance':
        return `0x${(10n ** 17n).toString(16)}`
      case 'eth_call':
        return callOf((params as readonly [{ readonly data: string }])[0].data)
      default:
        return sign()
    }
  }
  return {
    info: { uuid: 'loom', name: 'Loom Wallet', icon: undefined, rdns: 'example.loom' },
    provider: { request },
    address: address as Address,
    chainId: Number(CHAIN),
  }
}

export const WALLET = walletOf()
export const DECLINING = walletOf(() => Promise.reject(new ProviderError(USER_REJECTED, 'declined')))
export const FOREIGN = walletOf(silence, '0x90f79bf6eb2c4f870365e785982e1f101e93b906')

/** These are found in the browser; none of them is connected. */
export function findWallets(...names: readonly string[]): void {
  const wallets = names.map((name): AnnouncedWallet => ({
    info: { uuid: name, name, icon: undefined, rdns: `example.${name.toLowerCase().replaceAll(' ', '-')}` },
    provider: { request: silence },
  }))
  useWallet.setState({ wallets })
}

/** The same of Solana. */
export function findSolanaWallets(...names: readonly string[]): void {
  const wallets = names.map((name): SolanaWallet => ({
    name,
    icon: undefined,
    connect: { connect: silence },
    signMessage: { signMessage: silence },
    signTransaction: undefined,
    events: undefined,
    disconnect: undefined,
  }))
  useSolanaWallet.setState({ wallets })
}
