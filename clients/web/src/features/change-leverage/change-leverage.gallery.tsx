/** The dialog that sets the leverage of a market. */
import { asCapital, FLAT } from '../../testing/gallery/accounts.ts'
import { press, pressNamed } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { BTC, COIN } from '../../testing/fixtures.ts'
import { LeverageDialog } from './LeverageDialog.tsx'

const ignore = (): void => undefined
const dialog = (market: typeof COIN) => () => <LeverageDialog market={market} isOpen onClose={ignore} />

export const scenes: readonly Scene[] = [
  {
    name: 'change-leverage',
    render: dialog(COIN),
    states: {
      unchanged: {},
      invalid: { act: () => pressNamed('5X') },
      ready: { world: { account: FLAT }, act: () => pressNamed('5X') },
      submitting: {
        world: { account: FLAT },
        isPending: true,
        act: async () => {
          await pressNamed('5X')
          await press('leverage.submit', { value: '5X' })
        },
      },
      'capital-limited': { world: { account: asCapital(FLAT) } },
      'high-maximum': { world: { account: FLAT }, render: dialog(BTC) },
    },
  },
]
