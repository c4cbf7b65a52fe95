/** Where a withdrawal may go: an address of the chain that is none of the exchange's own contracts. */
import type { Edge } from '../edge.ts'
import { isAddress } from '../isAddress.ts'

/** The vault refuses to pay itself, and nobody could take money back out of the token. */
export function isOwnContract(edge: Edge, chainId: number, recipient: string): boolean {
  const chain = edge.chains.info(chainId)
  if (chain === undefined) return false
  const own = [chain.vault, chain.router, ...chain.tokens.map(({ address }) => address)]
  return own.some((address) => address.toLowerCase() === recipient)
}

export const isForeignAddress = (edge: Edge, chainId: number, recipient: string): boolean =>
  isAddress(recipient) && !isOwnContract(edge, chainId, recipient)
