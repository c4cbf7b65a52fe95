/** The lists below the chart, and the bar above it. */
import { OrderHistoryTable } from '../../entities/order/index.ts'
import { asCapital, FLAT, LONG, NEAR_LIQUIDATION, TRYING } from '../../testing/gallery/accounts.ts'
import { AFTER_HOURS_COIN, CLOSED_COIN, HALTED_COIN } from '../../testing/gallery/markets.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { refusal, silence } from '../../testing/gallery/answers.ts'
import { FAILED, LOST, PENDING, VISITOR } from '../../testing/gallery/world.ts'
import { COIN } from '../../testing/fixtures.ts'
import { ActivityTabs, OpenOrders, Positions } from './ActivityTabs.tsx'
import { MarketBar } from './MarketBar.tsx'

const STATES: Readonly<Record<string, SceneState>> = {
  visitor: { world: VISITOR },
  loading: { world: { ...PENDING, answers: { orders: silence } }, isPending: true },
  empty: { world: { account: FLAT } },
  normal: {},
  error: { world: { ...FAILED, answers: { orders: refusal } } },
  halted: { world: { tickers: HALTED_COIN } },
  'long-numbers': { world: { account: LONG } },
}

const LIST_WIDTH_PX = 1_119

export const scenes: readonly Scene[] = [
  {
    name: 'positions',
    widthPx: LIST_WIDTH_PX,
    render: () => <Positions symbol={undefined} rowHeight={40} />,
    states: {
      ...STATES,
      'near-liquidation': { world: { account: NEAR_LIQUIDATION } },
      'evaluation-failed': { world: { account: asCapital(LONG, 'goal_failed_max_daily_loss') } },
      'status-unknown': { world: { account: asCapital(LONG, 'pre_eval') } },
    },
  },
  {
    name: 'open-orders',
    widthPx: LIST_WIDTH_PX,
    render: () => <OpenOrders symbol={undefined} />,
    states: { ...STATES, triggered: { world: { account: TRYING } } },
  },
  {
    name: 'order-history',
    widthPx: LIST_WIDTH_PX,
    render: () => <OrderHistoryTable filter="ALL" className="bg-s1" />,
    states: STATES,
  },
  {
    name: 'activity',
    widthPx: LIST_WIDTH_PX,
    heightPx: 270,
    render: () => <ActivityTabs symbol={COIN.symbol} />,
    states: { normal: {}, 'capital-limited': { world: { account: asCapital(FLAT) } } },
  },
  {
    name: 'market-bar',
    widthPx: LIST_WIDTH_PX,
    heightPx: 64,
    render: () => <MarketBar market={COIN} />,
    states: {
      normal: {},
      loading: { world: { tickers: new Map() } },
      halted: { world: { tickers: HALTED_COIN } },
      'after-hours': { world: { tickers: AFTER_HOURS_COIN } },
      closed: { world: { tickers: CLOSED_COIN } },
      stale: { world: { connection: LOST } },
    },
  },
]
