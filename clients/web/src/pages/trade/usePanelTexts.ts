/** What a failed panel says. */
import { useTranslation } from 'react-i18next'

export function usePanelTexts(): { readonly text: string; readonly retryLabel: string } {
  const { t } = useTranslation()
  return { text: t('error.panel'), retryLabel: t('common.retry') }
}
