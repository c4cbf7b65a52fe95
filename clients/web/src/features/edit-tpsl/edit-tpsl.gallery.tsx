/** The dialog that sets the take profits and stop losses of a position. */
import { LONG } from '../../testing/gallery/accounts.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import { HALTED_COIN } from '../../testing/gallery/markets.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { BTC, COIN } from '../../testing/fixtures.ts'
import { EditTpslDialog } from './EditTpslDialog.tsx'

const ignore = (): void => undefined
const dialog = (symbol: string) => () => <EditTpslDialog symbol={symbol} onClose={ignore} />

export const scenes: readonly Scene[] = [
  {
    name: 'edit-tpsl',
    render: dialog(COIN.symbol),
    states: {
      normal: {},
      empty: { render: dialog(BTC.symbol) },
      'refused-share': { act: () => type('takeProfit-percent', '101') },
      'gain-without-price': { act: () => type('stopLoss-gain', '999999') },
      'added-row': { render: dialog(BTC.symbol), act: () => press('tpsl.addTakeProfit') },
      halted: { world: { tickers: HALTED_COIN } },
      'long-numbers': { world: { account: LONG } },
    },
  },
]
