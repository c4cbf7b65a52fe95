/** The pool's page in its parts, and its panel through every state. */
import { VISITOR, type World } from '../../testing/gallery/world.ts'
import { answer, LP_SHARE, POOL, refusal, silence } from '../../testing/gallery/answers.ts'
import { choose, press, type } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { LpPanel } from '../../features/lp-order/index.ts'
import { LiquidityPage } from './LiquidityPage.tsx'

const asking = (pool: () => Promise<unknown>, more: World['answers'] = {}): Partial<World> => ({
  answers: { pool, ...more },
})
const NO_SHARE = answer({
  lp: {
    balance: '0',
    shares: '0',
    unrealizedPnl: '0',
    netDeposits: '0',
    scheduledShares: '0',
    lockedShares: '0',
    unlockTime: null,
  },
})
const NEW_POOL = answer({
  ...POOL,
  apr30d: null,
  aprBase: null,
  positions: [],
  initMargin: '0',
  maintMargin: '0',
})

const page: Scene = {
  name: 'liquidity',
  widthPx: 1_176,
  render: () => <LiquidityPage />,
  states: {
    loading: {
      world: asking(silence, { poolHistory: silence, lpOrders: silence, account: silence }),
      isPending: true,
    },
    normal: {},
    visitor: { world: VISITOR },
    empty: {
      world: asking(NEW_POOL, { poolHistory: answer([]), lpOrders: answer([]), account: NO_SHARE }),
    },
    stressed: { world: asking(answer({ ...POOL, state: 'STRESSED', maintMargin: '7298500' })) },
    error: { world: asking(refusal, { poolHistory: refusal, lpOrders: refusal, account: refusal }) },
  },
}

const withdrawing = async (amount?: string): Promise<void> => {
  await press('lp.withdraw')
  if (amount !== undefined) await type('amount', amount)
}
const scheduling = async (amount: string): Promise<void> => {
  await press('lp.withdraw')
  await choose('scheduled')
  await type('amount', amount)
}
const state = (act: () => Promise<void>, more: Partial<SceneState> = {}): SceneState => ({ act, ...more })

const panel: Scene = {
  name: 'lp-panel',
  widthPx: 352,
  render: () => <LpPanel />,
  states: {
    loading: { world: asking(silence), isPending: true },
    visitor: { world: VISITOR },
    deposit: state(() => type('amount', '2000')),
    'withdraw-now': state(() => withdrawing('5000')),
    'withdraw-scheduled': state(() => scheduling('2500')),
    'above-free': state(() => withdrawing('19000')),
    'above-shares': state(() => scheduling('190000')),
    'pool-full': state(() => type('amount', '2000'), {
      world: asking(answer({ ...POOL, navCap: '11843000' })),
    }),
    'day-full': state(() => withdrawing('1000'), {
      world: asking(answer({ ...POOL, immediateRemaining24h: '12.5' })),
    }),
    'no-shares': state(() => withdrawing(), { world: { answers: { account: NO_SHARE } } }),
    insolvent: {
      world: asking(answer({ ...POOL, state: 'INSOLVENT', maintMargin: '12900000', insurance: '0' })),
    },
    sending: state(
      async () => {
        await type('amount', '250')
        await press('lp.submit.DEPOSIT', { amount: '250.00 USDC' })
      },
      { isPending: true },
    ),
    error: state(
      async () => {
        await type('amount', '250')
        await press('lp.submit.DEPOSIT', { amount: '250.00 USDC' })
      },
      { world: { answers: { placeLpOrder: refusal, account: answer(LP_SHARE) } } },
    ),
  },
}

export const scenes: readonly Scene[] = [page, panel]
