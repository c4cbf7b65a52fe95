/** The ticket in every state of its button, and in the states of the account and the market around it. */
import { REFUSAL } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { AccountStats } from '../../entities/account/index.ts'
import { ticketRequests, type OrderRequest } from '../../entities/order/index.ts'
import { useMediaQuery } from '../../ui/index.ts'
import { asCapital, BUSY, EVALUATION, FLAT, LONG, PENNILESS } from '../../testing/gallery/accounts.ts'
import { does, press, pressNamed, type } from '../../testing/gallery/hands.ts'
import { HALTED_COIN } from '../../testing/gallery/markets.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { LOST, PENDING, VISITOR } from '../../testing/gallery/world.ts'
import { answer } from '../../testing/gallery/answers.ts'
import { at, COIN, sized } from '../../testing/fixtures.ts'
import { guardrails } from '../guardrails/guardrails.gallery.tsx'
import { LeverageButton } from '../change-leverage/index.ts'
import { OrderEntry } from './OrderEntry.tsx'

function Ticket() {
  const isCompact = useMediaQuery('(max-width: 767px)')
  return (
    <div style={{ display: 'flex', flexDirection: 'column', background: 'var(--s2)' }}>
      <OrderEntry
        market={COIN}
        leverage={<LeverageButton market={COIN} look={isCompact ? 'tall' : 'badge'} />}
        account={<AccountStats />}
        isCompact={isCompact}
      />
    </div>
  )
}

const asked = (request: Partial<OrderRequest>) => (): Promise<void> =>
  does(() => ticketRequests.send({ kind: 'order', isBuy: true, ...request }))

const filled = (request: Partial<OrderRequest>, world: SceneState['world'] = {}): SceneState => ({
  world,
  act: asked(request),
})

const flat = { account: FLAT }
const size = sized(COIN, 115)

const submitted = (world: SceneState['world']): SceneState => ({
  world: { ...flat, ...world },
  act: async () => {
    await asked({ size })()
    await does(() => ticketRequests.send({ kind: 'submit' }))
  },
})

const NONE = { dailyStop: null, sizeMax: null, leverageMax: null, coolDown: null }
/** An order that a guardrail of the person would refuse. */
const guarded = (change: Parameters<typeof guardrails>[0]): SceneState =>
  filled({ size }, { ...flat, answers: { guardrails: answer(guardrails(change)) } })

export const scenes: readonly Scene[] = [
  {
    name: 'order-entry',
    widthPx: 320,
    render: () => <Ticket />,
    states: {
      visitor: { world: VISITOR },
      loading: { world: PENDING },
      empty: { world: flat },
      normal: filled({ size }, { account: BUSY }),
      halted: { world: { tickers: HALTED_COIN } },
      'deposit-to-trade': { world: { account: PENNILESS } },
      'capital-limited': filled({ size }, { account: asCapital(BUSY) }),
      'capital-stop': filled({ size, stopLoss: at(COIN, 310) }, { account: EVALUATION }),
      'capital-breach': filled({ size, stopLoss: at(COIN, 306) }, { account: EVALUATION }),
      'guardrail-size': guarded({ limits: { ...NONE, dailyStop: '500.000000', sizeMax: '10000.000000' } }),
      'guardrail-stopped': guarded({ dailyLeft: '0.000000', isStopped: true }),
      'invalid-reduce-only': {
        act: async () => {
          await press('ticket.reduceOnly')
          await press('side.long')
          await type('size', '10')
        },
      },
      'insufficient-order-size': { world: flat, act: () => type('size', '0') },
      'invalid-size': {
        act: async () => {
          await press('ticket.reduceOnly')
          await type('size', '43')
        },
      },
      'insufficient-balance': filled({ size: sized(COIN, 9_000) }, flat),
      'invalid-limit-price': filled({ size: sized(COIN, 1), price: at(COIN, 10_000) }, flat),
      'invalid-tp-price': filled({ size, takeProfit: at(COIN, 300) }, flat),
      'invalid-sl-price': filled({ size, stopLoss: at(COIN, 330) }, flat),
      'ready-short': filled({ size, isBuy: false }, flat),
      'ready-limit': filled({ size, price: at(COIN, 308.5) }, flat),
      'ready-tpsl': filled({ size, takeProfit: at(COIN, 348), stopLoss: at(COIN, 288) }, flat),
      'refused-size': {
        world: flat,
        act: async () => {
          await type('size', '12')
          await type('size', '0,5')
        },
      },
      'refused-gain': {
        world: flat,
        act: async () => {
          await type('size', '115')
          await press('ticket.tpsl')
          await type('stopLoss-price', '288')
          await type('takeProfit-gain', '1e5')
        },
      },
      'gain-without-price': {
        world: flat,
        act: async () => {
          await type('size', '115')
          await press('ticket.tpsl')
          await type('stopLoss-gain', '999999')
        },
      },
      'refused-slippage': {
        world: flat,
        act: async () => {
          await type('size', '115')
          await press('ticket.slippageEdit')
          await type('slippage', '101')
        },
      },
      'too-large': { world: flat, act: () => type('size', '900719925474') },
      'kept-percent': { world: flat, act: () => pressNamed('50%') },
      'typed-percent': { world: flat, act: () => type('size', '115') },
      submitting: { ...submitted({}), isPending: true },
      stale: submitted({ connection: LOST }),
      error: submitted({
        answers: {
          placeOrder: () => Promise.reject(new ApiError(REFUSAL.INCREASE_DURING_INSOLVENCY)),
        },
      }),
      'long-numbers': filled(
        { size: sized(COIN, 1_234_567.8912), price: at(COIN, 308.5) },
        { account: LONG },
      ),
    },
  },
]
