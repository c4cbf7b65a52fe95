/** Records with every field, and with as few as may be: material for the tests of the read models. */
import type { FundingApplied, PoolValued } from '@vest/engine'
import {
  REFUSAL,
  funding12,
  lots,
  rate8,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type Address,
  type Hex,
  type Id,
} from '@vest/protocol'
import type {
  AccountTally,
  CapitalPast,
  ReadModelBatch,
  StoredCandle,
  StoredFill,
  StoredAccountValue,
  StoredFunding,
  StoredLpOrder,
  StoredOrder,
  StoredPoints,
  StoredTrade,
  StoredTransfer,
  ClosedPosition,
  HeldPosition,
} from '@vest/runtime'

export const hexId = (number: number): Id => `0x${number.toString(16).padStart(64, '0')}`
export const addressOf = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`
const bytes = (number: number, length: number): Hex => `0x${number.toString(16).padStart(2 * length, '0')}`

export const emptyBatch = (lastSeq: number): ReadModelBatch => ({
  lastSeq,
  orders: [],
  transfers: [],
  trades: [],
  fills: [],
  fundingApplied: [],
  fundingSettled: [],
  candles: [],
  lpOrders: [],
  poolValues: [],
  points: [],
  accountValues: [],
  capitalPast: [],
  closedPositions: [],
})

/** An order as it is accepted: no fill, no mark, no code. */
export const newOrder = (number: number, changes: Partial<StoredOrder> = {}): StoredOrder => ({
  id: hexId(number),
  account: addressOf(1),
  signer: addressOf(2),
  nonce: 1_700_000_000_000 + number,
  marketId: 3,
  symbol: 'BTC-PERP',
  isBuy: true,
  orderType: 'LIMIT',
  size: lots(1_000),
  limitPrice: ticks(6_500_000),
  timeInForce: 'GTC',
  reduceOnly: false,
  initMarginRatio: ratio4(1_250),
  status: 'NEW',
  filledSize: lots(0),
  filledValue: usd6(0),
  fees: usd6(0),
  orderTimeMs: timeMs(1_700_000_000_000 + number),
  postTimeMs: timeMs(1_700_000_000_005 + number),
  seq: 1_000 + number,
  index: 0,
  ...changes,
})

/** Every field present, every integer at the end of its range. */
export const fullOrder = (number: number, changes: Partial<StoredOrder> = {}): StoredOrder =>
  newOrder(number, {
    status: 'FILLED',
    code: REFUSAL.DELETED_BY_LIQ,
    markPrice: ticks(6_500_001),
    filledSize: lots(Number.MAX_SAFE_INTEGER),
    filledValue: usd6(Number.MAX_SAFE_INTEGER),
    lastFilledSize: lots(1),
    lastFilledPrice: ticks(6_499_999),
    lastFilledTimeMs: timeMs(1_700_000_000_009),
    avgFilledPrice: ticks(6_500_000),
    fees: usd6(12),
    realizedPnl: usd6(-Number.MAX_SAFE_INTEGER),
    settledFunding: usd6(-1),
    cumFunding: funding12(-123_456_789_012_345_678_901_234_567_890n),
    parentId: hexId(9),
    isTriggered: true,
    ...changes,
  })

export const newDeposit = (number: number, changes: Partial<StoredTransfer> = {}): StoredTransfer => ({
  id: hexId(number),
  account: addressOf(1),
  type: 'DEPOSIT',
  status: 'NEW',
  nonce: 0,
  size: usd6(100_000_000),
  chainId: 42_161,
  token: addressOf(77),
  postTimeMs: timeMs(1_700_000_000_000 + number),
  execute: false,
  seq: 1_000 + number,
  index: 0,
  ...changes,
})

export const fullTransfer = (number: number, changes: Partial<StoredTransfer> = {}): StoredTransfer =>
  newDeposit(number, {
    type: 'WITHDRAW',
    status: 'VERIFIED',
    code: REFUSAL.TRANSFER_EXECUTION_FAILED,
    nonce: 17,
    recipient: addressOf(5),
    execute: true,
    requestArgs: bytes(1, 96),
    signer: addressOf(2),
    signature: bytes(2, 65),
    signatureProof: bytes(3, 65),
    validatorSignature: bytes(4, 65),
    txHash: hexId(5),
    logIndex: 0,
    blockHash: hexId(6),
    isSoft: false,
    eligibleTimeMs: timeMs(1_700_043_200_000),
    ...changes,
  })

export const trade = (tradeId: number, changes: Partial<StoredTrade> = {}): StoredTrade => ({
  kind: 'TradeExecuted',
  tradeId,
  marketId: 3,
  symbol: 'BTC-PERP',
  price: ticks(6_500_000),
  size: lots(12),
  value: usd6(78_000_000),
  takerIsBuy: false,
  timeMs: timeMs(1_700_000_000_000 + tradeId),
  ...changes,
})

export const fill = (tradeId: number, changes: Partial<StoredFill> = {}): StoredFill => ({
  kind: 'FillBooked',
  tradeId,
  orderId: hexId(tradeId),
  account: addressOf(1),
  marketId: 3,
  symbol: 'BTC-PERP',
  isBuy: true,
  orderType: 'MARKET',
  isMaker: false,
  price: ticks(6_500_000),
  size: lots(12),
  value: usd6(78_000_000),
  fee: usd6(7_800),
  pnl: usd6(-5),
  settledFunding: usd6(0),
  timeMs: timeMs(1_700_000_000_000 + tradeId),
  ...changes,
})

export const fundingApplied = (hourMs: number, changes: Partial<FundingApplied> = {}): FundingApplied => ({
  kind: 'FundingApplied',
  symbol: 'BTC-PERP',
  hourMs: timeMs(hourMs),
  rate: rate8(-1_250),
  cumFunding: funding12(98_765_432_109_876_543_210n),
  ...changes,
})

export const fundingSettled = (
  seq: number,
  index: number,
  changes: Partial<StoredFunding> = {},
): StoredFunding => ({
  kind: 'FundingSettled',
  account: addressOf(1),
  symbol: 'BTC-PERP',
  isLong: true,
  size: lots(5),
  payment: usd6(-9),
  rate: rate8(1),
  reason: 'FILL',
  timeMs: timeMs(1_700_000_000_000),
  seq,
  index,
  ...changes,
})

export const candle = (openTimeMs: number, changes: Partial<StoredCandle> = {}): StoredCandle => ({
  symbol: 'BTC-PERP',
  interval: '1m',
  openTimeMs: timeMs(openTimeMs),
  open: ticks(100),
  high: ticks(120),
  low: ticks(90),
  close: ticks(110),
  volume: lots(7),
  quoteVolume: usd6(770),
  trades: 3,
  ...changes,
})

/** An LP order as it is refused at once: neither shares nor a time. */
export const newLpOrder = (number: number, changes: Partial<StoredLpOrder> = {}): StoredLpOrder => ({
  id: hexId(number),
  account: addressOf(1),
  signer: addressOf(2),
  nonce: 1_700_000_000_000 + number,
  orderType: 'DEPOSIT',
  status: 'NEW',
  size: usd6(100_000_000),
  sizeText: '100',
  fees: usd6(0),
  postTimeMs: timeMs(1_700_000_000_000 + number),
  seq: 1_000 + number,
  index: 0,
  ...changes,
})

export const fullLpOrder = (number: number, changes: Partial<StoredLpOrder> = {}): StoredLpOrder =>
  newLpOrder(number, {
    orderType: 'SCHEDULE_WITHDRAW',
    status: 'PARTIALLY_FILLED',
    code: REFUSAL.LP_PARTIALLY_FILLED,
    size: usd6(Number.MAX_SAFE_INTEGER),
    sizeText: '9007199254.740991',
    fees: usd6(300_000),
    shares: Number.MAX_SAFE_INTEGER,
    executeTimeMs: timeMs(1_700_172_800_000),
    ...changes,
  })

/** A pool may be worth less than nothing. */
export const poolValue = (hourMs: number): PoolValued => ({
  kind: 'PoolValued',
  hourMs: timeMs(hourMs),
  nav: usd6(-1),
  totalShares: Number.MAX_SAFE_INTEGER,
})

const WEEK_MS = 7 * 86_400_000
export const weekOfPoints = (epochId: number, changes: Partial<StoredPoints> = {}): StoredPoints => ({
  account: addressOf(1),
  epochId,
  startTimeMs: timeMs(epochId * WEEK_MS),
  endTimeMs: timeMs((epochId + 1) * WEEK_MS),
  trading: 590_362_824,
  lp: 0,
  referral: 1,
  ...changes,
})

export const tally = (number: number, changes: Partial<AccountTally> = {}): AccountTally => ({
  account: addressOf(number),
  isSim: false,
  volume: 10n ** 17n,
  fees: 10n ** 13n,
  ...changes,
})

export const accountValue = (
  hourMs: number,
  changes: Partial<StoredAccountValue> = {},
): StoredAccountValue => ({
  account: addressOf(1),
  hourMs: timeMs(hourMs),
  equity: usd6(-1),
  collateral: usd6(0),
  netDeposits: usd6(Number.MAX_SAFE_INTEGER),
  ...changes,
})

/** Sums that no number holds exactly. */
export const closedPosition = (number: number, changes: Partial<ClosedPosition> = {}): ClosedPosition => ({
  id: hexId(number),
  account: addressOf(1),
  symbol: 'BTC-PERP',
  isLong: true,
  size: 10n ** 17n + 1n,
  entryValue: 10n ** 18n + 1n,
  exitValue: 10n ** 18n + 2n,
  openTimeMs: timeMs(1_700_000_000_000),
  closeTimeMs: timeMs(1_700_000_000_000 + number),
  realizedPnl: usd6(-7),
  fees: usd6(8),
  settledFunding: usd6(0),
  initMarginRatio: ratio4(1_250),
  closeType: 'LIQUIDATION',
  ...changes,
})

export const heldPosition = (symbol: string, changes: Partial<HeldPosition> = {}): HeldPosition => ({
  id: hexId(9),
  account: addressOf(1),
  symbol,
  isLong: false,
  size: lots(5),
  cost: usd6(500),
  initMarginRatio: ratio4(1_250),
  openedSize: 10n ** 17n + 1n,
  entryValue: 10n ** 18n + 1n,
  closedSize: 0n,
  exitValue: 0n,
  pnl: usd6(0),
  fees: usd6(8),
  settledFunding: usd6(-1),
  openTimeMs: timeMs(1_700_000_000_000),
  ...changes,
})

export const capitalPast = (seq: number, changes: Partial<CapitalPast> = {}): CapitalPast => ({
  account: addressOf(1),
  seq,
  index: 0,
  timeMs: timeMs(1_700_000_000_000 + seq),
  what: 'CapitalChanged',
  text: '{"kind":"CapitalChanged"}',
  ...changes,
})
