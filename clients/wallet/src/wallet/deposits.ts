/**
 * Gasless deposits: an EIP-3009 authorization from the wallet's own address into the vault that this origin's own server
 * names. The page says how much, of which chain and until when; whose money it is, who may take it and the nonce it
 * cannot say.
 */
import {
  bytesToHex,
  DEPOSIT_AUTHORIZATION_VALID_S,
  depositAuthorizationDigest,
  type FrameAnswer,
  type FrameParams,
  type WalletConfig,
} from '@vest/protocol'
import { keccak256, signDigest } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { SeedVault } from './seedVault.ts'

/** What the page's clock may differ from the server's. */
const CLOCK_S = 120

export interface Deposits {
  authorize(params: FrameParams<'deposit.authorize'>): Promise<FrameAnswer<'deposit.authorize'>>
}

export function createDeposits(options: {
  readonly config: WalletConfig
  readonly vault: SeedVault
  readonly serverNowMs: () => number
}): Deposits {
  const { config, vault, serverNowMs } = options
  return {
    async authorize({ chainId, value, validAfter, validBefore }) {
      const chain = config.chains.find((each) => each.chainId === chainId)
      if (chain === undefined) throw new FrameRefusal('unsupportedChain')
      return vault.withKeys(({ evmKey, evmAddress }) => {
        const nowS = Math.floor(serverNowMs() / 1_000)
        const isSoon = validBefore > nowS && validBefore <= nowS + DEPOSIT_AUTHORIZATION_VALID_S + CLOCK_S
        if (!isSoon || validAfter >= validBefore || validAfter > nowS + CLOCK_S)
          throw new FrameRefusal('invalidRequest')
        const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
        const digest = depositAuthorizationDigest(
          {
            token: { ...chain.token, chainId },
            from: evmAddress,
            to: chain.vault,
            value,
            validAfterS: validAfter,
            validBeforeS: validBefore,
            nonce,
          },
          keccak256,
        )
        return { account: evmAddress, nonce, signature: signDigest(digest, evmKey) }
      })
    },
  }
}
