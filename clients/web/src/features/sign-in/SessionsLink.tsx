/** The way from the account to everything that can act for it. */
import { Link } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function SessionsLink({ onFollow }: { readonly onFollow: () => void }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/sessions"
      onClick={onFollow}
      className="press flex h-11 w-full items-center justify-center gap-2 rounded-[6px] border border-line-2 px-4 text-nav font-semibold hover:bg-s3"
    >
      <MonitorSmartphone size={16} strokeWidth={1.5} aria-hidden="true" />
      {t('sessions.title')}
    </Link>
  )
}
