/** Transfers as wallets approve them, on the real machine: prepared, read, signed, sent; and what the libraries of Solana make is read the same. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateKey, sign } from 'node:crypto'
import {
  readCompiledTransaction,
  SOLANA_USDC_MINT,
  solanaAddressOf,
  withSignature,
  type SolanaTransfer,
} from '@vest/protocol'
import {
  createSolanaRpc,
  prepareTransfer,
  readApproval,
  submitTransaction,
  type ClientClock,
  type PreparedTransfer,
  type SolanaRpc,
} from '@vest/sdk'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSolanaNode, type SolanaNode } from './solanaNode.ts'

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const USDC = 1_000_000n
const folder = mkdtempSync(join(tmpdir(), 'vest-solana-'))
let nowMs = 1_800_000_000_000
/** Time passes when it is waited for, and only then. */
const clock: ClientClock = {
  now: () => nowMs,
  setTimeout: (work, delayMs) => {
    nowMs += delayMs
    queueMicrotask(work)
  },
  clearTimeout: () => undefined,
}
let node: SolanaNode
let rpc: SolanaRpc
const [payer, friend] = [Keypair.generate(), Keypair.generate()]
const [from, to] = [payer, friend].map(({ publicKey }) => publicKey.toBase58()) as [string, string]
const signed = ({ transaction, lastValidBlockHeight }: PreparedTransfer, { secretKey } = payer) => {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, secretKey.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  const { messageBytes } = readCompiledTransaction(transaction)!
  return { transaction: withSignature(transaction, sign(null, messageBytes, key)), lastValidBlockHeight }
}
const usdcTo = (amount: bigint): SolanaTransfer => ({ from, to, token: 'USDC', amount })
const lamportsOf = (address: string): Promise<number> => rpc.value<number>('getBalance', [address])

beforeAll(async () => {
  node = await openSolanaNode({
    dataDir: folder,
    nowMs: () => nowMs,
    onTrouble: (error) => {
      throw error
    },
  })
  rpc = createSolanaRpc((body) => node.rpc(body))
  await node.give(from, 100n * USDC)
})
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true })
})

describe('a transfer of our own', () => {
  it('[9.8] [7.31] says before it is signed what the chain then does, to the lamport', async () => {
    const prepared = await prepareTransfer(rpc, usdcTo(40n * USDC))
    const shown = await readApproval(rpc, prepared.transaction, from)
    expect(shown).toMatchObject({
      kind: 'described',
      fault: undefined,
      missing: [],
      rentLamports: 2_039_280n,
      sends: [{ token: 'USDC', amount: 40n * USDC, to }],
      balances: [{ token: 'SOL' }, { token: 'USDC', before: 100n * USDC, leaves: 40n * USDC }],
    })
    if (shown.kind !== 'described') return
    const before = await lamportsOf(from)
    const end = await submitTransaction(rpc, signed(prepared), clock)
    expect(end.kind).toBe('confirmed')
    expect(BigInt(before - (await lamportsOf(from)))).toBe(shown.feeLamports + shown.rentLamports)
    // The second time the recipient's account is there.
    const again = await prepareTransfer(rpc, usdcTo(1n))
    expect(await readApproval(rpc, again.transaction, from)).toMatchObject({ rentLamports: 0n })
  })

  it('[9.8] [7.31] what is not there is said before anything is signed', async () => {
    const tooMuch = await prepareTransfer(rpc, usdcTo(1_000n * USDC))
    expect(await readApproval(rpc, tooMuch.transaction, from)).toMatchObject({
      fault: 'funds',
      missing: [{ token: 'USDC' }],
    })
    const poor = await prepareTransfer(rpc, {
      from: solanaAddressOf(new Uint8Array(32).fill(3)),
      to,
      token: 'SOL',
      amount: 1n,
    })
    const shown = await readApproval(rpc, poor.transaction, solanaAddressOf(new Uint8Array(32).fill(3)))
    // A payer without an account leaves no log at all.
    expect(shown).toMatchObject({ fault: 'funds', missing: [{ token: 'SOL' }] })
  })

  it('[9.8] one that got too old was never sent; another over a new blockhash is', async () => {
    const old = signed(await prepareTransfer(rpc, usdcTo(5n)))
    nowMs += 120_000
    expect(await readApproval(rpc, old.transaction, from)).toMatchObject({ fault: 'expired' })
    expect(await submitTransaction(rpc, old, clock)).toEqual({ kind: 'notSent', fault: 'expired' })
    const anew = signed(await prepareTransfer(rpc, usdcTo(5n)))
    expect(anew.transaction).not.toEqual(old.transaction)
    expect((await submitTransaction(rpc, anew, clock)).kind).toBe('confirmed')
  })

  it('[9.8] one whose answer was lost is asked for, and never taken for unsent', async () => {
    const lossy: SolanaRpc = {
      ...rpc,
      call: async (method, params) => {
        const answer = await rpc.call(method, params)
        if (method === 'sendTransaction') throw new TypeError('the line was lost')
        return answer as never
      },
    }
    const prepared = signed(await prepareTransfer(rpc, usdcTo(6n)))
    expect((await submitTransaction(lossy, prepared, clock)).kind).toBe('confirmed')
    const silent: SolanaRpc = {
      call: () => Promise.reject(new TypeError('gone')),
      value: () => Promise.reject(new TypeError('gone')),
    }
    expect((await submitTransaction(silent, prepared, clock)).kind).toBe('unknown')
  })
})

describe('what web3.js makes', () => {
  it('[7.31] legacy and versioned, with a lookup table, is read with the same accounts', async () => {
    const recentBlockhash = solanaAddressOf(new Uint8Array(32).fill(9))
    const instructions = [
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: friend.publicKey, lamports: 7 }),
    ]
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions })
    const table = new AddressLookupTableAccount({
      key: new PublicKey(SOLANA_USDC_MINT),
      state: {
        deactivationSlot: 0xffff_ffff_ffff_ffffn,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [payer.publicKey, friend.publicKey],
      },
    })
    for (const compiled of [
      message.compileToLegacyMessage(),
      message.compileToV0Message(),
      message.compileToV0Message([table]),
    ]) {
      const read = readCompiledTransaction(new VersionedTransaction(compiled).serialize())!
      expect(read.messageBytes).toEqual(new Uint8Array(compiled.serialize()))
      expect(read.message.staticKeys).toEqual(compiled.staticAccountKeys.map((key) => key.toBase58()))
      expect(
        read.message.lookups.map(({ table: key, writableIndexes }) => ({ key, writableIndexes })),
      ).toEqual(
        compiled.addressTableLookups.map(({ accountKey, writableIndexes }) => ({
          key: accountKey.toBase58(),
          writableIndexes,
        })),
      )
    }
    // The table is none: who would be paid cannot be told.
    const looked = new VersionedTransaction(message.compileToV0Message([table])).serialize()
    expect(await readApproval(rpc, looked, from)).toMatchObject({ kind: 'unknown', reason: 'lookupTable' })
  })
})
