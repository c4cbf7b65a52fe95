/** One transfer at each stand that its steps can have. */
import { CHAIN_SOLANA, REFUSAL, timeMs, type TransferProgress } from '@vest/protocol'
import { readTransfer } from '../../live/account.ts'
import type { Transfer } from '../../live/index.ts'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import { CHAINS, WITHDRAWAL } from '../../testing/gallery/answers.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { TransferSteps } from './TransferSteps.tsx'

const HOUR_MS = 3_600_000
const HASH = `0x${'5e'.repeat(32)}`
const block = { number: 1_204_118, txHash: HASH, confirmations: 1, needed: 2 }

const stepsOf = (transfer: Partial<Transfer>, progress?: Partial<TransferProgress>): SceneState => ({
  render: () => (
    <TransferSteps
      transfer={{
        ...readTransfer({ ...WITHDRAWAL, status: 'NEW' }),
        ...(progress && {
          progress: {
            waitsFor: 'VALIDATORS',
            until: null,
            deadline: NOW_MS + 168 * HOUR_MS,
            execute: false,
            signedTime: null,
            block: null,
            ...progress,
          },
        }),
        ...transfer,
      }}
      chains={CHAINS}
      onClaim={() => undefined}
      onAgain={() => undefined}
    />
  ),
})

export const scenes: readonly Scene[] = [
  {
    name: 'transfer-steps',
    widthPx: 1_054,
    render: () => null,
    states: {
      normal: stepsOf(
        { eligibleTimeMs: timeMs(NOW_MS + 12 * HOUR_MS) },
        { waitsFor: 'TIME', until: NOW_MS + 12 * HOUR_MS },
      ),
      claim: stepsOf(
        { status: 'VERIFIED' },
        { waitsFor: 'CLAIM', until: NOW_MS + 160 * HOUR_MS, signedTime: NOW_MS },
      ),
      funds: stepsOf(
        {},
        { waitsFor: 'FUNDS', execute: true, until: NOW_MS + 160 * HOUR_MS, signedTime: NOW_MS },
      ),
      confirming: stepsOf({}, { waitsFor: 'CONFIRMATIONS', execute: true, signedTime: NOW_MS, block }),
      solana: stepsOf(
        {
          chainId: CHAIN_SOLANA,
          recipient: '7sKqN2cTzqkqVq9vJd1jz2Uu1yH8pXb3m5kQ6rW4vNe9',
          payout: {
            burnChainId: 31_337,
            burnTxHash: HASH,
            burnTime: NOW_MS,
            attested: true,
            expectedTime: NOW_MS + HOUR_MS,
          },
        },
        { waitsFor: 'SOLANA', deadline: null, execute: true, until: NOW_MS + HOUR_MS, signedTime: NOW_MS },
      ),
      returned: stepsOf({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED }),
      deposit: stepsOf(
        { type: 'DEPOSIT', status: 'FILLED', txHash: HASH },
        { waitsFor: 'CONFIRMATIONS', deadline: null, block },
      ),
    },
  },
]
