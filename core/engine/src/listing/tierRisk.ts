/** Risk parameters by tier and asset class, as listed at launch. A change is a journalled command, never an edit. */
import { type AssetClass, usd6 } from '@vest/protocol'
import type { MarketRisk, Tier } from '../api/index.ts'

type TierRisk = Omit<
  MarketRisk,
  'interestRate8h' | 'skewFunding8h' | 'fundingCapOneHour' | 'softStaleMs' | 'hardStaleMs'
>

type ClassRisk = Pick<
  MarketRisk,
  'interestRate8h' | 'skewFunding8h' | 'fundingCapOneHour' | 'softStaleMs' | 'hardStaleMs'
>

const usd = (dollars: number) => usd6(dollars * 1_000_000)

const sessions = (EXTENDED: number, OVERNIGHT: number) => ({ EXTENDED, OVERNIGHT })

const clamps = (REGULAR: number, EXTENDED = REGULAR, OVERNIGHT = REGULAR) => ({
  REGULAR,
  EXTENDED,
  OVERNIGHT,
})

// prettier-ignore
const BY_TIER: Readonly<Record<Tier, TierRisk>> = {
  T0: { halfSpreadMinPpm: 50, halfSpreadMaxPpm: 2_000, volMultiplierPermille: 500, skewMaxPpm: 3_000, inventoryLimitUsd6: usd(10_000_000),
    inventorySharePpm: 400_000, openInterestCapUsd6: usd(40_000_000), sessionOpenInterestPercent: sessions(100, 100),
    markClampBps: clamps(50), volHaltBps: 500, fillBandBps: 500, impactValueUsd6: usd(20_000) },
  T1: { halfSpreadMinPpm: 60, halfSpreadMaxPpm: 1_500, volMultiplierPermille: 500, skewMaxPpm: 2_500, inventoryLimitUsd6: usd(6_000_000),
    inventorySharePpm: 300_000, openInterestCapUsd6: usd(20_000_000), sessionOpenInterestPercent: sessions(75, 75),
    markClampBps: clamps(50, 75, 75), volHaltBps: 300, fillBandBps: 500, impactValueUsd6: usd(20_000) },
  T2: { halfSpreadMinPpm: 100, halfSpreadMaxPpm: 3_000, volMultiplierPermille: 500, skewMaxPpm: 8_000, inventoryLimitUsd6: usd(2_000_000),
    inventorySharePpm: 120_000, openInterestCapUsd6: usd(6_000_000), sessionOpenInterestPercent: sessions(75, 50),
    markClampBps: clamps(100, 150, 200), volHaltBps: 500, fillBandBps: 800, impactValueUsd6: usd(10_000) },
  T3: { halfSpreadMinPpm: 150, halfSpreadMaxPpm: 4_000, volMultiplierPermille: 500, skewMaxPpm: 12_000, inventoryLimitUsd6: usd(1_000_000),
    inventorySharePpm: 60_000, openInterestCapUsd6: usd(3_000_000), sessionOpenInterestPercent: sessions(75, 50),
    markClampBps: clamps(150, 200, 300), volHaltBps: 1_000, fillBandBps: 1_000, impactValueUsd6: usd(5_000) },
  T4: { halfSpreadMinPpm: 250, halfSpreadMaxPpm: 6_000, volMultiplierPermille: 600, skewMaxPpm: 20_000, inventoryLimitUsd6: usd(300_000),
    inventorySharePpm: 25_000, openInterestCapUsd6: usd(1_000_000), sessionOpenInterestPercent: sessions(50, 25),
    markClampBps: clamps(150, 200, 300), volHaltBps: 1_000, fillBandBps: 1_000, impactValueUsd6: usd(2_000) },
  T5: { halfSpreadMinPpm: 600, halfSpreadMaxPpm: 15_000, volMultiplierPermille: 700, skewMaxPpm: 40_000, inventoryLimitUsd6: usd(75_000),
    inventorySharePpm: 50_000, openInterestCapUsd6: usd(250_000), sessionOpenInterestPercent: sessions(50, 25),
    markClampBps: clamps(200, 300, 400), volHaltBps: 1_500, fillBandBps: 1_500, impactValueUsd6: usd(500) },
  F: { halfSpreadMinPpm: 20, halfSpreadMaxPpm: 500, volMultiplierPermille: 500, skewMaxPpm: 1_500, inventoryLimitUsd6: usd(8_000_000),
    inventorySharePpm: 400_000, openInterestCapUsd6: usd(30_000_000), sessionOpenInterestPercent: sessions(100, 100),
    markClampBps: clamps(20), volHaltBps: 200, fillBandBps: 500, impactValueUsd6: usd(20_000) },
}

// prettier-ignore
const BY_CLASS: Readonly<Record<AssetClass, ClassRisk>> = {
  crypto: { interestRate8h: 10_000, skewFunding8h: 50_000, fundingCapOneHour: 500_000, softStaleMs: 5_000, hardStaleMs: 15_000 },
  stock: { interestRate8h: 4_566, skewFunding8h: 30_000, fundingCapOneHour: 100_000, softStaleMs: 10_000, hardStaleMs: 30_000 },
  forex: { interestRate8h: 0, skewFunding8h: 5_000, fundingCapOneHour: 20_000, softStaleMs: 5_000, hardStaleMs: 15_000 },
}

export const tierRisk = (tier: Tier, asset: AssetClass): MarketRisk => ({
  ...BY_TIER[tier],
  ...BY_CLASS[asset],
})
