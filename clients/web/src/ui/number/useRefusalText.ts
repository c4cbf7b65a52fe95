/** Why a numeric field did not take what was typed. */
import { useTranslation } from 'react-i18next'
import { displayNumeric, writeNumeric, type NumericRefusal } from '../../shared/numeric/index.ts'

export function useRefusalText(refusal: NumericRefusal | undefined): string | undefined {
  const { t } = useTranslation()
  switch (refusal?.kind) {
    case undefined:
      return undefined
    case 'digits':
    case 'mark':
    case 'tooLong':
      return t(`numberField.${refusal.kind}`)
    case 'decimals':
      return refusal.decimals === 0
        ? t('numberField.whole')
        : t('numberField.decimals', { decimals: refusal.decimals })
    case 'tooLarge':
      return refusal.max === undefined
        ? t('numberField.tooLarge')
        : t('numberField.max', { max: displayNumeric(writeNumeric(refusal.max, refusal.decimals)) })
  }
}
