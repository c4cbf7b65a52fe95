/**
 * Everything that is shown before a transaction is approved, from its bytes and the chain: lookup tables and accounts,
 * the fee, and a simulation. A simulation that takes more than the instructions say makes the transaction unknown; one
 * that fails says why, and then there is nothing to approve.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import {
  accountsOf,
  base64Of,
  describeTransaction,
  networkFee,
  readCompiledTransaction,
  readTransaction,
  tokenAccountFacts,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UNIT_LIMIT_DEFAULT,
  type DescribedTransaction,
  type ReadTransaction,
  type SolanaAccountFacts,
  type UnknownTransaction,
  type SolanaRpc,
} from '@vest/protocol'
import { accountFacts, readAccounts, type AccountAnswer } from './readAccounts.ts'

/** `funds`: not enough of something. `expired`: its blockhash is too old. `fails`: the chain would refuse it. */
export type SimulationFault = 'funds' | 'expired' | 'fails'

export interface ReadApproval extends DescribedTransaction {
  /** Absent: the chain would take it. */
  readonly fault: SimulationFault | undefined
}
export type SolanaApproval = ReadApproval | UnknownTransaction

/** `account` is the wallet that is asked to sign. Throws what {@link SolanaRpc} throws. */
export async function readApproval(
  rpc: SolanaRpc,
  transaction: Uint8Array,
  account: string,
): Promise<SolanaApproval> {
  const tables = (readCompiledTransaction(transaction)?.message.lookups ?? []).map(({ table }) => table)
  const known = await readAccounts(rpc, tables)
  const read = readTransaction(transaction, account, (address) => known.get(address), sha256)
  if (read.kind === 'unknown') return read
  const [accounts, fee] = await Promise.all([
    readAccounts(rpc, accountsOf(read)),
    rpc.value<number | null>('getFeeForMessage', [
      base64Of(read.compiled.messageBytes),
      { commitment: 'confirmed' },
    ]),
  ])
  const described = describeTransaction(read, {
    look: (address) => accounts.get(address),
    feeLamports: fee === null ? feeOfInstructions(read) : BigInt(fee),
    sha256,
  })
  if (described.kind === 'unknown') return described
  if (fee === null) return { ...described, fault: 'expired' }
  const simulation = await simulate(rpc, transaction, described)
  if (simulation.err !== null) return { ...described, fault: faultOf(simulation) }
  if (!takesWhatItSays(described, simulation.accounts ?? []))
    return { kind: 'unknown', reason: 'simulationDiffers', instructions: read.instructions }
  return { ...described, fault: described.missing.length > 0 ? 'funds' : undefined }
}

export interface Simulation {
  readonly err: unknown
  readonly logs: readonly string[] | null
  readonly unitsConsumed?: number
  readonly accounts?: readonly (AccountAnswer | null)[] | null
}

export const simulate = (
  rpc: SolanaRpc,
  transaction: Uint8Array,
  { balances }: Pick<DescribedTransaction, 'balances'>,
): Promise<Simulation> =>
  rpc.value<Simulation>('simulateTransaction', [
    base64Of(transaction),
    {
      encoding: 'base64',
      commitment: 'confirmed',
      sigVerify: false,
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: balances.map(({ at }) => at) },
    },
  ])

const SHORT_OF_FUNDS = /insufficient (?:funds|lamports)/i
/** What the chain says without a line of log: of a payer that is not there, or that cannot pay fee or rent. */
const SHORT_BY_NAME = /AccountNotFound|InsufficientFunds/

/** [7.31] Logs and the error itself: of a payer without an account the chain writes no log. */
export function faultOf({ err, logs }: Pick<Simulation, 'err' | 'logs'>): SimulationFault {
  const name = JSON.stringify(err) ?? ''
  if (SHORT_BY_NAME.test(name) || (logs ?? []).some((line) => SHORT_OF_FUNDS.test(line))) return 'funds'
  return name.includes('BlockhashNotFound') ? 'expired' : 'fails'
}

/** No balance ends lower than what is said to leave it. */
function takesWhatItSays(
  { balances }: DescribedTransaction,
  after: readonly (AccountAnswer | null)[],
): boolean {
  return balances.every(({ mint, before, leaves }, at) => {
    const facts = accountFacts(after[at])
    const left = mint === undefined ? facts?.lamports : tokensOf(facts)
    return (left ?? 0n) >= before - leaves
  })
}

const tokensOf = (facts: SolanaAccountFacts | undefined): bigint | undefined =>
  (tokenAccountFacts(facts, TOKEN_PROGRAM) ?? tokenAccountFacts(facts, TOKEN_2022_PROGRAM))?.amount

function feeOfInstructions({ instructions }: ReadTransaction): bigint {
  const limit = instructions.find((each) => each.kind === 'unitLimit')?.units ?? UNIT_LIMIT_DEFAULT
  const price = instructions.find((each) => each.kind === 'unitPrice')?.microLamports ?? 0n
  return networkFee(1, limit, price)
}
