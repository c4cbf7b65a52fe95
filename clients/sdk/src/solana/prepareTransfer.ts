/**
 * A transfer of our own, ready to be shown: simulated once to learn how many units it takes, and built with 110 % of them,
 * at the price that the recent fees of its accounts lead to, over a new blockhash ([9.8]).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import {
  buildTransfer,
  SOLANA_TOKEN_FACTS,
  solanaAddressOf,
  solanaTokenAccount,
  UNIT_LIMIT_DEFAULT,
  unitLimitOf,
  unitPriceOf,
  type SolanaTransfer,
  type SolanaRpc,
} from '@vest/protocol'
import { simulate } from './readApproval.ts'

export interface PreparedTransfer {
  readonly transaction: Uint8Array
  /** From this block on the chain no longer takes it. */
  readonly lastValidBlockHeight: number
}

/** Throws what {@link SolanaRpc} throws. */
export async function prepareTransfer(rpc: SolanaRpc, transfer: SolanaTransfer): Promise<PreparedTransfer> {
  const { mint } = SOLANA_TOKEN_FACTS[transfer.token]
  const written =
    mint === undefined
      ? [transfer.from, transfer.to]
      : [transfer.from, transfer.to].map((owner) => solanaAddressOf(solanaTokenAccount(owner, mint, sha256)))
  const [latest, fees] = await Promise.all([
    rpc.value<{ readonly blockhash: string; readonly lastValidBlockHeight: number }>('getLatestBlockhash', [
      { commitment: 'confirmed' },
    ]),
    rpc.call<readonly { readonly prioritizationFee: number }[]>('getRecentPrioritizationFees', [written]),
  ])
  const unitPrice = unitPriceOf(fees.map(({ prioritizationFee }) => prioritizationFee))
  const built = (unitLimit: number): Uint8Array =>
    buildTransfer(transfer, { blockhash: latest.blockhash, unitLimit, unitPrice }, sha256)
  const simulation = await simulate(rpc, built(UNIT_LIMIT_DEFAULT), { balances: [] })
  // One that fails took fewer units than it will.
  const units = simulation.err === null ? simulation.unitsConsumed : undefined
  return {
    transaction: built(unitLimitOf(units)),
    lastValidBlockHeight: latest.lastValidBlockHeight,
  }
}
