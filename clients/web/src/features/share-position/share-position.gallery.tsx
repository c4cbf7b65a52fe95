/** The dialog with the card that shows a position. */
import { timeMs } from '@vest/protocol'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import { answer, silence } from '../../testing/gallery/answers.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { at, BTC, COIN } from '../../testing/fixtures.ts'
import { ShareDialog } from './ShareDialog.tsx'
import type { SharedPosition } from './sharedPosition.ts'

const SHARED: SharedPosition = {
  market: COIN,
  isLong: true,
  leverage: 10,
  roePercent2: 2_739,
  entryPrice: at(COIN, 304.15),
  price: at(COIN, 312.48),
  isClosed: false,
  timeMs: timeMs(NOW_MS),
}
const ignore = (): void => undefined
const card =
  (change: Partial<SharedPosition> = {}) =>
  () => <ShareDialog shared={{ ...SHARED, ...change }} onClose={ignore} />

export const scenes: readonly Scene[] = [
  {
    name: 'share-position',
    render: card(),
    states: {
      normal: {},
      loading: { world: { answers: { referrals: silence } }, isPending: true },
      loss: { render: card({ isLong: false, roePercent2: -1_250 }) },
      closed: { render: card({ isClosed: true }) },
      'may-post': {
        world: {
          answers: {
            referrals: answer({ ref_code: 'TAILOR', has_twitter_access: true }),
            socialAccount: answer({ username: 'tailor_made' }),
          },
        },
      },
      'long-numbers': {
        render: card({ market: BTC, roePercent2: 123_456_789, entryPrice: at(BTC, 98_765.4), leverage: 50 }),
      },
    },
  },
]
