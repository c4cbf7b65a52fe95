/** Where a withdrawal may go: an address of the chain that is none of the exchange's own contracts. */
import { CHAIN_SOLANA, isSolanaAddress, solanaAccount, solanaPublicKey, type Address } from '@vest/protocol'
import type { Edge } from '../edge.ts'
import { isAddress } from '../isAddress.ts'
import { createKeccak256 } from '../keccak.ts'

/** The vault refuses to pay itself, and money sent to the token contract is lost. */
export function isOwnContract(edge: Pick<Edge, 'chains'>, chainId: number, recipient: string): boolean {
  const chain = edge.chains.info(chainId)
  if (chain === undefined) return false
  const own = [chain.vault, chain.router, ...chain.tokens.map(({ address }) => address)]
  return own.some((address) => address.toLowerCase() === recipient)
}

export const isForeignAddress = (
  edge: Pick<Edge, 'chains' | 'outside'>,
  chainId: number,
  recipient: string,
): boolean =>
  chainId === CHAIN_SOLANA
    ? isSolanaAddress(recipient) && recipient !== edge.outside.solana?.depositAddress
    : isAddress(recipient) && !isOwnContract(edge, chainId, recipient)

/** The account itself; on Solana the wallet whose account it is. */
export async function isOwnRecipient(account: Address, recipient: string): Promise<boolean> {
  if (recipient === account) return true
  const key = solanaPublicKey(recipient)
  return key !== undefined && solanaAccount(key, await createKeccak256()) === account
}
