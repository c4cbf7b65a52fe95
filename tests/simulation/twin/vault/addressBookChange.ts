/** A change of an address book; a lock gives back what waits for its hour. */
import { REFUSAL } from '@vest/protocol'
import type { ChangeAddressBook, SavedPlace } from '@vest/engine'
import { spend } from '../bulk.ts'
import { payWithdrawalBack } from '../transfers.ts'
import type { World } from '../world/index.ts'
import { bookAt } from './addressBook.ts'

const MOST = 100
const LONGEST_LOCK_MS = 30 * 86_400_000

export function changeAddressBook(world: World, command: ChangeAddressBook): number | undefined {
  const code = spend(world, command)
  if (code !== undefined) return code
  const { change } = command
  const account = world.accounts.find(({ address }) => address === command.account)
  if (account === undefined || (!account.exists && !account.isSim)) return REFUSAL.ACCOUNT_NOT_FOUND
  if (account.isSim) return REFUSAL.ACTION_NOT_AVAILABLE
  if (command.signer !== account.address) return REFUSAL.INVALID_PARAMETER
  if (change.kind === 'LOCK' && !(change.durationMs > 0 && change.durationMs <= LONGEST_LOCK_MS))
    return REFUSAL.INVALID_PARAMETER
  if ((change.kind === 'SAVE' || change.kind === 'REMOVE') && !isPlace(change))
    return REFUSAL.INVALID_PARAMETER
  if (change.kind === 'SAVE') {
    if (change.label === '' || change.label.length > 32) return REFUSAL.INVALID_PARAMETER
    const { addresses } = bookAt(account.book ?? { changes: [] }, world.nowMs)
    const isKnown = addresses.some(
      ({ recipient, chainId }) => recipient === change.recipient && chainId === change.chainId,
    )
    if (!isKnown && addresses.length >= MOST) return REFUSAL.ADDRESS_BOOK_FULL
  }
  const { addressCoolDownMs: coolDownMs } = world.parameters
  account.book = {
    changes: [...(account.book?.changes ?? []), { timeMs: world.nowMs, coolDownMs, change }],
  }
  if (change.kind === 'LOCK')
    for (const one of world.registry.transfers.values())
      if (one.isOpen && one.type === 'WITHDRAW' && one.account === account.address && !one.isApproved)
        payWithdrawalBack(world, one)
  return undefined
}

const isPlace = ({ recipient, chainId }: SavedPlace): boolean =>
  recipient.length > 0 && recipient.startsWith('0x') !== (chainId === 0)
