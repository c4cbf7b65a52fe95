/** The way on from a list that is empty until something is traded. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function BrowseMarkets() {
  const { t } = useTranslation()
  return (
    <Link
      to="/markets"
      className="press reach inline-flex h-7 items-center rounded-[5px] border border-line-2 px-[10px] text-dense font-semibold hover:bg-s3"
    >
      {t('positions.browse')}
    </Link>
  )
}
