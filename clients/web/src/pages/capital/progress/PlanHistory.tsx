/** Every plan of the person and what became of it; of each pass and breach its certificate, which an address may name. */
import { useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address } from '@vest/protocol'
import { CAPITAL_BADGE_TONE, capitalBadgeOf, SignedMoney } from '../../../entities/account/index.ts'
import {
  capitalName,
  limitRooms,
  useCapitalWallets,
  type CapitalWallet,
} from '../../../entities/capital/index.ts'
import { capitalResultOf } from '../../../live/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatDateTime, formatMoney, MISSING } from '../../../shared/format/index.ts'
import { Badge, cx } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import { VerdictCard } from './VerdictCard.tsx'

/** Statuses before the account is opened. */
const BEFORE: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval', 'pre_funded'])
/** Once an evaluation has been claimed or dismissed its verdict stays. */
const JUDGED: ReadonlySet<string> = new Set(['funded_claimed', 'goal_failed_hidden'])
const hasVerdict = ({ facts: { status } }: CapitalWallet): boolean =>
  capitalResultOf(status) !== undefined || JUDGED.has(status)

export interface PlanHistoryProps {
  /** Stands above the list, beside the certificate. */
  readonly above?: ReactNode
}

export function PlanHistory({ above }: PlanHistoryProps) {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const asked = new URLSearchParams(search).get('certificate') ?? undefined
  return <History key={asked} {...{ asked, above }} />
}

function History({ asked, above }: PlanHistoryProps & { readonly asked: string | undefined }) {
  const { wallets = [] } = useCapitalWallets()
  const [chosen, setChosen] = useState(asked)
  const opened = wallets.filter(({ facts }) => !BEFORE.has(facts.status))
  // The newest, until another is chosen.
  const shown = chosen ?? opened.findLast(hasVerdict)?.account
  if (opened.length === 0 && above === undefined) return null
  return (
    <div
      className={cx(
        'mt-3 grid items-start gap-3',
        shown !== undefined && 'lg:grid-cols-[minmax(0,1fr)_352px]',
      )}
    >
      <div className="grid gap-3">
        {above}
        {opened.length > 0 && <PlanList wallets={opened} onShow={setChosen} />}
      </div>
      {shown !== undefined && <VerdictCard key={shown} account={shown as Address} />}
    </div>
  )
}

export interface PlanListProps {
  /** Oldest first. */
  readonly wallets: readonly CapitalWallet[]
  readonly onShow: (account: string) => void
}

export function PlanList({ wallets, onShow }: PlanListProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('capitalPage.progress.history')}
      file={{
        name: 'vest-capital-plans.csv',
        text: () =>
          csvText(
            ['plan', 'account', 'practice', 'size', 'equity', 'status', 'failed'],
            wallets.map(({ account, facts }) => [
              facts.plan?.name ?? '',
              account,
              String(facts.isPractice),
              csvMoney(facts.size),
              csvMoney(facts.equity),
              facts.status,
              facts.failedTimeMs === undefined ? '' : new Date(facts.failedTimeMs).toISOString(),
            ]),
          ),
      }}
    >
      <table className="w-full text-body">
        <thead>
          <tr className="text-dense text-t2">
            {HEADS.map(([head, look]) => (
              <th key={head} scope="col" className={cx('pb-2 font-normal', look)}>
                {t(`capitalPage.history.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wallets.toReversed().map((wallet) => (
            <PlanRow
              key={wallet.account}
              wallet={wallet}
              onShow={hasVerdict(wallet) ? () => onShow(wallet.account) : undefined}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const HEADS = [
  ['plan', 'text-left'],
  ['ended', 'text-right max-md:hidden'],
  ['result', 'text-right'],
  ['status', 'text-right'],
] as const

function PlanRow({
  wallet: { facts },
  onShow,
}: {
  readonly wallet: CapitalWallet
  readonly onShow: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const badge = capitalBadgeOf(facts.status)
  return (
    <tr className="h-11 border-t border-line">
      <td className="py-1 pr-2">
        <span className="font-medium">{capitalName(t, facts)}</span>{' '}
        <span className="whitespace-nowrap text-t2">{formatMoney(facts.size, { places: 0 })}</span>
      </td>
      <td className="text-right whitespace-nowrap max-md:hidden">
        {facts.failedTimeMs === undefined ? MISSING : formatDateTime(facts.failedTimeMs)}
      </td>
      <td className="text-right whitespace-nowrap">
        {/* Of a funded account profit has been paid out that its equity does not tell. */}
        <SignedMoney value={limitRooms(facts.equity, facts).goal?.earned} />
      </td>
      <td className="pl-2">
        <span className="flex flex-wrap items-center justify-end gap-x-3">
          {badge !== undefined && (
            <Badge tone={CAPITAL_BADGE_TONE[badge]}>{t(`capital.badge.${badge}`)}</Badge>
          )}
          {onShow !== undefined && (
            <button type="button" className="min-h-6 font-medium text-chalk max-md:min-h-11" onClick={onShow}>
              {t('capitalPage.progress.certificate')}
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}
