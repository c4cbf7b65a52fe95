/**
 * The methods of Solana's JSON-RPC that wallets and the two client libraries use, over one cluster. `confirmed` and
 * `processed` are one here: what is executed stands. Balances and accounts are those of now, whatever is asked; lists
 * and statuses of transactions know what is final. Each file in `rpc/` has the methods of one subject.
 */
import type { Address } from '@solana/kit'
import type { Cluster } from './cluster.ts'
import { createAccountMethods } from './rpc/accountMethods.ts'
import { createAccountView } from './rpc/accountView.ts'
import { createClusterMethods } from './rpc/clusterMethods.ts'
import { createFeeMethods } from './rpc/feeMethods.ts'
import { createHistoryMethods } from './rpc/historyMethods.ts'
import { createRpcContext } from './rpc/rpcContext.ts'
import type { RpcMethod, RpcMethods } from './rpc/rpcMethod.ts'
import { addressOf, countOf } from './rpc/rpcParameters.ts'
import { createSendMethods } from './rpc/sendMethods.ts'
import { createTokenMethods } from './rpc/tokenMethods.ts'

const LARGEST_AIRDROP_LAMPORTS = 10_000_000_000

export interface RpcParts {
  readonly cluster: Cluster
  /** Gives lamports; resolves with the signature. */
  readonly airdrop: (to: Address, lamports: bigint) => Promise<string>
}

export function createRpcMethods({ cluster, airdrop }: RpcParts): ReadonlyMap<string, RpcMethod> {
  const context = createRpcContext(cluster.time)
  const accounts = createAccountView(cluster)
  const methods: RpcMethods = {
    ...createClusterMethods(cluster, context),
    ...createFeeMethods(cluster, context),
    ...createAccountMethods(cluster, context, accounts),
    ...createTokenMethods(cluster, context, accounts),
    ...createHistoryMethods(cluster, context),
    ...createSendMethods(cluster, context, accounts),
    requestAirdrop: ([at, lamports]) =>
      airdrop(addressOf(at), BigInt(countOf(lamports, 'lamports', LARGEST_AIRDROP_LAMPORTS))),
  }
  return new Map(Object.entries(methods))
}
