import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@vest/engine'
import { depositId, type WatchedVault } from '@vest/evm'
import { usd6, type Address, type Hex } from '@vest/protocol'
import { encodeAbiParameters, encodeEventTopics, erc20Abi, type Log } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDepositProofs, type DepositProofs } from './depositProofs.ts'

const CHAIN_ID = 42161
const [VAULT, TOKEN, ACCOUNT] = ['77', '55', '11'].map((byte) => `0x${byte.repeat(20)}` as Address) as [
  Address,
  Address,
  Address,
]
const TX = `0x${'ab'.repeat(32)}` as Hex
const BLOCK = `0x${'cd'.repeat(32)}` as Hex
const ID = depositId(CHAIN_ID, TX, 3)
const VAULT_OF_CHAIN: WatchedVault = { chainId: CHAIN_ID, vault: VAULT, token: TOKEN, decimals: 6 }

const base = { id: ID, chainId: CHAIN_ID, txHash: TX, logIndex: 3, blockHash: BLOCK, token: TOKEN }
const credit = (amountUsd6: number, finality: 'SOFT' | 'FINAL'): Command => ({
  kind: 'CreditDeposit',
  ...base,
  account: ACCOUNT,
  from: ACCOUNT,
  finality,
  amountUsd6: usd6(amountUsd6),
})
const dust = (blockNumber: number): Command => ({
  kind: 'CreditDust',
  ...base,
  account: ACCOUNT,
  blockNumber,
  amountUsd6: usd6(900_000),
})
const orphan: Command = { kind: 'OrphanDeposit', id: ID }
/** A plain transfer into the vault, in block 9. */
const transferOf = (value: bigint): Log =>
  ({
    address: TOKEN,
    topics: encodeEventTopics({
      abi: erc20Abi,
      eventName: 'Transfer',
      args: { from: ACCOUNT, to: VAULT },
    }),
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
    transactionHash: TX,
    logIndex: 3,
    blockHash: BLOCK,
    blockNumber: 9n,
    transactionIndex: 0,
    removed: false,
  }) as Log

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vest-proofs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (): DepositProofs =>
  openDepositProofs({
    path: join(folder, 'deposits.txt'),
    watched: new Map([[CHAIN_ID, VAULT_OF_CHAIN]]),
    unprovenChains: new Set(),
  })
/** Each command under its place in the list, from 1. */
const told = (commands: readonly Command[], proofs = open()): DepositProofs => {
  for (const [at, command] of commands.entries()) proofs.note(command, at + 1)
  return proofs
}
/** Commands whose deposits the node does not have. */
const missingOf = async (proofs: DepositProofs, logs?: readonly Log[]): Promise<number[]> =>
  (await proofs.prove(async () => logs)).map(({ seq }) => seq)

describe('deposits that a validator proves on its own node', () => {
  it('are proven by a log of the same money for the same account, and are proven after a restart', async () => {
    expect(await missingOf(told([credit(5_000_000, 'FINAL')]))).toEqual([1])
    expect(await missingOf(open(), [transferOf(4_999_999n)])).toEqual([1])
    expect(await missingOf(open(), [transferOf(5_000_000n)])).toEqual([])
    expect(await missingOf(open())).toEqual([])
  })

  it('a true deposit under the id of a forged one does not stand for it', async () => {
    const proofs = told([credit(50_000_000_000, 'FINAL'), credit(5_000_000, 'FINAL')])
    expect(await missingOf(proofs, [transferOf(5_000_000n)])).toEqual([1])
  })

  it('a soft credit is given up when it is orphaned; a final one, which the engine keeps, is not', async () => {
    expect(await missingOf(told([credit(5_000_000, 'SOFT'), orphan]))).toEqual([])
    const final: Command[] = [credit(5_000_000, 'FINAL'), orphan, { kind: 'RejectDeposit', id: ID }]
    expect(await missingOf(told([orphan, orphan, ...final]))).toEqual([3])
    const made: Command[] = [
      credit(5_000_000, 'SOFT'),
      { kind: 'FinalizeDeposit', id: ID, blockHash: BLOCK },
      orphan,
    ]
    expect(await missingOf(told([orphan, orphan, orphan, orphan, orphan, ...made]))).toEqual([3, 6])
  })

  it('an orphan that is told again after a restart does not reach a credit that came later', async () => {
    const life: Command[] = [credit(5_000_000, 'SOFT'), orphan, credit(5_000_000, 'SOFT')]
    told(life)
    expect(await missingOf(told(life))).toEqual([3])
  })

  it('one from Solana is proven by its transaction, its dust at the place that was told first', async () => {
    const solana = { ...base, chainId: 0, txHash: `0x${'ab'.repeat(64)}` as Hex }
    const whole = { ...credit(5_000_000, 'SOFT'), ...solana } as Command
    const there = (amountUsd6: number) => async () => ({
      ...solana,
      logIndex: 0,
      blockNumber: 9n,
      from: VAULT,
      to: ACCOUNT,
      amountUsd6: usd6(amountUsd6),
    })
    const missing = async (proofs: DepositProofs, log: Parameters<DepositProofs['prove']>[1]) =>
      (await proofs.prove(async () => undefined, log)).map(({ seq }) => seq)
    const proofs = told([whole])
    expect(await missing(proofs, async () => undefined)).toEqual([1])
    expect(await missing(proofs, there(4_999_999))).toEqual([1])
    expect(await missing(proofs, there(5_000_000))).toEqual([])
    const dustAt = (logIndex: number, id: Hex = ID): Command =>
      ({ ...dust(9), ...solana, id, logIndex }) as Command
    const other = `0x${'ef'.repeat(32)}` as Hex
    const withDust = told([whole, dustAt(1, other), dustAt(2, other), dustAt(1, other)], open())
    const dustThere = async () => ({ ...(await there(900_000)()), id: other })
    expect(await missing(withDust, dustThere)).toEqual([3])
    // The second place of one transaction stops the validator after a restart, too.
    expect(await missing(open(), dustThere)).toEqual([3])
  })

  it('one log of dust proves the dust of its own place alone', async () => {
    const proofs = told([dust(9), dust(10)])
    expect(await missingOf(proofs, [transferOf(900_000n)])).toEqual([2])
  })
})
