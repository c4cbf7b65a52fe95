/**
 * Accounts of Solana wallets. Their money leaves to Solana alone: no contract of an EVM chain can check their key, and their
 * 20-byte form has no key there.
 */
import { REFUSAL, NETWORK_TYPES } from '@vest/protocol'
import type { Caller } from '../caller.ts'
import type { Edge } from '../edge.ts'
import { refuse, type Refusal } from '../refusal.ts'

export async function barSolana(
  { engine }: Pick<Edge, 'engine'>,
  { account }: Caller,
): Promise<Refusal | undefined> {
  const view = await engine.query('account', { account })
  return view?.networkType === NETWORK_TYPES.solana ? refuse(REFUSAL.ACTION_NOT_AVAILABLE) : undefined
}
