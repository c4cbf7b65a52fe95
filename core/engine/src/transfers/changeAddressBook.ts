/**
 * The command that changes the address book of an account, signed by its primary key. A lock gives back at once what has
 * been asked for and not released: that money is still here, and its owner has just said that nothing shall leave.
 */
import { REFUSAL } from '@vest/protocol'
import { changeBook, effectiveTime } from '../addressBook/index.ts'
import type { Answer, ChangeAddressBook } from '../api/index.ts'
import { spendNonce } from '../keys/index.ts'
import { accountAt, emit, type Exchange } from '../state/index.ts'
import { giveBackUnreleased } from './withdrawals.ts'

export function changeAddressBook(exchange: Exchange, command: ChangeAddressBook): Answer {
  const { account: address, signer, change } = command
  const spent = spendNonce(exchange, command)
  if (spent !== 0) return { ok: false, code: spent }
  const account = accountAt(exchange, address)
  if (account === undefined || !account.exists) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (account.isSim) return { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE }
  if (signer !== address) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const code = changeBook(exchange, account, change)
  if (code !== 0) return { ok: false, code }
  const effectiveMs = effectiveTime(exchange, account, change)
  emit(exchange, {
    kind: 'AddressBookChanged',
    account: address,
    change,
    ...(effectiveMs === undefined ? {} : { effectiveMs }),
  })
  if (change.kind === 'LOCK') giveBackUnreleased(exchange, account)
  return { ok: true }
}
