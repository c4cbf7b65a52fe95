import type { ReadModelStore } from '@vest/runtime'
import { addressOf } from '../sampleRecords.ts'

const me = addressOf(1)

/** Every row that the store shows of account 1 and BTC-PERP. */
export const everythingIn = async (store: ReadModelStore) => ({
  orders: await store.orders({ account: me, limit: 9_999 }),
  transfers: await store.transfers({ account: me, limit: 9_999 }),
  trades: await store.trades(['BTC-PERP'], { limit: 9_999 }),
  fills: await store.fills(me, { limit: 9_999 }),
  fundingApplied: await store.fundingApplied(['BTC-PERP'], { limit: 9_999 }),
  fundingSettled: await store.fundingSettled(me, { limit: 9_999 }),
  candles: await store.candles('BTC-PERP', '1m', { limit: 9_999 }),
  marketStates: await store.marketStates(),
  marketSplits: await store.marketSplits(),
  lpOrders: await store.lpOrders({ account: me, limit: 9_999 }),
  poolValues: await store.poolValues({ limit: 9_999 }),
  points: await store.points(me, { limit: 9_999 }),
  feeHours: await store.feeHours({ limit: 9_999 }),
  accountTallies: await store.accountTallies(),
  accountValues: await store.accountValues(me, { limit: 9_999 }),
  closedPositions: await store.closedPositions(me, { limit: 9_999 }),
  capitalPast: await store.capitalPast(me),
  heldPositions: await store.heldPositions(),
})
