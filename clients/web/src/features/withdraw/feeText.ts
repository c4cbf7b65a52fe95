/** What a keeper's call on this chain costs, in USDC with two decimals. */
import { readDecimal, usd6, type ChainInfo } from '@vest/protocol'
import { formatMoney } from '../../shared/format/index.ts'

export const feeText = (chain: ChainInfo): string =>
  formatMoney(usd6(readDecimal(chain.withdrawFee, 6)), { prefix: '', rounding: 'ceil' })
