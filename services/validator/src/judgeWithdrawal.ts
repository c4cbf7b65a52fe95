/**
 * Whether this validator signs a withdrawal. What is signed is rebuilt from its own copy of the journal; what it was sent only
 * says which one is meant, and one altered byte of it is a refusal. The money must have been taken from its account and
 * released there, and every deposit that the journal credits must stand on this validator's own nodes.
 */
import { createHash } from 'node:crypto'
import type { TransferRecord } from '@vest/engine'
import {
  CHAIN_RULES,
  readRequest,
  UnsignableWithdrawalError,
  type WatchedVault,
  type WithdrawalToSign,
} from '@vest/evm'
import {
  bytesToHex,
  CCTP_DOMAIN_HOME,
  CHAIN_SOLANA,
  NETWORK_TYPES,
  SOLANA_USDC_MINT,
  solanaPublicKey,
  solanaTokenAccount,
  WITHDRAW_DEADLINE_MS,
  type Hex,
  type Id,
} from '@vest/protocol'
import type { Replica, SolanaRelease } from '@vest/runtime'
import { keccak256 } from 'viem'

/** How far the journal's clock may be ahead of ours: delays are waited for in our time as well. */
const CLOCK_AHEAD_MAX_MS = 60_000

/** A sentence for operators, or undefined: it may be signed as far as the journal says. */
export function refusalByJournal(
  replica: Pick<Replica, 'query'>,
  watched: WatchedVault | undefined,
  asked: WithdrawalToSign,
  nowMs: number,
): string | undefined {
  if (watched === undefined) return `chain ${asked.chainId} is not one of this validator`
  if (replica.query('exchange', {}).timeMs > nowMs + CLOCK_AHEAD_MAX_MS)
    return 'the journal is ahead of this clock'
  const record = replica.query('approvedWithdrawals', {}).find(({ id }) => id === asked.id)
  if (record?.requestArgs === undefined) return 'the journal has not released this withdrawal'
  if (record.requestArgs.toLowerCase() !== asked.requestArgs.toLowerCase())
    return 'other bytes than those in the journal'
  return refusalOfRequest(watched, record, record.requestArgs.toLowerCase() as Hex, nowMs)
}

function refusalOfRequest(
  watched: WatchedVault,
  record: TransferRecord,
  args: Hex,
  nowMs: number,
): string | undefined {
  if (keccak256(args) !== record.id) return 'the id is not that of the request'
  try {
    const isSolana = record.chainId === CHAIN_SOLANA
    if (isSolana && CHAIN_RULES[watched.chainId]?.cctpDomain !== CCTP_DOMAIN_HOME)
      return 'what goes to Solana leaves another chain'
    const { account, recipient, size, nonce, chainId, time } = readRequest(
      watched,
      args,
      isSolana ? 'solana' : 'evm',
    )
    const isSame =
      account === record.account &&
      recipient === (isSolana ? keyOf(record.recipient) : record.recipient?.toLowerCase()) &&
      size === record.size &&
      nonce === record.nonce &&
      chainId === record.chainId
    if (!isSame) return 'the request is not what was taken from the account'
    return time + WITHDRAW_DEADLINE_MS <= nowMs ? 'its deadline has passed' : undefined
  } catch (error) {
    if (!(error instanceof UnsignableWithdrawalError)) throw error
    return error.message
  }
}

const keyOf = (address: string | undefined): Hex | undefined => {
  const key = address === undefined ? undefined : solanaPublicKey(address)
  return key && bytesToHex(key)
}

/** What a withdrawal to Solana is signed with, by the journal alone; undefined: it stays on its chain. */
export function releaseByJournal(replica: Pick<Replica, 'query'>, id: Id): SolanaRelease | undefined {
  const record = replica.query('approvedWithdrawals', {}).find((each) => each.id === id)
  if (record?.chainId !== CHAIN_SOLANA || record.recipient === undefined) return undefined
  return {
    mintRecipient: bytesToHex(solanaTokenAccount(record.recipient, SOLANA_USDC_MINT, sha256)),
    isVouched: replica.query('account', { account: record.account })?.networkType === NETWORK_TYPES.solana,
  }
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
