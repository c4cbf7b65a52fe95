/**
 * What may be changed while everything runs, and by a journalled command alone: the parameters of the exchange as a
 * whole with their launch values, and those of one market. The rules read them from one object of fixed shape; what
 * is needed for every fill is worked out once per market (`deriveParameters`).
 */
import type { MarketRisk } from './marketSpec.ts'
import { type AssetClass, type Rate5, type Ratio4, type Usd6, rate5, usd6 } from '@vest/protocol'

export interface Parameters {
  /** Share of the taker rate that a resting order pays, percent. */
  makerFeePercent: number
  /** Most that a liquidation costs on top of the taker fee, 5 decimals; 0 = nothing. */
  liquidationFeeMaxRate: Rate5
  /** How far from the mark a triggered TP or SL may trade. */
  triggerProtectionBps: number
  /** Σ |inventory| · index of the pool against its net asset value; the second while it is STRESSED. */
  grossCapPercent: number
  grossCapStressedPercent: number
  /** |Σ inventory · index| of one asset class against the net asset value. */
  readonly classCapPercent: Record<AssetClass, number>
  /** How much of a stock's unrealised profit opens new positions outside the regular session, percent. */
  offHoursProfitPercent: number
  /** Funding payments per hour; divides 3600. */
  accrualsPerHour: number
  /** The longest window that a signed order may ask for. */
  recvWindowMaxMs: number
  openOrdersMax: number
  openOrdersPerMarketMax: number
  /** TP, and SL, rows of one account in one market. */
  triggerRowsMax: number
  /** How long a used nonce is remembered at least. */
  nonceKeptMs: number
  /**
   * So many runs of used nonces are kept of a key, and so many nonces that came late. Half of it should be more than a key
   * may send (150 messages a second) in the longest window: whatever can still arrive finds each number told apart.
   */
  nonceRunsMax: number
  /** Withdrawals that stay below this sum in 24 hours are quick; the others wait for the delay. */
  quickWithdrawalUsd6: Usd6
  withdrawalDelayMs: number
  /** What leaves the vault in an hour: this sum, or this share of the vault at its start where that is more. */
  outflowHourUsd6: Usd6
  outflowHourPercent: number
  /** The same of any twenty-four hours together. */
  outflowDayUsd6: Usd6
  outflowDayPercent: number
  /** The most that one owner takes of an hour while others wait, and in any twenty-four hours. */
  ownerHourPercent: number
  ownerDayUsd6: Usd6
  /** One withdrawal per owner and day up to this sum goes past the caps; this share of the vault a day does in all. */
  smallWithdrawalUsd6: Usd6
  smallLanePercent: number
  /** What the vault's contract pays at once: this sum at most, and no more than it lets out in an hour. */
  vaultTransactionUsd6: Usd6
  vaultHourUsd6: Usd6
  vaultHourPercent: number
  /** Withdrawals queue while more than five times the mean, or this sum where that is more, has left in ten minutes. */
  breakerFloorUsd6: Usd6
  /** An account whose positions are together worth no more is liquidated at once, not in part first. */
  fullLiquidationUsd6: Usd6
  /** What the backstop may lose, of the pool's net asset value. */
  backstopAllocationPercent: number
  /** No deposit brings the pool's net asset value above it. */
  lpNavCapUsd6: Usd6
  /** Left in the pool by a withdrawal at once; the most of the net asset value that these pay in 24 hours. */
  lpImmediateFeeBps: number
  lpImmediateCapPercent: number
  /** How long after its order a scheduled withdrawal is paid; how long new shares are not withdrawn at once. */
  lpScheduleMs: number
  lpLockMs: number
  /** How long a taker waits for a younger index price; 0 = not at all. */
  takerDelayMs: number
}

/** The values of the launch: a fresh object each time, because the exchange changes its own in place. */
export const launchParameters = (): Parameters => ({
  makerFeePercent: 50,
  liquidationFeeMaxRate: rate5(500),
  triggerProtectionBps: 1_000,
  grossCapPercent: 300,
  grossCapStressedPercent: 150,
  classCapPercent: { stock: 120, crypto: 120, forex: 100 },
  offHoursProfitPercent: 50,
  accrualsPerHour: 1,
  recvWindowMaxMs: 60_000,
  openOrdersMax: 200,
  openOrdersPerMarketMax: 100,
  triggerRowsMax: 20,
  nonceKeptMs: 86_400_000,
  nonceRunsMax: 20_000,
  quickWithdrawalUsd6: usd6(50_000_000_000),
  withdrawalDelayMs: 43_200_000,
  outflowHourUsd6: usd6(250_000_000_000),
  outflowHourPercent: 10,
  outflowDayUsd6: usd6(1_000_000_000_000),
  outflowDayPercent: 30,
  ownerHourPercent: 25,
  ownerDayUsd6: usd6(1_000_000_000_000),
  smallWithdrawalUsd6: usd6(1_000_000_000),
  smallLanePercent: 10,
  vaultTransactionUsd6: usd6(1_000_000_000_000),
  vaultHourUsd6: usd6(500_000_000_000),
  vaultHourPercent: 20,
  breakerFloorUsd6: usd6(25_000_000_000),
  fullLiquidationUsd6: usd6(5_000_000_000),
  backstopAllocationPercent: 10,
  lpNavCapUsd6: usd6(20_000_000_000_000),
  lpImmediateFeeBps: 30,
  lpImmediateCapPercent: 10,
  lpScheduleMs: 172_800_000,
  lpLockMs: 86_400_000,
  takerDelayMs: 0,
})

/** What may change in a market: never its decimals, its class, or which pool stands behind it. */
export interface MarketParameters extends MarketRisk {
  readonly initMarginRatio: Ratio4
  readonly maintMarginRatio: Ratio4
  readonly takerFeeRate: Rate5
  readonly evalAllowed: boolean
}

export type ParameterChange = Partial<Readonly<Parameters>>

export type MarketParameterChange = Partial<MarketParameters>

/**
 * The parameters that differ from the launch, for the text of the state; absent = none. In which order a command, or the
 * text that the exchange began with, named the classes of a cap makes no difference.
 */
export function changedParameters(parameters: Parameters): ParameterChange | undefined {
  const launch: Readonly<Record<string, unknown>> = { ...launchParameters() }
  const changed = Object.entries(parameters).filter(([name, value]) => !isSame(value, launch[name]))
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as ParameterChange)
}

/** Of a figure, or of one figure per class. */
function isSame(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === other
  const figures: Readonly<Record<string, unknown>> = { ...value }
  return Object.entries({ ...(other as object) }).every(([name, figure]) => figures[name] === figure)
}
