/** Calls that are about real money are not for accounts of the capital programme: 1149, which ends no session. */
import { REFUSAL } from '@vest/protocol'
import type { Caller } from '../caller.ts'
import type { Edge } from '../edge.ts'
import { refuse, type Refusal } from '../refusal.ts'

export async function barCapital(
  { engine }: Pick<Edge, 'engine'>,
  { account }: Caller,
): Promise<Refusal | undefined> {
  const [view, [wallet]] = await Promise.all([
    engine.query('account', { account }),
    engine.query('capital', { accounts: [account] }),
  ])
  return view?.sim === undefined && wallet === undefined ? undefined : refuse(REFUSAL.ACTION_NOT_AVAILABLE)
}
