/** Methods that tell of accounts as they are now. */
import type { Cluster } from '../cluster.ts'
import type { RawAccount } from '../tokenAccounts.ts'
import type { AccountView } from './accountView.ts'
import type { RpcContext } from './rpcContext.ts'
import type { RpcMethods } from './rpcMethod.ts'
import { addressesOf, addressOf, countOf, optionsOf, readBytes, textOf, textOption } from './rpcParameters.ts'

const ACCOUNT_BYTES_MAX = 10 << 20

export function createAccountMethods(
  cluster: Pick<Cluster, 'account' | 'programAccounts' | 'rentExempt'>,
  { inContext }: Pick<RpcContext, 'inContext'>,
  { told }: Pick<AccountView, 'told'>,
): RpcMethods {
  return {
    getMinimumBalanceForRentExemption: ([bytes]) =>
      Number(cluster.rentExempt(countOf(bytes, 'size', ACCOUNT_BYTES_MAX))),
    getBalance: ([at]) => inContext(Number(cluster.account(addressOf(at))?.lamports ?? 0n)),
    getAccountInfo: ([at, options]) => inContext(told(cluster.account(addressOf(at)), optionsOf(options))),
    getMultipleAccounts: ([list, options]) =>
      inContext(addressesOf(list).map((at) => told(cluster.account(at), optionsOf(options)))),
    getProgramAccounts([program, input]) {
      const options = optionsOf(input)
      const found = cluster
        .programAccounts(addressOf(program))
        .filter(({ account }) => matches(account, options['filters']))
        .map(({ address, account }) => ({ pubkey: address, account: told(account, options) }))
      return options['withContext'] === true ? inContext(found) : found
    },
  }
}

/** Filters of getProgramAccounts: a size, and bytes at a place. */
function matches({ data }: RawAccount, filters: unknown): boolean {
  if (!Array.isArray(filters)) return true
  return filters.every((filter: unknown) => {
    const { dataSize, memcmp } = optionsOf(filter)
    if (dataSize !== undefined) return data.length === dataSize
    const { offset, bytes, encoding } = optionsOf(memcmp)
    const wanted = readBytes(textOf(bytes, 'bytes'), textOption({ encoding }, 'encoding') ?? 'base58')
    const from = countOf(offset, 'offset', ACCOUNT_BYTES_MAX)
    return Buffer.compare(data.subarray(from, from + wanted.length), wanted) === 0
  })
}
