/** Deposits from the local Solana to the exchange's port: transactions of an unmodified client, read by the real adapter. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { CHAIN_SOLANA, solanaAccount, solanaPublicKey, type Address as Account } from '@vest/protocol'
import type { DepositLog, SolanaChain, SolanaEvents } from '@vest/runtime'
import { keccak256 } from '@vest/sdk'
import { createDepositReader, createSolanaChain, signatureOf } from '@vest/solana'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { USDC_MINT, USDT_MINT } from './clusterFacts.ts'
import { memo } from './gifts.ts'
import { openSolanaNode, type SolanaNode } from './solanaNode.ts'

const USDC = 1_000_000n
const ACCOUNT: Account = `0x${'ab'.repeat(20)}`
const TOKEN: Account = `0x${'dc'.repeat(20)}`
const SLOT_MS = 400

describe('deposits from the local Solana', () => {
  let dataDir: string
  let nowMs: number
  let node: SolanaNode
  let payer: KeyPairSigner
  let chain: SolanaChain
  /** What was told, in its order; a test waits for the next. */
  let told: unknown[][]
  let hear: (() => void) | undefined
  const troubles: Error[] = []

  const events: SolanaEvents = {
    onDeposit: async (log) => tell('deposit', log),
    onDepositFinal: async (id, slotHash) => tell('final', id, slotHash),
    onDepositOrphaned: async (id) => tell('orphan', id),
    onDust: async (log) => tell('dust', log),
    onReserves: async (reserves) => tell('reserves', reserves),
  }
  const tell = (...what: unknown[]): void => {
    told.push(what)
    hear?.()
  }
  const heard = (kind: string, count = 1) =>
    new Promise<unknown[]>((resolve) => {
      const look = (): void => {
        const found = told.filter(([each]) => each === kind)
        if (found.length >= count) resolve(found[count - 1]!.slice(1))
      }
      hear = look
      look()
    })

  const open = async (): Promise<void> => {
    node = await openSolanaNode({ dataDir, nowMs: () => nowMs, onTrouble: (error) => troubles.push(error) })
    chain = createSolanaChain({
      ask: (body) => node.rpc(body),
      watched: { usdc: USDC_MINT, vaultTokenAccount: node.cluster.facts.vaultTokenAccount },
      depositAddress: node.cluster.facts.vault.address,
      token: TOKEN,
      keccak: keccak256,
      cursorPath: join(dataDir, 'cursor.json'),
      pollMs: 20,
      onActivity: (listener) => node.cluster.onLanded(listener),
      onTrouble: (error) => troubles.push(error),
      onFailure: (error) => troubles.push(error),
    })
  }
  const close = async (): Promise<void> => {
    await chain.stop()
    await node.stop()
  }
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vest-solana-deposits-'))
    nowMs = 1_700_000_000_000
    told = []
    hear = undefined
    troubles.length = 0
    await open()
    payer = await generateKeyPairSigner()
    await node.give(payer.address, 1_000n * USDC)
  })
  afterEach(async () => {
    await close()
    rmSync(dataDir, { recursive: true })
    expect(troubles).toEqual([])
  })

  const tokenAccount = async (owner: Address, mint: Address): Promise<Address> =>
    (await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]
  const send = async (instructions: readonly Instruction[], signer = payer): Promise<string> => {
    const { time } = node.cluster
    const lifetime = { blockhash: blockhash(time.blockhash(time.slot())), lastValidBlockHeight: 10n ** 9n }
    const signed = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (each) => setTransactionMessageFeePayerSigner(signer, each),
        (each) => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
        (each) => appendTransactionMessageInstructions(instructions, each),
      ),
    )
    return node.cluster.send(new Uint8Array(getTransactionEncoder().encode(signed)), { skipPreflight: true })
  }
  const pay = async (amount: bigint, mint: Address = USDC_MINT): Promise<Instruction> =>
    getTransferCheckedInstruction({
      source: await tokenAccount(payer.address, mint),
      mint,
      destination: await tokenAccount(node.cluster.facts.vault.address, mint),
      authority: payer,
      amount,
      decimals: 6,
    })

  it('[9.8] a transfer with a memo is found by its hash and by watching, under one name, and becomes final', async () => {
    const signature = await send([await pay(25n * USDC), memo(ACCOUNT)])
    const byHash = await chain.depositOf(signature)
    await chain.start([], events)
    const [log] = (await heard('deposit')) as [DepositLog]
    expect(byHash).toEqual({ log })
    expect(log).toMatchObject({
      chainId: CHAIN_SOLANA,
      amountUsd6: 25_000_000,
      to: ACCOUNT,
      from: solanaAccount(solanaPublicKey(payer.address)!, keccak256),
      token: TOKEN,
    })
    expect(signatureOf(log.txHash)).toBe(signature)
    // What a validator finds by the hash that the journal names.
    const read = createDepositReader({
      ask: (body) => node.rpc(body),
      watched: { usdc: USDC_MINT, vaultTokenAccount: node.cluster.facts.vaultTokenAccount },
      token: TOKEN,
      keccak: keccak256,
    })
    expect(await read(log.txHash)).toEqual(log)
    expect(await read(`0x${'07'.repeat(64)}`)).toBeUndefined()
    expect(told.filter(([kind]) => kind === 'final')).toEqual([])
    nowMs += 5 * SLOT_MS
    expect(await heard('final')).toEqual([log.id, log.blockHash])
    expect(await heard('reserves', 2)).toMatchObject([{ expectedUsd6: 25_000_000n, foundUsd6: 25_000_000n }])
  })

  it('[8.20] says what is wrong with what is no deposit', async () => {
    const facts = node.cluster.facts
    const usdt = await tokenAccount(payer.address, USDT_MINT)
    const create = (owner: Address, ata: Address) =>
      getCreateAssociatedTokenIdempotentInstruction({ payer, owner, mint: USDT_MINT, ata })
    await send([
      create(payer.address, usdt),
      create(facts.vault.address, await tokenAccount(facts.vault.address, USDT_MINT)),
      getMintToInstruction({ mint: USDT_MINT, token: usdt, mintAuthority: facts.mint, amount: 9n * USDC }),
    ])
    const cases = [
      [await send([await pay(5n * USDC)]), /no memo that names an account/],
      [await send([await pay(5n * USDC), memo('hello')]), /no memo that names an account/],
      [await send([await pay(5n * USDC), memo(ACCOUNT), memo(ACCOUNT)]), /more than one memo/],
      [await send([await pay(5n * USDC, USDT_MINT), memo(ACCOUNT)]), /brought no USDC/],
      [await send([memo(ACCOUNT)]), /brought no USDC/],
      [await send([await pay(999_999n), memo(ACCOUNT)]), /less than 1/],
      [await send([await pay(10_000n * USDC), memo(ACCOUNT)]), /failed/],
    ] as const
    for (const [signature, refusal] of cases)
      expect(await chain.depositOf(signature)).toEqual({ refusal: expect.stringMatching(refusal) })
    // What came without a name is money all the same; less than a dollar waits until it is final.
    await chain.start([], events)
    await heard('deposit', 3)
    const nameless = told.filter(([kind]) => kind === 'deposit').map(([, log]) => log as DepositLog)
    expect(nameless.map(({ to, amountUsd6 }) => [to, amountUsd6])).toEqual([
      [undefined, 5_000_000],
      [undefined, 5_000_000],
      [undefined, 5_000_000],
    ])
    nowMs += 5 * SLOT_MS
    expect(await heard('dust')).toMatchObject([{ amountUsd6: 999_999, to: ACCOUNT }])
  })

  it('goes on where it stood after a restart of both', async () => {
    await chain.start([], events)
    await send([await pay(2n * USDC), memo(ACCOUNT)])
    const [first] = (await heard('deposit')) as [DepositLog]
    nowMs += 5 * SLOT_MS
    await heard('final')
    await chain.stop()
    await send([await pay(3n * USDC), memo(ACCOUNT)])
    await node.stop()
    told = []
    await open()
    await chain.start([], events)
    const [second] = (await heard('deposit')) as [DepositLog]
    expect(second.amountUsd6).toBe(3_000_000)
    nowMs += 5 * SLOT_MS
    expect(await heard('final')).toEqual([second.id, second.blockHash])
    expect(second.id).not.toBe(first.id)
    expect(told.filter(([kind]) => kind === 'deposit')).toHaveLength(1)
    expect(await heard('reserves', 2)).toMatchObject([{ expectedUsd6: 5_000_000n, foundUsd6: 5_000_000n }])
  })
})
