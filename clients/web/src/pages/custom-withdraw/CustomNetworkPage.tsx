/**
 * Withdrawing on a network of one's own choice ([2.10]): the wallet is left on the network that it is on; each network
 * says what a wallet must know of it, and approved withdrawals are taken from here.
 */
import type { ChainInfo } from '@vest/protocol'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { isWithdrawal, NetworkMark } from '../../entities/transfer/index.ts'
import { useTransferHistory } from '../../entities/transfer/useTransferHistory.ts'
import {
  chainName,
  addChain,
  isUserRejection,
  rpcAddress,
  walletWords,
  useChains,
  useWallet,
} from '../../entities/wallet/index.ts'
import { formatDateTime, formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { Button, CopyButton, EmptyState, showToast, Skeleton } from '../../ui/index.ts'

export function CustomNetworkPage() {
  const { t } = useTranslation()
  const isReady = useSession((state) => state.status === 'ready')
  const openDialog = useSession((state) => state.openDialog)
  const { data: chains } = useChains()
  const { transfers } = useTransferHistory()
  useEffect(() => {
    document.title = `${t('customWithdraw.title')} · ${t('app.name')}`
  }, [t])
  const approved = transfers.filter((row) => isWithdrawal(row) && row.status === 'VERIFIED')
  const nameOf = (chainId: number): string => chainName(chains, chainId)
  return (
    <main className="mx-auto flex w-full max-w-[960px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('customWithdraw.title')}</h1>
      <p className="mt-1 text-t2">{t('customWithdraw.text')}</p>
      <section
        aria-label={t('customWithdraw.networks')}
        className="mt-[14px] overflow-hidden rounded-[10px] border border-line bg-s1"
      >
        {chains === undefined ? (
          <Skeleton className="h-64" />
        ) : (
          <ul>
            {chains.map((chain) => (
              <li key={chain.chainId} className="border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
                <Network
                  chain={chain}
                  onWithdraw={
                    isReady
                      ? () => openDialog('withdraw', String(chain.chainId))
                      : () => openDialog('sign-in')
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      {isReady && (
        <section aria-labelledby="approved-withdrawals" className="mt-6">
          <h2 id="approved-withdrawals" className="mb-2 text-nav font-semibold">
            {t('customWithdraw.approved')}
          </h2>
          <div className="overflow-hidden rounded-[10px] border border-line bg-s1">
            {approved.length === 0 ? (
              <div className="py-8">
                <EmptyState title={t('customWithdraw.none')} />
              </div>
            ) : (
              <ul>
                {approved.map((row) => (
                  <li
                    key={row.id}
                    className="flex items-center gap-3 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{formatMoney(row.size, { prefix: '' })} USDC</span>
                      <span className="block text-dense text-t2">
                        {nameOf(row.chainId)} · {formatDateTime(row.postTimeMs)}
                      </span>
                    </span>
                    <Button variant="ink" onClick={() => openDialog('withdrawal-approved', row.id)}>
                      {t('header.withdraw')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      )}
    </main>
  )
}

function Network({ chain, onWithdraw }: { readonly chain: ChainInfo; readonly onWithdraw: () => void }) {
  const { t } = useTranslation()
  const wallet = useWallet((state) => state.connected)
  const rpcUrl = rpcAddress(chain, location.origin)
  // Wallets of Solana know their network; what goes there is burned in the vault of the default chain.
  const isEvm = chain.networkType === 0
  const add = async (): Promise<void> => {
    if (wallet === undefined) return
    try {
      await addChain(wallet.provider, chain, location.origin)
      showToast({ tone: 'ok', title: t('customWithdraw.added', { network: chain.name }) })
    } catch (error) {
      showToast({
        tone: 'err',
        title: isUserRejection(error) ? t('transfer.declined') : walletWords(t, error),
      })
    }
  }
  return (
    <div className="flex items-center gap-3 max-md:flex-wrap">
      <NetworkMark name={chain.name} size={26} />
      <div className="min-w-0 flex-1 max-md:basis-[70%]">
        <p className="font-medium">{chain.name}</p>
        <p className="text-dense break-words text-t2">
          {t('customWithdraw.chainId')} {chain.chainId}
          {rpcUrl !== undefined && ` · ${rpcUrl}`}
        </p>
        {isEvm && (
          <p className="flex items-center gap-1 text-dense text-t2">
            {t('customWithdraw.vault')} {shortenAddress(chain.vault, 6)}
            <CopyButton text={chain.vault} label={t('header.copyAddress')} copiedLabel={t('common.copied')} />
          </p>
        )}
      </div>
      {isEvm && wallet !== undefined && rpcUrl !== undefined && (
        <Button size="sm" onClick={() => void add()}>
          {t('customWithdraw.add')}
        </Button>
      )}
      <Button size="sm" variant="ink" onClick={onWithdraw}>
        {t('header.withdraw')}
      </Button>
    </div>
  )
}
