/**
 * Whether a wallet is empty: nothing lies in the accounts of its two addresses, nothing is on its way to or from them, no
 * capital wallet or purchase hangs on them, and no USDC lies at the address itself on a chain that is watched. What cannot
 * be asked is an error, never a yes.
 */
import { solanaAccount, solanaPublicKey, type Address } from '@vest/protocol'
import type { IsWalletEmpty } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import { createKeccak256 } from '../keccak.ts'

export const holdsNothing =
  (edge: Pick<Edge, 'engine' | 'chains'>): IsWalletEmpty =>
  async ({ evmAddress, solanaAddress }) => {
    const evm = evmAddress.toLowerCase() as Address
    const key = solanaPublicKey(solanaAddress)
    const accounts = key === undefined ? [evm] : [evm, solanaAccount(key, await createKeccak256())]
    for (const account of accounts) if (!(await isAccountEmpty(edge, account))) return false
    for (const chain of edge.chains.adapters()) {
      if (((await chain.ownUsd6?.(evm)) ?? 0n) > 0n) return false
      if (((await chain.strays?.(evm)) ?? []).length > 0) return false
    }
    return true
  }

async function isAccountEmpty({ engine }: Pick<Edge, 'engine'>, account: Address): Promise<boolean> {
  const [view, orders, transfers, lp, capital, purchases] = await Promise.all([
    engine.query('account', { account }),
    engine.query('openOrders', { account }),
    engine.query('openTransfers', {}),
    engine.query('lp', { account }),
    engine.query('capitalOfOwner', { ownerId: account }),
    engine.query('purchases', { ownerId: account }),
  ])
  const hasMoney =
    view !== undefined && (view.collateral !== 0 || view.softCredit !== 0 || view.positions.length > 0)
  const hasShares = lp !== undefined && (lp.shares > 0 || lp.queue.length > 0)
  const isMoving = transfers.some((transfer) => transfer.account === account)
  return !hasMoney && !hasShares && !isMoving && orders.length + capital.length + purchases.length === 0
}
