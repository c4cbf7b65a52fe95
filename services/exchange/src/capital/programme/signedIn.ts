/** Whether a token of identity says that the owner of an address asks. Without identity here, no token does. */
import type { Address } from '@vest/protocol'
import type { Edge, IdentityRole } from '../../edge.ts'

type Owner = Awaited<ReturnType<IdentityRole['port']['ownerOf']>>

export interface SignedIn {
  ownerOf(token: string | null | undefined, address: Address): Promise<Owner>
  owns(token: string, address: Address): Promise<boolean>
}

export function createSignedIn(edge: Pick<Edge, 'identity'>): SignedIn {
  const ownerOf: SignedIn['ownerOf'] = async (token, address) =>
    token === null || token === undefined ? undefined : edge.identity?.port.ownerOf(token, address)
  return { ownerOf, owns: async (token, address) => (await ownerOf(token, address)) !== undefined }
}
