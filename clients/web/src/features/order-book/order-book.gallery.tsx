/** Book, depth and trades. */
import { timeMs } from '@vest/protocol'
import { does, press } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { bookOf, LOST, type World } from '../../testing/gallery/world.ts'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import { at, BTC, COIN, sized } from '../../testing/fixtures.ts'
import { NOT_CONNECTED, type Market } from '../../live/index.ts'
import { usePreferences } from '../../entities/preferences/index.ts'
import { BookPanel } from './BookPanel.tsx'

const NOTHING: Partial<World> = { book: { bids: [], asks: [] }, trades: [] }
const ARRIVING: Partial<World> = { book: undefined, trades: undefined }
const LONG: Partial<World> = {
  focus: BTC.symbol,
  book: bookOf(BTC, 108_412.5, 0.1, 12_345.678),
  trades: [
    {
      id: '0x1',
      price: at(BTC, 108_412.5),
      size: sized(BTC, 12_345.67891),
      isBuy: true,
      timeMs: timeMs(NOW_MS),
    },
  ],
}

const panel = (market: Market) => () => <BookPanel market={market} />

/** The same states of each tab, which is opened first. */
const tab = (name: string, open?: () => Promise<void>): Scene => {
  const seen = (state: SceneState): SceneState => (open === undefined ? state : { ...state, act: open })
  return {
    name,
    widthPx: 288,
    heightPx: 452,
    render: panel(COIN),
    states: {
      loading: seen({ world: ARRIVING, isPending: true }),
      empty: seen({ world: NOTHING }),
      normal: seen({}),
      stale: seen({ world: { connection: LOST } }),
      'long-numbers': seen({ world: LONG, render: panel(BTC) }),
    },
  }
}

const book = tab('order-book')

export const scenes: readonly Scene[] = [
  {
    ...book,
    states: {
      ...book.states,
      'not-connected': { world: { connection: NOT_CONNECTED } },
      collapsed: { act: () => does(() => usePreferences.setState({ isBookOpen: false })) },
    },
  },
  tab('depth', () => press('book.depth')),
  tab('trades', () => press('book.trades')),
]
