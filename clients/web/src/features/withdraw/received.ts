/** What the recipient gets: a keeper that sends the withdrawal takes the fee of its chain from it. */
import { readDecimal, usd6, type ChainInfo, type Usd6 } from '@vest/protocol'

export const feeOf = (chain: ChainInfo): Usd6 => usd6(readDecimal(chain.withdrawFee, 6))

/** `isKept`: a keeper sends it; otherwise its owner does, and pays the chain. */
export const receivedOf = (size: Usd6, chain: ChainInfo, isKept: boolean): Usd6 =>
  isKept ? usd6(Math.max(0, size - feeOf(chain))) : size
