/** Where the money comes from ([2.11]): what is in the wallet already, a plan, a card, an exchange, or a transfer. */
import { Link } from '@tanstack/react-router'
import { ChevronRight, CreditCard, Flag, Info, Landmark, QrCode, Wallet } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TRANSFER_MIN_USD6 } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { balanceOf } from '../../entities/transfer/index.ts'
import { evmChains, useChains, useWalletBalances } from '../../entities/wallet/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { Button } from '../../ui/index.ts'
import { DepositGuard } from './DepositGuard.tsx'

export const DepositPage = () => (
  <DepositGuard>
    <Choices />
  </DepositGuard>
)

function Choices() {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  const address = useSession((state) => state.address)
  const { data: chains } = useChains()
  const chain = chains && evmChains(chains)[0]
  const { data: balances } = useWalletBalances(
    chain,
    address === undefined ? undefined : { address, provider: undefined },
  )
  useEffect(() => {
    document.title = `${t('header.deposit')} · ${t('app.name')}`
  }, [t])
  const balance = balances && balanceOf(balances.units, balances.decimals)
  const hasMoney = balance !== undefined && balance >= TRANSFER_MIN_USD6
  const wallet = (
    <li className="flex min-h-[72px] items-center gap-3 px-4 py-3">
      <Mark icon={<Wallet size={18} strokeWidth={1.5} />} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {t('depositPage.inWallet', { amount: formatMoney(balance, { prefix: '' }) })}
        </span>
        <span className="block text-dense text-t2">
          {hasMoney
            ? t('depositPage.inWalletText', { network: chain?.name ?? '' })
            : t('depositPage.nothingYet')}
        </span>
      </span>
      {hasMoney && (
        <Button variant="ink" onClick={() => openDialog('deposit')}>
          {t('header.deposit')}
        </Button>
      )}
    </li>
  )
  return (
    <main className="mx-auto w-full max-w-[512px] flex-1 px-4 py-16 max-md:py-8">
      <h1 className="text-figure font-semibold">{t('header.deposit')}</h1>
      <p className="mt-1 mb-3 text-t2">{t('depositPage.lead')}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-[10px] border border-line bg-s1">
        {hasMoney && wallet}
        <Choice to="/deposit/get-funded" icon={<Flag size={18} strokeWidth={1.5} />} name="getFunded" />
        <Choice to="/deposit/onramper" icon={<CreditCard size={18} strokeWidth={1.5} />} name="card" />
        <Choice to="/deposit/exchange" icon={<Landmark size={18} strokeWidth={1.5} />} name="exchange" />
        <Choice to="/deposit/receive" icon={<QrCode size={18} strokeWidth={1.5} />} name="receive" />
        {!hasMoney && wallet}
      </ul>
      <p className="mt-3 flex items-center gap-2 text-dense text-t2">
        <Info size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('depositPage.minimum')}
      </p>
    </main>
  )
}

const Mark = ({ icon }: { readonly icon: ReactNode }) => (
  <span
    aria-hidden="true"
    className="flex size-10 shrink-0 items-center justify-center rounded-[8px] bg-s3 text-t1"
  >
    {icon}
  </span>
)

function Choice({
  to,
  icon,
  name,
}: {
  readonly to: string
  readonly icon: ReactNode
  readonly name: 'getFunded' | 'card' | 'exchange' | 'receive'
}) {
  const { t } = useTranslation()
  return (
    <li>
      <Link to={to} className="press flex min-h-[72px] items-center gap-3 px-4 py-3 hover:bg-s2">
        <Mark icon={icon} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t(`depositPage.${name}`)}</span>
          <span className="block text-dense text-t2">{t(`depositPage.${name}Text`)}</span>
        </span>
        <ChevronRight size={16} strokeWidth={1.5} className="text-t2" aria-hidden="true" />
      </Link>
    </li>
  )
}
