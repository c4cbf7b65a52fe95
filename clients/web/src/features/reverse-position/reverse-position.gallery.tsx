/** The button that turns a position round, and the question that it asks first. */
import { usePortfolio } from '../../entities/account/index.ts'
import { BUSY, LONG } from '../../testing/gallery/accounts.ts'
import { press } from '../../testing/gallery/hands.ts'
import { HALTED_COIN } from '../../testing/gallery/markets.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { COIN, usd } from '../../testing/fixtures.ts'
import { ReverseButton } from './ReverseButton.tsx'

function Reversed() {
  const row = usePortfolio(({ positions }) => positions.find(({ market }) => market === COIN))
  return row === undefined ? null : (
    <p>
      <ReverseButton row={row} />
    </p>
  )
}

const ask = (): Promise<void> => press('reverse.label', { market: COIN.label })
/** Too little for the margin of the other side. */
const POOR = { ...BUSY, account: BUSY.account && { ...BUSY.account, collateral: usd(3_900) } }

export const scenes: readonly Scene[] = [
  {
    name: 'reverse-position',
    render: () => <Reversed />,
    states: {
      normal: { act: ask },
      'insufficient-balance': { world: { account: POOR }, act: ask },
      halted: { world: { tickers: HALTED_COIN } },
      'long-numbers': { world: { account: LONG }, act: ask },
    },
  },
]
