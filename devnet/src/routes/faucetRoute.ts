/** The faucet: USDC and coin for fees, at an address of any chain of devnet. */
import {
  CHAIN_SOLANA,
  isSolanaAddress,
  REFUSAL,
  faucetRequest,
  formatUsd6,
  parseDecimal,
  usd6,
} from '@vest/protocol'
import type { DevnetChains } from '../chain/devnetChains.ts'
import { FAUCET_ASKED_USD6_MAX, FAUCET_USD6 } from '../chain/faucet.ts'
import type { DevnetSolana } from '../solana/index.ts'
import { refusal, withBody, type DevnetAnswer, type DevnetRoute } from './devnetAnswer.ts'

export interface FaucetRoutePorts {
  /** The default chain first. */
  readonly chains: Pick<DevnetChains, 'chainIds' | 'faucet'>
  readonly solana: Pick<DevnetSolana, 'faucet'>
  readonly nowMs: () => number
}

export function faucetRoute({ chains, solana, nowMs }: FaucetRoutePorts): DevnetRoute {
  return {
    method: 'POST',
    path: '/devnet/faucet',
    handle: withBody(faucetRequest, async ({ address, chainId = chains.chainIds[0]!, usdc }) => {
      if (chainId === CHAIN_SOLANA) return giveOnSolana(address)
      if (!chains.chainIds.includes(chainId))
        return refusal(400, REFUSAL.INVALID_PARAMETER, 'Invalid parameter: chainId')
      const amount = usdc === undefined ? undefined : parseDecimal(usdc, 6)
      if (amount !== undefined && !(amount.ok && amount.value > 0 && amount.value <= FAUCET_ASKED_USD6_MAX))
        return refusal(
          400,
          REFUSAL.INVALID_PARAMETER,
          `Invalid parameter: usdc (more than 0, at most ${formatUsd6(FAUCET_ASKED_USD6_MAX)})`,
        )
      const given = await chains.faucet(
        chainId,
        address,
        amount === undefined ? undefined : usd6(amount.value),
      )
      if (given.ok)
        return {
          status: 200,
          body: { usdc: formatUsd6(given.amountUsd6), eth: etherText(given.wei), txHash: given.txHash },
        }
      if (given.reason === 'refused-address')
        return refusal(400, REFUSAL.INVALID_PARAMETER, 'Invalid parameter: address')
      if (given.reason === 'reverted')
        return refusal(
          400,
          REFUSAL.INVALID_PARAMETER,
          'Invalid parameter: address (the contract there refuses ether or USDC; use the address of a wallet)',
        )
      return tooSoon(given.retryTimeMs)
    }),
  }

  /** Into the wallet itself, unlike on an EVM chain. */
  async function giveOnSolana(address: string): Promise<DevnetAnswer> {
    if (!isSolanaAddress(address))
      return refusal(400, REFUSAL.INVALID_PARAMETER, 'Invalid parameter: address')
    const given = await solana.faucet(address)
    if (!given.ok) return tooSoon(given.retryTimeMs)
    return {
      status: 200,
      body: {
        usdc: formatUsd6(FAUCET_USD6),
        eth: '0.0',
        sol: solText(given.lamports),
        txHash: given.signature,
      },
    }
  }

  function tooSoon(retryTimeMs: number): DevnetAnswer {
    const waitS = Math.max(1, Math.ceil((retryTimeMs - nowMs()) / 1000))
    return refusal(
      429,
      REFUSAL.TOO_MANY_REQUESTS,
      `The faucet has given what it gives an address in an hour; try again in ${Math.ceil(waitS / 60)} min`,
      { 'retry-after': String(waitS) },
    )
  }
}

/** In whole ether, as people say it. */
const etherText = (wei: bigint): string => `${wei / 10n ** 18n}.0`

/** In whole SOL. */
const solText = (lamports: bigint): string => `${lamports / 10n ** 9n}.0`
