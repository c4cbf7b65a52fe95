import { describe, expect, it } from 'vitest'
import { timeMs, type LpOrderRow, type TransferStatus, type TransferType } from '@vest/protocol'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import type { Transfer } from '../../live/index.ts'
import {
  accountOf,
  COIN,
  MARKETS,
  orderId,
  positionOf,
  restingOrder,
  sized,
  tickerOf,
  usd,
} from '../../testing/fixtures.ts'
import { collateralLocks, type LockSources } from './collateralLocks.ts'

const NOW_MS = timeMs(1_800_000_000_000)
const NOTHING: LockSources = {
  positions: [],
  orders: [],
  transfers: [],
  softCredit: usd(0),
  lpOrders: [],
  lpLockMs: 86_400_000,
  nowMs: NOW_MS,
}

const positions = (isolatedMargin?: number) =>
  computePortfolio(
    {
      account: accountOf({
        positions: new Map([
          [
            COIN.symbol,
            {
              ...positionOf(COIN, 'long', 10, 300),
              ...(isolatedMargin === undefined ? {} : { isolatedMargin: usd(isolatedMargin) }),
            },
          ],
        ]),
      }),
      orders: new Map(),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, 310)]]),
  ).positions

const transfer = (type: TransferType, status: TransferStatus, eligible?: number): Transfer => ({
  id: `${type} ${status}`,
  type,
  status,
  size: usd(250),
  chainId: 42_161,
  postTimeMs: NOW_MS,
  ...(eligible === undefined ? {} : { eligibleTimeMs: timeMs(eligible) }),
})
const lpOrder = (change: Partial<LpOrderRow>): LpOrderRow => ({
  id: orderId(9),
  nonce: 1,
  size: '100.000000',
  orderType: 'DEPOSIT',
  status: 'FILLED',
  code: null,
  fees: '0.000000',
  postTime: NOW_MS - 1_000,
  shares: '100.000000',
  executeTime: null,
  ...change,
})
const kinds = (sources: Partial<LockSources>) =>
  collateralLocks({ ...NOTHING, ...sources }).map(({ kind, locked, freeTimeMs }) => [
    kind,
    locked,
    freeTimeMs,
  ])

describe('what holds the collateral', () => {
  it('[2.30] the initial margin of a position at its mark, or its own margin where it is isolated', () => {
    // 3,100 · 10 %
    expect(kinds({ positions: positions() })).toEqual([['position', usd(310), undefined]])
    expect(kinds({ positions: positions(420) })).toEqual([['isolated', usd(420), undefined]])
  })

  it('[2.30] the margin of each resting order for what is left of it; none for what only reduces', () => {
    // 10 at 300 with a tenth; 4 of them are filled.
    const open = restingOrder(1, { filledSize: sized(COIN, 4) })
    const value = usd(3_000)
    const [lock] = collateralLocks({ ...NOTHING, orders: [{ order: open, market: COIN, value }] })
    expect(lock).toMatchObject({ kind: 'order', market: COIN, value, locked: usd(180) })
    const reducing = { ...open, isReduceOnly: true }
    const exit = { ...open, orderType: 'STOP_LOSS' as const }
    expect(kinds({ orders: [reducing, exit].map((one) => ({ order: one, market: COIN, value })) })).toEqual(
      [],
    )
  })

  it('[2.30] withdrawals on their way with the hour at which they may leave, and deposits that are not final', () => {
    const transfers = [
      transfer('WITHDRAW', 'NEW', NOW_MS + 5),
      transfer('WITHDRAW', 'VERIFIED'),
      transfer('WITHDRAW', 'FILLED'),
      transfer('WITHDRAW', 'REJECTED'),
      transfer('DEPOSIT', 'NEW'),
    ]
    expect(kinds({ transfers, softCredit: usd(30) })).toEqual([
      ['withdrawal', usd(250), NOW_MS + 5],
      ['withdrawal', usd(250), undefined],
      ['softCredit', usd(30), undefined],
    ])
  })

  it('[2.30] shares of the pool: new ones for their time, scheduled ones until they are paid', () => {
    const lpOrders = [
      lpOrder({}),
      lpOrder({ postTime: NOW_MS - 86_400_000 }),
      lpOrder({ status: 'REJECTED' }),
      lpOrder({ orderType: 'SCHEDULE_WITHDRAW', status: 'NEW', executeTime: NOW_MS + 7 }),
      lpOrder({ orderType: 'SCHEDULE_WITHDRAW', status: 'FILLED', executeTime: NOW_MS - 7 }),
      lpOrder({ orderType: 'IMMEDIATE_WITHDRAW' }),
    ]
    expect(kinds({ lpOrders })).toEqual([
      ['lpLock', usd(100), NOW_MS - 1_000 + 86_400_000],
      ['lpScheduled', usd(100), NOW_MS + 7],
    ])
  })
})
