/**
 * Letters to owners of embedded wallets: whatever can act for an account from now on, or takes money from it, is told to
 * the person, also where it was done without their session. The letter leaves after the answer; programs of the
 * installation itself write none.
 */
import type { Address } from '@vest/protocol'
import type { OwnerNotice } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import type { RouteRequest } from '../rest/route.ts'

/** `address`: as identity knows the account, where that is not its key in the engine. */
export async function tellOwner(
  { engine, identity }: Pick<Edge, 'engine' | 'identity'>,
  { account, address = account }: { readonly account: Address; readonly address?: string },
  notice: OwnerNotice,
  request: Pick<RouteRequest, 'address' | 'isExempt'>,
): Promise<void> {
  if (identity === undefined || request.isExempt) return
  // A wallet of the capital programme is its owner's.
  const [wallet] = await engine.query('capital', { accounts: [account] })
  void identity.port.tell(wallet?.ownerId ?? address, notice, request)
}
