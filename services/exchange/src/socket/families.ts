/** Wallets of the capital programme by their owner: what one of them is told all of them hear. */
import type { Address } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'

export interface Families {
  /** The owner, all wallets of theirs that are known, and this one, which is known from now on. */
  membersWith(ownerId: Address, account: Address): Iterable<Address>
}

export function createFamilies(engine: EngineClient, onFailure: (error: unknown) => void): Families {
  const families = new Map<Address, Set<Address>>()
  const note = (ownerId: Address, account: Address): Set<Address> => {
    const known = families.get(ownerId) ?? new Set([ownerId])
    families.set(ownerId, known.add(account))
    return known
  }
  // Those of before; events tell of the ones that come meanwhile.
  engine.query('purchases', {}).then((purchases) => {
    for (const { ownerId, account, fundedAccount } of purchases) {
      note(ownerId, account)
      if (fundedAccount !== undefined) note(ownerId, fundedAccount)
    }
  }, onFailure)
  return { membersWith: note }
}
