/** Why a deposit from Solana is not credited yet ([8.59]); undefined where nothing is in its way. */
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/index.ts'
import type { SolanaCredit } from './solanaCredit.ts'

export function creditText(t: TFunction, credit: SolanaCredit): string | undefined {
  if (credit.kind === 'refused') return t('deposit.failed', { reason: errorText(t, credit.code) })
  return credit.kind === 'unknown' ? t('deposit.unknown') : undefined
}
