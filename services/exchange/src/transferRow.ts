/** A transfer as its owner is shown it: its record, and how far it is where it is not done. */
import { CHAIN_SOLANA, type TransferProgressEvent, type TransferRow } from '@vest/protocol'
import type { TransferRecord } from '@vest/engine'
import type { Edge } from './edge.ts'
import { transferRowText } from './wireText.ts'

type Parts = Pick<Edge, 'chains' | 'payouts' | 'progress'>

export function transferRowOf(edge: Parts, transfer: TransferRecord): TransferRow {
  const payout = payoutOf(edge, transfer)
  const progress = edge.progress?.progressOf(transfer)
  return {
    ...transferRowText(transfer, edge.chains.tokenName(transfer.chainId, transfer.token)),
    ...(payout && { payout }),
    ...(progress && { progress }),
  }
}

export const transferProgressText = (edge: Parts, transfer: TransferRecord): TransferProgressEvent => ({
  id: transfer.id,
  progress: edge.progress?.progressOf(transfer) ?? null,
  payout: payoutOf(edge, transfer) ?? null,
})

function payoutOf(
  { payouts, chains }: Parts,
  { id, chainId }: TransferRecord,
): TransferProgressEvent['payout'] | undefined {
  const progress = chainId === CHAIN_SOLANA ? payouts?.progressOf(id) : undefined
  const burner = chains.payer(CHAIN_SOLANA)
  if (progress === undefined || burner === undefined) return undefined
  const { burnTxHash, burnTimeMs, isAttested, expectedTimeMs } = progress
  return {
    burnChainId: burner.chainId,
    burnTxHash,
    burnTime: burnTimeMs,
    attested: isAttested,
    expectedTime: expectedTimeMs,
  }
}
