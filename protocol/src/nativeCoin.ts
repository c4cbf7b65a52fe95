/** The coin in which a chain is paid for its work ([9.8]): Ether, but for two of the chains. All have 18 decimals. */
import { CHAIN_BNB, CHAIN_POLYGON } from './constants.ts'

export interface NativeCoin {
  readonly name: string
  readonly symbol: string
  readonly decimals: 18
}

const ETHER: NativeCoin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const OTHERS: ReadonlyMap<number, NativeCoin> = new Map([
  [CHAIN_POLYGON, { name: 'POL', symbol: 'POL', decimals: 18 }],
  [CHAIN_BNB, { name: 'BNB', symbol: 'BNB', decimals: 18 }],
])

/** Of an EVM chain. A wallet that knows a chain refuses it under the coin of another. */
export const nativeCoin = (chainId: number): NativeCoin => OTHERS.get(chainId) ?? ETHER
