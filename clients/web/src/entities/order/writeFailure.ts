/**
 * What a toast says of a write that did not go through: of unknown outcome, without a key, or refused for a reason
 * of the table. `failed` puts the reason into the sentence of the action.
 */
import { ApiError, UnknownOutcomeError, ValidationError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/index.ts'

export interface FailureToast {
  readonly tone: 'err' | 'warn'
  readonly title: string
}

export function writeFailure(t: TFunction, error: unknown, failed: (reason: string) => string): FailureToast {
  if (error instanceof UnknownOutcomeError) return { tone: 'warn', title: t('order.unknown') }
  if (error instanceof ValidationError)
    return {
      tone: 'err',
      title: t(error.field === 'account' ? 'wallet.failed.noAddress' : 'order.noSigningKey'),
    }
  return { tone: 'err', title: failed(errorText(t, error instanceof ApiError ? error.code : 0)) }
}
