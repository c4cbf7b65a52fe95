/** The lists of the portfolio: what is held, what holds it, and what has been. */
import type { ReactNode } from 'react'
import { FillsTable, FundingTable } from '../../entities/past/index.ts'
import { FLAT, LONG } from '../../testing/gallery/accounts.ts'
import { answer, LONG_FILLS, refusal, silence } from '../../testing/gallery/answers.ts'
import { RESERVES_PROOF } from '../../testing/gallery/reserves.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { FAILED, PENDING, type World } from '../../testing/gallery/world.ts'
import { ReservesProof } from '../../features/verify-reserves/index.ts'
import { Balances } from './Balances.tsx'
import { ClosedPositions } from './ClosedPositions.tsx'
import { EquityChart } from './EquityChart.tsx'
import { LockedCollateral } from './LockedCollateral.tsx'
import { Transfers } from './Transfers.tsx'

const WIDTH_PX = 1_112

/** A list that is asked for: the exchange may be silent, refuse, or have nothing. */
const past = (
  name: string,
  call: string,
  render: () => ReactNode,
  more: Record<string, SceneState> = {},
): Scene => {
  const answering = (reply: () => Promise<unknown>): Partial<World> => ({ answers: { [call]: reply } })
  return {
    name,
    widthPx: WIDTH_PX,
    render,
    states: {
      loading: { world: answering(silence), isPending: true },
      empty: { world: answering(answer([])) },
      normal: {},
      error: { world: answering(refusal) },
      ...more,
    },
  }
}

/** A list of the live stores; `call` is what it asks the exchange for beside them. */
const held = (name: string, render: () => ReactNode, call?: string): Scene => {
  const asking = (world: Partial<World>, reply: () => Promise<unknown>): SceneState => ({
    world: call === undefined ? world : { ...world, answers: { [call]: reply } },
  })
  return {
    name,
    widthPx: WIDTH_PX,
    render,
    states: {
      loading: { ...asking(PENDING, silence), isPending: true },
      empty: asking({ account: FLAT }, answer([])),
      normal: asking({}, answer([])),
      error: asking(FAILED, refusal),
      'long-numbers': asking({ account: LONG }, answer([])),
    },
  }
}

const proven = (reply: () => Promise<unknown>): SceneState => ({
  world: { answers: { reservesProof: reply } },
})

export const scenes: readonly Scene[] = [
  past('fills', 'fills', () => <FillsTable />, {
    'long-numbers': { world: { answers: { fills: answer(LONG_FILLS) } } },
  }),
  past('funding', 'fundingPayments', () => <FundingTable />),
  past('position-history', 'closedPositions', () => <ClosedPositions />),
  past('equity', 'equityHistory', () => <EquityChart />),
  held('transfers', () => <Transfers />, 'transfers'),
  held('balances', () => <Balances />),
  {
    name: 'reserves',
    widthPx: WIDTH_PX,
    render: () => <ReservesProof />,
    states: {
      loading: { ...proven(silence), isPending: true },
      empty: proven(answer({ statement: null, proof: null })),
      normal: proven(answer(RESERVES_PROOF)),
      later: proven(answer({ ...RESERVES_PROOF, proof: null })),
      'not-included': proven(
        answer({ ...RESERVES_PROOF, proof: { ...RESERVES_PROOF.proof!, owed: '1.000000' } }),
      ),
      'not-signed': proven(
        answer({ ...RESERVES_PROOF, statement: { ...RESERVES_PROOF.statement!, seq: 1 } }),
      ),
      error: proven(refusal),
    },
  },
  held('locked-collateral', () => <LockedCollateral />, 'lpOrders'),
]
