/** GET /transfer/deposit/addresses: where USDC of the account may be sent. */
import type { DepositAddressesResponse } from '@vest/protocol'
import { keyRoute } from '../route.ts'

/** One vault takes the money of all: whose it is says the address that it comes from. */
export const getTransferDepositAddresses = keyRoute('depositAddresses', (edge): DepositAddressesResponse =>
  edge.chains.infos().map(({ chainId, networkType, vault, tokens, minDeposit }) => ({
    chainId,
    networkType,
    address: vault,
    memo: null,
    tokens: tokens.map(({ symbol }) => symbol),
    minDeposit,
  })),
)
