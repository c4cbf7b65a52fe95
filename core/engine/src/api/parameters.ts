/**
 * Parameters that a journalled command can change while the exchange runs: those of the exchange with their
 * launch values, and those of one market. Rules read them from one object of fixed shape; values needed for
 * every fill are computed once per market (`deriveParameters`).
 */
import { type AssetClass, type Rate5, type Ratio4, type Usd6, rate5, usd6 } from '@vest/protocol'
import type { MarketRisk } from './marketSpec.ts'

export interface Parameters {
  /** Share of the taker rate that a resting order pays, percent. */
  makerFeePercent: number
  /** Maximum fee of a liquidation on top of the taker fee, 5 decimals; 0 = none. */
  liquidationFeeMaxRate: Rate5
  /** Maximum distance from the mark at which a triggered TP or SL may trade. */
  triggerProtectionBps: number
  /** Σ |inventory| · index of the pool against its net asset value; the second while it is STRESSED. */
  grossCapPercent: number
  grossCapStressedPercent: number
  /** |Σ inventory · index| of one asset class against the net asset value. */
  readonly classCapPercent: Record<AssetClass, number>
  /** Percentage of a stock's unrealised profit that counts for new positions outside the regular session. */
  offHoursProfitPercent: number
  /** Funding payments per hour; divides 3600. */
  accrualsPerHour: number
  /** Maximum window of a signed order. */
  recvWindowMaxMs: number
  openOrdersMax: number
  openOrdersPerMarketMax: number
  /** Maximum number of TP, and of SL, orders of one account in one market. */
  triggerRowsMax: number
  /** Minimum time for which a used nonce is remembered. */
  nonceKeptMs: number
  /**
   * Maximum number of used nonce ranges per key, and of late nonces. Half of it should exceed what a key can
   * send (150 messages a second) in the longest window, so that every nonce that can still arrive is decided
   * exactly.
   */
  nonceRunsMax: number
  /** Withdrawals below this sum in 24 hours are quick; others wait for the delay. */
  quickWithdrawalUsd6: Usd6
  withdrawalDelayMs: number
  /** While an account pays only saved addresses: time until a new one is paid, and until that ends. */
  addressCoolDownMs: number
  /**
   * Cap on releases from the vault per hour: this sum, or this share of the vault at the start of the hour if
   * larger.
   */
  outflowHourUsd6: Usd6
  outflowHourPercent: number
  /** The same for any twenty-four consecutive hours. */
  outflowDayUsd6: Usd6
  outflowDayPercent: number
  /** Maximum share of one owner in an hour while others wait, and in any twenty-four hours. */
  ownerHourPercent: number
  ownerDayUsd6: Usd6
  /**
   * One withdrawal per owner and day up to this sum bypasses the caps; in total up to this share of the vault
   * per day.
   */
  smallWithdrawalUsd6: Usd6
  smallLanePercent: number
  /** Maximum single payment of the vault contract; a payment also cannot exceed the contract's release per hour. */
  vaultTransactionUsd6: Usd6
  vaultHourUsd6: Usd6
  vaultHourPercent: number
  /** Withdrawals queue while releases in ten minutes exceed five times the mean, or this sum if larger. */
  breakerFloorUsd6: Usd6
  /** An account whose positions have at most this total value is liquidated at once, not in part first. */
  fullLiquidationUsd6: Usd6
  /** Maximum loss of the backstop, in percent of the pool's net asset value. */
  backstopAllocationPercent: number
  /** Deposits cannot raise the pool's net asset value above it. */
  lpNavCapUsd6: Usd6
  /**
   * Fee of an immediate withdrawal, left in the pool; the cap of these in 24 hours, in percent of the net
   * asset value.
   */
  lpImmediateFeeBps: number
  lpImmediateCapPercent: number
  /**
   * Delay between order and payment of a scheduled withdrawal; age at which new shares may be withdrawn
   * immediately.
   */
  lpScheduleMs: number
  lpLockMs: number
  /** Maximum time for which a taker waits for a newer index price; 0 = no delay. */
  takerDelayMs: number
}

/** The launch values: a new object each time, because the exchange changes its own in place. */
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
  addressCoolDownMs: 86_400_000,
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

/** Parameters of a market that can change; its decimals, class and pool cannot. */
export interface MarketParameters extends MarketRisk {
  readonly initMarginRatio: Ratio4
  readonly maintMarginRatio: Ratio4
  readonly takerFeeRate: Rate5
  readonly evalAllowed: boolean
}

export type ParameterChange = Partial<Readonly<Parameters>>

export type MarketParameterChange = Partial<MarketParameters>

/**
 * The parameters that differ from the launch values, for the text of the state; absent = none. The order in
 * which a command, or the initial text of the exchange, lists the classes of a cap has no effect.
 */
export function changedParameters(parameters: Parameters): ParameterChange | undefined {
  const launch: Readonly<Record<string, unknown>> = { ...launchParameters() }
  const changed = Object.entries(parameters).filter(([name, value]) => !isSame(value, launch[name]))
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as ParameterChange)
}

/** Compares a figure, or one figure per class. */
function isSame(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === other
  const figures: Readonly<Record<string, unknown>> = { ...value }
  return Object.entries({ ...(other as object) }).every(([name, figure]) => figures[name] === figure)
}
