/**
 * What an amount on Solana is worth in dollars ([2.38]): USDC at its face value, SOL at the index of its market. Rounded
 * down; undefined for a token without a price here.
 */
import { usd6, type SolanaAmount, type Ticks, type Usd6 } from '@vest/protocol'

export interface SolPrice {
  readonly index: Ticks
  readonly priceDecimals: number
}
export const SOL_MARKET = 'SOL-PERP'

export function fiatValue(
  { token, amount, decimals }: Pick<SolanaAmount, 'token' | 'amount' | 'decimals'>,
  sol: SolPrice | undefined,
): Usd6 | undefined {
  if (token === 'USDC') return dollars(amount, decimals)
  if (token !== 'SOL' || sol === undefined) return undefined
  return dollars(amount * BigInt(sol.index), decimals + sol.priceDecimals)
}

/** Of a number with so many decimals; undefined above what an amount of money can be. */
function dollars(amount: bigint, decimals: number): Usd6 | undefined {
  const micros = (amount * 1_000_000n) / 10n ** BigInt(decimals)
  return micros > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : usd6(Number(micros))
}
