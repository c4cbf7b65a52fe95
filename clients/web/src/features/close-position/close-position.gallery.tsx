/** The dialog that closes a position. */
import { LONG } from '../../testing/gallery/accounts.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import { HALTED_COIN } from '../../testing/gallery/markets.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { COIN } from '../../testing/fixtures.ts'
import { ClosePositionDialog } from './ClosePositionDialog.tsx'

const ignore = (): void => undefined

export const scenes: readonly Scene[] = [
  {
    name: 'close-position',
    render: () => <ClosePositionDialog symbol={COIN.symbol} onClose={ignore} />,
    states: {
      normal: {},
      limit: { act: () => press('orderType.LIMIT') },
      'invalid-size': { act: () => type('close-size', '43') },
      'refused-size': { act: () => type('close-size', '1,5') },
      'typed-size': { act: () => type('close-size', '21') },
      halted: { world: { tickers: HALTED_COIN } },
      'long-numbers': { world: { account: LONG } },
    },
  },
]
