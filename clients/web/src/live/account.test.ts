import { describe, expect, it } from 'vitest'
import {
  REFUSAL,
  CAPITAL_STATUSES,
  usd6,
  type AccountResponse,
  type CapitalStatus,
  type OrderEvent,
  type TransferEvent,
} from '@vest/protocol'
import {
  at,
  capitalEntryOf,
  COIN,
  MARKETS,
  orderEvent,
  orderId,
  orderRow,
  positionOf,
  sized,
  usd,
} from '../testing/fixtures.ts'
import {
  EMPTY_ACCOUNT,
  foldOrder,
  foldTransfer,
  foldTransferProgress,
  isOpenOrder,
  isTrying,
  mergeOrders,
  readAccount,
  readOrder,
  type AccountState,
  type RawPosition,
} from './account.ts'

const SNAPSHOT_MS = 10_000

const wire = (change: Partial<AccountResponse> = {}): AccountResponse => ({
  address: '0xAb00000000000000000000000000000000000001',
  balances: [],
  collateral: '1000.000000',
  withdrawable: '1000.000000',
  totalAccountValue: '1000.000000',
  openOrderMargin: '0.000000',
  totalMaintMargin: '0.000000',
  softCredit: '0.000000',
  positions: [],
  leverages: [{ symbol: COIN.symbol, value: 10 }],
  lp: {
    balance: '0',
    shares: '0',
    unrealizedPnl: '0',
    netDeposits: '0',
    scheduledShares: '0',
    lockedShares: '0',
    unlockTime: null,
  },
  time: SNAPSHOT_MS,
  twitterUsername: null,
  discordUsername: null,
  capital: null,
  ...change,
})

const holding = (position?: RawPosition): AccountState => {
  const account = readAccount(wire(), MARKETS)
  return {
    ...EMPTY_ACCOUNT,
    account: { ...account, positions: new Map(position === undefined ? [] : [[COIN.symbol, position]]) },
  }
}

const fill = (n: number, change: Partial<OrderEvent> = {}): OrderEvent =>
  orderEvent(n, {
    status: 'FILLED',
    lastFilledSize: '10.0000',
    lastFilledPrice: '300.00',
    lastFilledTime: SNAPSHOT_MS + 1,
    avgFilledPrice: '300.00',
    cumFunding: '0.500000000000',
    fees: '3.000000',
    realizedPnl: '-3.000000',
    ...change,
  })

const positionAfter = (held: RawPosition | undefined, event: OrderEvent): RawPosition | undefined =>
  foldOrder(holding(held), event, MARKETS).state.account?.positions.get(COIN.symbol)

describe('snapshot', () => {
  it('[4.11] an account that is not eligible, or unknown, counts as neither evaluation nor funded', () => {
    const isCapital = (status: CapitalStatus) =>
      readAccount(wire({ capital: capitalEntryOf({ capital_status: status }) }), MARKETS).isCapital
    const not = CAPITAL_STATUSES.filter((status) => !isCapital(status))
    expect(not).toEqual(['not_eligible', 'unknown'])
  })

  it('[4.11] a normal account has no capital object; an evaluation has one and counts as a capital account', () => {
    expect(readAccount(wire(), MARKETS).isCapital).toBe(false)
    expect(readAccount(wire({ capital: capitalEntryOf() }), MARKETS)).toMatchObject({
      isCapital: true,
      capitalStatus: 'active',
    })
  })

  it('[3.2] reads texts into integers and leaves out markets that are not listed', () => {
    const account = readAccount(
      wire({
        positions: [
          {
            symbol: 'GONE-PERP',
            isLong: true,
            size: '1',
            entryPrice: '1',
            entryFunding: '0',
            unrealizedPnl: '0',
            settledFunding: '0',
            markPrice: '1',
            indexPrice: '1',
            liqPrice: null,
            initMargin: '0',
            maintMargin: '0',
            initMarginRatio: '0.1',
            cost: '1',
            isolatedMargin: '0',
          },
          {
            symbol: COIN.symbol,
            isLong: false,
            size: '2.5000',
            entryPrice: '300.00',
            entryFunding: '-1.230000000000',
            unrealizedPnl: '0',
            settledFunding: '0',
            markPrice: '1',
            indexPrice: '1',
            liqPrice: null,
            initMargin: '0',
            maintMargin: '0',
            initMarginRatio: '0.1250',
            cost: '750.000001',
            isolatedMargin: '0.000000',
          },
        ],
      }),
      MARKETS,
    )
    expect(account.address).toBe('0xab00000000000000000000000000000000000001')
    expect([...account.positions.values()]).toEqual([
      {
        symbol: COIN.symbol,
        isLong: false,
        size: 25_000,
        cost: 750_000_001,
        entryFunding: -1_230_000_000_000n,
        initMarginRatio: 1_250,
      },
    ])
    expect(account.leverages.get(COIN.symbol)).toBe(10)
  })

  it('keeps a final status although a slower snapshot still calls the order open', () => {
    const filled = foldOrder(holding(), fill(1), MARKETS).state
    const merged = mergeOrders(filled, [orderRow(1, { status: 'NEW' })], MARKETS)
    expect(merged.orders.get(orderId(1))?.status).toBe('FILLED')
  })
})

describe('order events', () => {
  it('[4.5] a new resting order joins the open set, a filled, cancelled or rejected one does not come back', () => {
    const placed = foldOrder(holding(), orderEvent(1, { orderType: 'LIMIT' }), MARKETS).state
    expect([...placed.orders.values()].filter(isOpenOrder).map((order) => order.id)).toEqual([orderId(1)])
    for (const status of ['CANCELLED', 'REJECTED'] as const) {
      const ended = foldOrder(placed, { id: orderId(1), status, postTime: 2_000, nonce: 1 }, MARKETS).state
      const late = foldOrder(ended, orderEvent(1, { orderType: 'LIMIT' }), MARKETS).state
      expect([...late.orders.values()].filter(isOpenOrder), status).toEqual([])
      expect(late.orders.get(orderId(1))?.status).toBe(status)
    }
  })

  it('a stop that has fired is trying until it has ended, and one that has not is not', () => {
    const stop = (change: Partial<OrderEvent> = {}) => orderEvent(1, { orderType: 'STOP_LOSS', ...change })
    const placed = foldOrder(holding(), stop({ triggered: false }), MARKETS).state
    const fired = foldOrder(placed, stop({ triggered: true }), MARKETS).state
    const ended = foldOrder(
      fired,
      { id: orderId(1), status: 'CANCELLED', postTime: 2_000, nonce: 1 },
      MARKETS,
    ).state
    const read = mergeOrders(placed, [orderRow(1, { orderType: 'STOP_LOSS', triggered: true })], MARKETS)
    expect([placed, fired, ended, read].map(({ orders }) => isTrying(orders.get(orderId(1))!))).toEqual([
      ...[false, true, false, true],
    ])
  })

  it('[2.27] market orders are never counted as open', () => {
    const state = foldOrder(holding(), orderEvent(1), MARKETS).state
    expect([...state.orders.values()].filter(isOpenOrder)).toEqual([])
  })

  it('[4.5] no position opens one, at the funding of the fill', () => {
    expect(positionAfter(undefined, fill(1))).toEqual({
      symbol: COIN.symbol,
      isLong: true,
      size: 100_000,
      cost: usd(3_000),
      initMarginRatio: 1_000,
      entryFunding: 500_000_000_000n,
    })
  })

  it('[4.5] same direction adds: cost by sum, margin ratio by average', () => {
    const held = positionOf(COIN, 'long', 10, 200, 500)
    expect(positionAfter(held, fill(1))).toMatchObject({
      isLong: true,
      size: 200_000,
      cost: usd(5_000),
      initMarginRatio: 750,
    })
  })

  it('[4.5] a smaller opposite fill reduces', () => {
    const held = positionOf(COIN, 'short', 40, 310)
    expect(positionAfter(held, fill(1))).toMatchObject({
      isLong: false,
      size: sized(COIN, 30),
      cost: usd(9_300),
    })
  })

  it('[4.5] an opposite fill of equal size closes', () => {
    expect(positionAfter(positionOf(COIN, 'short', 10, 310), fill(1))).toBeUndefined()
  })

  it('[4.5] a larger opposite fill flips', () => {
    expect(positionAfter(positionOf(COIN, 'short', 4, 310), fill(1))).toMatchObject({
      isLong: true,
      size: sized(COIN, 6),
      cost: usd(1_800),
      initMarginRatio: 1_000,
    })
  })

  it('[4.5] a fill that is not newer than the snapshot does not touch the account again', () => {
    const held = positionOf(COIN, 'long', 10, 300)
    for (const [lastFilledTime, needsSnapshot] of [
      [SNAPSHOT_MS - 1, false],
      // Whether the snapshot of that millisecond has it is asked.
      [SNAPSHOT_MS, true],
    ] as const) {
      const folded = foldOrder(holding(held), fill(1, { lastFilledTime }), MARKETS)
      expect(folded.state.account?.positions.get(COIN.symbol)).toBe(held)
      expect(folded.state.orders.get(orderId(1))?.status).toBe('FILLED')
      expect(folded.needsSnapshot).toBe(needsSnapshot)
    }
  })

  it('books the growth of realized profit on the collateral, fill by fill', () => {
    const part = {
      status: 'PARTIALLY_FILLED',
      lastFilledSize: '4.0000',
      filledSize: '4.0000',
      realizedPnl: '-1.200000',
    } as const
    const first = foldOrder(holding(), fill(1, part), MARKETS)
    expect(first.state.account?.collateral).toBe(usd(998.8))
    const second = foldOrder(
      first.state,
      fill(1, { lastFilledSize: '6.0000', filledSize: '10.0000', lastFilledTime: SNAPSHOT_MS + 2 }),
      MARKETS,
    )
    expect(second.state.account?.collateral).toBe(usd(997))
    expect(second.state.account?.positions.get(COIN.symbol)?.size).toBe(sized(COIN, 10))
    expect(second.needsSnapshot).toBe(false)
  })

  it('asks for a snapshot when a fill was missed or its figures are incomplete', () => {
    const part = { status: 'PARTIALLY_FILLED', lastFilledSize: '4.0000' } as const
    // Of ten lots only the last four were announced: six were missed.
    expect(foldOrder(holding(), fill(1, { ...part, filledSize: '10.0000' }), MARKETS).needsSnapshot).toBe(
      true,
    )
    const { realizedPnl: _, ...silent } = fill(1)
    expect(foldOrder(holding(), silent, MARKETS).needsSnapshot).toBe(true)
    expect(foldOrder(EMPTY_ACCOUNT, fill(1), MARKETS).needsSnapshot).toBe(true)
    expect(
      foldOrder(holding(), { id: orderId(9), status: 'NEW', postTime: 1, nonce: 9 }, MARKETS).needsSnapshot,
    ).toBe(true)
  })

  it('leaves the margin of isolated markets to the exchange', () => {
    const markets = new Map([[COIN.symbol, { ...COIN, isIsolated: true }]])
    const folded = foldOrder(holding(), fill(1), markets)
    expect([folded.needsSnapshot, folded.state.account?.positions.size]).toEqual([true, 0])
  })

  it('[4.17] a limit order brings the prices of the exits that ride on it, by its event and by its row alike', () => {
    const event = orderEvent(1, { orderType: 'LIMIT', tpPrice: '330.00', slPrice: '290.5' })
    const riding = { takeProfitPrice: at(COIN, 330), stopLossPrice: at(COIN, 290.5) }
    expect(foldOrder(holding(), event, MARKETS).state.orders.get(event.id)).toMatchObject(riding)
    const row = orderRow(1, { orderType: 'LIMIT', tpPrice: '330.00', slPrice: '290.5' })
    expect(readOrder(row, MARKETS)).toMatchObject(riding)
    expect(readOrder(orderRow(1), MARKETS)).not.toHaveProperty('takeProfitPrice')
  })

  it('keeps what an earlier event said where a later one is silent', () => {
    const placed = foldOrder(
      holding(),
      orderEvent(1, { orderType: 'LIMIT', limitPrice: '299.00' }),
      MARKETS,
    ).state
    const ended = foldOrder(
      placed,
      {
        id: orderId(1).toUpperCase().replace('0X', '0x'),
        status: 'CANCELLED',
        code: REFUSAL.DELETED_BY_LIQ,
        postTime: 2_000,
        nonce: 1,
      },
      MARKETS,
    ).state
    expect(ended.orders.get(orderId(1))).toMatchObject({
      limitPrice: at(COIN, 299),
      status: 'CANCELLED',
      code: REFUSAL.DELETED_BY_LIQ,
      isBuy: true,
    })
    expect(ended.orders.size).toBe(1)
  })
})

describe('transfer events', () => {
  const event = (change: Partial<TransferEvent>): TransferEvent => ({
    id: orderId(7),
    size: '250.500000',
    orderType: 'DEPOSIT',
    status: 'FILLED',
    code: null,
    postTime: SNAPSHOT_MS + 1,
    nonce: 0,
    chainId: 42_161,
    ...change,
  })
  const collateral = (change: Partial<TransferEvent>, state = holding()): number | undefined =>
    foldTransfer(state, event(change)).account?.collateral

  it('[4.6] a filled deposit adds, a new withdrawal or profit withdrawal subtracts', () => {
    expect(collateral({})).toBe(usd(1_250.5))
    expect(collateral({ orderType: 'WITHDRAW', status: 'NEW' })).toBe(usd(749.5))
    expect(collateral({ orderType: 'WITHDRAW_PROFIT', status: 'NEW' })).toBe(usd(749.5))
  })

  it('[4.6] everything else is stored only', () => {
    for (const change of [
      { status: 'NEW' },
      { status: 'REJECTED', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED },
      { orderType: 'WITHDRAW', status: 'VERIFIED' },
      { orderType: 'WITHDRAW', status: 'FILLED' },
      { orderType: 'WITHDRAW', status: 'REJECTED' },
    ] as const) {
      expect(collateral(change), JSON.stringify(change)).toBe(usd(1_000))
      expect(foldTransfer(holding(), event(change)).transfers.get(orderId(7))?.status).toBe(change.status)
    }
  })

  it('how far one is comes with its own event, and ends with it', () => {
    const known = foldTransfer(holding(), event({ orderType: 'WITHDRAW', status: 'NEW' }))
    const progress = {
      waitsFor: 'KEEPER',
      until: null,
      deadline: 9,
      execute: true,
      signedTime: 8,
      block: null,
    } as const
    const told = foldTransferProgress(known, { id: orderId(7), progress, payout: null })
    expect(told.transfers.get(orderId(7))).toMatchObject({ status: 'NEW', progress })
    const done = foldTransferProgress(told, { id: orderId(7), progress: null, payout: null })
    expect(done.transfers.get(orderId(7))).not.toHaveProperty('progress')
    expect(foldTransferProgress(known, { id: orderId(8), progress, payout: null })).toBe(known)
  })

  it('[4.6] only if its post time is newer than the account, and only once', () => {
    expect(collateral({ postTime: SNAPSHOT_MS })).toBe(usd(1_000))
    const once = foldTransfer(holding(), event({}))
    expect(collateral({}, once)).toBe(usd(1_250.5))
    expect(usd6(once.account!.collateral)).toBe(usd(1_250.5))
  })
})
