/**
 * A deposit from Solana through the whole stack, as a stranger's program makes it: lamports and USDC from the faucet, a
 * transaction of @solana/kit over the one URL, the money on the account; and all of it again after a kill.
 */
import { REFUSAL } from '@vest/protocol'
import {
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  address,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type KeyPairSigner,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import {
  createDevnetClient,
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  createVestClient,
  type VestClient,
} from '@vest/sdk/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v')
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

describe('Solana', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })
  /** For USDC; known once both owners are. */
  let tokenAccounts: { readonly payer: Address; readonly vault: Address }
  const rpc = () => createSolanaRpc(`${stack.baseUrl}/devnet/rpc/0`)
  const tokenAccount = async (owner: string) =>
    (
      await findAssociatedTokenPda({ owner: address(owner), mint: USDC, tokenProgram: TOKEN_PROGRAM_ADDRESS })
    )[0]

  /** Resolves with the signature once it is confirmed. */
  async function deposit(vest: VestClient, payer: KeyPairSigner, amount: bigint): Promise<string> {
    const way = (await vest.depositAddresses()).find(({ chainId }) => chainId === 0)!
    const { value: lifetime } = await rpc().getLatestBlockhash().send()
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (each) => setTransactionMessageFeePayerSigner(payer, each),
        (each) => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
        (each) =>
          appendTransactionMessageInstructions(
            [
              getTransferCheckedInstruction({
                source: tokenAccounts.payer,
                mint: USDC,
                destination: tokenAccounts.vault,
                authority: payer,
                amount,
                decimals: 6,
              }),
              { programAddress: MEMO, data: new TextEncoder().encode(way.memo!) },
            ],
            each,
          ),
      ),
    )
    assertIsTransactionWithBlockhashLifetime(transaction)
    const socketUrl = `${stack.baseUrl.replace('http', 'ws')}/devnet/rpc/0`
    const send = sendAndConfirmTransactionFactory({
      rpc: rpc(),
      rpcSubscriptions: createSolanaRpcSubscriptions(socketUrl),
    })
    await send(transaction, { commitment: 'confirmed' })
    return getSignatureFromTransaction(transaction)
  }
  it('[2.36] [3.9] [9.7] is paid in with a memo, by hash and by watching, and is there after a kill', async () => {
    const primary = createLocalPrimary(createPrivateKey())
    const vest = createVestClient({ baseUrl: stack.baseUrl, requestTimeoutMs: 60_000 })
    vest.authorize(await vest.registerSession({ primary, signer: createLocalSigner(createPrivateKey()) }))
    const way = (await vest.depositAddresses()).find(({ chainId }) => chainId === 0)!
    expect(way).toMatchObject({ networkType: 1, memo: primary.address, tokens: ['USDC'] })
    const payer = await generateKeyPairSigner()
    const gift = await createDevnetClient({ baseUrl: stack.baseUrl }).faucet(payer.address, 0)
    expect(gift).toMatchObject({ usdc: '10000.000000', sol: '1.0' })
    tokenAccounts = { payer: await tokenAccount(payer.address), vault: await tokenAccount(way.address) }

    const signature = await deposit(vest, payer, 40_000_000n)
    const { id } = await vest.depositSolana(signature)
    expect((await vest.transfers({ id }))[0]).toMatchObject({
      status: 'FILLED',
      txHash: signature,
      token: 'USDC',
    })
    await expect(vest.depositSolana(signature)).rejects.toMatchObject({
      code: REFUSAL.ALREADY_USE_TRANSACTION,
    })
    // No client names this one.
    await deposit(vest, payer, 2_500_000n)
    await until('the watcher brings it', async () => (await vest.account()).collateral === '42.500000')
    await until('both are final', async () => (await vest.withdrawAllowance()).withdrawable === '42.500000')

    await stack.kill9()
    stack = await startStack({ dataDir, flow: false, port: stack.port })
    expect((await rpc().getTokenAccountBalance(tokenAccounts.vault).send()).value.uiAmountString).toBe('42.5')
    expect((await vest.account()).collateral).toBe('42.500000')
    await deposit(vest, payer, 1_500_000n)
    await until('the watcher goes on', async () => (await vest.account()).collateral === '44.000000')
    expect(await vest.transfers()).toHaveLength(3)
  })
})
