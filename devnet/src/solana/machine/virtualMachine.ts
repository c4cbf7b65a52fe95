/**
 * The virtual machine with the accounts that live in it. A trial leaves nothing behind; an execution follows from what was
 * executed before it, and from nothing else.
 */
import { getAddressDecoder, type Address, type Transaction } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { setGenesis, type ClusterFacts } from '../clusterFacts.ts'
import type { Execution } from '../execution.ts'
import { transactionFault } from '../svmErrors.ts'
import type { RawAccount } from '../tokenAccounts.ts'
import { TransactionRefusedError } from '../transactionRefusedError.ts'

/** When a transaction is executed, as programs see it. */
export interface Moment {
  readonly slot: number
  readonly timeMs: number
}

export interface Trial extends Execution {
  readonly accountsAfter: ReadonlyMap<Address, RawAccount>
}

export interface VirtualMachine {
  account(at: Address): RawAccount | undefined
  programAccounts(program: Address): readonly { readonly address: Address; readonly account: RawAccount }[]
  rentExempt(bytes: number): bigint
  execute(transaction: Transaction, at: Moment): Execution
  /** Refused where it cannot even be tried. */
  attempt(transaction: Transaction, at: Moment, sigVerify: boolean): Trial
}

export function createVirtualMachine(facts: ClusterFacts): VirtualMachine {
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  setGenesis(svm, facts)
  return {
    account(at) {
      const found = svm.getAccount(at)
      return found.exists ? rawAccount(found) : undefined
    },
    programAccounts: (program) =>
      svm.getProgramAccounts(program).map((each) => ({ address: each.address, account: rawAccount(each) })),
    rentExempt: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    execute(transaction, at) {
      setClock(at)
      return executionOf(svm.sendTransaction(transaction))
    },
    attempt(transaction, at, sigVerify) {
      setClock(at)
      try {
        svm.withSigverify(sigVerify)
        const tried = svm.simulateTransaction(transaction)
        if (tried instanceof FailedTransactionMetadata)
          return { ...executionOf(tried), accountsAfter: new Map() }
        const after = tried.postAccounts().map((each) => [each.address, rawAccount(each)] as const)
        return { ...executionOf(tried.meta()), accountsAfter: new Map(after) }
      } catch (error) {
        throw new TransactionRefusedError(
          `Transaction simulation failed: ${(error as Error).message}`,
          'SignatureFailure',
        )
      } finally {
        svm.withSigverify(true)
      }
    },
  }

  function setClock({ slot, timeMs }: Moment): void {
    const clock = svm.getClock()
    clock.slot = BigInt(slot)
    clock.unixTimestamp = BigInt(Math.floor(timeMs / 1000))
    svm.setClock(clock)
  }
}

type SvmAccount = ReturnType<LiteSVM['getProgramAccounts']>[number]

const rawAccount = ({
  lamports,
  programAddress,
  executable,
  data,
}: Pick<SvmAccount, 'lamports' | 'programAddress' | 'executable' | 'data'>): RawAccount => ({
  lamports,
  owner: programAddress,
  executable,
  data: data as Uint8Array,
})

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
