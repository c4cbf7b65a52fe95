/**
 * The bridge role: what chains say becomes commands, what the engine approved becomes signatures and
 * transactions. It keeps no truth of its own. After a restart everything unfinished is found again by asking the
 * engine which transfers are open, and every step may happen twice without harm: deposits are keyed by their
 * log, withdrawals by the hash that was signed.
 */
import type { Command, EngineEvent, TransferRecord } from '@vest/engine'
import { assert, CHAIN_SOLANA, NETWORK_TYPES, usd6, type Address, type Id } from '@vest/protocol'
import { UnsignableWithdrawalError, WithdrawalRefusedError } from '@vest/evm'
import type {
  ChainAdapter,
  ChainEvents,
  DepositLog,
  EngineClient,
  SolanaChain,
  SolanaEvents,
  SolanaRelease,
  WithdrawalPayload,
} from '@vest/runtime'
import type { DepositRelay } from './depositRelay.ts'
import type { Logger } from '../logger.ts'
import type { Chains } from '../chains.ts'
import { deadlineOfRequest, type Obstacle, type ProgressDesk } from './transferProgress.ts'
import type { Rebalancer } from './rebalancing/index.ts'
import type { ReserveGuard } from './reserveGuard.ts'
import type { SolanaPayoutDesk } from './solanaPayouts.ts'
import { WITHDRAWAL_LOOK_MS } from '../limits.ts'
import type { WorkQueue } from './workQueue.ts'

export interface BridgeOptions {
  readonly engine: EngineClient
  readonly chains: Chains
  /** Watched beside them. */
  readonly solana?: SolanaChain
  /** Absent: nothing leaves for Solana. */
  readonly payouts?: SolanaPayoutDesk | undefined
  /** Absent: nothing moves between vaults. */
  readonly rebalancer?: Pick<Rebalancer, 'start' | 'stop'>
  readonly queue: WorkQueue
  /** Hears what chains say about its deposits. */
  readonly relay: DepositRelay
  /** Says whether money may leave. */
  readonly reserves: ReserveGuard
  /** Hears what withdrawals wait for; absent: no reader asks. */
  readonly progress?: ProgressDesk
  readonly logger: Logger
  /** Between two looks at withdrawals that are not done; default: as in `limits`. */
  readonly lookMs?: number
}

export interface Bridge {
  stop(): Promise<void>
}

export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const withdrawals: Withdrawals = { open: new Map(), approved: new Set() }
  const unsubscribe = options.engine.onEvents((envelopes) => {
    for (const envelope of envelopes)
      for (const event of envelope.events) onEvent(options, withdrawals, event)
  })
  const open = await options.engine.query('openTransfers', {})
  for (const transfer of open) {
    options.progress?.follow(transfer)
    if (transfer.type === 'WITHDRAW') withdrawals.open.set(transfer.id, transfer)
  }
  for (const { id } of await options.engine.query('approvedWithdrawals', {})) {
    withdrawals.approved.add(id)
    options.progress?.approved(id)
  }
  // What waits for its release is looked at as soon as its chain has told what the vault holds.
  for (const adapter of options.chains.adapters())
    await adapter.start(softDeposits(open, adapter.chainId), eventsOf(options, adapter, withdrawals))
  await options.solana?.start(
    softDeposits(open, CHAIN_SOLANA),
    depositEvents(options, CHAIN_SOLANA, withdrawals),
  )
  options.payouts?.findBurns(withdrawals.open.values())
  options.rebalancer?.start()
  // The chain may have lost what the keeper sent, and a signature may have come a moment before its approval.
  const looking = setInterval(() => {
    approveOpen(options, withdrawals)
    options.payouts?.findBurns(withdrawals.open.values())
  }, options.lookMs ?? WITHDRAWAL_LOOK_MS).unref()
  return {
    stop: async () => {
      clearInterval(looking)
      options.payouts?.stop()
      options.rebalancer?.stop()
      unsubscribe()
      await Promise.all([...options.chains.adapters(), options.solana].map((chain) => chain?.stop()))
    },
  }
}

/** The engine alone says which of them may leave: their time may have come, and the breaker hold them. */
interface Withdrawals {
  readonly open: Map<Id, TransferRecord>
  readonly approved: Set<Id>
}

function approveOpen(options: BridgeOptions, { open, approved }: Withdrawals): void {
  for (const transfer of open.values())
    if (transfer.status === 'NEW' && approved.has(transfer.id)) approve(options, transfer)
}

/** Deposits credited before their block was final: the chain verifies them again at every poll. */
const softDeposits = (open: readonly TransferRecord[], chainId: number) =>
  open.flatMap(({ id, type, isSoft, blockHash, txHash, chainId: ofChain }) =>
    type === 'DEPOSIT' &&
    isSoft === true &&
    ofChain === chainId &&
    blockHash !== undefined &&
    txHash !== undefined
      ? [{ id, blockHash, txHash }]
      : [],
  )

// ---------------------------------------------------------------- the engine's word

function onEvent(options: BridgeOptions, withdrawals: Withdrawals, event: EngineEvent): void {
  if (event.kind === 'WithdrawalApproved') {
    withdrawals.approved.add(event.transfer.id)
    options.progress?.approved(event.transfer.id)
    approve(options, event.transfer)
  }
  if (event.kind === 'BreakerTripped') {
    const { releasedUsd6, limitUsd6, untilMs } = event
    options.logger.error({ releasedUsd6, limitUsd6, untilMs }, 'the breaker tripped: withdrawals queue')
    options.progress?.breakerUntil(untilMs)
  }
  if (event.kind === 'TransferUpdated') options.progress?.follow(event.transfer)
  if (event.kind !== 'TransferUpdated' || event.transfer.type !== 'WITHDRAW') return
  const { id, status } = event.transfer
  if (status === 'NEW' || status === 'VERIFIED') withdrawals.open.set(id, event.transfer)
  else {
    withdrawals.open.delete(id)
    withdrawals.approved.delete(id)
  }
}

/**
 * The validator signs what the engine approved. A delegated withdrawal is then executed by the keeper and ends
 * with its completion on chain; otherwise the signature makes it VERIFIED and the trader calls the contract.
 */
const approve = (options: BridgeOptions, transfer: TransferRecord): void =>
  options.queue.add(`withdrawal ${transfer.id}`, async () => {
    const adapter = options.chains.payer(transfer.chainId)
    assert(adapter !== undefined, `withdrawal on a chain that is not served: ${transfer.chainId}`)
    adapter.wake?.()
    // It waits as it is, and is looked at again when the reserves are whole.
    if (!options.reserves.mayRelease(adapter.chainId)) return options.progress?.met(transfer.id, 'RESERVES')
    const payload = await signed(options, adapter, transfer)
    // What the validator cannot sign cannot be executed; past its deadline it is refunded.
    if (payload === undefined) return
    if (transfer.execute && (await executes(options, adapter, transfer, payload))) return
    const { id, validatorSignature } = payload
    await tell(options, { kind: 'VerifyWithdrawal', id, validatorSignature })
  })

async function signed(
  options: BridgeOptions,
  adapter: ChainAdapter,
  transfer: TransferRecord,
): Promise<WithdrawalPayload | undefined> {
  const { id, requestArgs, signer, signature, signatureProof } = transfer
  assert(requestArgs !== undefined && signer !== undefined, 'a withdrawal carries what was signed')
  assert(signature !== undefined && signatureProof !== undefined, 'a withdrawal carries its signatures')
  try {
    const solana = transfer.chainId === CHAIN_SOLANA ? await releaseToSolana(options, transfer) : undefined
    const approved = await adapter.signWithdrawal(requestArgs, solana)
    assert(approved.id === id, 'the validator signed another id')
    options.progress?.signed(id)
    options.progress?.met(id, 'KEEPER')
    return { ...approved, requestArgs, signer, signature, signatureProof, ...(solana && { solana }) }
  } catch (error) {
    options.progress?.met(id, error instanceof UnsignableWithdrawalError ? 'DEADLINE' : 'VALIDATORS')
    if (!(error instanceof UnsignableWithdrawalError)) throw error
    options.logger.warn(
      { id, err: error },
      'a withdrawal cannot be signed; it is refunded after its deadline',
    )
    return undefined
  }
}

/** What goes to Solana goes to the token account of the owner that was signed; whether that may receive is asked now. */
async function releaseToSolana(
  { payouts, engine }: BridgeOptions,
  { account, recipient }: TransferRecord,
): Promise<SolanaRelease> {
  assert(payouts !== undefined && recipient !== undefined, 'a withdrawal to Solana, which is not served')
  const to = await payouts.payouts.recipientOf(recipient)
  if ('refusal' in to) throw new UnsignableWithdrawalError(to.refusal)
  const view = await engine.query('account', { account })
  return { mintRecipient: to.mintRecipient, isVouched: view?.networkType === NETWORK_TYPES.solana }
}

/**
 * The keeper's call; true when nothing is left to do but to wait for the chain. What the vault will refuse every
 * time goes to the trader instead: the account itself may call where a keeper may not (its signing key has expired
 * meanwhile), and after the deadline it is refunded like any other. Never before: the owner may hold the payload.
 */
async function executes(
  options: BridgeOptions,
  adapter: ChainAdapter,
  transfer: TransferRecord,
  payload: WithdrawalPayload,
): Promise<boolean> {
  const { id } = transfer
  const [isCompleted] = await adapter.completedTransactions([id])
  if (isCompleted) return true
  try {
    await adapter.executeWithdrawal(payload)
    return true
  } catch (error) {
    if (error instanceof WithdrawalRefusedError) options.progress?.met(id, obstacleOf(error))
    if (!(error instanceof WithdrawalRefusedError) || error.isTransient) throw error
    const { timeMs } = await options.engine.query('exchange', {})
    const isOver = deadlineMs(transfer) <= timeMs
    options.logger.warn(
      { id, reason: error.reason },
      isOver
        ? 'the vault refused a withdrawal for good; it is refunded once the chain is final past its deadline'
        : 'the vault refused a withdrawal for good; its account may call the contract until its deadline',
    )
    return isOver
  }
}

function obstacleOf({ reason }: WithdrawalRefusedError): Obstacle {
  if (reason === 'ERC20: transfer amount exceeds balance') return 'FUNDS'
  if (reason === 'HourlyCapExceeded') return 'CAP'
  return reason === 'InvalidValidatorSignature' ? 'VALIDATORS' : 'KEEPER'
}

// ---------------------------------------------------------------- the chain's word

const depositEvents = (options: BridgeOptions, chainId: number, withdrawals: Withdrawals): SolanaEvents => ({
  onDeposit: async (log) => tell(options, creditOf(log)),
  onDepositFinal: async (id, blockHash) => {
    await tell(options, { kind: 'FinalizeDeposit', id, blockHash })
    options.relay.look(id)
  },
  onDust: async (log) => {
    const { id, logIndex, txHash, blockHash, amountUsd6 } = log
    await tell(options, {
      kind: 'CreditDust',
      id,
      chainId: log.chainId,
      blockNumber: Number(log.blockNumber),
      logIndex,
      txHash,
      blockHash,
      account: ownerOf(log),
      token: log.token.toLowerCase() as Address,
      amountUsd6,
    })
  },
  onDepositOrphaned: async (id) => {
    options.logger.warn({ id }, 'deposit orphaned')
    await tell(options, { kind: 'OrphanDeposit', id })
    options.relay.look(id)
  },
  onReserves: async (reserves) => {
    if (!options.reserves.note(chainId, reserves)) return
    approveOpen(options, withdrawals)
  },
})

const eventsOf = (options: BridgeOptions, adapter: ChainAdapter, withdrawals: Withdrawals): ChainEvents => ({
  ...depositEvents(options, adapter.chainId, withdrawals),
  onWithdrawalCompleted: async (id, txHash, feeUsd6) => {
    // Burned, and still to be made.
    const transfer = withdrawals.open.get(id)
    if (transfer?.chainId === CHAIN_SOLANA)
      return options.payouts?.onBurned(transfer, { txHash, feeUsd6: feeUsd6 ?? usd6(0) })
    await tell(options, {
      kind: 'CompleteWithdrawal',
      id,
      txHash,
      ...(feeUsd6 === undefined ? {} : { feeUsd6 }),
    })
  },
  onConfirmations: (ids) => options.progress?.moved(ids),
  onFinalTime: async (finalMs) => {
    options.relay.onFinalTime(adapter.chainId, finalMs)
    await refundOverdue(options, adapter, withdrawals, finalMs)
  },
})

const ownerOf = ({ to, from }: DepositLog): Address => (to ?? from).toLowerCase() as Address

/**
 * Names whom the deposit names, else who sent it. Whether that account is registered is not looked at: the log
 * must give the same command whenever it is seen again. Money of an unknown owner waits in SUSPENSE under
 * that address.
 */
export const creditOf = (log: DepositLog): Command => ({
  kind: 'CreditDeposit',
  id: log.id,
  chainId: log.chainId,
  txHash: log.txHash,
  logIndex: log.logIndex,
  blockHash: log.blockHash,
  account: ownerOf(log),
  from: log.from.toLowerCase() as Address,
  amountUsd6: log.amountUsd6,
  token: log.token.toLowerCase() as Address,
  finality: 'SOFT',
})

/**
 * Returns the money of withdrawals that can never be executed any more: the chain is final past the deadline
 * (signed time + 7 days, which the contract enforces) and the id was not completed in that final block; what the head
 * says may be undone. Never before.
 */
async function refundOverdue(
  options: BridgeOptions,
  adapter: ChainAdapter,
  { open }: Withdrawals,
  finalMs: number,
): Promise<void> {
  const overdue = [...open.values()].filter(
    (transfer) =>
      options.chains.payer(transfer.chainId)?.chainId === adapter.chainId && deadlineMs(transfer) < finalMs,
  )
  if (overdue.length === 0) return
  const completed = await adapter.completedAtFinal(overdue.map(({ id }) => id))
  for (const [index, { id }] of overdue.entries())
    if (completed[index] === false) await tell(options, { kind: 'RefundWithdrawal', id })
}

function deadlineMs({ requestArgs }: TransferRecord): number {
  assert(requestArgs !== undefined, 'a withdrawal carries what was signed')
  return deadlineOfRequest(requestArgs)
}

/**
 * A command of the bridge. The engine answers "no" to what it has applied before or what contradicts it; the
 * first is the idempotence that is relied on here, the second an operator must see.
 */
export async function tell(
  options: Pick<BridgeOptions, 'engine' | 'logger'>,
  command: Command,
): Promise<void> {
  const { answer } = await options.engine.submit(command)
  if (!answer.ok)
    options.logger.warn({ command, code: answer.code }, 'the engine refused a command of the bridge')
}
