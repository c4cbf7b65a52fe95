/**
 * GET /transfer/deposit/addresses: where USDC of the account may be sent, from wherever it comes. On chains without
 * addresses of their own for accounts it is the vault, which credits whom it came from; on Solana one address serves all,
 * and the memo says whose it is.
 */
import {
  CHAIN_SOLANA,
  formatUsd6,
  NETWORK_TYPES,
  TRANSFER_MIN_USD6,
  usd6,
  type DepositAddressesResponse,
} from '@vest/protocol'
import { barCapital } from '../../capitalAccounts.ts'
import { keyRoute } from '../../route.ts'

export const getTransferDepositAddresses = keyRoute('depositAddresses', async (edge, _request, caller) => {
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const answer: DepositAddressesResponse = edge.chains
    .infos()
    .filter(({ networkType }) => networkType === NETWORK_TYPES.evm)
    .map(({ chainId, networkType, vault, tokens, minDeposit }) => ({
      chainId,
      networkType,
      address: edge.chains.adapter(chainId)?.depositAddress?.(caller.account) ?? vault,
      memo: null,
      tokens: tokens.map(({ symbol }) => symbol),
      minDeposit,
    }))
  const { solana } = edge.outside
  if (solana !== undefined)
    answer.push({
      chainId: CHAIN_SOLANA,
      networkType: NETWORK_TYPES.solana,
      address: solana.depositAddress,
      memo: caller.account,
      tokens: ['USDC'],
      minDeposit: formatUsd6(usd6(TRANSFER_MIN_USD6)),
    })
  return answer
})
