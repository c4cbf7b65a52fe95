/** What is counted, word for word, and the switch without which nothing is ([7.32]); where the operator counts nothing, that. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasAgreed, setAgreed } from '../../shared/analytics/analytics.ts'
import { analyticsPath } from '../../shared/analytics/analyticsPath.ts'
import { localStore } from '../../shared/storage/index.ts'
import { Checkbox } from '../../ui/index.ts'

export function CountingChoice() {
  const { t } = useTranslation()
  const [isAgreed, setIsAgreed] = useState(() => hasAgreed(localStore))
  const path = analyticsPath()
  if (path === undefined) return <p className="mt-2 text-dense text-t3">{t('legal.counting.off')}</p>
  return (
    <>
      <ul className="mt-2 list-disc pl-5 text-dense text-t2">
        <li>{t('legal.counting.page')}</li>
        <li>{t('legal.counting.search')}</li>
      </ul>
      <p className="mt-1 text-dense text-t3">{t('legal.counting.where', { path })}</p>
      <div className="mt-2">
        <Checkbox
          label={t('legal.counting.agree')}
          isChecked={isAgreed}
          onChange={(agreed) => {
            setAgreed(localStore, agreed)
            setIsAgreed(agreed)
          }}
        />
      </div>
    </>
  )
}
