/**
 * The accounts of this browser ([2.22], [2.35]), where there is a choice: each with its kind, the active one marked; another is chosen without a
 * signature and without loading the page anew. Where it is not known what an account is to the capital programme, it
 * shows as what every account is: primary.
 */
import { readDecimal, usd6, type AccountAddress, type CapitalStatusResponse } from '@vest/protocol'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountBadge, CAPITAL_BADGE_TONE, capitalBadgeOf } from '../../entities/account/index.ts'
import { Avatar, useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { Badge, Button, cx, FormError, Spinner } from '../../ui/index.ts'

export function AccountSelector({ active }: { readonly active: AccountAddress }) {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const client = useSession((state) => state.client)
  const closeDialog = useSession((state) => state.closeDialog)
  const openDialog = useSession((state) => state.openDialog)
  const [choosing, setChoosing] = useState<AccountAddress>()
  const [gone, setGone] = useState<AccountAddress>()
  const { data: kept = [] } = useQuery({
    queryKey: ['private', 'accounts', active],
    queryFn: () => keeper.accounts(),
    staleTime: 0,
  })
  const accounts = [active, ...kept.filter((account) => account !== active)]
  const isChoice = accounts.length > 1
  const { data: statuses } = useQuery({
    queryKey: ['private', 'capitalStatus', ...accounts],
    queryFn: () => client.capitalStatus({ address: accounts }),
    enabled: isChoice,
    staleTime: 0,
  })
  const choose = (account: AccountAddress): void => {
    if (account === active) return closeDialog()
    setChoosing(account)
    setGone(undefined)
    keeper
      .activate(account)
      .then((isActive) => (isActive ? closeDialog() : setGone(account)))
      .catch(() => setGone(account))
      .finally(() => setChoosing(undefined))
  }
  return (
    <section aria-label={t('accounts.title')} className="mt-4">
      {isChoice && <h3 className="mb-2 text-dense text-t2">{t('accounts.title')}</h3>}
      <ul className="flex flex-col gap-2 empty:hidden">
        {(isChoice ? accounts : []).map((account) => {
          const status = statuses?.[account]?.capital_status
          const badge = status === undefined ? undefined : capitalBadgeOf(status)
          const isActive = account === active
          return (
            <li key={account}>
              <button
                type="button"
                aria-current={isActive || undefined}
                aria-busy={choosing === account || undefined}
                disabled={choosing !== undefined}
                title={account}
                onClick={() => choose(account)}
                className={cx(
                  'press flex h-11 w-full items-center gap-3 rounded-[8px] border px-3 text-left hover:bg-s3',
                  isActive ? 'border-chalk bg-chalk-tint' : 'border-line-2',
                )}
              >
                <Avatar address={account} size={24} />
                <span className="text-body">{shortenAddress(account, 6)}</span>
                <span className="min-w-0 flex-1 truncate text-caption text-t3">
                  {isActive ? (
                    <AccountBadge />
                  ) : badge === undefined ? (
                    t('header.primary')
                  ) : (
                    <Badge tone={CAPITAL_BADGE_TONE[badge]}>{t(`capital.badge.${badge}`)}</Badge>
                  )}{' '}
                  {statuses?.[account]?.active_capital_plan?.name}
                </span>
                <Equity status={statuses?.[account]} />
                {choosing === account ? (
                  <Spinner size={14} />
                ) : (
                  isActive && (
                    <>
                      <Check size={14} strokeWidth={2} aria-hidden="true" />
                      <span className="sr-only">{t('accounts.active')}</span>
                    </>
                  )
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <FormError
        text={gone === undefined ? undefined : t('accounts.ended', { address: shortenAddress(gone, 6) })}
      />
      <Button
        variant="ghost"
        size="sm"
        className="mt-2 -ml-2"
        icon={<Plus size={14} strokeWidth={1.8} />}
        onClick={() => openDialog('add-account')}
      >
        {t('accounts.add')}
      </Button>
    </section>
  )
}

/** Of an account of the programme; what the primary one has stands in the header. */
function Equity({ status }: { readonly status: CapitalStatusResponse[string] | undefined }) {
  if (status === undefined || !('equity' in status)) return null
  return <span className="text-body font-medium">{formatMoney(usd6(readDecimal(status.equity, 6)))}</span>
}
