/** Cancel all and close all, each with the question that it asks first. */
import { FLAT, LONG } from '../../testing/gallery/accounts.ts'
import { press } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { CancelAllButton, CloseAllButton } from './BulkButtons.tsx'

export const scenes: readonly Scene[] = [
  {
    name: 'bulk-orders',
    render: () => (
      <p>
        <CancelAllButton symbol={undefined} />
        <CloseAllButton symbol={undefined} />
      </p>
    ),
    states: {
      empty: { world: { account: FLAT } },
      normal: {},
      'cancel-all': { act: () => press('bulk.cancelAll') },
      'close-all': { act: () => press('bulk.closeAll') },
      submitting: {
        isPending: true,
        act: async () => {
          await press('bulk.cancelAll')
          await press('bulk.cancelSubmit', { count: 4 })
        },
      },
      'long-numbers': { world: { account: LONG }, act: () => press('bulk.closeAll') },
    },
  },
]
