/** What to say when a change of the address book was not made, and what to do then. */
import { REFUSAL } from '@vest/protocol'
import { ApiError, TransportError, UnknownOutcomeError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/errorText.ts'
import { FrameError } from '../embedded/frameClient.ts'
import { frameErrorText } from '../embedded/frameErrorText.ts'
import { isUserRejection } from '../wallet/eip1193.ts'
import { walletWords } from '../wallet/ownWords.ts'

export function changeErrorText(t: TFunction, error: unknown): string {
  if (error instanceof UnknownOutcomeError) return t('addressBook.unknown')
  if (error instanceof ApiError) return refusalText(t, error.code)
  if (isUserRejection(error)) return t('transfer.declined')
  if (error instanceof FrameError) return frameErrorText(t, error)
  if (error instanceof TransportError) return t('signIn.unreachable')
  return walletWords(t, error) || errorText(t, 0)
}

function refusalText(t: TFunction, code: number): string {
  switch (code) {
    case REFUSAL.ADDRESS_BOOK_FULL:
      return t('addressBook.full')
    // The key of a contract wallet is none that the exchange could check here.
    case REFUSAL.INVALID_SIGNATURE:
      return t('addressBook.contractWallet')
    case REFUSAL.INVALID_PARAMETER:
      return t('addressBook.refused')
    case REFUSAL.ACCOUNT_NOT_FOUND:
      return t('addressBook.none.deposit')
    default:
      return errorText(t, code)
  }
}
