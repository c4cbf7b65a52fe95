/**
 * What has been sold of the capital programme: each purchase with its plan, the wallet that is evaluated under it and, once
 * it has passed, the wallet that is funded. A session of payment that ran out leaves nothing.
 */
import type { CapitalPlan, CapitalReason } from '../../api/index.ts'
import type { Address, Id, NetworkType, TimeMs } from '@vest/protocol'

export interface Purchase {
  readonly id: Id
  readonly ownerId: Address
  readonly account: Address
  readonly networkType: NetworkType
  readonly plan: CapitalPlan
  readonly beganTimeMs: TimeMs
  /** Of the evaluation before it is opened, and after the money went back first; once opened its account says. */
  phase: 'created' | 'paid' | 'pre_eval' | 'opened' | 'not_eligible'
  /** Why it has ended before it was opened. */
  reason: CapitalReason | undefined
  /** One that was won or lost is over for good. */
  dispute: 'OPEN' | 'WON' | 'LOST' | undefined
  /** Absent until a wallet waits to be funded. */
  funded: FundedWallet | undefined
}

export interface FundedWallet {
  readonly account: Address
  readonly networkType: NetworkType
  phase: 'pre_funded' | 'opened' | 'claimed'
}

export class Purchases {
  /** In the order in which they began. */
  readonly byId = new Map<Id, Purchase>()
  /** Derived: by the wallet of either stage. */
  readonly ofWallet = new Map<Address, Purchase>()
  /** Derived. */
  readonly ofOwner = new Map<Address, Purchase[]>()

  add(purchase: Purchase): void {
    const { id, ownerId, account, funded } = purchase
    this.byId.set(id, purchase)
    this.ofWallet.set(account, purchase)
    if (funded !== undefined) this.ofWallet.set(funded.account, purchase)
    const others = this.ofOwner.get(ownerId)
    if (others === undefined) this.ofOwner.set(ownerId, [purchase])
    else others.push(purchase)
  }

  drop({ id, ownerId, account }: Purchase): void {
    this.byId.delete(id)
    this.ofWallet.delete(account)
    const left = this.of(ownerId).filter((one) => one.id !== id)
    if (left.length === 0) this.ofOwner.delete(ownerId)
    else this.ofOwner.set(ownerId, left)
  }

  of(ownerId: Address): readonly Purchase[] {
    return this.ofOwner.get(ownerId) ?? []
  }
}
