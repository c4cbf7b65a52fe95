/** What the account holds at the exchange and what its wallet holds on the chain ([2.30]); below them the proof that it is there. */
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { usd6, type Usd6 } from '@vest/protocol'
import { useMoneyDoors, usePortfolio } from '../../entities/account/index.ts'
import { useFailedRead, useSession } from '../../entities/session/index.ts'
import { balanceOf, TokenMark } from '../../entities/transfer/index.ts'
import { useChains, useFaucet, useWallet, useWalletBalances } from '../../entities/wallet/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { formatMoney, MISSING } from '../../shared/format/index.ts'
import { useTableTexts, withPageTexts } from '../../shared/i18n/index.ts'
import { Button, DataTable, EmptyState, type DataColumn } from '../../ui/index.ts'

/** Looked at by few: it comes with its texts when the list is opened. */
const ReservesProof = lazy(
  withPageTexts(async () => ({
    default: (await import('../../features/verify-reserves/index.ts')).ReservesProof,
  })),
)

interface Balance {
  readonly id: 'exchange' | 'wallet'
  /** Vest, or the network of the wallet. */
  readonly where: string
  readonly total: Usd6 | undefined
  readonly locked: Usd6 | undefined
  /** Undefined where nothing is withdrawn from: the wallet. */
  readonly withdrawable: Usd6 | undefined
}

export function Balances() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const live = useLive()
  const retry = useFailedRead(summary === undefined, live.refreshAccount)
  const collateral = useFrame(live.account, (state) => state.account?.collateral)
  const wallet = useWallet((state) => state.connected)
  const chain = useChains().data?.find((item) => item.networkType === 0)
  const { data: onChain } = useWalletBalances(chain, wallet)
  const hasWallet = wallet !== undefined
  const rows = useMemo((): readonly Balance[] => {
    // Money of isolated positions stands apart from the collateral and is the account's all the same.
    const total =
      summary === undefined || collateral === undefined
        ? undefined
        : usd6(collateral + summary.isolatedMargin)
    const locked =
      total === undefined || summary === undefined
        ? undefined
        : usd6(Math.max(0, total - summary.withdrawable))
    const exchange: Balance = {
      id: 'exchange',
      where: t('app.name'),
      total,
      locked,
      withdrawable: summary?.withdrawable,
    }
    if (!hasWallet) return [exchange]
    const held = onChain === undefined ? undefined : balanceOf(onChain.units, onChain.decimals)
    return [
      exchange,
      {
        id: 'wallet',
        where: chain?.name ?? t('signIn.wallet'),
        total: held,
        locked: undefined,
        withdrawable: undefined,
      },
    ]
  }, [summary, collateral, hasWallet, onChain, chain, t])
  const columns = useMemo(() => balanceColumns(t), [t])
  return (
    <>
      <DataTable
        label={t('portfolio.tabs.balances')}
        columns={columns}
        rows={retry === undefined ? rows : []}
        rowId={(row) => row.id}
        texts={texts}
        rowHeight={44}
        isLoading={summary === undefined}
        onRetry={retry}
        empty={<EmptyState title={t('portfolio.noBalance')} />}
        card={renderCard}
      />
      <Suspense>
        <ReservesProof />
      </Suspense>
    </>
  )
}

function balanceColumns(t: TFunction): readonly DataColumn<Balance>[] {
  return [
    {
      id: 'asset',
      head: t('portfolio.asset'),
      align: 'left',
      cell: () => (
        <span className="flex items-center gap-2 font-semibold">
          <TokenMark letter="U" className="bg-[#2b74c7]" />
          USDC
        </span>
      ),
    },
    { id: 'where', head: t('portfolio.where'), align: 'left', cell: (row) => row.where },
    { id: 'total', head: t('portfolio.total'), cell: (row) => formatMoney(row.total, { prefix: '' }) },
    {
      id: 'locked',
      head: t('portfolio.locked'),
      cell: (row) =>
        row.locked === undefined ? <Missing /> : formatMoney(row.locked, { prefix: '', rounding: 'ceil' }),
    },
    {
      id: 'withdrawable',
      head: t('account.withdrawable'),
      cell: (row) =>
        row.withdrawable === undefined ? <Missing /> : formatMoney(row.withdrawable, { prefix: '' }),
    },
    { id: 'action', head: undefined, headLabel: t('transfer.action'), width: 1, cell: renderAction },
  ]
}

const renderAction = (row: Balance): ReactNode => <BalanceAction row={row} />
const renderCard = (row: Balance): ReactNode => <BalanceCard row={row} />
const Missing = () => <span className="text-t3">{MISSING}</span>

function BalanceAction({ row }: { readonly row: Balance }) {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  const address = useWallet((state) => state.connected?.address)
  const faucet = useFaucet()
  const money = useMoneyDoors()
  if (row.id === 'exchange')
    return money.withdraw === undefined ? null : (
      <Button size="xs" className="max-md:h-9" onClick={() => openDialog('withdraw')}>
        {t(money.withdraw === 'profit' ? 'capital.profitWithdraw' : 'header.withdraw')}
      </Button>
    )
  if (!money.deposit) return null
  return (
    <span className="flex justify-end gap-2">
      {faucet.isAvailable && address !== undefined && (
        <Button
          size="xs"
          className="max-md:h-9"
          isBusy={faucet.isBusy}
          onClick={() => void faucet.ask(address)}
        >
          {t('faucet.get')}
        </Button>
      )}
      <Button size="xs" className="max-md:h-9" onClick={() => openDialog('deposit')}>
        {t('header.deposit')}
      </Button>
    </span>
  )
}

function BalanceCard({ row }: { readonly row: Balance }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3">
      <TokenMark letter="U" className="bg-[#2b74c7]" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {formatMoney(row.total, { prefix: '' })} <span className="font-normal text-t3">USDC</span>
        </p>
        <p className="truncate text-dense text-t2">
          {row.withdrawable === undefined
            ? row.where
            : `${t('account.withdrawable')} ${formatMoney(row.withdrawable, { prefix: '' })}`}
        </p>
      </div>
      <BalanceAction row={row} />
    </div>
  )
}
