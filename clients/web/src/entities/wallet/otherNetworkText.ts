/** Says that a wallet knows another network under the id of ours, and how it learns ours. */
import type { ChainInfo } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { rpcAddress } from './chains.ts'

export const otherNetworkText = (t: TFunction, chain: ChainInfo | undefined): string =>
  t('transfer.otherNetwork', {
    rpcUrl: (chain && rpcAddress(chain, location.origin)) ?? '–',
    chainId: chain?.chainId ?? '–',
  })
