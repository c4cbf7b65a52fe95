/**
 * Purchases of the capital programme: each with its plan, the wallet that is evaluated under it and, once the
 * evaluation has passed, the funded wallet. An expired payment session leaves no purchase.
 */
import type { Address, Id, NetworkType, TimeMs } from '@vest/protocol'
import type { CapitalPlan, CapitalReason, PurchaseRefund } from '../../api/index.ts'

export interface Purchase {
  readonly id: Id
  readonly ownerId: Address
  readonly account: Address
  readonly networkType: NetworkType
  readonly plan: CapitalPlan
  readonly beganTimeMs: TimeMs
  /**
   * Phase of the evaluation before its account opens, or after a refund that came first; afterwards the
   * account has the phase.
   */
  phase: 'created' | 'paid' | 'pre_eval' | 'opened' | 'not_eligible'
  /** Reason for an end before the account was opened. */
  reason: CapitalReason | undefined
  /** WON and LOST are final. */
  dispute: 'OPEN' | 'WON' | 'LOST' | undefined
  /** Given back by an operator, who said why. */
  refund: PurchaseRefund | undefined
  /** Absent until a wallet waits for funding. */
  funded: FundedWallet | undefined
}

export interface FundedWallet {
  readonly account: Address
  readonly networkType: NetworkType
  phase: 'pre_funded' | 'opened' | 'claimed'
}

export class Purchases {
  /** In the order of creation. */
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
