/** Parameters of the exchange: the values that it is launched with, and the limits of a change. */

/** B.2 as far as the core uses it, with the names of the command that changes it. */
export interface TwinParameters {
  makerFeePercent: number
  liquidationFeeMaxRate: number
  triggerProtectionBps: number
  grossCapPercent: number
  grossCapStressedPercent: number
  classCapPercent: { stock: number; crypto: number; forex: number }
  offHoursProfitPercent: number
  accrualsPerHour: number
  recvWindowMaxMs: number
  openOrdersMax: number
  openOrdersPerMarketMax: number
  triggerRowsMax: number
  nonceKeptMs: number
  /** No life of the twin sends as many messages of one key as it takes to forget which of its numbers were not used. */
  nonceRunsMax: number
  quickWithdrawalUsd6: number
  withdrawalDelayMs: number
  addressCoolDownMs: number
  outflowHourUsd6: number
  outflowHourPercent: number
  outflowDayUsd6: number
  outflowDayPercent: number
  ownerHourPercent: number
  ownerDayUsd6: number
  smallWithdrawalUsd6: number
  smallLanePercent: number
  vaultTransactionUsd6: number
  vaultHourUsd6: number
  vaultHourPercent: number
  breakerFloorUsd6: number
  fullLiquidationUsd6: number
  backstopAllocationPercent: number
  lpNavCapUsd6: number
  lpImmediateFeeBps: number
  lpImmediateCapPercent: number
  lpScheduleMs: number
  lpLockMs: number
  takerDelayMs: number
}

export const launchParameters = (): TwinParameters => ({
  makerFeePercent: 50,
  liquidationFeeMaxRate: 500,
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
  quickWithdrawalUsd6: 50e9,
  withdrawalDelayMs: 43_200_000,
  addressCoolDownMs: 86_400_000,
  outflowHourUsd6: 250e9,
  outflowHourPercent: 10,
  outflowDayUsd6: 1e12,
  outflowDayPercent: 30,
  ownerHourPercent: 25,
  ownerDayUsd6: 1e12,
  smallWithdrawalUsd6: 1e9,
  smallLanePercent: 10,
  vaultTransactionUsd6: 1e12,
  vaultHourUsd6: 500e9,
  vaultHourPercent: 20,
  breakerFloorUsd6: 25e9,
  fullLiquidationUsd6: 5e9,
  backstopAllocationPercent: 10,
  lpNavCapUsd6: 20e12,
  lpImmediateFeeBps: 30,
  lpImmediateCapPercent: 10,
  lpScheduleMs: 172_800_000,
  lpLockMs: 86_400_000,
  takerDelayMs: 0,
})

const USD = 1_000_000
/** Lowest and highest value. */
export const PARAMETER_LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  makerFeePercent: [0, 100],
  liquidationFeeMaxRate: [0, 5_000],
  triggerProtectionBps: [1, 9_999],
  grossCapPercent: [0, 10_000],
  grossCapStressedPercent: [0, 10_000],
  offHoursProfitPercent: [0, 100],
  accrualsPerHour: [1, 3_600],
  recvWindowMaxMs: [1_000, 60_000],
  openOrdersMax: [1, 10_000],
  openOrdersPerMarketMax: [1, 10_000],
  triggerRowsMax: [1, 10_000],
  nonceKeptMs: [86_400_000, 30 * 86_400_000],
  nonceRunsMax: [1_000, 1_000_000],
  quickWithdrawalUsd6: [0, 1e9 * USD],
  withdrawalDelayMs: [0, 4 * 86_400_000],
  addressCoolDownMs: [0, 30 * 86_400_000],
  outflowHourUsd6: [1e3 * USD, 1e9 * USD],
  outflowHourPercent: [0, 100],
  outflowDayUsd6: [1e3 * USD, 1e9 * USD],
  outflowDayPercent: [0, 100],
  ownerHourPercent: [1, 100],
  ownerDayUsd6: [1e3 * USD, 1e9 * USD],
  smallWithdrawalUsd6: [0, 1e9 * USD],
  smallLanePercent: [0, 100],
  vaultTransactionUsd6: [1e3 * USD, 1e9 * USD],
  vaultHourUsd6: [1e3 * USD, 1e9 * USD],
  vaultHourPercent: [0, 100],
  breakerFloorUsd6: [1e3 * USD, 1e9 * USD],
  fullLiquidationUsd6: [0, 1e9 * USD],
  backstopAllocationPercent: [0, 100],
  lpNavCapUsd6: [0, 1e9 * USD],
  lpImmediateFeeBps: [0, 1_000],
  lpImmediateCapPercent: [0, 100],
  lpScheduleMs: [0, 7 * 86_400_000],
  lpLockMs: [0, 86_400_000],
  takerDelayMs: [0, 2_000],
}
