/** The plans as each person sees them: a visitor, a wallet alone, a buyer, and the owner of a plan. */
import { readPlan } from '../../entities/capital/index.ts'
import { GOLD } from '../../testing/fixtures.ts'
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { VISITOR, type World } from '../../testing/gallery/world.ts'
import { NoPlans, PlanChooser, PlanGrid } from './PlanChooser.tsx'
import type { PlanFacts, PlanHolding } from './planCardState.ts'
import type { BuyPlan } from './useBuyPlan.ts'

const MAIL: Partial<World> = { email: 'ada@example.org' }
const ignore = (): void => undefined
const PLANS = ['5000', '10000', '25000'].flatMap(
  (size, at) =>
    readPlan({
      ...GOLD,
      name: ['Silver', 'Gold', 'Platinum'][at]!,
      priceId: `price_${at}`,
      metadata: {
        ...GOLD.metadata,
        account_size: size,
        ...(at === 2
          ? { min_trading_days: '5', review_hours: '48', first_profit_days: '7', profit_every_hours: '24' }
          : {}),
      },
    }) ?? [],
)

const IDLE: BuyPlan = {
  openingId: undefined,
  openingAccount: undefined,
  practisingId: undefined,
  buy: ignore,
  practise: ignore,
  open: ignore,
}

const holding = (status: PlanHolding['status'], change: Partial<PlanFacts> = {}): SceneState => ({
  world: MAIL,
  render: () => (
    <PlanGrid
      plans={PLANS}
      facts={{
        status: 'login',
        holdings: [{ account: '0x7c41', status, priceId: 'price_1' }],
        isFunded: false,
        openingId: undefined,
        ...change,
      }}
      buying={IDLE}
    />
  ),
})

export const scenes: readonly Scene[] = [
  {
    name: 'plans',
    widthPx: 1_040,
    render: () => <PlanChooser />,
    states: {
      loading: { world: { ...MAIL, answers: { capitalPlans: silence } }, isPending: true },
      normal: holding('goal_failed_hidden'),
      visitor: { world: VISITOR },
      'wallet-alone': {},
      opening: { ...holding('goal_failed_hidden', { openingId: 'price_0' }), isPending: true },
      'held-in-evaluation': holding('active'),
      'held-in-funded-mode': holding('active', { isFunded: true }),
      'paid-not-opened': holding('pre_eval'),
      empty: { world: { answers: { capitalPlans: answer({ products: [], rulebook: 'vest-capital-1' }) } } },
      'empty-practising': {
        world: MAIL,
        render: () => <NoPlans facts={{ status: 'login', isPractising: true }} buying={IDLE} />,
      },
      error: { world: { answers: { capitalPlans: refusal } } },
    },
  },
]
