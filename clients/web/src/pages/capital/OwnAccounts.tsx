/** The open accounts that a person has in the programme beside the one on screen, each one press away. */
import { useTranslation } from 'react-i18next'
import type { AccountAddress, CapitalStatus } from '@vest/protocol'
import { CAPITAL_BADGE_TONE, capitalBadgeOf } from '../../entities/account/index.ts'
import {
  capitalName,
  useCapitalWallets,
  useSwitchAccount,
  type CapitalWallet,
} from '../../entities/capital/index.ts'
import { Avatar, useSession } from '../../entities/session/index.ts'
import { formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Badge, Button } from '../../ui/index.ts'

const OPEN: ReadonlySet<CapitalStatus> = new Set(['active', 'goal_passed', 'funded_active'])

export function OwnAccounts() {
  const { t } = useTranslation()
  const address = useSession((state) => state.address)
  const { wallets = [] } = useCapitalWallets()
  const others = wallets.filter(({ account, facts }) => account !== address && OPEN.has(facts.status))
  if (others.length === 0) return null
  return (
    <ul
      aria-label={t('capitalPage.accounts')}
      className="mt-[14px] divide-y divide-line rounded-[10px] border border-line bg-s1"
    >
      {others.map((wallet) => (
        <OwnAccount key={wallet.account} wallet={wallet} />
      ))}
    </ul>
  )
}

function OwnAccount({ wallet: { account, facts } }: { readonly wallet: CapitalWallet }) {
  const { t } = useTranslation()
  const { switchTo, isSwitching } = useSwitchAccount()
  const badge = capitalBadgeOf(facts.status)
  return (
    <li className="flex min-h-14 items-center gap-3 px-5 py-2 max-md:px-4">
      <Avatar address={account} size={24} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-medium">
          {capitalName(t, facts)}
          {badge !== undefined && (
            <Badge tone={CAPITAL_BADGE_TONE[badge]}>{t(`capital.badge.${badge}`)}</Badge>
          )}
        </span>
        <span className="block text-dense text-t3">{shortenAddress(account, 6)}</span>
      </span>
      <span className="text-right text-body font-medium">{formatMoney(facts.equity)}</span>
      <Button
        isBusy={isSwitching}
        onClick={() =>
          void switchTo(account as AccountAddress).then(
            (isThere) => isThere && askToNavigate({ pathname: '/trade', search: '' }),
          )
        }
      >
        {t('capitalPage.switch')}
      </Button>
    </li>
  )
}
