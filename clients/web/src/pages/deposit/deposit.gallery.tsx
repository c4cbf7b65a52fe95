/** The roads of money into an account: the choices, its own address, and what arrived and is credited to no account. */
import { useTranslation } from 'react-i18next'
import type { StrayRow } from '@vest/protocol'
import { StrayList } from '../../features/claim-strays/index.ts'
import { OWNER } from '../../testing/gallery/accounts.ts'
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { RecoveryAsk, RecoveryPage } from '../../entities/recovery/index.ts'
import { useChains } from '../../entities/wallet/index.ts'
import { Dialog } from '../../ui/index.ts'
import { DepositPage } from './DepositPage.tsx'
import { GetFundedPage } from './GetFundedPage.tsx'
import { ExchangePage, ReceivePage } from './ReceivePage.tsx'

const OTHER = `0x${'7a'.repeat(20)}`
const stray = (change: Partial<StrayRow>): StrayRow => ({
  chainId: 31_337,
  kind: 'TOKEN',
  token: OTHER,
  symbol: null,
  amount: '1250.5',
  address: OWNER,
  sender: null,
  txHash: null,
  claimable: true,
  ...change,
})
const ROWS = [
  stray({ kind: 'COIN', token: null, symbol: 'ETH', amount: '0.0421' }),
  stray({ symbol: 'USDT', amount: '300' }),
  stray({ chainId: 31_338, token: `0x${'5c'.repeat(20)}`, amount: '1000000000000000.000000000000000001' }),
]
const WAITING = stray({
  kind: 'SENDER',
  symbol: 'USDC',
  amount: '25.000000',
  sender: OTHER,
  claimable: false,
  txHash: `0x${'ab'.repeat(32)}`,
})
const OWNED = { email: 'mira@example.com' } as const
const told = (reply: () => Promise<unknown>): SceneState => ({ world: { answers: { strays: reply } } })
const looking = (rows: readonly StrayRow[]): SceneState => ({
  ...told(answer({ rows, unread: [] })),
  act: async () => {
    await type('sender', OTHER)
    await press('strays.look')
  },
})

function Strays() {
  const { data } = useChains()
  return <StrayList chains={data} />
}

function WayBackDialog() {
  const { t } = useTranslation()
  return (
    <Dialog isOpen onClose={() => undefined} title={t('deposit.title')} closeLabel={t('common.close')}>
      <RecoveryAsk onSave={() => undefined} />
    </Dialog>
  )
}

export const scenes: readonly Scene[] = [
  {
    name: 'deposit-choices',
    render: () => <DepositPage />,
    states: { normal: { world: OWNED } },
  },
  {
    name: 'deposit-get-funded',
    widthPx: 1_072,
    render: () => <GetFundedPage />,
    states: { normal: { world: OWNED } },
  },
  {
    name: 'deposit-way-back',
    render: () => <RecoveryPage onSave={() => undefined} />,
    states: { normal: { world: OWNED } },
  },
  {
    name: 'deposit-way-back-dialog',
    render: () => <WayBackDialog />,
    states: { normal: { world: OWNED } },
  },
  {
    name: 'deposit-receive',
    render: () => <ReceivePage />,
    states: {
      loading: { world: { ...OWNED, answers: { depositAddresses: silence } }, isPending: true },
      normal: { world: OWNED },
      error: { world: { ...OWNED, answers: { depositAddresses: refusal } } },
    },
  },
  {
    name: 'deposit-exchange',
    render: () => <ExchangePage />,
    states: { normal: { world: OWNED } },
  },
  {
    name: 'strays',
    widthPx: 480,
    render: () => <Strays />,
    states: {
      empty: {},
      normal: told(answer({ rows: ROWS, unread: [] })),
      unread: told(answer({ rows: ROWS.slice(0, 1), unread: [31_338] })),
      error: told(refusal),
      'sender-waits': looking([WAITING]),
      'sender-nothing': looking([]),
    },
  },
]
