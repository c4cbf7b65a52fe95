/**
 * Calls of a person about the parts of their wallet that are kept here. A new wallet takes the place of one only while that
 * one is empty, and before it is said who knows what lies in a wallet, none counts as empty.
 */
import { REFUSAL, type Address, type RecoveryMethod, type WalletSummary } from '@vest/protocol'
import { isIdentityRefusal, type IdentityPort, type IsWalletEmpty, type OwnerNotice } from '@vest/runtime'
import type { Confirmation } from '../confirmation.ts'
import type { OwnerLetters } from '../mail/ownerLetters.ts'
import { walletSummaryOf } from '../people.ts'
import { refused } from '../refused.ts'
import type { Transactions } from '../store/transactions.ts'
import type { Wallets } from '../wallets.ts'

export interface WalletCallsPorts {
  readonly wallets: Pick<Wallets, 'read' | 'put'>
  readonly confirmation: Confirmation
  readonly letters: Pick<OwnerLetters, 'withLetters'>
  readonly transactions: Pick<Transactions, 'within'>
  readonly nowMs: () => number
}

export function createWalletCalls({
  wallets,
  confirmation,
  letters,
  transactions,
  nowMs,
}: WalletCallsPorts): Pick<IdentityPort, 'wallet' | 'putWallet' | 'renewal' | 'renewWallet' | 'askHoldings'> {
  const { withLetters } = letters
  const { within } = transactions
  let isEmpty: IsWalletEmpty = async () => false

  return {
    wallet: (who) => within((rows) => wallets.read(rows, who)),

    putWallet: (who, request, from) =>
      withLetters(from, (tell) =>
        wallets.put(who, request, within, (rows, person, change) => tell(rows, person, noticeOf(change))),
      ),

    renewal: async (who) => {
      const kept = await within((rows) => wallets.read(rows, who))
      return isIdentityRefusal(kept) ? kept : { isOpen: await isEmpty(addressesOf(kept.wallet)) }
    },

    renewWallet: (who, { confirm, ...request }, from) =>
      withLetters(from, (tell) =>
        wallets.put(
          who,
          request,
          within,
          (rows, person) => tell(rows, person, { kind: 'walletRenewed' }),
          async (rows, person, former) => {
            const denied = await confirmation.check(rows, person, confirm, from, nowMs())
            if (denied !== undefined) return denied
            // Asked once more: something may have come since the person was told that nothing is there.
            const isFree = await isEmpty(addressesOf(walletSummaryOf(former)))
            return isFree ? undefined : refused(REFUSAL.WALLET_NOT_EMPTY)
          },
        ),
      ),

    askHoldings: (answer) => {
      isEmpty = answer
    },
  }
}

/** What a new split has changed for its owner. */
function noticeOf({
  before,
  after,
}: Readonly<Record<'before' | 'after', readonly RecoveryMethod[]>>): OwnerNotice {
  const [added] = after.filter((method) => !before.includes(method))
  if (added !== undefined || after.length > before.length)
    return { kind: 'recoveryAdded', method: added ?? after.at(-1)! }
  const removed = before.find((method) => !after.includes(method))
  return removed === undefined ? { kind: 'rotated' } : { kind: 'recoveryRemoved', method: removed }
}

const addressesOf = ({ evmAddress, solanaAddress }: WalletSummary) => ({
  evmAddress: evmAddress.toLowerCase() as Address,
  solanaAddress,
})
