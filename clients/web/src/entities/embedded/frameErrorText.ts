/** What to say when the embedded wallet, or the sign-in behind it, did not do what it was asked ([8.63], [8.64]). */
import { ApiError, TimeoutError, TransportError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { FrameError } from './frameClient.ts'
import { errorText } from '../../shared/i18n/errorText.ts'

export function frameErrorText(t: TFunction, error: unknown): string {
  if (error instanceof FrameError) {
    if (error.retryAfterMs !== undefined)
      return t('login.tooMany', { seconds: Math.ceil(error.retryAfterMs / 1_000) })
    if (error.failure === 'refused' && error.code !== undefined) return errorText(t, error.code)
    return t(`wallet.failed.${error.failure}`)
  }
  const failed = (reason: string): string => t('signIn.failed', { reason })
  if (error instanceof ApiError || error instanceof TimeoutError) return failed(errorText(t, error.code))
  if (error instanceof TransportError) return failed(t('signIn.unreachable'))
  return t('wallet.unexpected')
}
