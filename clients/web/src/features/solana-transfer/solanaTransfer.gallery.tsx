/** A transaction of Solana in every state ([2.38]). */
import { REFUSAL, ticks, type SolanaInstruction } from '@vest/protocol'
import type { ReadApproval } from '@vest/sdk'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/index.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { TransactionApproval } from './TransactionApproval.tsx'
import type { SolanaCredit } from './solanaCredit.ts'
import type { TransferPhase } from './solanaTransferFlow.ts'

const WALLET = '5xTqD6Pn4v2ZcXKpWqS8aYhB3mR7uGfJtE9LkVwN1K9p'
const VAULT = '7sKqW3xYV1fQbY1x2bF7b2ov1nU3pJ4q6rT8uV9w5D4v'
const MEMO = '0x3f9a5b7d0c1e2f3a4b5c6d7e8f90a1b2c3d49c21'
const USDC = { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v', token: 'USDC', decimals: 6 } as const
const SOL = { mint: undefined, token: 'SOL', decimals: 9 } as const

const TRANSFER: ReadApproval = {
  kind: 'described',
  spender: WALLET,
  swap: undefined,
  memos: [MEMO],
  fault: undefined,
  missing: [],
  sends: [{ ...USDC, amount: 500_000_000n, to: VAULT }],
  feeLamports: 14_000n,
  rentLamports: 0n,
  balances: [
    { ...SOL, at: WALLET, before: 1_000_000_000n, leaves: 14_000n },
    { ...USDC, at: WALLET, before: 1_204_500_000n, leaves: 500_000_000n },
  ],
}
const SWAP: ReadApproval = {
  ...TRANSFER,
  sends: [],
  memos: [],
  swap: {
    through: 'raydium',
    pools: 1,
    isExact: 'pays',
    pays: { ...SOL, amount: 2_400_000_000n },
    gets: { ...USDC, amount: 495_810_000n },
  },
  balances: [{ ...SOL, at: WALLET, before: 3_118_204_000n, leaves: 2_400_021_000n }],
}
const MISSING: ReadApproval = {
  ...TRANSFER,
  fault: 'funds',
  balances: [TRANSFER.balances[0]!, { ...USDC, at: WALLET, before: 320_000_000n, leaves: 500_000_000n }],
  missing: [{ ...USDC, amount: 180_000_000n }],
}
const LONG: ReadApproval = {
  ...TRANSFER,
  rentLamports: 2_039_280n,
  sends: [{ ...USDC, amount: 987_654_321_987_654n, to: WALLET }],
  balances: [
    TRANSFER.balances[0]!,
    { ...USDC, at: WALLET, before: 987_654_321_987_654n, leaves: 987_654_321_987_654n },
  ],
}
const STEPS: readonly SolanaInstruction[] = [
  { kind: 'unitLimit', units: 30_000 },
  {
    kind: 'tokenTransfer',
    tokenProgram: USDC.mint,
    source: WALLET,
    destination: VAULT,
    owner: WALLET,
    amount: 500_000_000n,
    checked: undefined,
  },
  { kind: 'unknown', program: 'BrEAK7zGZ6dM71zUDACDqJnekihmwF15noTddWTsknjC' },
]
const SIGNATURE = '5xTqD6Pn4v2ZcXKpWqS8aYhB3mR7uGfJtE9LkVwN1K9paYhB3mR7uGfJtE9LkVwN1K9pWqS8aYhB3mR7uGfJ'
interface ShownProps {
  readonly phase: TransferPhase
  readonly credit?: SolanaCredit
}
const nothing = (): void => undefined

function Shown({ phase, credit }: ShownProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen
      onClose={nothing}
      title={t(phase.kind === 'receipt' ? 'solanaTransfer.receipt' : 'solanaTransfer.title')}
      closeLabel={t('common.close')}
    >
      <TransactionApproval
        phase={phase}
        credit={credit}
        solPrice={{ index: ticks(20_690), priceDecimals: 2 }}
        nameOf={(address) => (address === VAULT ? t('solanaTransfer.vestDeposit') : undefined)}
        explorer={() => 'https://explorer.example/tx'}
        onAddFunds={nothing}
        onApprove={nothing}
        onRetry={nothing}
        onClose={nothing}
      />
    </Dialog>
  )
}

const shown = (phase: TransferPhase, more: Omit<ShownProps, 'phase'> = {}): SceneState => ({
  render: () => <Shown phase={phase} {...more} />,
})
const DONE: TransferPhase = { kind: 'receipt', approval: TRANSFER, signature: SIGNATURE }

export const scenes: readonly Scene[] = [
  {
    name: 'solana-approval',
    render: () => null,
    states: {
      loading: { ...shown({ kind: 'preparing' }), isPending: true },
      normal: shown({ kind: 'ready', approval: TRANSFER }),
      swap: shown({ kind: 'ready', approval: SWAP }),
      'insufficient-balance': shown({ kind: 'ready', approval: MISSING }),
      'long-numbers': shown({ kind: 'ready', approval: LONG }),
      unknown: shown({
        kind: 'ready',
        approval: { kind: 'unknown', reason: 'unknownInstruction', instructions: STEPS },
      }),
      asking: { ...shown({ kind: 'asking', approval: TRANSFER }), isPending: true },
      submitting: { ...shown({ kind: 'submitting', approval: TRANSFER }), isPending: true },
      receipt: shown(DONE),
      crediting: { ...shown(DONE, { credit: { kind: 'moving' } }), isPending: true },
      credited: shown(DONE, { credit: { kind: 'credited' } }),
      'not-credited': shown(DONE, { credit: { kind: 'refused', code: REFUSAL.INVALID_TRANSACTION } }),
      'credit-unknown': shown(DONE, { credit: { kind: 'unknown' } }),
      error: shown({ kind: 'error', failure: 'expired', approval: TRANSFER }),
      'not-confirmed': shown({ kind: 'error', failure: 'unknown', approval: TRANSFER, signature: SIGNATURE }),
    },
  },
]
