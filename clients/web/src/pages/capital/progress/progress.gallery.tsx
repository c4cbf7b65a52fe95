/** The history of plans and the certificate of a verdict: genuine, and with one figure changed. */
import { useTranslation } from 'react-i18next'
import type { CapitalVerdictResponse } from '@vest/protocol'
import { readCapital } from '../../../live/index.ts'
import { NOW_MS, OWNER } from '../../../testing/gallery/accounts.ts'
import { capitalEntryOf } from '../../../testing/fixtures.ts'
import type { Scene } from '../../../testing/gallery/scene.ts'
import type { CapitalWallet } from '../../../entities/capital/index.ts'
import { Panel } from './Panel.tsx'
import { PlanList } from './PlanHistory.tsx'
import { CheckedVerdict } from './VerdictCard.tsx'
import { VERDICT_SAMPLE } from './verdictSample.ts'

const ALTERED = {
  ...VERDICT_SAMPLE,
  certificate: VERDICT_SAMPLE.certificate.replace('"mark": 22890', '"mark": 22990'),
}

const walletOf = (account: string, change: Parameters<typeof capitalEntryOf>[0]): CapitalWallet => ({
  account,
  facts: readCapital(capitalEntryOf(change)),
})
const WALLETS: readonly CapitalWallet[] = [
  walletOf('0x1', { capital_status: 'goal_failed_max_drawdown', failed_time: NOW_MS }),
  walletOf('0x2', { capital_status: 'goal_passed', is_practice: true }),
  walletOf('0x3', { capital_status: 'active' }),
]
const ignore = (): void => undefined

function Shown({ answer }: { readonly answer: CapitalVerdictResponse }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('capitalPage.verdict.title')}>
      <CheckedVerdict account={OWNER} answer={answer} />
    </Panel>
  )
}

export const scenes: readonly Scene[] = [
  {
    name: 'verdict',
    widthPx: 580,
    render: () => <Shown answer={VERDICT_SAMPLE} />,
    states: {
      genuine: {},
      altered: { render: () => <Shown answer={ALTERED} /> },
      history: { render: () => <PlanList wallets={WALLETS} onShow={ignore} /> },
    },
  },
]
