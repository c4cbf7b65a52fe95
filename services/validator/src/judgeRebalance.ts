/**
 * Whether this validator signs a lot of the vaults' own money. Nothing that it is sent is believed: the lot is encoded anew, goes
 * to a vault that this validator watches too, and leaves behind, by its own node and its own copy of the journal,
 * whatever withdrawals wait there and a rest. Where it goes the contract alone decides.
 */
import { CHAIN_RULES, type WatchedVault, type WithdrawalToSign } from '@vest/evm'
import {
  CHAIN_SOLANA,
  CCTP_DOMAIN_HOME,
  readRebalance,
  REBALANCE_LOT_MAX_USD6,
  REBALANCE_VALID_MS,
  type Hex,
  type RebalanceLot,
} from '@vest/protocol'
import type { Replica, RoadState } from '@vest/runtime'
import { keccak256 } from 'viem'

/** What the clocks of exchange and validator may differ by. */
const CLOCKS_MS = 60_000

/** The lot that is asked for, or why it is none: a sentence for operators. */
export function readLot(
  watched: ReadonlyMap<number, WatchedVault>,
  asked: Pick<WithdrawalToSign, 'chainId' | 'id' | 'requestArgs'>,
  nowMs: number,
): RebalanceLot | { readonly refusal: string } {
  const args = asked.requestArgs.toLowerCase() as Hex
  const lot = readRebalance(args)
  const from = watched.get(asked.chainId)
  if (lot === undefined || keccak256(args) !== asked.id) return { refusal: 'not a lot' }
  if (from === undefined || lot.chainId !== asked.chainId)
    return { refusal: `chain ${asked.chainId} is not one of this validator` }
  const to = [...watched.values()].find(({ chainId }) => CHAIN_RULES[chainId]?.cctpDomain === lot.domain)
  if (to === undefined || to.chainId === from.chainId)
    return { refusal: `no other chain of this validator has domain ${lot.domain}` }
  if (to.vault !== from.vault || to.token !== from.token || lot.token !== from.token)
    return { refusal: 'the vault on the other chain is not at this address, or holds another token' }
  if (lot.sizeUsd6 <= 0 || lot.sizeUsd6 > REBALANCE_LOT_MAX_USD6) return { refusal: 'no size of a lot' }
  if (lot.deadlineMs <= nowMs || lot.deadlineMs > nowMs + REBALANCE_VALID_MS + CLOCKS_MS)
    return { refusal: 'it could not be sent, or for too long' }
  return lot
}

/** What waits on the lot's chain, by the journal, and what the vault holds, by the node, against the lot. */
export function refusalOfLot(
  replica: Pick<Replica, 'query'>,
  lot: RebalanceLot,
  { nextNonce, heldUsd6 }: RoadState,
  keepUsd6: number,
): string | undefined {
  if (lot.nonce !== nextNonce) return `the vault's next lot is ${nextNonce}`
  const isHome = CHAIN_RULES[lot.chainId]?.cctpDomain === CCTP_DOMAIN_HOME
  const waitingUsd6 = replica
    .query('openTransfers', {})
    .reduce(
      (sum, { type, status, chainId, size }) =>
        type === 'WITHDRAW' &&
        (status === 'NEW' || status === 'VERIFIED') &&
        (chainId === lot.chainId || (chainId === CHAIN_SOLANA && isHome))
          ? sum + size
          : sum,
      0,
    )
  return heldUsd6 - lot.sizeUsd6 < waitingUsd6 + keepUsd6
    ? 'less would stay than waits there and has to be kept'
    : undefined
}
