/** The way on from a list that is empty until something is traded. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '../../ui/index.ts'

export function BrowseMarkets() {
  const { t } = useTranslation()
  return (
    <Link to="/markets" className={buttonLook('line', 'sm')}>
      {t('positions.browse')}
    </Link>
  )
}
