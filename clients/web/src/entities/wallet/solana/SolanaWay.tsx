/** Where USDC on Solana is sent for this account: one address for all, and the memo that says whose it is. */
import { CHAIN_SOLANA } from '@vest/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyButton, Skeleton } from '../../../ui/index.ts'
import { useSession } from '../../session/index.ts'

export function SolanaWay() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const { data: addresses, isPending } = useQuery({
    queryKey: ['private', 'depositAddresses', account],
    queryFn: () => client.depositAddresses(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isPending) return <Skeleton className="h-32" />
  const way = addresses?.find(({ chainId }) => chainId === CHAIN_SOLANA)
  if (way === undefined || way.memo === null)
    return <p className="text-body text-t2">{t('solana.deposit')}</p>
  return (
    <div className="flex flex-col gap-3">
      <p className="text-body text-t2">{t('solana.send')}</p>
      <dl className="flex flex-col gap-3 rounded-[8px] border border-line p-3">
        <Part name={t('solana.address')} text={way.address} />
        <Part name={t('solana.memo')} text={way.memo} />
      </dl>
      <p className="text-dense text-t2">{t('solana.withoutMemo')}</p>
    </div>
  )
}

function Part({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt className="text-dense text-t2">{name}</dt>
      <dd className="flex items-center gap-2">
        <span className="min-w-0 flex-1 break-all">{text}</span>
        <CopyButton text={text} label={t('solana.copy', { what: name })} copiedLabel={t('common.copied')} />
      </dd>
    </div>
  )
}
