/**
 * Deposits that the journal credits and this validator has not yet seen on its own node. While one is missing there, nothing is
 * signed: money that never came cannot leave, even where the journal lies. Each command that credits is proven for itself,
 * also one that repeats an id: the journal does not say which of them the engine took. One file, appended to: a deposit is
 * on disk before a snapshot can stand for the command that credited it.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Command } from '@vest/engine'
import { forwarderAddress } from '@vest/contracts'
import { readVaultLogs, type DepositAccounts, type WatchedVault } from '@vest/evm'
import { CHAIN_SOLANA, type Address, type Hex, type Id } from '@vest/protocol'
import type { DepositLog } from '@vest/runtime'
import type { Log } from 'viem'

export interface CreditedDeposit {
  readonly seq: number
  readonly id: Id
  readonly chainId: number
  readonly txHash: Hex
  readonly account: Address
  readonly amountUsd6: number
  /** The engine takes it back when its block is orphaned. */
  readonly isSoft: boolean
  /** Of dust, which the engine counts once by its place and not by its id. */
  readonly dustPlace?: { readonly blockNumber: number; readonly logIndex: number }
}

export interface DepositProofs {
  note(command: Command, seq: number): void
  /** Looks for what is missing on the nodes; answers what is still not there. */
  prove(
    logsOf: (deposit: CreditedDeposit) => Promise<readonly Log[] | undefined>,
    solanaDepositOf?: (deposit: CreditedDeposit) => Promise<DepositLog | undefined>,
  ): Promise<readonly CreditedDeposit[]>
}

export interface DepositProofsOptions {
  readonly path: string
  readonly watched: ReadonlyMap<number, WatchedVault>
  readonly unprovenChains: ReadonlySet<number>
}

export function openDepositProofs({ path, watched, unprovenChains }: DepositProofsOptions): DepositProofs {
  /** By the command that credited. */
  const missing = new Map<number, CreditedDeposit>()
  /** Where dust of Solana was told first: its node does not say which place a transaction has, and one is counted once. */
  const firstPlaces = new Map<Id, string>()
  let lastSeq = 0
  function remember(credited: CreditedDeposit): void {
    missing.set(credited.seq, credited)
    if (!firstPlaces.has(credited.id)) firstPlaces.set(credited.id, placeText(credited))
  }
  // A line that a crash cut short belongs to a command that is told again.
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    if (line.startsWith('- ')) missing.delete(Number(line.slice(2)))
    const credited = line.startsWith('+ ') ? parsed(line.slice(2)) : undefined
    if (credited === undefined) continue
    lastSeq = Math.max(lastSeq, credited.seq)
    remember(credited)
  }
  const keep = (credited: CreditedDeposit): void => {
    appendDurably(path, `+ ${JSON.stringify(credited)}`)
    remember(credited)
  }
  const drop = (seq: number): void => {
    if (missing.delete(seq)) appendDurably(path, `- ${seq}`)
  }
  /** Commands are told again after a restart: one says nothing of a credit that came later. */
  const softBefore = (id: Id, seq: number): readonly CreditedDeposit[] =>
    [...missing.values()].filter((each) => each.id === id && each.isSoft && each.seq < seq)
  return {
    note(command, seq) {
      if (command.kind === 'FinalizeDeposit')
        for (const credited of softBefore(command.id, seq)) keep({ ...credited, isSoft: false })
      // The engine takes back what is soft, and nothing else.
      if (command.kind === 'OrphanDeposit')
        for (const credited of softBefore(command.id, seq)) drop(credited.seq)
      if (command.kind !== 'CreditDeposit' && command.kind !== 'CreditDust') return
      if (seq <= lastSeq || unprovenChains.has(command.chainId)) return
      lastSeq = seq
      keep(creditedBy(command, seq))
    },
    async prove(logsOf, solanaDepositOf) {
      for (const credited of missing.values()) {
        if (credited.chainId === CHAIN_SOLANA) {
          const log = await solanaDepositOf?.(credited)
          const isFirstPlace = firstPlaces.get(credited.id) === placeText(credited)
          if (log !== undefined && isFirstPlace && isSolanaDeposit(credited, log)) drop(credited.seq)
          continue
        }
        const vault = watched.get(credited.chainId)
        const logs = vault && (await logsOf(credited))
        if (vault !== undefined && logs !== undefined && isProven(vault, credited, logs)) drop(credited.seq)
      }
      return [...missing.values()]
    },
  }
}

function creditedBy(
  command: Extract<Command, { readonly kind: 'CreditDeposit' | 'CreditDust' }>,
  seq: number,
): CreditedDeposit {
  const { id, chainId, txHash, amountUsd6 } = command
  const credited = { seq, id, chainId, txHash, amountUsd6 }
  if (command.kind === 'CreditDeposit')
    return { ...credited, account: command.account ?? command.from, isSoft: command.finality === 'SOFT' }
  const { account, blockNumber, logIndex } = command
  return { ...credited, account, isSoft: false, dustPlace: { blockNumber, logIndex } }
}

/** The same money for the same account, in a transaction that this node knows. */
function isProven(vault: WatchedVault, credited: CreditedDeposit, logs: readonly Log[]): boolean {
  const watched = { ...vault, addresses: depositAddressOf(vault.vault, credited.account) }
  return readVaultLogs(watched, logs).deposits.some(
    ({ id, amountUsd6, to, from, ...log }) =>
      id === credited.id &&
      amountUsd6 === credited.amountUsd6 &&
      (to ?? from) === credited.account &&
      (credited.dustPlace === undefined || isAt(credited.dustPlace, log)),
  )
}

const placeText = ({ dustPlace }: CreditedDeposit): string =>
  dustPlace === undefined ? '' : `${dustPlace.blockNumber} ${dustPlace.logIndex}`

const isSolanaDeposit = (
  credited: CreditedDeposit,
  { id, amountUsd6, to, from, blockNumber }: DepositLog,
): boolean =>
  id === credited.id &&
  amountUsd6 === credited.amountUsd6 &&
  (to ?? from).toLowerCase() === credited.account &&
  (credited.dustPlace === undefined || BigInt(credited.dustPlace.blockNumber) === blockNumber)

const isAt = (
  place: NonNullable<CreditedDeposit['dustPlace']>,
  log: { readonly blockNumber: bigint; readonly logIndex: number },
): boolean => BigInt(place.blockNumber) === log.blockNumber && place.logIndex === log.logIndex

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
