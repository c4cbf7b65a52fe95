/**
 * The methods of Solana's JSON-RPC that wallets and the two client libraries use, over one cluster. `confirmed` and
 * `processed` are one here: what is executed stands. Balances and accounts are those of now, whatever is asked; lists
 * and statuses of transactions know what is final.
 */
import { isSolanaAddress } from '@vest/protocol'
import type { Address } from '@solana/kit'
import { getBase58Encoder } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Cluster, LandedTransaction } from './cluster.ts'
import { BLOCKHASH_SLOTS, SLOTS_PER_EPOCH } from './clusterTime.ts'
import {
  accountJson,
  BadParameterError,
  returnDataJson,
  transactionJson,
  writableKeys,
  type DataSlice,
} from './rpcEncodings.ts'
import { mintOf, tokenAccountOf, TOKEN_2022, uiTokenAmount, type RawAccount } from './tokenAccounts.ts'
import { TransactionRefusedError } from './transactionRefusedError.ts'
import { compiledMessage, feeOf, TRANSACTION_BYTES_MAX } from './transactionParts.ts'

/** An error of the RPC, under its code. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

type Params = readonly unknown[]
export type RpcMethod = (params: Params) => unknown

const SIGNATURES_MAX = 256
const HISTORY_MAX = 1_000
const ACCOUNTS_MAX = 100
const FEES_SLOTS = 150
const LARGEST_AIRDROP_LAMPORTS = 10_000_000_000
const PREFLIGHT_FAILURE = -32002
const UNSUPPORTED_VERSION = -32015
const VERSION = { 'solana-core': '3.0.0', 'feature-set': 0 }

export interface RpcParts {
  readonly cluster: Cluster
  /** Gives lamports; resolves with the signature. */
  readonly airdrop: (to: Address, lamports: bigint) => Promise<string>
}

export function createRpcMethods({ cluster, airdrop }: RpcParts): ReadonlyMap<string, RpcMethod> {
  const { time } = cluster
  const context = () => ({ slot: time.slot(), apiVersion: VERSION['solana-core'] })
  const inContext = <Value>(value: Value) => ({ context: context(), value })
  const slotAt = (commitment: unknown): number => (isFinal(commitment) ? time.finalSlot() : time.slot())
  const isKnown = ({ slot }: LandedTransaction, commitment: unknown): boolean => slot <= slotAt(commitment)
  const decimalsOf = (mint: Address): number => {
    const account = cluster.account(mint)
    return (account && mintOf(account))?.decimals ?? 0
  }
  const told = (account: RawAccount | undefined, options: Options) =>
    account === undefined
      ? null
      : accountJson(account, {
          encoding: textOption(options, 'encoding') ?? 'binary',
          dataSlice: options['dataSlice'] as DataSlice | undefined,
          decimalsOf,
        })
  const tokenAccount = (at: Address) => {
    const account = cluster.account(at)
    const token = account && tokenAccountOf(account)
    if (token === undefined) throw new RpcError(-32602, 'Invalid param: could not find account')
    return token
  }
  const statusOf = (landed: LandedTransaction) => ({
    slot: landed.slot,
    confirmations: landed.slot <= time.finalSlot() ? null : 1,
    confirmationStatus: landed.slot <= time.finalSlot() ? 'finalized' : 'confirmed',
    err: landed.fault ?? null,
    status: landed.fault === undefined ? { Ok: null } : { Err: landed.fault },
  })
  const latestBlockhash = (commitment: unknown) => {
    const slot = slotAt(commitment)
    return { blockhash: time.blockhash(slot), lastValidBlockHeight: slot + BLOCKHASH_SLOTS }
  }
  const epochInfo = () => {
    const slot = time.slot()
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: cluster.transactions().length,
    }
  }
  const methods: Readonly<Record<string, RpcMethod>> = {
    getHealth: () => 'ok',
    getVersion: () => VERSION,
    getGenesisHash: () => time.genesisHash,
    getSlot: ([options]) => slotAt(commitmentOf(options)),
    getBlockHeight: ([options]) => slotAt(commitmentOf(options)),
    getFirstAvailableBlock: () => 0,
    getEpochInfo: epochInfo,
    getEpochSchedule: () => ({
      slotsPerEpoch: SLOTS_PER_EPOCH,
      leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    }),
    getTransactionCount: () => cluster.transactions().length,
    getBlockTime: ([slot]) => {
      const found = cluster.transactions().find((each) => each.slot === slot)
      return found === undefined ? null : Math.floor(found.timeMs / 1000)
    },
    getLatestBlockhash: ([options]) => inContext(latestBlockhash(commitmentOf(options))),
    isBlockhashValid: ([hash]) => inContext(time.slotOf(textOf(hash, 'blockhash')) !== undefined),
    getMinimumBalanceForRentExemption: ([bytes]) =>
      Number(cluster.rentExempt(countOf(bytes, 'size', 10 << 20))),
    getFeeForMessage: ([message]) => {
      const compiled = readMessage(textOf(message, 'message'))
      return inContext(time.slotOf(compiled.blockhash) === undefined ? null : Number(feeOf(compiled)))
    },
    getRecentPrioritizationFees: ([accounts]) =>
      recentFees(accounts === undefined ? [] : addressesOf(accounts)),
    getBalance: ([at]) => inContext(Number(cluster.account(addressOf(at))?.lamports ?? 0n)),
    getAccountInfo: ([at, options]) => inContext(told(cluster.account(addressOf(at)), optionsOf(options))),
    getMultipleAccounts: ([list, options]) =>
      inContext(addressesOf(list).map((at) => told(cluster.account(at), optionsOf(options)))),
    getProgramAccounts: ([program, input]) => {
      const options = optionsOf(input)
      const found = cluster
        .programAccounts(addressOf(program))
        .filter(({ account }) => matches(account, options['filters']))
        .map(({ address, account }) => ({ pubkey: address, account: told(account, options) }))
      return options['withContext'] === true ? inContext(found) : found
    },
    getTokenAccountBalance: ([at]) => {
      const { amount, mint } = tokenAccount(addressOf(at))
      return inContext(uiTokenAmount(amount, decimalsOf(mint)))
    },
    getTokenSupply: ([at]) => {
      const account = cluster.account(addressOf(at))
      const mint = account && mintOf(account)
      if (mint === undefined) throw new RpcError(-32602, 'Invalid param: could not find mint')
      return inContext(uiTokenAmount(mint.supply, mint.decimals))
    },
    getTokenAccountsByOwner: ([owner, filter, options]) =>
      inContext(tokenAccountsOf(addressOf(owner), optionsOf(filter), optionsOf(options))),
    getSignatureStatuses: ([list]) => {
      if (!Array.isArray(list) || list.length > SIGNATURES_MAX)
        throw new BadParameterError(`at most ${SIGNATURES_MAX} signatures`)
      return inContext(
        list.map((signature) => {
          const found = cluster.transaction(signatureOf(signature))
          return found === undefined ? null : statusOf(found)
        }),
      )
    },
    getSignaturesForAddress: ([at, options]) => history(addressOf(at), optionsOf(options)),
    getTransaction: ([signature, input]) => {
      const options = typeof input === 'string' ? { encoding: input } : optionsOf(input)
      const found = cluster.transaction(signatureOf(signature))
      if (found === undefined || !isKnown(found, commitmentOf(options))) return null
      const { version } = found.parts
      const highest = options['maxSupportedTransactionVersion']
      if (version !== 'legacy' && (typeof highest !== 'number' || highest < version))
        throw new RpcError(
          UNSUPPORTED_VERSION,
          `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
        )
      return transactionJson(found, textOption(options, 'encoding') ?? 'json')
    },
    sendTransaction: async ([text, input]) => {
      const options = optionsOf(input)
      const raw = readBytes(textOf(text, 'transaction'), textOption(options, 'encoding') ?? 'base58')
      try {
        return await cluster.send(raw, { skipPreflight: options['skipPreflight'] === true })
      } catch (error) {
        if (error instanceof TransactionRefusedError) throw refusedError(error)
        throw error
      }
    },
    simulateTransaction: ([text, input]) => {
      const options = optionsOf(input)
      const raw = readBytes(textOf(text, 'transaction'), textOption(options, 'encoding') ?? 'base58')
      return inContext(simulation(raw, options))
    },
    requestAirdrop: ([at, lamports]) =>
      airdrop(addressOf(at), BigInt(countOf(lamports, 'lamports', LARGEST_AIRDROP_LAMPORTS))),
  }
  return new Map(Object.entries(methods))

  function simulation(raw: Uint8Array, options: Options): unknown {
    const replaceBlockhash = options['replaceRecentBlockhash'] === true
    try {
      const execution = cluster.simulate(raw, { sigVerify: options['sigVerify'] === true, replaceBlockhash })
      const wanted = optionsOf(options['accounts'])
      const addresses = wanted['addresses']
      return {
        err: execution.fault ?? null,
        logs: execution.logs,
        unitsConsumed: Number(execution.units),
        accounts:
          addresses === undefined
            ? null
            : addressesOf(addresses).map((at) =>
                told(execution.accountsAfter.get(at) ?? cluster.account(at), {
                  encoding: 'base64',
                  ...wanted,
                }),
              ),
        returnData: null,
        ...returnDataJson(execution.returnData),
        ...(replaceBlockhash ? { replacementBlockhash: latestBlockhash('confirmed') } : {}),
      }
    } catch (error) {
      if (!(error instanceof TransactionRefusedError)) throw error
      if (error.fault === undefined) throw new RpcError(-32602, error.message)
      return { err: error.fault, logs: [], unitsConsumed: 0, accounts: null, returnData: null }
    }
  }

  function tokenAccountsOf(owner: Address, filter: Options, options: Options) {
    const mint = filter['mint'] === undefined ? undefined : addressOf(filter['mint'])
    const program = filter['programId'] === undefined ? undefined : addressOf(filter['programId'])
    return [TOKEN_PROGRAM_ADDRESS, TOKEN_2022 as Address]
      .filter((each) => program === undefined || each === program)
      .flatMap((each) => cluster.programAccounts(each))
      .filter(({ account }) => {
        const token = tokenAccountOf(account)
        return token?.owner === owner && (mint === undefined || token.mint === mint)
      })
      .map(({ address, account }) => ({ pubkey: address, account: told(account, options) }))
  }

  function history(at: Address, options: Options) {
    const limit =
      options['limit'] === undefined ? HISTORY_MAX : countOf(options['limit'], 'limit', HISTORY_MAX)
    const known = cluster.transactionsOf(at).filter((each) => isKnown(each, commitmentOf(options)))
    const placeOf = (signature: unknown): number =>
      known.findIndex(({ parts }) => parts.signature === signature)
    const { before, until } = options
    const end = before === undefined ? known.length : placeOf(before)
    const start = until === undefined ? 0 : placeOf(until) + 1
    if (end < 0) return []
    return known
      .slice(start, end)
      .toReversed()
      .slice(0, limit)
      .map((each) => ({
        signature: each.parts.signature,
        slot: each.slot,
        err: each.fault ?? null,
        memo: null,
        blockTime: Math.floor(each.timeMs / 1000),
        confirmationStatus: statusOf(each).confirmationStatus,
      }))
  }

  /** The lowest price per unit of each recent slot that was paid for writing all of these accounts. */
  function recentFees(accounts: readonly Address[]) {
    const slot = time.slot()
    const lowest = new Map<number, number>()
    for (const each of cluster.transactions().slice(-FEES_SLOTS)) {
      const written = writableKeys(each.parts)
      if (each.slot <= slot - FEES_SLOTS || !accounts.every((at) => written.includes(at))) continue
      const price = priceOf(each)
      lowest.set(each.slot, Math.min(lowest.get(each.slot) ?? price, price))
    }
    const from = Math.max(0, slot - FEES_SLOTS + 1)
    return Array.from({ length: slot - from + 1 }, (_, index) => ({
      slot: from + index,
      prioritizationFee: lowest.get(from + index) ?? 0,
    }))
  }
}

const SET_PRICE = 3
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

function priceOf({ parts }: LandedTransaction): number {
  const found = parts.instructions.find(
    ({ programIdIndex, data }) =>
      parts.staticKeys[programIdIndex] === COMPUTE_BUDGET && data[0] === SET_PRICE,
  )
  if (found === undefined || found.data.length < 9) return 0
  return Number(new DataView(found.data.buffer, found.data.byteOffset).getBigUint64(1, true))
}

const refusedError = ({ message, fault, execution }: TransactionRefusedError): RpcError =>
  fault === undefined
    ? new RpcError(-32602, message)
    : new RpcError(PREFLIGHT_FAILURE, message, {
        err: fault,
        logs: execution?.logs ?? [],
        unitsConsumed: Number(execution?.units ?? 0n),
        accounts: null,
        returnData: null,
      })

// ---------------------------------------------------------------- what is asked

export type Options = Readonly<Record<string, unknown>>

export const optionsOf = (input: unknown): Options =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Options) : {}
/** Without a commitment a request asks for what is final. */
export const commitmentOf = (input: unknown): unknown => optionsOf(input)['commitment'] ?? 'finalized'
export const isFinal = (commitment: unknown): boolean => commitment === 'finalized'
const textOption = (options: Options, name: string): string | undefined =>
  options[name] === undefined || options[name] === null ? undefined : textOf(options[name], name)

function textOf(input: unknown, name: string): string {
  if (typeof input !== 'string') throw new BadParameterError(`${name} must be a text`)
  return input
}
export function addressOf(input: unknown): Address {
  if (typeof input !== 'string' || !isSolanaAddress(input)) throw new BadParameterError('WrongSize')
  return input as string as Address
}
function addressesOf(input: unknown): readonly Address[] {
  if (!Array.isArray(input) || input.length > ACCOUNTS_MAX)
    throw new BadParameterError(`at most ${ACCOUNTS_MAX} accounts`)
  return input.map(addressOf)
}
export function signatureOf(input: unknown): string {
  if (typeof input !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(input))
    throw new BadParameterError('WrongSize')
  return input
}
function countOf(input: unknown, name: string, max: number): number {
  if (!Number.isSafeInteger(input) || (input as number) < 0 || (input as number) > max)
    throw new BadParameterError(`${name} must be a whole number up to ${max}`)
  return input as number
}
function readBytes(text: string, encoding: string): Uint8Array {
  if (text.length > 2 * TRANSACTION_BYTES_MAX) throw new BadParameterError('transaction too large')
  if (encoding === 'base64') {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new BadParameterError('invalid base64 encoding')
    return new Uint8Array(Buffer.from(text, 'base64'))
  }
  if (encoding !== 'base58') throw new BadParameterError(`encoding ${encoding} is not known here`)
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) throw new BadParameterError('invalid base58 encoding')
  return new Uint8Array(getBase58Encoder().encode(text))
}
function readMessage(text: string): ReturnType<typeof compiledMessage> {
  try {
    return compiledMessage(readBytes(text, 'base64'))
  } catch (error) {
    throw new BadParameterError((error as Error).message)
  }
}

/** Filters of getProgramAccounts: a size, and bytes at a place. */
function matches({ data }: RawAccount, filters: unknown): boolean {
  if (!Array.isArray(filters)) return true
  return filters.every((filter: unknown) => {
    const { dataSize, memcmp } = optionsOf(filter)
    if (dataSize !== undefined) return data.length === dataSize
    const { offset, bytes, encoding } = optionsOf(memcmp)
    const wanted = readBytes(textOf(bytes, 'bytes'), textOption({ encoding }, 'encoding') ?? 'base58')
    const from = countOf(offset, 'offset', 10 << 20)
    return Buffer.compare(data.subarray(from, from + wanted.length), wanted) === 0
  })
}
