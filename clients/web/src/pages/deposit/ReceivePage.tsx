/**
 * The account's own deposit address on each network, as text in groups of four and as a code, with what belongs there and
 * what comes of it. What arrives is shown while the page is open. `/deposit/exchange` is the same with the steps of a
 * withdrawal at another exchange.
 */
import type { ChainInfo } from '@vest/protocol'
import { useQuery } from '@tanstack/react-query'
import { Check, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAddress, type Address } from 'viem'
import { useSession } from '../../entities/session/index.ts'
import { NetworkMark } from '../../entities/transfer/index.ts'
import { useTransferHistory } from '../../entities/transfer/useTransferHistory.ts'
import { evmChains, useChains } from '../../entities/wallet/index.ts'
import { StrayList } from '../../features/claim-strays/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { Button, cx, KeyValue, Skeleton, Spinner } from '../../ui/index.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { DepositBack } from './DepositBack.tsx'
import { DepositGuard } from './DepositGuard.tsx'

const ARRIVALS = 5

export const ReceivePage = () => (
  <DepositGuard>
    <Receive way="receive" />
  </DepositGuard>
)
export const ExchangePage = () => (
  <DepositGuard>
    <Receive way="exchange" />
  </DepositGuard>
)

function Receive({ way }: { readonly way: 'receive' | 'exchange' }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const { data: chains } = useChains()
  const {
    data: addresses,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['private', 'depositAddresses', account],
    queryFn: () => client.depositAddresses(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [chainId, setChainId] = useState<number>()
  useEffect(() => {
    document.title = `${t(`depositPage.${way}`)} · ${t('app.name')}`
  }, [t, way])
  const shown = chains && evmChains(chains)
  const chain = shown?.find((item) => item.chainId === chainId) ?? shown?.[0]
  const found = addresses?.find((item) => item.chainId === chain?.chainId)
  return (
    <main className="mx-auto w-full max-w-[512px] flex-1 px-4 py-8">
      <DepositBack />
      <h1 className="mt-3 text-figure font-semibold">{t(`depositPage.${way}`)}</h1>
      {way === 'receive' ? (
        <p className="mt-1 text-t2">{t('depositPage.receiveLead')}</p>
      ) : (
        <ol className="mt-1 list-decimal pl-5 text-t2">
          <li>{t('depositPage.exchangeStep1')}</li>
          <li>{t('depositPage.exchangeStep2')}</li>
          <li>{t('depositPage.exchangeStep3')}</li>
        </ol>
      )}
      <section
        aria-label={t(`depositPage.${way}`)}
        className="mt-3 rounded-[10px] border border-line bg-s1 p-4"
      >
        {isError ? (
          <div className="flex flex-col items-start gap-3">
            <p className="text-t2">{t('depositPage.addressFailed')}</p>
            <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
          </div>
        ) : chain === undefined || found === undefined || shown === undefined ? (
          <Skeleton className="h-80" />
        ) : (
          <>
            <Networks chains={shown} chain={chain} onChain={setChainId} />
            <AddressCard chain={chain} address={getAddress(found.address)} />
          </>
        )}
      </section>
      <Arrivals chains={chains} />
      <StrayList chains={shown} />
    </main>
  )
}

function Networks({
  chains,
  chain,
  onChain,
}: {
  readonly chains: readonly ChainInfo[]
  readonly chain: ChainInfo
  readonly onChain: (chainId: number) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-[6px] text-dense text-t2">{t('depositPage.network')}</legend>
      <div className="grid grid-cols-3 gap-2 max-md:grid-cols-2">
        {chains.map((item) => (
          <label
            key={item.chainId}
            className={cx(
              'press flex h-11 cursor-pointer items-center gap-2 rounded-[8px] border px-[10px] text-dense font-medium focus-within:outline-2 focus-within:outline-chalk',
              item.chainId === chain.chainId ? 'border-chalk bg-chalk-tint' : 'border-line-2',
            )}
          >
            <input
              type="radio"
              name="network"
              className="sr-only"
              checked={item.chainId === chain.chainId}
              onChange={() => onChain(item.chainId)}
            />
            <NetworkMark name={item.name} size={16} />
            <span className="truncate">{item.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function AddressCard({ chain, address }: { readonly chain: ChainInfo; readonly address: Address }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const groups = address.slice(2).match(/.{4}/g) ?? []
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(address)
    setIsCopied(true)
  }
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 3_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <div className="mt-4 flex gap-5 max-md:flex-col max-md:items-center">
        <QrCode text={address} label={t('depositPage.qr', { network: chain.name })} />
        <div className="flex min-w-0 flex-1 flex-col justify-between gap-3">
          <div>
            <p className="mb-1 text-dense text-t2">{t('depositPage.address', { network: chain.name })}</p>
            {/* Every group alike: forgers copy the ends. */}
            <p
              role="img"
              aria-label={address}
              className="grid grid-cols-[auto_repeat(5,auto)] gap-x-2 text-body leading-6 font-medium"
            >
              {groups.map((group, at) => (
                <span key={at} className={at % 5 === 0 ? 'contents' : undefined}>
                  {at % 5 === 0 ? (
                    <>
                      <span className="text-t3">{at === 0 ? '0x' : ''}</span>
                      <span>{group}</span>
                    </>
                  ) : (
                    group
                  )}
                </span>
              ))}
            </p>
          </div>
          <div className="flex gap-2">
            <Button variant="ink" onClick={() => void copy()}>
              {t(isCopied ? 'common.copied' : 'header.copyAddress')}
            </Button>
            {'share' in navigator && (
              <Button onClick={() => void navigator.share({ text: address }).catch(() => undefined)}>
                {t('depositPage.share')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <div className="mt-4 flex flex-col gap-2 rounded-[8px] bg-s3 px-3 py-[10px] text-dense">
        <p className="flex gap-2">
          <TriangleAlert size={16} strokeWidth={1.5} className="shrink-0 text-warn" aria-hidden="true" />
          <span>
            <strong className="font-semibold">{t('depositPage.onlyUsdc', { network: chain.name })}</strong>{' '}
            <span className="text-t2">{t('depositPage.onlyUsdcText')}</span>
          </span>
        </p>
        <p className="flex gap-2 text-t2">
          <Info size={16} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />
          {t('depositPage.compare')}
        </p>
      </div>
      <div className="mt-3">
        <KeyValue label={t('depositPage.minimumLabel')} className="leading-[26px]">
          1 USDC
        </KeyValue>
        <KeyValue label={t('depositPage.readyToTrade')} className="leading-[26px]">
          {t('depositPage.firstBlock')}
        </KeyValue>
        <KeyValue label={t('depositPage.readyToWithdraw')} className="leading-[26px]">
          {t('depositPage.whenFinal')}
        </KeyValue>
        <KeyValue label={t('depositPage.fee')} className="leading-[26px]">
          {t('depositPage.noFee')}
        </KeyValue>
      </div>
    </>
  )
}

function Arrivals({ chains }: { readonly chains: readonly ChainInfo[] | undefined }) {
  const { t } = useTranslation()
  const { transfers } = useTransferHistory()
  const arrivals = transfers.filter(({ type }) => type === 'DEPOSIT').slice(0, ARRIVALS)
  return (
    <section aria-labelledby="arrivals" className="mt-3 rounded-[10px] border border-line bg-s1">
      <div className="flex items-center justify-between px-4 py-3">
        <h2 id="arrivals" className="font-semibold">
          {t('depositPage.arrivals')}
        </h2>
        <p className="flex items-center gap-2 text-dense text-t2">
          <span aria-hidden="true" className="size-[6px] rounded-full bg-ok" />
          {t('depositPage.watching')}
        </p>
      </div>
      <ul aria-live="polite">
        {arrivals.length === 0 && (
          <li className="border-t border-line px-4 py-4 text-dense text-t2">{t('depositPage.noArrivals')}</li>
        )}
        {arrivals.map((row) => (
          <li key={row.id} className="flex items-center gap-3 border-t border-line px-4 py-3">
            {row.status === 'NEW' ? (
              <Spinner size={16} />
            ) : row.status === 'REJECTED' ? (
              <TriangleAlert size={16} strokeWidth={1.5} className="text-err" aria-hidden="true" />
            ) : (
              <Check size={16} strokeWidth={2} className="text-ok" aria-hidden="true" />
            )}
            <span className="min-w-0 flex-1">
              <span className="block font-medium">+{formatMoney(row.size, { prefix: '' })} USDC</span>
              <span className="block text-dense text-t2">
                {chains?.find((item) => item.chainId === row.chainId)?.name ?? row.chainId}
              </span>
            </span>
            <span className="text-right">
              <span className="block text-dense">
                {t(
                  row.status === 'NEW'
                    ? 'depositPage.seen'
                    : row.status === 'REJECTED'
                      ? 'transfer.status.REJECTED'
                      : 'depositPage.readyToTrade',
                )}
              </span>
              <span className="block text-caption text-t2">{formatDateTime(row.postTimeMs)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
