/** The seed, whole only while work with it runs: this browser's part and the server's, which must lead to the wallet. */
import type { RecoveryRecord, ShareRecord, WalletAnswer, WalletSummary } from '@vest/protocol'
import { FrameRefusal } from '../../bridge/frameRefusal.ts'
import { joinSeed, WrongParts } from '../../keys/seedParts.ts'
import { walletKeys, wipe, type WalletKeys } from '../../keys/walletKeys.ts'
import type { AskIdentity } from '../../session/askIdentity.ts'
import type { FrameSession } from '../../session/frameSession.ts'
import type { DeviceParts } from './deviceParts.ts'

export type SeedWork<T> = (
  seed: Uint8Array,
  keys: WalletKeys,
  wallet: WalletSummary,
  recovery: readonly RecoveryRecord[],
) => T | Promise<T>

export interface WholeSeedOptions {
  readonly ask: AskIdentity
  readonly session: Pick<FrameSession, 'tokens' | 'user'>
  readonly parts: Pick<DeviceParts, 'read'>
}

export interface WholeSeed {
  /** What the server keeps of the wallet. */
  kept(): Promise<WalletAnswer>
  /** Wipes seed and keys when the work ends. Throws `walletLocked`. */
  withSeed<T>(work: SeedWork<T>): Promise<T>
}

export function createWholeSeed({ ask, session, parts }: WholeSeedOptions): WholeSeed {
  return { kept, withSeed }

  async function withSeed<T>(work: SeedWork<T>): Promise<T> {
    const { wallet, serverShare, recovery } = await kept()
    const { userId } = await session.user()
    const device = await parts.read(userId, wallet)
    if (device === undefined) throw new FrameRefusal('walletLocked')
    const seed = await joinParts(device, serverShare)
    const keys = walletKeys(seed)
    try {
      if (keys.evmAddress !== wallet.evmAddress.toLowerCase() || keys.solanaAddress !== wallet.solanaAddress)
        throw new FrameRefusal('walletLocked')
      return await work(seed, keys, wallet, recovery)
    } finally {
      wipe(seed, keys.evmKey, keys.solanaKey)
    }
  }

  async function kept(): Promise<WalletAnswer> {
    const { walletToken } = await session.tokens()
    return ask('wallet', { token: walletToken })
  }
}

/** Throws `walletLocked` where the two are not of one split. */
export async function joinParts(device: ShareRecord, server: ShareRecord): Promise<Uint8Array> {
  try {
    return await joinSeed(device, server)
  } catch (error) {
    if (error instanceof WrongParts) throw new FrameRefusal('walletLocked')
    throw error
  }
}
