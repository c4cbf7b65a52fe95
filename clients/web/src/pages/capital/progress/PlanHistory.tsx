/** Every plan of the person and what became of it; of each pass and breach its certificate, which an address may name. */
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address } from '@vest/protocol'
import { CAPITAL_BADGE_TONE, capitalBadgeOf } from '../../../entities/account/index.ts'
import { capitalName, useCapitalWallets, type CapitalWallet } from '../../../entities/capital/index.ts'
import { capitalResultOf } from '../../../live/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatDateTime, formatMoney, MISSING } from '../../../shared/format/index.ts'
import { Badge, Button } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import { VerdictCard } from './VerdictCard.tsx'

/** Statuses before the account is opened. */
const BEFORE: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval', 'pre_funded'])
/** Once an evaluation has been claimed or dismissed its verdict stays. */
const JUDGED: ReadonlySet<string> = new Set(['funded_claimed', 'goal_failed_hidden'])
const hasVerdict = ({ facts: { status } }: CapitalWallet): boolean =>
  capitalResultOf(status) !== undefined || JUDGED.has(status)

export function PlanHistory() {
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const asked = new URLSearchParams(search).get('certificate') ?? undefined
  return <History key={asked} asked={asked} />
}

function History({ asked }: { readonly asked: string | undefined }) {
  const { wallets = [] } = useCapitalWallets()
  const [shown, setShown] = useState(asked)
  const opened = wallets.filter(({ facts }) => !BEFORE.has(facts.status))
  if (opened.length === 0) return null
  return (
    <div className="mt-3 grid gap-3 lg:grid-cols-2">
      <PlanList wallets={opened} onShow={setShown} />
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
      <ul className="divide-y divide-line">
        {wallets.toReversed().map((wallet) => (
          <PlanRow
            key={wallet.account}
            wallet={wallet}
            onShow={hasVerdict(wallet) ? () => onShow(wallet.account) : undefined}
          />
        ))}
      </ul>
    </Panel>
  )
}

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
    <li className="flex min-h-11 items-center gap-3 py-1">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-medium">
          {capitalName(t, facts)}
          {badge !== undefined && (
            <Badge tone={CAPITAL_BADGE_TONE[badge]}>{t(`capital.badge.${badge}`)}</Badge>
          )}
        </span>
        <span className="block text-dense text-t3">
          {facts.failedTimeMs === undefined ? MISSING : formatDateTime(facts.failedTimeMs)}
        </span>
      </span>
      <span className="text-body font-medium">{formatMoney(facts.size, { places: 0 })}</span>
      {onShow !== undefined && (
        <Button size="sm" onClick={onShow}>
          {t('capitalPage.progress.certificate')}
        </Button>
      )}
    </li>
  )
}
