/**
 * The keys that sign orders: made here, approved by the wallet's own keys, never named by the page and never told to it.
 * They sign the closed list of silent actions alone, at a bounded rate, until the approval ends; none of these names
 * somebody who receives anything.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  actionDigest,
  NETWORK_TYPES,
  SIGNER_VALID_MS,
  signerProofDigest,
  solanaApprovalText,
  utf8,
  type FrameAnswer,
  type FrameParams,
  type Hex,
  type SilentAction,
  type WalletConfig,
} from '@vest/protocol'
import { addressOf, createPrivateKey, keccak256, signDigest } from '@vest/sdk'
import { z } from 'zod'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { SealedRecords } from '../store/sealedRecords.ts'
import type { SeedVault } from './seedVault.ts'

export interface TradingKeys {
  approve(params: FrameParams<'trading.approve'>): Promise<FrameAnswer<'trading.approve'>>
  sign(params: FrameParams<'trading.sign'>): Promise<{ readonly signatures: Hex[] }>
  /** Of everybody: whoever logs out leaves no key behind. */
  forgetAll(): Promise<void>
}

export interface TradingKeysOptions {
  readonly config: WalletConfig
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly records: SealedRecords
  readonly nowMs: () => number
}

/** Signatures at once and per second: far above what hands can do, far below what a thief wants. */
export const SIGN_BURST = 60
export const SIGN_PER_SECOND = 20
/** Nothing is signed today that becomes good on another day. */
export const AHEAD_MAX_MS = 120_000

const PREFIX = 'trading:'
const keptKey = z.object({ privateKey: z.string().regex(/^0x[0-9a-f]{64}$/), expiryTime: z.int() })

export function createTradingKeys(options: TradingKeysOptions): TradingKeys {
  const { config, session, vault, records, nowMs } = options
  const allow = rateLimit(nowMs)
  const nameOf = (userId: string, network: 'evm' | 'solana'): string => `${PREFIX}${userId}:${network}`

  return {
    async approve({ network, remember }) {
      const { userId } = await session.user()
      const privateKey = createPrivateKey()
      const signingAddr = addressOf(privateKey)
      const approved = await vault.withKeys(({ evmKey, evmAddress, solanaKey, solanaAddress }) => {
        const expiryTime = session.serverNowMs() + SIGNER_VALID_MS
        if (network === 'solana') {
          const text = utf8(solanaApprovalText(signingAddr, expiryTime))
          const signature = base58.encode(ed25519.sign(text, solanaKey))
          return { expiryTime, signature, primaryAddr: solanaAddress, networkType: NETWORK_TYPES.solana }
        }
        const digest = signerProofDigest(config.registrationContract, signingAddr, expiryTime, keccak256)
        const signature = signDigest(digest, evmKey)
        return { expiryTime, signature, primaryAddr: evmAddress, networkType: NETWORK_TYPES.evm }
      })
      const where = remember && session.isRemembered() ? 'lasting' : 'memory'
      const kept = { privateKey, expiryTime: approved.expiryTime }
      await records.delete(nameOf(userId, network))
      await records.write(nameOf(userId, network), kept, where)
      const { exchangeToken } = await session.tokens()
      return { ...approved, signingAddr, accessToken: exchangeToken }
    },

    async sign({ network, actions }) {
      const name = nameOf(await session.userId(), network)
      const key = await records.read(name, keptKey)
      if (key === undefined) throw new FrameRefusal('signFailed')
      if (key.expiryTime <= session.serverNowMs()) {
        await records.delete(name)
        throw new FrameRefusal('signFailed')
      }
      for (const { time } of actions)
        if (time > session.serverNowMs() + AHEAD_MAX_MS) throw new FrameRefusal('invalidRequest')
      if (!allow(actions.length)) throw new FrameRefusal('signFailed')
      return { signatures: actions.map((action) => signAction(action, key.privateKey as Hex)) }
    },

    async forgetAll() {
      for (const name of await records.names()) if (name.startsWith(PREFIX)) await records.delete(name)
    },
  }
}

const signAction = (action: SilentAction, privateKey: Hex): Hex =>
  signDigest(actionDigest(action, keccak256), privateKey)

/** A bucket of {@link SIGN_BURST} tokens that fills with {@link SIGN_PER_SECOND} a second. */
function rateLimit(nowMs: () => number): (count: number) => boolean {
  let tokens = SIGN_BURST
  let lastMs = nowMs()
  return (count) => {
    const now = nowMs()
    tokens = Math.min(SIGN_BURST, tokens + (Math.max(0, now - lastMs) / 1_000) * SIGN_PER_SECOND)
    lastMs = now
    if (tokens < count) return false
    tokens -= count
    return true
  }
}
