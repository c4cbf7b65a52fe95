/**
 * Brings a wallet to the server with a split of its seed. The device's part is written first, so that no interruption leaves a
 * wallet of which this browser holds nothing.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  bytesToHex,
  utf8,
  walletProofText,
  type ConfirmRequest,
  type IdentityUser,
  type RecoveryRecord,
  type WalletSummary,
} from '@vest/protocol'
import { signDigest } from '@vest/sdk'
import { FrameRefusal } from '../../bridge/frameRefusal.ts'
import { splitSeed, type SeedParts } from '../../keys/seedParts.ts'
import { SEED_BYTES, walletKeys, wipe, type WalletKeys } from '../../keys/walletKeys.ts'
import type { AskIdentity } from '../../session/askIdentity.ts'
import type { FrameSession } from '../../session/frameSession.ts'
import type { DeviceParts } from './deviceParts.ts'
import { messageDigest } from './messageDigest.ts'

export interface WalletMakingOptions {
  readonly ask: AskIdentity
  readonly session: Pick<FrameSession, 'isRemembered' | 'tokens'>
  readonly parts: Pick<DeviceParts, 'write' | 'delete'>
}

export interface WalletMaking {
  /** Of a new seed; `confirm`: in the place of the wallet that the user has. */
  make(user: IdentityUser, confirm?: ConfirmRequest): Promise<WalletSummary>
  /** The device's part is written first, and stays where the server may have taken its own. */
  put(
    userId: string,
    keys: WalletKeys,
    split: Pick<SeedParts, 'device' | 'server'>,
    recovery: readonly RecoveryRecord[],
    confirm?: ConfirmRequest,
  ): Promise<WalletSummary>
}

export function createWalletMaking({ ask, session, parts }: WalletMakingOptions): WalletMaking {
  return { make, put }

  async function make(user: IdentityUser, confirm?: ConfirmRequest): Promise<WalletSummary> {
    const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES))
    const keys = walletKeys(seed)
    try {
      const { evmAddress } = keys
      const split = await splitSeed(seed, { generation: (user.wallet?.generation ?? 0) + 1, evmAddress })
      return await put(user.userId, keys, split, [], confirm)
    } finally {
      wipe(seed, keys.evmKey, keys.solanaKey)
    }
  }

  async function put(
    userId: string,
    keys: WalletKeys,
    { device, server }: Pick<SeedParts, 'device' | 'server'>,
    recovery: readonly RecoveryRecord[],
    confirm?: ConfirmRequest,
  ): Promise<WalletSummary> {
    const { evmAddress, solanaAddress } = keys
    const { generation } = device
    // Also where the session is not to be remembered: without it and without a way back the wallet is lost with the frame.
    const isLasting = session.isRemembered() || recovery.length === 0
    await parts.write(userId, device, isLasting)
    const text = walletProofText({ userId, generation, evmAddress, solanaAddress })
    const { walletToken } = await session.tokens()
    try {
      const body = {
        expectedGeneration: generation - 1,
        serverShare: server,
        solanaAddress,
        proofs: {
          evm: signDigest(messageDigest(text), keys.evmKey),
          solana: bytesToHex(ed25519.sign(utf8(text), keys.solanaKey)),
        },
        recovery: [...recovery],
      }
      const answer =
        confirm === undefined
          ? await ask('putWallet', { token: walletToken, body })
          : await ask('renewWallet', { token: walletToken, body: { ...body, confirm } })
      return answer.wallet
    } catch (error) {
      // Refused is not kept; where there was no answer it may have been, and the part stays.
      if (error instanceof FrameRefusal && error.failure === 'refused') await parts.delete(userId, device)
      throw error
    }
  }
}
