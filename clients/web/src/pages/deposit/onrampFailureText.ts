/** Why the provider's page is not there. Where the exchange sells nothing by card it says so ([8.64]). */
import { REFUSAL } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/index.ts'

export function onrampFailureText(t: TFunction, error: Error): string {
  if (!(error instanceof ApiError)) return errorText(t, REFUSAL.CREATE_ORDER_TIMEOUT)
  return error.code === 0 ? t('onramp.absent') : errorText(t, error.code)
}
