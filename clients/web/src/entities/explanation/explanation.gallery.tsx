/** A number that explains itself, opened: formula, figures and steps. */
import type { Scene } from '../../testing/gallery/scene.ts'
import { LONG } from '../../testing/gallery/accounts.ts'
import { opens, pressNamed } from '../../testing/gallery/hands.ts'
import { COIN } from '../../testing/fixtures.ts'
import { Explained } from './Explained.tsx'
import type { ExplainedNumber } from './explanation.ts'

/** What stands in the place of the number; only the explanation matters here. */
const FIGURE = '312.48'

const opened = (number: ExplainedNumber): Scene['states'][string] => ({
  render: () => (
    <p className="p-4 text-dense">
      <Explained number={number}>{FIGURE}</Explained>
    </p>
  ),
  act: async () => {
    await pressNamed(FIGURE)
    await opens()
  },
})

export const scenes: readonly Scene[] = [
  {
    name: 'explanation',
    render: () => null,
    states: {
      health: opened({ kind: 'health' }),
      'liquidation-price': opened({ kind: 'liquidationPrice', symbol: COIN.symbol }),
      funding: opened({ kind: 'fundingRate', symbol: COIN.symbol }),
      'long-numbers': { ...opened({ kind: 'maintMargin' }), world: { account: LONG } },
    },
  },
]
