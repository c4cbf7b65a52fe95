/** What a person may read of their own wallets: where they stand, the verdict on one, and when its plan was paid. */
import type { CapitalAccountView } from '@vest/engine'
import { REFUSAL, type Address } from '@vest/protocol'
import type { CapitalProgramme, OutsideRefusal } from '@vest/runtime'
import type { Edge } from '../../edge.ts'
import { createKeccak256 } from '../../keccak.ts'
import { capitalEntryText } from '../capitalText.ts'
import type { PaymentTimes } from '../paymentTimes.ts'
import type { VerdictSigner } from '../verdictCertificate.ts'
import { certificateOf } from '../verdictDesk.ts'
import type { CapitalWallets } from './capitalWallets.ts'
import { isNo, no } from './outsideRefusal.ts'

export interface OwnWalletsPorts {
  readonly edge: Pick<Edge, 'engine' | 'projector' | 'store' | 'view'>
  readonly wallets: Pick<CapitalWallets, 'of' | 'each' | 'ofOwner' | 'primaryOf'>
  readonly verdicts: VerdictSigner
  readonly timesOf: PaymentTimes
}

export function createOwnWallets(
  ports: OwnWalletsPorts,
): Pick<CapitalProgramme, 'status' | 'verdict' | 'payment'> {
  const { edge, wallets, verdicts, timesOf } = ports

  /** Absent a name: the wallet of the key itself. */
  async function ownOf(
    account: Address,
    named: Address | undefined,
  ): Promise<CapitalAccountView | OutsideRefusal> {
    const ownerId = await wallets.primaryOf(account)
    const wallet = await wallets.of(named ?? account)
    return wallet === undefined || wallet.ownerId !== ownerId ? no(REFUSAL.ACCOUNT_NOT_FOUND) : wallet
  }

  return {
    async status(account, { addresses, withNetworkType }) {
      const ownerId = await wallets.primaryOf(account)
      if (addresses === 'all') {
        const own = await wallets.ofOwner(ownerId)
        return Object.fromEntries(own.map((view) => [view.account, capitalEntryText(view, withNetworkType)]))
      }
      const named = addresses.map((address) => (/^0x/i.test(address) ? address.toLowerCase() : address))
      const views = await wallets.each(named as Address[])
      return Object.fromEntries(
        named.map((address, at) => {
          const view = views[at]
          return [
            address,
            view === undefined || view.ownerId !== ownerId
              ? { capital_status: 'not_eligible' as const, active_capital_plan: null }
              : capitalEntryText(view, withNetworkType),
          ]
        }),
      )
    },
    async verdict(account, named) {
      const wallet = await ownOf(account, named)
      if (isNo(wallet)) return wallet
      const certificate = await certificateOf(edge, wallet, verdicts, await createKeccak256())
      return certificate ?? no(REFUSAL.ACCOUNT_NOT_FOUND, 'There is no verdict on this account')
    },
    async payment(account, named) {
      const wallet = await ownOf(account, named)
      if (isNo(wallet)) return wallet
      const { purchaseId, isFunded } = wallet
      if (purchaseId === undefined || isFunded)
        return no(REFUSAL.ACCOUNT_NOT_FOUND, 'No plan was bought for this wallet')
      return timesOf((await edge.engine.query('purchase', { id: purchaseId }))!)
    },
  }
}
