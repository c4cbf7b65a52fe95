/** The local cluster as unmodified clients see it: @solana/kit and web3.js 1, over HTTP and WebSocket. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USDC_MINT } from './clusterFacts.ts'
import { memo, MEMO_PROGRAM } from './gifts.ts'
import { startNodeServer, type NodeServer } from './testing/nodeServer.ts'

const SOL = 1_000_000_000
const USDC = 1_000_000n
const folders: string[] = []
const fresh = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'vest-solana-'))
  folders.push(path)
  return path
}
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true })))

const tokenAccountOf = async (owner: Address): Promise<Address> =>
  (await findAssociatedTokenPda({ owner, mint: USDC_MINT, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]

describe('@solana/kit', () => {
  let server: NodeServer
  let payer: KeyPairSigner
  const rpc = () => createSolanaRpc(server.httpUrl)
  beforeAll(async () => {
    server = await startNodeServer(fresh(), Date.now)
    payer = await generateKeyPairSigner()
    await server.node.give(payer.address, 100n * USDC)
  })
  afterAll(() => server.stop())

  const signed = async (instructions: readonly Instruction[]) => {
    const { value: lifetime } = await rpc().getLatestBlockhash().send()
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (each) => setTransactionMessageFeePayerSigner(payer, each),
        (each) => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
        (each) => appendTransactionMessageInstructions(instructions, each),
        (each) => setTransactionMessageComputeUnitLimit(20_000, each),
        (each) => setTransactionMessageComputeUnitPrice(300_000n, each),
      ),
    )
    assertIsTransactionWithBlockhashLifetime(transaction)
    return transaction
  }
  const toVault = async (amount: bigint): Promise<readonly Instruction[]> => [
    getTransferCheckedInstruction({
      source: await tokenAccountOf(payer.address),
      mint: USDC_MINT,
      destination: server.node.cluster.facts.vaultTokenAccount,
      authority: payer,
      amount,
      decimals: 6,
    }),
    memo(`0x${'ab'.repeat(20)}`, [payer.address]),
  ]

  it('sends a token transfer with a memo, hears that it is confirmed, and reads it whole', async () => {
    const transaction = await signed(await toVault(5n * USDC))
    const before = (await rpc().getBalance(payer.address).send()).value
    const send = sendAndConfirmTransactionFactory({
      rpc: rpc(),
      rpcSubscriptions: createSolanaRpcSubscriptions(server.socketUrl),
    })
    await send(transaction, { commitment: 'confirmed' })
    const signature = getSignatureFromTransaction(transaction)

    const read = await rpc()
      .getTransaction(signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
        encoding: 'json',
      })
      .send()
    // Two parts of a cent per signature, and the price of a unit times the limit of units.
    expect(read?.meta?.fee).toBe(5_000n + 6_000n)
    expect(read?.meta?.err).toBeNull()
    expect((await rpc().getBalance(payer.address).send()).value).toBe(before - 11_000n)
    const { accountKeys, instructions } = read!.transaction.message
    const named = instructions.find(({ programIdIndex }) => accountKeys[programIdIndex] === MEMO_PROGRAM)
    expect(named).toBeDefined()
    const [vault] = read!.meta!.postTokenBalances!.filter(
      ({ owner }) => owner === server.node.cluster.facts.vault.address,
    )
    expect(vault).toMatchObject({
      mint: USDC_MINT,
      uiTokenAmount: { amount: '5000000', decimals: 6, uiAmountString: '5' },
    })
    const balance = await rpc()
      .getTokenAccountBalance(await tokenAccountOf(payer.address))
      .send()
    expect(balance.value.uiAmountString).toBe('95')
    const [newest] = await rpc()
      .getSignaturesForAddress(server.node.cluster.facts.vaultTokenAccount, { commitment: 'confirmed' })
      .send()
    expect(newest).toMatchObject({ signature, err: null })
    expect((await rpc().getSignatureStatuses([signature]).send()).value[0]).toMatchObject({ err: null })
  })

  it('is told before it pays what a message costs, what it would do, and what was paid lately', async () => {
    const transaction = await signed(await toVault(1n * USDC))
    const message = Buffer.from(transaction.messageBytes).toString('base64')
    expect(
      (
        await rpc()
          .getFeeForMessage(message as never)
          .send()
      ).value,
    ).toBe(11_000n)
    const tried = await rpc()
      .simulateTransaction(getBase64EncodedWireTransaction(transaction), {
        encoding: 'base64',
        sigVerify: true,
      })
      .send()
    expect(tried.value.err).toBeNull()
    expect(Number(tried.value.unitsConsumed)).toBeGreaterThan(0)
    expect(
      (
        await rpc()
          .getTokenAccountBalance(await tokenAccountOf(payer.address))
          .send()
      ).value.uiAmountString,
    ).toBe('95')
    const fees = await rpc().getRecentPrioritizationFees([server.node.cluster.facts.vaultTokenAccount]).send()
    expect(fees.length).toBeLessThanOrEqual(150)
    expect(Math.max(...fees.map(({ prioritizationFee }) => Number(prioritizationFee)))).toBe(300_000)
    expect(await rpc().getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
  })

  it('[7.31] is refused with the logs of the program when there is too little of the token', async () => {
    const transaction = await signed(await toVault(1_000n * USDC))
    const sent = rpc()
      .sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' })
      .send()
    const error = await sent.then(
      () => undefined,
      (reason: { context: { logs: readonly string[] } }) => reason,
    )
    expect(error?.context.logs.join('\n')).toContain('insufficient funds')
  })

  it('hears of accounts, logs and slots', async () => {
    const stop = new AbortController()
    const subscriptions = createSolanaRpcSubscriptions(server.socketUrl)
    const first = async <T>(notifications: AsyncIterable<T>): Promise<T> => {
      for await (const each of notifications) return each
      throw new Error('nothing was told')
    }
    const vault = server.node.cluster.facts.vaultTokenAccount
    const options = { abortSignal: stop.signal }
    const account = first(
      await subscriptions
        .accountNotifications(vault, { commitment: 'confirmed', encoding: 'jsonParsed' })
        .subscribe(options),
    )
    const logs = first(
      await subscriptions
        .logsNotifications({ mentions: [vault] }, { commitment: 'confirmed' })
        .subscribe(options),
    )
    const slot = first(await subscriptions.slotNotifications().subscribe(options))
    const transaction = await signed(await toVault(1n * USDC))
    await rpc().sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send()
    expect((await account).value.data).toMatchObject({
      parsed: { info: { tokenAmount: { uiAmountString: '6' } } },
    })
    expect((await logs).value).toMatchObject({
      signature: getSignatureFromTransaction(transaction),
      err: null,
    })
    expect(Number((await slot).slot)).toBeGreaterThan(0)
    stop.abort()
  })

  it('answers what it does not know with an error of JSON-RPC, one call or a hundred', async () => {
    const ask = async (body: unknown): Promise<unknown> =>
      (await fetch(server.httpUrl, { method: 'POST', body: JSON.stringify(body) })).json()
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'getEverything' })).toMatchObject({
      error: { code: -32601 },
    })
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: ['0x12'] })).toMatchObject({
      error: { code: -32602 },
    })
    const calls = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getSlot' }))
    expect(await ask(calls.slice(1))).toHaveLength(100)
    expect(await ask(calls)).toMatchObject({ error: { code: -32600 } })
    for (const body of [
      5,
      null,
      [],
      { id: 1 },
      { id: {}, method: 'getSlot' },
      { method: 'getSlot', params: {} },
    ])
      expect(await ask(body)).toMatchObject({ error: { code: -32600 } })
    for (const text of ['', '!', 'AAAA', 'A'.repeat(3_000)])
      expect(
        await ask({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params: [text, { encoding: 'base64' }],
        }),
      ).toMatchObject({ error: { code: -32602 } })
  })
})

describe('web3.js 1', () => {
  let server: NodeServer
  let connection: Connection
  const payer = Keypair.generate()
  beforeAll(async () => {
    server = await startNodeServer(fresh(), Date.now)
    connection = new Connection(server.httpUrl, { commitment: 'confirmed', wsEndpoint: server.socketUrl })
    const signature = await connection.requestAirdrop(payer.publicKey, 2 * SOL)
    await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) })
  })
  afterAll(() => server.stop())

  it('sends transactions of both kinds, and reads them parsed', async () => {
    const to = Keypair.generate().publicKey
    const pay = (lamportsToPay: number) =>
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: lamportsToPay })
    const legacy = await sendAndConfirmTransaction(connection, new Transaction().add(pay(SOL / 2)), [payer])
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const versioned = new VersionedTransaction(
      new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash: blockhash,
        instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }), pay(SOL / 4)],
      }).compileToV0Message(),
    )
    versioned.sign([payer])
    const signature = await connection.sendTransaction(versioned)
    await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    expect(await connection.getBalance(to)).toBe((SOL * 3) / 4)
    for (const [each, version] of [
      [legacy, 'legacy'],
      [signature, 0],
    ] as const) {
      const parsed = await connection.getParsedTransaction(each, { maxSupportedTransactionVersion: 0 })
      expect(parsed?.version).toBe(version)
      expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({ signer: true, writable: true })
      expect(parsed?.meta?.fee).toBe(5_000)
      expect((await connection.getTransaction(each, { maxSupportedTransactionVersion: 0 }))?.slot).toBe(
        parsed?.slot,
      )
    }
    expect(await connection.getSignatureStatuses([legacy, signature])).toMatchObject({
      value: [{ err: null }, { err: null }],
    })
  })

  it('executes a transaction once, however often it comes, and refuses forged ones', async () => {
    const { blockhash } = await connection.getLatestBlockhash()
    const to = Keypair.generate().publicKey
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: SOL / 10 }),
    )
    transaction.sign(payer)
    const raw = transaction.serialize()
    await connection.sendRawTransaction(raw)
    // The machine itself remembers 32.
    for (let filler = 0; filler < 40; filler += 1)
      await connection.requestAirdrop(Keypair.generate().publicKey, SOL / 100)
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow(/already been processed/)
    const forged = Uint8Array.from(raw)
    forged[10] = forged[10]! ^ 1
    await expect(connection.sendRawTransaction(forged)).rejects.toThrow()
    await expect(connection.sendRawTransaction(forged, { skipPreflight: true })).rejects.toThrow()
    expect(await connection.getBalance(to)).toBe(SOL / 10)
  })

  it('charges for a transaction that failed in its block', async () => {
    const before = await connection.getBalance(payer.publicKey)
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 100 * SOL }),
    )
    transaction.sign(payer)
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
    const read = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(read?.meta?.err).toMatchObject({ InstructionError: [0, expect.anything()] })
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 5_000)
  })

  it('finds token accounts', async () => {
    await server.node.give(payer.publicKey.toBase58(), 7n * USDC)
    const found = await connection.getParsedTokenAccountsByOwner(payer.publicKey, {
      mint: new PublicKey(USDC_MINT),
    })
    expect(found.value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)).toEqual([
      '7',
    ])
    const { value } = await connection.getTokenAccountsByOwner(payer.publicKey, {
      programId: new PublicKey(TOKEN_PROGRAM_ADDRESS),
    })
    expect(value).toHaveLength(1)
  })
})

describe('over its life', () => {
  it('goes on after any end: accounts, transactions and their order are there again, and nothing runs twice', async () => {
    const folder = fresh()
    const first = await startNodeServer(folder, Date.now)
    const owner = await generateKeyPairSigner()
    const signatures: string[] = []
    for (let each = 1n; each <= 5n; each += 1n)
      signatures.push(await first.node.give(owner.address, each * USDC))
    const told = (server: NodeServer) => ({
      accounts: [owner.address, first.node.cluster.facts.faucet.address, USDC_MINT].map((at) =>
        server.node.cluster.account(address(at)),
      ),
      transactions: server.node.cluster.transactions().map(({ slot, parts, after, fee }) => [
        slot, parts.signature, after, fee,
      ]), // prettier-ignore
    })
    const before = told(first)
    const { raw } = first.node.cluster.transaction(signatures[0]!)!
    // A kill in the middle of a row: it was promised to no client.
    const log = join(folder, 'transactions.jsonl')
    const whole = readFileSync(log, 'utf8')
    await first.stop()
    writeFileSync(log, `${whole}{"raw":"AQ`)
    const second = await startNodeServer(folder, Date.now)
    expect(told(second)).toEqual(before)
    await expect(second.node.cluster.send(raw)).rejects.toThrow(/already been processed/)
    const after = await second.node.give(owner.address, USDC)
    await second.stop()
    const third = await startNodeServer(folder, Date.now)
    expect(third.node.cluster.transactions().map(({ parts }) => parts.signature)).toEqual([
      ...signatures,
      after,
    ])
    await third.stop()
    writeFileSync(log, whole.replace('"raw"', '"rew"'))
    await expect(startNodeServer(folder, Date.now)).rejects.toThrow(/damaged in line 1/)
  })

  it('takes a blockhash for 150 slots, and calls a slot final after five', async () => {
    let nowMs = 1_700_000_000_000
    const server = await startNodeServer(fresh(), () => nowMs)
    const { cluster } = server.node
    const owner = await generateKeyPairSigner()
    const signature = await server.node.give(owner.address, USDC)
    const rpc = createSolanaRpc(server.httpUrl)
    const status = async () =>
      (await rpc.getSignatureStatuses([signature as never]).send()).value[0]?.confirmationStatus
    expect(await status()).toBe('confirmed')
    nowMs += 5 * 400
    expect(await status()).toBe('finalized')

    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const transfer = async (amount: bigint) =>
      getBase64EncodedWireTransaction(
        await signTransactionMessageWithSigners(
          pipe(
            createTransactionMessage({ version: 0 }),
            (each) => setTransactionMessageFeePayerSigner(owner, each),
            (each) => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
            (each) =>
              appendTransactionMessageInstructions(
                [
                  getTransferSolInstruction({
                    source: owner,
                    destination: cluster.facts.vault.address,
                    amount: lamports(amount),
                  }),
                ],
                each,
              ),
          ),
        ),
      )
    nowMs += 150 * 400
    await rpc.sendTransaction(await transfer(1n), { encoding: 'base64' }).send()
    nowMs += 400
    const late = rpc.sendTransaction(await transfer(2n), { encoding: 'base64' }).send()
    await expect(late).rejects.toMatchObject({ cause: { message: expect.stringMatching(/[Bb]lockhash/) } })
    await server.stop()
  })
})
