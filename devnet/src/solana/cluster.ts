/**
 * Devnet's Solana cluster: the real virtual machine with the real programs, one writer, and a memory of its own. A
 * transaction is judged, written down, executed and then told, in this order, so that whatever was told is there again
 * after any end of the process. Signatures in the log are the guard against replays: the machine itself forgets.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { getAddressDecoder, type Address, type Transaction } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { openClusterFacts, setGenesis, type ClusterFacts } from './clusterFacts.ts'
import { createClusterTime, type ClusterTime } from './clusterTime.ts'
import type { Execution } from './execution.ts'
import { isInBlock, transactionFault, type TransactionFault } from './svmErrors.ts'
import { tokenAccountOf, mintOf, type RawAccount, type TokenAccount } from './tokenAccounts.ts'
import { openTransactionLog, type LoggedTransaction } from './transactionLog.ts'
import { TransactionRefusedError } from './transactionRefusedError.ts'
import {
  feeOf,
  tableAddresses,
  transactionParts,
  TRANSACTION_BYTES_MAX,
  type TransactionParts,
} from './transactionParts.ts'

export interface TokenBalance extends Pick<TokenAccount, 'mint' | 'owner' | 'amount'> {
  readonly accountIndex: number
  readonly programId: Address
  readonly decimals: number
}
export interface Balances {
  readonly lamports: readonly bigint[]
  readonly tokens: readonly TokenBalance[]
}
export interface LandedTransaction extends Execution {
  readonly raw: Uint8Array
  readonly parts: TransactionParts
  readonly slot: number
  readonly timeMs: number
  readonly fee: bigint
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  /** Those of the message, then those of lookup tables. */
  readonly keys: readonly Address[]
  readonly before: Balances
  readonly after: Balances
}

export interface Cluster {
  readonly facts: ClusterFacts
  readonly time: ClusterTime
  /** Resolves with its signature once it is executed and will never be forgotten. */
  send(raw: Uint8Array, options?: { readonly skipPreflight?: boolean }): Promise<string>
  simulate(
    raw: Uint8Array,
    options: { readonly sigVerify: boolean; readonly replaceBlockhash: boolean },
  ): Execution & { readonly accountsAfter: ReadonlyMap<Address, RawAccount> }
  account(at: Address): RawAccount | undefined
  programAccounts(program: Address): readonly { readonly address: Address; readonly account: RawAccount }[]
  rentExempt(bytes: number): bigint
  /** Undefined where the table is missing, or shorter than what is asked of it. */
  lookUp(parts: Pick<TransactionParts, 'lookups'>): LandedTransaction['loaded'] | undefined
  transaction(signature: string): LandedTransaction | undefined
  /** Oldest first. */
  transactions(): readonly LandedTransaction[]
  transactionsOf(at: string): readonly LandedTransaction[]
  onLanded(listener: (landed: LandedTransaction) => void): () => void
  stop(): Promise<void>
}

export async function openCluster(options: {
  readonly dataDir: string
  readonly nowMs: () => number
}): Promise<Cluster> {
  const { dataDir, nowMs } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const facts = await openClusterFacts(join(dataDir, 'cluster.json'), nowMs())
  const log = await openTransactionLog(join(dataDir, 'transactions.jsonl'))
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  setGenesis(svm, facts)
  const landed = new Map<string, LandedTransaction>()
  const inOrder: LandedTransaction[] = []
  const byAddress = new Map<string, LandedTransaction[]>()
  const listeners = new Set<(each: LandedTransaction) => void>()
  for (const row of log.rows) execute(row)
  const time = createClusterTime({
    ...facts,
    slotMin: log.rows.at(-1)?.slot ?? 0,
    nowMs,
  })
  let writing: Promise<unknown> = Promise.resolve()

  // ---------------------------------------------------------------- reading

  function account(at: Address): RawAccount | undefined {
    const found = svm.getAccount(at)
    return found.exists
      ? {
          lamports: found.lamports,
          owner: found.programAddress,
          executable: found.executable,
          data: found.data as Uint8Array,
        }
      : undefined
  }
  function lookUp({ lookups }: Pick<TransactionParts, 'lookups'>): LandedTransaction['loaded'] | undefined {
    let writable: readonly Address[] = []
    let readonly: readonly Address[] = []
    for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
      const data = account(accountKey)?.data ?? new Uint8Array()
      const written = tableAddresses(data, writableIndexes)
      const read = tableAddresses(data, readonlyIndexes)
      if (written === undefined || read === undefined) return undefined
      writable = [...writable, ...written]
      readonly = [...readonly, ...read]
    }
    return { writable, readonly }
  }
  function balancesOf(keys: readonly Address[]): Balances {
    const accounts = keys.map(account)
    return {
      lamports: accounts.map((each) => each?.lamports ?? 0n),
      tokens: accounts.flatMap((each, accountIndex): TokenBalance[] => {
        const token = each && tokenAccountOf(each)
        if (token === undefined) return []
        const mint = account(token.mint)
        const decimals = (mint && mintOf(mint))?.decimals ?? 0
        return [{ accountIndex, programId: each!.owner, decimals, ...token }]
      }),
    }
  }

  // ---------------------------------------------------------------- executing

  function setClock(slot: number, timeMs: number): void {
    const clock = svm.getClock()
    clock.slot = BigInt(slot)
    clock.unixTimestamp = BigInt(Math.floor(timeMs / 1000))
    svm.setClock(clock)
  }

  /** A row of the log: what it does follows from what was executed before it, and from nothing else. */
  function execute({ raw, slot, timeMs }: LoggedTransaction): LandedTransaction | undefined {
    const parts = transactionParts(raw)
    const loaded = lookUp(parts) ?? { writable: [], readonly: [] }
    const keys = [...parts.staticKeys, ...loaded.writable, ...loaded.readonly]
    const before = balancesOf(keys)
    setClock(slot, timeMs)
    const execution = executionOf(svm.sendTransaction(parts.transaction))
    if (execution.fault !== undefined && !isInBlock(execution.fault)) return undefined
    const each: LandedTransaction = {
      ...execution,
      raw,
      parts,
      slot,
      timeMs,
      fee: feeOf(parts),
      loaded,
      keys,
      before,
      after: balancesOf(keys),
    }
    landed.set(parts.signature, each)
    inOrder.push(each)
    for (const key of new Set(keys)) {
      const before = byAddress.get(key)
      if (before === undefined) byAddress.set(key, [each])
      else before.push(each)
    }
    return each
  }

  /** What can be said of a transaction before it is executed; throws where it never will be. */
  function judge(raw: Uint8Array, { isTried }: { readonly isTried: boolean }): TransactionParts {
    const parts = readTransaction(raw)
    if (time.slotOf(parts.blockhash) === undefined)
      throw new TransactionRefusedError(
        'Transaction simulation failed: Blockhash not found',
        'BlockhashNotFound',
      )
    if (landed.has(parts.signature))
      throw new TransactionRefusedError(
        'Transaction simulation failed: This transaction has already been processed',
        'AlreadyProcessed',
      )
    const execution = trial(parts.transaction, true)
    const { fault } = execution
    if (fault !== undefined && (isTried || !isInBlock(fault)))
      throw new TransactionRefusedError(
        `Transaction simulation failed: ${faultText(fault)}`,
        fault,
        execution,
      )
    return parts
  }

  function trial(
    transaction: Transaction,
    sigVerify: boolean,
  ): Execution & { readonly accountsAfter: ReadonlyMap<Address, RawAccount> } {
    setClock(time.slot(), nowMs())
    try {
      svm.withSigverify(sigVerify)
      const tried = svm.simulateTransaction(transaction)
      if (tried instanceof FailedTransactionMetadata)
        return { ...executionOf(tried), accountsAfter: new Map() }
      return {
        ...executionOf(tried.meta()),
        accountsAfter: new Map(
          tried.postAccounts().map((each) => [
            each.address,
            {
              lamports: each.lamports,
              owner: each.programAddress,
              executable: each.executable,
              data: each.data as Uint8Array,
            },
          ]),
        ),
      }
    } catch (error) {
      throw new TransactionRefusedError(
        `Transaction simulation failed: ${(error as Error).message}`,
        'SignatureFailure',
      )
    } finally {
      svm.withSigverify(true)
    }
  }

  async function sendNext(raw: Uint8Array, skipPreflight: boolean): Promise<string> {
    const { signature } = judge(raw, { isTried: !skipPreflight })
    const row = { raw, slot: time.slot(), timeMs: nowMs() }
    await log.append(row)
    const each = execute(row)
    if (each === undefined)
      throw new TransactionRefusedError('Transaction was not executed', 'SanitizeFailure')
    for (const listener of listeners) listener(each)
    return signature
  }

  return {
    facts,
    time,
    send: (raw, { skipPreflight = false } = {}) => {
      const mine = writing.then(() => sendNext(raw, skipPreflight))
      writing = mine.catch(() => undefined)
      return mine
    },
    simulate(raw, { sigVerify, replaceBlockhash }) {
      const parts = readTransaction(raw)
      if (!replaceBlockhash && time.slotOf(parts.blockhash) === undefined)
        return { ...NOTHING, fault: 'BlockhashNotFound', accountsAfter: new Map() }
      return trial(parts.transaction, sigVerify)
    },
    account,
    programAccounts: (program) =>
      svm.getProgramAccounts(program).map((each) => ({
        address: each.address,
        account: {
          lamports: each.lamports,
          owner: each.programAddress,
          executable: each.executable,
          data: each.data as Uint8Array,
        },
      })),
    rentExempt: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    lookUp,
    transaction: (signature) => landed.get(signature),
    transactions: () => inOrder,
    transactionsOf: (at) => byAddress.get(at) ?? [],
    onLanded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      await writing
      await log.close()
    },
  }
}

const NOTHING: Execution = { fault: undefined, logs: [], units: 0n, inner: [], returnData: undefined }

function readTransaction(raw: Uint8Array): TransactionParts {
  if (raw.length > TRANSACTION_BYTES_MAX)
    throw new TransactionRefusedError(
      `decoded solana_sdk::transaction::versioned::VersionedTransaction too large: ${raw.length} bytes (max: ${TRANSACTION_BYTES_MAX} bytes)`,
      undefined,
    )
  try {
    return transactionParts(raw)
  } catch (error) {
    throw new TransactionRefusedError(
      `failed to deserialize solana_sdk::transaction::versioned::VersionedTransaction: ${(error as Error).message}`,
      undefined,
    )
  }
}

function executionOf(result: TransactionMetadata | FailedTransactionMetadata): Execution {
  const isFailed = result instanceof FailedTransactionMetadata
  const meta = isFailed ? result.meta() : result
  const returned = meta.returnData()
  const data = returned.data()
  return {
    fault: isFailed ? transactionFault(result) : undefined,
    logs: meta.logs(),
    units: meta.computeUnitsConsumed(),
    inner: meta.innerInstructions().flatMap((ofOne, index) =>
      ofOne.length === 0
        ? []
        : [
            {
              index,
              instructions: ofOne.map((each) => {
                const instruction = each.instruction()
                return {
                  programIdIndex: instruction.programIdIndex(),
                  accounts: [...instruction.accounts()],
                  data: instruction.data(),
                  stackHeight: each.stackHeight(),
                }
              }),
            },
          ],
    ),
    returnData: data.length === 0 ? undefined : { programId: addressOf(returned.programId()), data },
  }
}

const addressOf = (bytes: Uint8Array): Address => getAddressDecoder().decode(bytes)

/** As the real RPC words the commonest; the rest by their name. */
function faultText(fault: TransactionFault): string {
  if (fault === 'AccountNotFound') return 'Attempt to debit an account but found no record of a prior credit.'
  if (fault === 'InsufficientFundsForFee') return 'Insufficient funds for fee'
  if (typeof fault === 'string') return fault.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase()
  const ofInstruction = fault['InstructionError']
  if (!Array.isArray(ofInstruction)) return JSON.stringify(fault)
  const [index, error] = ofInstruction as [number, unknown]
  const custom = (error as { Custom?: number }).Custom
  return `Error processing Instruction ${index}: ${
    custom === undefined ? JSON.stringify(error) : `custom program error: 0x${custom.toString(16)}`
  }`
}
