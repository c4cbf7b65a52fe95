/** Who trades on a devnet: the names of the bots by what they do, and what each gets to do it with. */
import { usd6, type Usd6 } from '@vest/protocol'

const TAKER_NAMES = ['taker-1', 'taker-2', 'taker-3', 'taker-4', 'taker-5', 'taker-6'] as const
const MAKER_NAMES = ['maker-1', 'maker-2'] as const
export const HOLDER_NAMES = ['holder-long', 'holder-short'] as const
export const FLOW_BOT_NAMES: readonly string[] = [...TAKER_NAMES, ...MAKER_NAMES, ...HOLDER_NAMES]

const USDC = 1_000_000
/** What a bot gets beside the faucet's gift: orders of many sizes and open positions want margin. */
export function flowStakeUsd6(name: string): Usd6 {
  if (HOLDER_NAMES.some((holder) => holder === name)) return usd6(4_000_000 * USDC)
  return usd6(MAKER_NAMES.some((maker) => maker === name) ? 100_000 * USDC : 0)
}
