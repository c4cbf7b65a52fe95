/**
 * The keys that sign orders, one per wallet of the person: made here, approved by the wallet's own key, never named by
 * the page and never told to it. They sign the closed list of silent actions alone, at a bounded rate, until the approval
 * ends; none of these actions names a recipient.
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
  type Address,
  type CapitalPlace,
  type FrameAnswer,
  type FrameParams,
  type Hex,
  type SignedProfitWithdraw,
  type SilentAction,
  type WalletConfig,
} from '@vest/protocol'
import { addressOf, createPrivateKey, keccak256, signDigest } from '@vest/sdk'
import { z } from 'zod'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { SealedRecords } from '../store/sealedRecords.ts'
import type { WalletKeys } from '../keys/walletKeys.ts'
import type { CapitalKeys, SeedVault } from './seedVault.ts'

type Network = 'evm' | 'solana'

export interface TradingKeys {
  approve(params: FrameParams<'trading.approve'>): Promise<FrameAnswer<'trading.approve'>>
  sign(params: FrameParams<'trading.sign'>): Promise<{ readonly signatures: Hex[] }>
  /** For the next question; throws `signFailed` where this wallet has no key that stands. */
  profitSigner(wallet: CapitalPlace): Promise<(action: SignedProfitWithdraw) => Hex>
  /** Of all people: a logout leaves no key behind. */
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

  function nameOf(userId: string, network: Network, wallet?: CapitalPlace): string {
    // Wallets of the programme act on the one network.
    if (wallet !== undefined && network !== 'evm') throw new FrameRefusal('unsupportedChain')
    const place = wallet === undefined ? '' : `:${wallet.stage}:${wallet.index}`
    return `${PREFIX}${userId}:${network}${place}`
  }

  function approvalBy({ evmKey, evmAddress }: CapitalKeys, signingAddr: Address) {
    const expiryTime = session.serverNowMs() + SIGNER_VALID_MS
    const digest = signerProofDigest(config.registrationContract, signingAddr, expiryTime, keccak256)
    const signature: string = signDigest(digest, evmKey)
    return { expiryTime, signature, primaryAddr: evmAddress as string, networkType: NETWORK_TYPES.evm }
  }

  function solanaApprovalBy({ solanaKey, solanaAddress }: WalletKeys, signingAddr: Address) {
    const expiryTime = session.serverNowMs() + SIGNER_VALID_MS
    const text = utf8(solanaApprovalText(signingAddr, expiryTime))
    const signature = base58.encode(ed25519.sign(text, solanaKey))
    return { expiryTime, signature, primaryAddr: solanaAddress, networkType: NETWORK_TYPES.solana }
  }

  async function validKey(network: Network, wallet?: CapitalPlace): Promise<Hex> {
    const name = nameOf(await session.userId(), network, wallet)
    const key = await records.read(name, keptKey)
    if (key === undefined) throw new FrameRefusal('signFailed')
    if (key.expiryTime <= session.serverNowMs()) {
      await records.delete(name)
      throw new FrameRefusal('signFailed')
    }
    return key.privateKey as Hex
  }

  return {
    async approve({ network, remember, wallet }) {
      const { userId } = await session.user()
      const name = nameOf(userId, network, wallet)
      const privateKey = createPrivateKey()
      const signingAddr = addressOf(privateKey)
      const approved =
        wallet !== undefined
          ? await vault.withCapitalKey(wallet, (keys) => approvalBy(keys, signingAddr))
          : await vault.withKeys((keys) =>
              network === 'solana' ? solanaApprovalBy(keys, signingAddr) : approvalBy(keys, signingAddr),
            )
      const where = remember && session.isRemembered() ? 'lasting' : 'memory'
      const kept = { privateKey, expiryTime: approved.expiryTime }
      await records.delete(name)
      await records.write(name, kept, where)
      const { exchangeToken } = await session.tokens()
      return { ...approved, signingAddr, accessToken: exchangeToken }
    },

    async sign({ network, actions, wallet }) {
      const privateKey = await validKey(network, wallet)
      for (const { time } of actions)
        if (time > session.serverNowMs() + AHEAD_MAX_MS) throw new FrameRefusal('invalidRequest')
      if (!allow(actions.length)) throw new FrameRefusal('signFailed')
      return { signatures: actions.map((action) => signAction(action, privateKey)) }
    },

    async profitSigner(wallet) {
      const privateKey = await validKey('evm', wallet)
      return (action) => signDigest(actionDigest(action, keccak256), privateKey)
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
