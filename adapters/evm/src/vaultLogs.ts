/**
 * Reads the logs of a stretch of blocks as deposits and completions. Money is proven by the token's Transfer
 * alone; a log of the vault only says for whom one Transfer was. So each Deposit or AuthorizedDeposit claims
 * the last unclaimed Transfer before it in its transaction with the same token, sender and amount. A Transfer that no
 * log claims is a plain transfer. One Transfer makes one deposit. A Transfer to a deposit address is a deposit of its
 * account, from any sender; the later sweep into the vault is not a deposit.
 */
import { assert, TRANSFER_MIN_USD6, usd6, type Address, type Hex, type Id, type Usd6 } from '@vest/protocol'
import type { DepositLog } from '@vest/runtime'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { parseEventLogs, type Log } from 'viem'
import type { DepositAccounts } from './depositAccounts.ts'
import { authorizedDepositId, depositId } from './depositId.ts'
import { asTokenUnits, toUsd6, unitsPerUsd6 } from './tokenAmount.ts'

export interface WatchedVault {
  readonly chainId: number
  readonly vault: Address
  readonly token: Address
  readonly decimals: number
  readonly addresses?: DepositAccounts | undefined
}
export interface CompletionLog {
  readonly id: Id
  readonly txHash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly feeUsd6: Usd6
}
/** What one log adds to the vault, or takes. */
export interface ReserveMove {
  readonly blockNumber: bigint
  readonly deltaUsd6: bigint
}
export interface VaultLogs {
  /** In the order of the chain. */
  readonly deposits: readonly DepositLog[]
  readonly completions: readonly CompletionLog[]
  /** Everything that the vault's balance must follow: deposits, what was paid out, lots that left for other chains, and what was minted into it: by the operator, or of a lot that came. */
  readonly moves: readonly ReserveMove[]
  /** Deposit addresses that money came to or left, and in which block. */
  readonly touched: readonly { readonly blockNumber: bigint; readonly forwarder: Address }[]
}

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const lower = <T extends string>(text: T): T => text.toLowerCase() as T

interface TokenMove {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly log: Log<bigint, number, false>
}

export function readVaultLogs(watched: WatchedVault, logs: readonly Log[]): VaultLogs {
  const mined = logs.filter(
    (log): log is Log<bigint, number, false> => log.blockNumber !== null && log.logIndex !== null,
  )
  assert(mined.length === logs.length, 'a log of no block')
  const sorted = [...mined].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  const all = readTransfers(watched, sorted)
  const unclaimed = tokenMoves(watched, all)
  const deposits: DepositLog[] = []
  const completions: CompletionLog[] = []
  const moves: ReserveMove[] = []
  const move = (blockNumber: bigint, deltaUsd6: bigint): void => void moves.push({ blockNumber, deltaUsd6 })

  const deposit = (
    log: Log<bigint, number, false>,
    value: bigint,
    named: { from: Address; id?: Id; to?: Address },
  ): void => {
    const amountUsd6 = toUsd6(asTokenUnits(value), watched.decimals)
    assert(amountUsd6 !== undefined, `a deposit beyond every supply in ${log.transactionHash}`)
    // Dust below one micro-USDC stays in the vault as surplus.
    if (amountUsd6 === 0) return
    move(log.blockNumber, BigInt(amountUsd6))
    // Below a dollar it is a part of a sum, whatever it was called when it was signed.
    const givenId = amountUsd6 < TRANSFER_MIN_USD6 ? undefined : named.id
    deposits.push({
      id: givenId ?? depositId(watched.chainId, log.transactionHash, log.logIndex),
      chainId: watched.chainId,
      txHash: lower(log.transactionHash),
      logIndex: log.logIndex,
      blockHash: lower(log.blockHash),
      blockNumber: log.blockNumber,
      from: named.from,
      ...(named.to === undefined ? {} : { to: named.to }),
      token: watched.token,
      amountUsd6,
    })
  }

  for (const log of parseEventLogs({
    abi: vestVaultAbi,
    logs: sorted.filter((one) => lower(one.address) === watched.vault),
  })) {
    const where = log as unknown as Log<bigint, number, false>
    if (log.eventName === 'Completed' || log.eventName === 'SentToSolana') {
      completions.push({
        id: lower(log.args.id),
        txHash: lower(where.transactionHash),
        blockNumber: where.blockNumber,
        blockHash: lower(where.blockHash),
        feeUsd6: usd6(Number(log.args.fee)),
      })
      // The fee stays in the vault; what goes to Solana is burned.
      if (lower(log.args.token) === watched.token) move(where.blockNumber, log.args.fee - log.args.size)
    } else if (log.eventName === 'Rebalanced' && lower(log.args.token) === watched.token) {
      // What comes of it on the other chain is made there.
      move(where.blockNumber, -log.args.size)
    } else if (log.eventName === 'Deposit' && lower(log.args.token) === watched.token) {
      const from = lower(log.args.from)
      claim(unclaimed, where, from, log.args.amount)
      deposit(where, log.args.amount, { from, to: lower(log.args.to) })
    } else if (log.eventName === 'AuthorizedDeposit' && lower(log.args.token) === watched.token) {
      const from = lower(log.args.from)
      claim(unclaimed, where, from, log.args.amount)
      deposit(where, log.args.amount, {
        from,
        id: authorizedDepositId(watched.chainId, watched.token, from, log.args.nonce),
      })
    }
  }
  for (const { log, from, value } of unclaimed) deposit(log, value, { from })
  const touched: { blockNumber: bigint; forwarder: Address }[] = []
  for (const { log, from, to, value } of all) {
    const { blockNumber } = log
    const account = watched.addresses?.accountOf(to)
    if (account !== undefined) {
      deposit(log, value, { from, to: account })
      touched.push({ blockNumber, forwarder: to })
    }
    if (watched.addresses?.accountOf(from) !== undefined) touched.push({ blockNumber, forwarder: from })
  }
  for (const { log, value } of mints(watched, all))
    move(log.blockNumber, value / unitsPerUsd6(watched.decimals))
  deposits.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  return { deposits, completions, moves, touched }
}

/**
 * What was moved into the vault. Minted money (from the zero address) is the operator's own: the
 * system's seed, or a cross-chain transfer that is credited by its message. What comes out of a deposit address was
 * credited when it came to it.
 */
const tokenMoves = ({ vault, addresses }: WatchedVault, all: readonly TokenMove[]): TokenMove[] =>
  all.filter(
    ({ from, to }) =>
      to === vault && from !== ZERO_ADDRESS && from !== vault && addresses?.accountOf(from) === undefined,
  )

const mints = ({ vault }: WatchedVault, all: readonly TokenMove[]): TokenMove[] =>
  all.filter(({ from, to }) => to === vault && from === ZERO_ADDRESS)

function readTransfers(watched: WatchedVault, sorted: readonly Log<bigint, number, false>[]): TokenMove[] {
  const logs = sorted.filter((log) => lower(log.address) === watched.token)
  return parseEventLogs({ abi: fiatTokenAbi, eventName: 'Transfer', logs: [...logs] }).map((log) => ({
    from: lower(log.args.from),
    to: lower(log.args.to),
    value: log.args.value,
    log: log as unknown as Log<bigint, number, false>,
  }))
}

function claim(unclaimed: TokenMove[], by: Log<bigint, number, false>, from: Address, value: bigint): void {
  const index = unclaimed.findLastIndex(
    (move) =>
      move.log.transactionHash === by.transactionHash &&
      move.log.logIndex < by.logIndex &&
      move.from === from &&
      move.value === value,
  )
  assert(index >= 0, `the vault reports a deposit without money in ${by.transactionHash}`)
  unclaimed.splice(index, 1)
}
