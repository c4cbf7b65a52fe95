/** What moves between the vaults of a devnet, by the rules of its start and over its own bridge. */
import { devnetBridge, DEVNET_ATTESTATION_MS, type Attester, type DevnetChains } from '@vest/devnet'
import type { ExchangeOptions } from '@vest/exchange'
import { REBALANCE_LOT_MAX_USD6, usd6 } from '@vest/protocol'
import type { StartOptions } from './options.ts'

/** A lot is worth its two transactions from fifty thousand on, and may be as large as the vault's contract lets it. */
const LOT_MIN_USD6 = usd6(50_000_000_000)
const DOLLAR_USD6 = 1_000_000

export function rebalancingOf(
  { rebalance }: StartOptions,
  chains: DevnetChains,
  attester: Attester,
): Pick<ExchangeOptions, 'rebalancing'> | Record<never, never> {
  if (rebalance === undefined) return {}
  return {
    rebalancing: {
      bridge: devnetBridge({ chains, attester, attestationMs: DEVNET_ATTESTATION_MS }),
      rules: {
        lowUsd6: usd6(rebalance.low * DOLLAR_USD6),
        targetUsd6: usd6(rebalance.target * DOLLAR_USD6),
        lotMinUsd6: LOT_MIN_USD6,
        lotMaxUsd6: REBALANCE_LOT_MAX_USD6,
      },
    },
  }
}
