/** The way back to the choices. */
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function DepositBack() {
  const { t } = useTranslation()
  return (
    <Link
      to="/deposit"
      className="inline-flex min-h-6 items-center gap-1 text-dense text-t2 hover:text-t1 max-md:min-h-11"
    >
      <ChevronLeft size={14} strokeWidth={1.5} aria-hidden="true" />
      {t('header.deposit')}
    </Link>
  )
}
