/** Texts of every data table. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function useTableTexts() {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      rows: t('table.rows'),
      range: (from: number, to: number, total: number) => t('table.range', { from, to, total }),
      first: t('table.first'),
      previous: t('table.previous'),
      next: t('table.next'),
      last: t('table.last'),
      failed: t('table.failed'),
      retry: t('table.retry'),
    }),
    [t],
  )
}
