/** The guardrails of an account: none, some, what waits for the reset, and what keeps the account from opening. */
import type { GuardrailsResponse } from '@vest/protocol'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { GuardrailsPanel } from './GuardrailsPanel.tsx'

const NONE = { dailyStop: null, sizeMax: null, leverageMax: null, coolDown: null }
const SET = {
  dailyStop: '500.000000',
  sizeMax: '25000.000000',
  leverageMax: 5,
  coolDown: { loss: '150.000000', minutes: 30 },
}

export const guardrails = (change: Partial<GuardrailsResponse> = {}): GuardrailsResponse => ({
  limits: SET,
  pending: null,
  nextResetTime: NOW_MS + 5 * 3_600_000,
  dayResult: '-182.450000',
  dailyLeft: '317.550000',
  isStopped: false,
  coolUntil: null,
  ...change,
})
const answered = (change: Partial<GuardrailsResponse> = {}): SceneState => ({
  world: { answers: { guardrails: answer(guardrails(change)) } },
})

export const scenes: readonly Scene[] = [
  {
    name: 'guardrails',
    render: () => <GuardrailsPanel />,
    states: {
      loading: { world: { answers: { guardrails: silence } }, isPending: true },
      error: { world: { answers: { guardrails: refusal } } },
      none: answered({ limits: NONE, dayResult: '0.000000', dailyLeft: null }),
      normal: answered(),
      waiting: answered({ pending: { ...SET, dailyStop: '2000.000000', leverageMax: null } }),
      stopped: answered({ dayResult: '-512.300000', dailyLeft: '0.000000', isStopped: true }),
      cooling: answered({ coolUntil: NOW_MS + 24 * 60_000 }),
      'cool-down-half': {
        ...answered({ limits: NONE, dailyLeft: null }),
        act: () => type('coolDownLoss', '150'),
      },
      refused: {
        world: { answers: { guardrails: answer(guardrails()), setGuardrails: refusal } },
        act: () => press('guardrails.save'),
      },
    },
  },
]
