/** The account in the header: avatar, short address, kind of account; opens the account dialog. */
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AccountBadge } from '../entities/account/index.ts'
import { Avatar } from '../entities/session/Avatar.tsx'
import { useSession } from '../entities/session/index.ts'
import { shortenAddress } from '../shared/format/index.ts'

export function AccountCapsule() {
  const { t } = useTranslation()
  const address = useSession((state) => state.address)
  const status = useSession((state) => state.status)
  const openDialog = useSession((state) => state.openDialog)
  if (address === undefined) return null
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={address}
      onClick={() => openDialog(status === 'ready' ? 'account' : 'sign-in')}
      className="press flex h-12 items-center gap-[10px] rounded-[8px] border border-line bg-s2 pr-[10px] pl-2 text-left"
    >
      <Avatar address={address} />
      <span className="md:min-w-[86px]">
        <span className="block text-dense font-medium">{shortenAddress(address)}</span>
        <span className="mt-px block text-caption text-t3">
          {status === 'ready' ? <AccountBadge /> : t('header.login')}
        </span>
      </span>
      <ChevronDown size={14} strokeWidth={1.5} className="text-t3" aria-hidden="true" />
    </button>
  )
}
