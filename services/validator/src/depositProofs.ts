/**
 * Deposits that the journal credits and this validator has not yet seen on its own node. While one is missing there, nothing is
 * signed: money that never came cannot leave, whoever wrote it into the journal. One file, appended to: a deposit is on
 * disk before a snapshot can stand for the command that credited it.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Command } from '@vest/engine'
import { forwarderAddress } from '@vest/contracts'
import { readVaultLogs, type DepositAccounts, type WatchedVault } from '@vest/evm'
import type { Address, Hex, Id } from '@vest/protocol'
import type { Log } from 'viem'

export interface CreditedDeposit {
  readonly seq: number
  readonly id: Id
  readonly chainId: number
  readonly txHash: Hex
  readonly account: Address
  readonly amountUsd6: number
}

export interface DepositProofs {
  note(command: Command, seq: number): void
  /** Looks for what is missing on the nodes; answers what is still not there. */
  prove(
    logsOf: (deposit: CreditedDeposit) => Promise<readonly Log[] | undefined>,
  ): Promise<readonly CreditedDeposit[]>
}

export interface DepositProofsOptions {
  readonly path: string
  readonly watched: ReadonlyMap<number, WatchedVault>
  readonly unprovenChains: ReadonlySet<number>
}

export function openDepositProofs({ path, watched, unprovenChains }: DepositProofsOptions): DepositProofs {
  const missing = new Map<Id, CreditedDeposit>()
  let lastSeq = 0
  // A line that a crash cut short belongs to a command that is told again.
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    if (line.startsWith('- ')) missing.delete(line.slice(2) as Id)
    const credited = line.startsWith('+ ') ? parsed(line.slice(2)) : undefined
    if (credited === undefined) continue
    lastSeq = Math.max(lastSeq, credited.seq)
    missing.set(credited.id, credited)
  }
  const drop = (id: Id): void => {
    if (missing.delete(id)) appendDurably(path, `- ${id}`)
  }
  return {
    note(command, seq) {
      if (command.kind === 'OrphanDeposit' || command.kind === 'RejectDeposit') return drop(command.id)
      if (command.kind !== 'CreditDeposit' && command.kind !== 'CreditDust') return
      if (seq <= lastSeq || unprovenChains.has(command.chainId)) return
      const { id, chainId, txHash, amountUsd6 } = command
      const account = command.kind === 'CreditDeposit' ? (command.account ?? command.from) : command.account
      const credited = { seq, id, chainId, txHash, account, amountUsd6 }
      appendDurably(path, `+ ${JSON.stringify(credited)}`)
      lastSeq = seq
      missing.set(id, credited)
    },
    async prove(logsOf) {
      for (const credited of missing.values()) {
        const vault = watched.get(credited.chainId)
        const logs = vault && (await logsOf(credited))
        if (vault !== undefined && logs !== undefined && isProven(vault, credited, logs)) drop(credited.id)
      }
      return [...missing.values()]
    },
  }
}

/** The same money for the same account, in a transaction that this node knows. */
function isProven(vault: WatchedVault, credited: CreditedDeposit, logs: readonly Log[]): boolean {
  const watched = { ...vault, addresses: depositAddressOf(vault.vault, credited.account) }
  return readVaultLogs(watched, logs).deposits.some(
    ({ id, amountUsd6, to, from }) =>
      id === credited.id && amountUsd6 === credited.amountUsd6 && (to ?? from) === credited.account,
  )
}

/** The account's own deposit address follows from the account: no list of the exchange's is needed. */
function depositAddressOf(vault: Address, account: Address): DepositAccounts {
  const forwarder = forwarderAddress(vault, account)
  return {
    issue: () => forwarder,
    accountOf: (address) => (address === forwarder ? account : undefined),
    forwarders: () => [forwarder],
  }
}

function parsed(text: string): CreditedDeposit | undefined {
  try {
    return JSON.parse(text) as CreditedDeposit
  } catch {
    return undefined
  }
}

function appendDurably(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600)
  try {
    writeSync(file, `\n${line}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
