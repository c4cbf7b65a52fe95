/** A wallet that its owner has proven waits to be funded for an evaluation that was passed. */
import { REFUSAL, type Address, type WalletProof } from '@vest/protocol'
import type { OutsideRefusal } from '@vest/runtime'
import { WALLET_NETWORK } from './capitalWallets.ts'
import { WALLET_TAKEN } from './outsideRefusal.ts'
import type { TellEngine } from './tellEngine.ts'
import type { ProofRefusal } from './walletProof.ts'

export type AllocateFunded = (
  evaluation: Address,
  wallet: Address,
  proof: WalletProof | null | undefined,
) => Promise<OutsideRefusal | undefined>

export const createAllocateFunded =
  (proofRefusal: ProofRefusal, tell: TellEngine): AllocateFunded =>
  async (evaluation, wallet, proof) =>
    (await proofRefusal(wallet, proof)) ??
    tell(
      { kind: 'AllocateFunded', evaluation, account: wallet, networkType: WALLET_NETWORK },
      {
        [REFUSAL.INVALID_PARAMETER]: 'There is nothing to claim',
        [REFUSAL.ACTION_NOT_AVAILABLE]: WALLET_TAKEN,
      },
    )
