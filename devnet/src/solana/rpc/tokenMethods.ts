/** Methods that tell of tokens: what an account holds, what there is of one, and the accounts of an owner. */
import type { Address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Cluster } from '../cluster.ts'
import { mintOf, TOKEN_2022, tokenAccountOf, uiTokenAmount } from '../tokenAccounts.ts'
import type { AccountView } from './accountView.ts'
import type { RpcContext } from './rpcContext.ts'
import { RpcError, type RpcMethods } from './rpcMethod.ts'
import { addressOf, optionsOf, type Options } from './rpcParameters.ts'

export function createTokenMethods(
  cluster: Pick<Cluster, 'account' | 'programAccounts'>,
  { inContext }: Pick<RpcContext, 'inContext'>,
  { told, decimalsOf }: AccountView,
): RpcMethods {
  return {
    getTokenAccountBalance([at]) {
      const account = cluster.account(addressOf(at))
      const token = account && tokenAccountOf(account)
      if (token === undefined) throw new RpcError(-32602, 'Invalid param: could not find account')
      return inContext(uiTokenAmount(token.amount, decimalsOf(token.mint)))
    },
    getTokenSupply([at]) {
      const account = cluster.account(addressOf(at))
      const mint = account && mintOf(account)
      if (mint === undefined) throw new RpcError(-32602, 'Invalid param: could not find mint')
      return inContext(uiTokenAmount(mint.supply, mint.decimals))
    },
    getTokenAccountsByOwner: ([owner, filter, options]) =>
      inContext(tokenAccountsOf(addressOf(owner), optionsOf(filter), optionsOf(options))),
  }

  function tokenAccountsOf(owner: Address, filter: Options, options: Options) {
    const mint = filter['mint'] === undefined ? undefined : addressOf(filter['mint'])
    const program = filter['programId'] === undefined ? undefined : addressOf(filter['programId'])
    return [TOKEN_PROGRAM_ADDRESS, TOKEN_2022 as Address]
      .filter((each) => program === undefined || each === program)
      .flatMap((each) => cluster.programAccounts(each))
      .filter(({ account }) => {
        const token = tokenAccountOf(account)
        return token?.owner === owner && (mint === undefined || token.mint === mint)
      })
      .map(({ address, account }) => ({ pubkey: address, account: told(account, options) }))
  }
}
