/** What a keeper's call on this chain costs, in USDC with two decimals. */
import type { ChainInfo } from '@vest/protocol'
import { formatMoney } from '../../shared/format/index.ts'
import { feeOf } from './received.ts'

export const feeText = (chain: ChainInfo): string =>
  formatMoney(feeOf(chain), { prefix: '', rounding: 'ceil' })
