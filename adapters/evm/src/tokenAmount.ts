/**
 * The one conversion between a token's own units and micro-USDC. The branded `TokenUnits` keeps the two from
 * being mixed: USDC has 6 decimals everywhere but on BNB Smart Chain, where it has 18.
 */
import { assert, usd6, USD6_DECIMALS, type Usd6 } from '@vest/protocol'

declare const tokenUnits: unique symbol
/** An amount in the smallest unit of a token on its chain. */
export type TokenUnits = bigint & { readonly [tokenUnits]: true }
export const asTokenUnits = (raw: bigint): TokenUnits => raw as TokenUnits

/** Token units per micro-USDC: 10^(decimals - 6). */
export function unitsPerUsd6(decimals: number): bigint {
  assert(
    Number.isInteger(decimals) && decimals >= USD6_DECIMALS && decimals <= 18,
    `USDC with ${decimals} decimals`,
  )
  return 10n ** BigInt(decimals - USD6_DECIMALS)
}

/**
 * amountUsd6 = floor(raw / 10^(decimals - 6)); rounded in favour of the vault, where the remainder stays as
 * surplus. Returns undefined beyond the safe integers (9 billion USDC): nothing of that size is a deposit.
 */
export function toUsd6(raw: TokenUnits, decimals: number): Usd6 | undefined {
  assert(raw >= 0n, 'negative token amount')
  const amount = raw / unitsPerUsd6(decimals)
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? usd6(Number(amount)) : undefined
}

/** Exact: raw = amountUsd6 * 10^(decimals - 6). */
export const toTokenUnits = (amount: Usd6, decimals: number): TokenUnits =>
  asTokenUnits(BigInt(amount) * unitsPerUsd6(decimals))
