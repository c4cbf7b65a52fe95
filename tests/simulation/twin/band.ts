/** E1: how far from the mark anything fills. */
import { ceilDiv, floorDiv } from './arithmetic.ts'
import type { TwinMarket } from './world/index.ts'

export function bandOf(market: TwinMarket): { readonly lowest: bigint; readonly highest: bigint } {
  const thin = market.session === 'EXTENDED' || market.session === 'OVERNIGHT' ? 15n : 10n
  const width = floorDiv(BigInt(market.spec.risk.fillBandBps) * thin, 10n)
  return {
    lowest: ceilDiv(market.mark! * (10_000n - width), 10_000n),
    highest: floorDiv(market.mark! * (10_000n + width), 10_000n),
  }
}

/** Dearer for an order of this side than anything may fill. */
export const isTooDear = (market: TwinMarket, isBuy: boolean, price: bigint): boolean =>
  isBuy ? price > bandOf(market).highest : price < bandOf(market).lowest

/** What the pool offers: its levels up to the edge, and nothing where its first quote lies outside. */
export function withinBand<Level extends readonly [price: bigint, ...rest: readonly unknown[]]>(
  market: TwinMarket,
  levels: readonly Level[],
): readonly Level[] {
  if (market.mark === undefined) return []
  const { lowest, highest } = bandOf(market)
  const end = levels.findIndex(([price]) => price < lowest || price > highest)
  return end < 0 ? levels : levels.slice(0, end)
}
