/** Accounts and transactions in the encodings of the RPC. Numbers of the wire are JSON numbers, as the real one sends them. */
import { getBase58Decoder, type Address } from '@solana/kit'
import type { Balances } from './machine/balances.ts'
import type { LandedTransaction } from './machine/landedTransactions.ts'
import type { Execution } from './execution.ts'
import { mintOf, TOKEN_2022, tokenAccountOf, uiTokenAmount, type RawAccount } from './tokenAccounts.ts'
import type { CompiledInstruction, TransactionParts } from './transactionParts.ts'

export class BadParameterError extends Error {
  override readonly name = 'BadParameterError'
}

const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const BASE58_BYTES_MAX = 128

export interface DataSlice {
  readonly offset: number
  readonly length: number
}

export function accountJson(
  account: RawAccount,
  options: {
    readonly encoding: string
    readonly dataSlice?: DataSlice | undefined
    readonly decimalsOf: (mint: Address) => number
  },
) {
  return {
    lamports: Number(account.lamports),
    owner: account.owner,
    executable: account.executable,
    rentEpoch: 0,
    space: account.data.length,
    data: dataJson(account, options),
  }
}

function dataJson(
  account: RawAccount,
  { encoding, dataSlice, decimalsOf }: Parameters<typeof accountJson>[1],
): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parsedData(account, decimalsOf)
    if (parsed !== undefined) return parsed
  }
  const data = dataSlice
    ? account.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length)
    : account.data
  if (encoding === 'base64' || encoding === 'jsonParsed') return [base64(data), 'base64']
  if (encoding !== 'base58' && encoding !== 'binary')
    throw new BadParameterError(`encoding ${encoding} is not known here`)
  if (data.length > BASE58_BYTES_MAX)
    throw new BadParameterError(
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  return encoding === 'binary' ? base58(data) : [base58(data), 'base58']
}

function parsedData(account: RawAccount, decimalsOf: (mint: Address) => number): unknown {
  const program = account.owner === TOKEN_2022 ? 'spl-token-2022' : 'spl-token'
  const token = tokenAccountOf(account)
  if (token !== undefined)
    return {
      program,
      space: account.data.length,
      parsed: {
        type: 'account',
        info: {
          isNative: false,
          mint: token.mint,
          owner: token.owner,
          state: token.state,
          tokenAmount: uiTokenAmount(token.amount, decimalsOf(token.mint)),
        },
      },
    }
  const mint = mintOf(account)
  if (mint === undefined) return undefined
  return {
    program,
    space: account.data.length,
    parsed: {
      type: 'mint',
      info: {
        decimals: mint.decimals,
        freezeAuthority: mint.freezeAuthority ?? null,
        isInitialized: true,
        mintAuthority: mint.mintAuthority ?? null,
        supply: mint.supply.toString(),
      },
    },
  }
}

// ---------------------------------------------------------------- transactions

export function transactionJson(landed: LandedTransaction, encoding: string) {
  return {
    slot: landed.slot,
    blockTime: Math.floor(landed.timeMs / 1000),
    version: landed.parts.version,
    transaction: bodyJson(landed, encoding),
    meta: metaJson(landed, encoding === 'jsonParsed'),
  }
}

function bodyJson(landed: LandedTransaction, encoding: string): unknown {
  const { parts, raw } = landed
  if (encoding === 'base64') return [base64(raw), 'base64']
  if (encoding === 'base58') return [base58(raw), 'base58']
  const { signatures, header, blockhash } = parts
  if (encoding === 'json')
    return {
      signatures,
      message: {
        accountKeys: parts.staticKeys,
        header,
        recentBlockhash: blockhash,
        instructions: parts.instructions.map((each) => ({ ...instructionJson(each), stackHeight: 1 })),
        ...(parts.version === 'legacy' ? {} : { addressTableLookups: parts.lookups }),
      },
    }
  if (encoding !== 'jsonParsed') throw new BadParameterError(`encoding ${encoding} is not known here`)
  return {
    signatures,
    message: {
      accountKeys: landed.keys.map((pubkey, index) => ({
        pubkey,
        signer: index < header.numRequiredSignatures,
        writable: isWritable(landed, index),
        source: index < parts.staticKeys.length ? 'transaction' : 'lookupTable',
      })),
      recentBlockhash: blockhash,
      instructions: parts.instructions.map((each) => namedInstruction(landed.keys, each, 1)),
      ...(parts.version === 'legacy' ? {} : { addressTableLookups: parts.lookups }),
    },
  }
}

function isWritable({ parts, loaded }: LandedTransaction, index: number): boolean {
  const { header, staticKeys } = parts
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  if (index < numRequiredSignatures) return index < numRequiredSignatures - numReadonlySignedAccounts
  if (index < staticKeys.length) return index < staticKeys.length - numReadonlyUnsignedAccounts
  return index < staticKeys.length + loaded.writable.length
}

const instructionJson = ({ programIdIndex, accounts, data }: CompiledInstruction) => ({
  programIdIndex,
  accounts,
  data: base58(data),
})

/** "Partially decoded": with names instead of places. What an instruction means, clients read from its data. */
const namedInstruction = (keys: readonly Address[], each: CompiledInstruction, stackHeight: number) => ({
  programId: keys[each.programIdIndex],
  accounts: each.accounts.map((index) => keys[index]),
  data: base58(each.data),
  stackHeight,
})

function metaJson(landed: LandedTransaction, isParsed: boolean) {
  const { fault, fee, before, after, logs, units, inner, loaded, returnData } = landed
  return {
    err: fault ?? null,
    status: fault === undefined ? { Ok: null } : { Err: fault },
    fee: Number(fee),
    preBalances: before.lamports.map(Number),
    postBalances: after.lamports.map(Number),
    preTokenBalances: tokenBalancesJson(before),
    postTokenBalances: tokenBalancesJson(after),
    innerInstructions: inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((each) =>
        isParsed
          ? namedInstruction(landed.keys, each, each.stackHeight)
          : { ...instructionJson(each), stackHeight: each.stackHeight },
      ),
    })),
    logMessages: logs,
    rewards: [],
    loadedAddresses: loaded,
    computeUnitsConsumed: Number(units),
    ...returnDataJson(returnData),
  }
}

const tokenBalancesJson = ({ tokens }: Balances) =>
  tokens.map(({ accountIndex, mint, owner, programId, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId,
    uiTokenAmount: uiTokenAmount(amount, decimals),
  }))

export const returnDataJson = (returnData: Execution['returnData']) =>
  returnData === undefined
    ? {}
    : { returnData: { programId: returnData.programId, data: [base64(returnData.data), 'base64'] } }

/** The accounts that a message writes, of those that it names itself. */
export function writableKeys({
  header,
  staticKeys,
}: Pick<TransactionParts, 'header' | 'staticKeys'>): readonly Address[] {
  const signed = header.numRequiredSignatures - header.numReadonlySignedAccounts
  const unsigned = staticKeys.length - header.numReadonlyUnsignedAccounts
  return staticKeys.filter(
    (_, index) => index < signed || (index >= header.numRequiredSignatures && index < unsigned),
  )
}
