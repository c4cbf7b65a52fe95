/** What to say when connecting or registering failed ([8.63], [8.64]). */
import { ApiError, TimeoutError, TransportError, ValidationError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { isUserRejection, UNAUTHORIZED, walletErrorCode } from '../../entities/wallet/eip1193.ts'
import { SolanaDeclined } from '../../entities/wallet/solana/solanaSigner.ts'
import { errorText } from '../../shared/i18n/errorText.ts'

/** A wallet that already shows a question refuses a second one with this code. */
const PENDING = -32002

export function connectErrorText(t: TFunction, error: unknown): string {
  if (isUserRejection(error)) return t('signIn.connectDeclined')
  if (walletErrorCode(error) === PENDING) return t('signIn.pending')
  return t('signIn.connectFailed')
}

export function registrationErrorText(t: TFunction, error: unknown): string {
  const failed = (reason: string): string => t('signIn.failed', { reason })
  if (error instanceof ApiError) return failed(errorText(t, error.code))
  if (error instanceof TimeoutError) return failed(errorText(t, error.code))
  if (error instanceof TransportError) return failed(t('signIn.unreachable'))
  // The wallet signed something else than it was asked to: no reason that a reader could act on.
  if (error instanceof ValidationError) return t('signIn.failedPlain')
  if (error instanceof SolanaDeclined) return t('solana.declined')
  if (isUserRejection(error)) return t('signIn.declined')
  if (walletErrorCode(error) === PENDING) return t('signIn.pending')
  if (walletErrorCode(error) === UNAUTHORIZED) return t('signIn.notConnected')
  return t('signIn.signFailed')
}
