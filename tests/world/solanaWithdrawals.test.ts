/**
 * Money to Solana through the whole stack: burned on the default chain, attested to, made there once, whatever is killed in
 * between; sent by the keeper, by the owner's own call, and for an account whose key is one of Solana.
 */
import { address, createSolanaRpc, generateKeyPairSigner } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import {
  REFUSAL,
  CHAIN_SOLANA,
  solanaAccount,
  solanaPublicKey,
  type Hex,
  type TransferRow,
} from '@vest/protocol'
import {
  createLocalSigner,
  createLocalSolanaPrimary,
  createPrivateKey,
  createVestClient,
  keccak256,
  type VestClient,
} from '@vest/sdk/node'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBot, usdcOf, type Bot } from './bot.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v')

describe('withdrawals to Solana', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let bot: Bot
  /** Signs with the owner's own key: what a trading key sends elsewhere waits twelve hours. */
  const owner = () =>
    createVestClient({
      baseUrl: stack.baseUrl,
      apiKey: bot.apiKey,
      account: bot.address,
      requestTimeoutMs: 60_000,
      signer: createLocalSigner(bot.primaryKey),
    })
  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
    bot = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 200_000_000n })
    await until('it is final', async () => (await owner().withdrawAllowance()).withdrawable === '200.000000')
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  const rpc = () => createSolanaRpc(`${stack.baseUrl}/devnet/rpc/0`)
  const held = async (owner: string): Promise<bigint> => {
    const [account] = await findAssociatedTokenPda({
      owner: address(owner),
      mint: USDC,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    const { value } = await rpc().getAccountInfo(account, { encoding: 'jsonParsed' }).send()
    if (value === null) return 0n
    const { info } = (value.data as unknown as { parsed: { info: { tokenAmount: { amount: string } } } })
      .parsed
    return BigInt(info.tokenAmount.amount)
  }
  const madeInAll = async (): Promise<bigint> =>
    BigInt((await rpc().getTokenSupply(USDC).send()).value.amount)
  const inVault = (): Promise<bigint> => usdcOf(stack.baseUrl, bot.chain).balanceOf(bot.chain.vault as Hex)
  const inCirculation = (): Promise<bigint> =>
    bot.sender.reader.readContract({
      address: bot.chain.tokens[0]!.address as Hex,
      abi: fiatTokenAbi,
      functionName: 'totalSupply',
    })
  async function ask(vest: VestClient, recipient: string, size: number, execute = true): Promise<string> {
    const way = (await vest.chains()).find(({ chainId }) => chainId === CHAIN_SOLANA)!
    expect(way).toMatchObject({ name: 'Solana', networkType: 1, cctpDomain: 5, withdrawFee: '0.500000' })
    const token = way.tokens[0]!.address
    return (await vest.withdraw({ recipient, token, size, chainId: CHAIN_SOLANA, execute })).id
  }
  const row = async (vest: VestClient, id: string): Promise<TransferRow> => (await vest.transfers({ id }))[0]!
  const filled = (vest: VestClient, id: string): Promise<TransferRow> =>
    until('the money is there', async () => {
      const now = await row(vest, id)
      return now.status === 'FILLED' && now
    })

  it('[4.7] [5.10] [9.8] come once, whatever is killed, and no micro-dollar is made or lost', async () => {
    const { address: recipient } = await generateKeyPairSigner()
    const before = { vault: await inVault(), home: await inCirculation(), made: await madeInAll() }
    const id = await ask(owner(), recipient, 30_000_000)
    const burned = await until('it is burned', async () => (await row(bot.client, id)).payout ?? undefined)
    expect(burned.burnChainId).toBe(bot.chain.chainId)
    expect(await held(recipient)).toBe(0n)
    expect(before.vault - (await inVault())).toBe(29_500_000n)
    expect(before.home - (await inCirculation())).toBe(29_500_000n)

    await stack.kill9()
    stack = await startStack({ dataDir, flow: false, port: stack.port })
    const done = await filled(bot.client, id)
    expect(done).toMatchObject({ chainId: CHAIN_SOLANA, recipient, size: '30.000000' })
    expect(await held(recipient)).toBe(29_500_000n)
    expect((await madeInAll()) - before.made).toBe(29_500_000n)
    const transaction = await rpc()
      .getTransaction(done.txHash as Parameters<ReturnType<typeof rpc>['getTransaction']>[0], {
        maxSupportedTransactionVersion: 0,
        encoding: 'json',
      })
      .send()
    expect(transaction?.meta?.err).toBeNull()
    expect((await bot.client.account()).collateral).toBe('170.000000')

    await stack.kill9()
    stack = await startStack({ dataDir, flow: false, port: stack.port })
    const recalled = await until(
      'its burn is named again',
      async () => (await row(bot.client, id)).payout ?? undefined,
    )
    expect(recalled).toMatchObject({ burnTxHash: burned.burnTxHash, burnChainId: bot.chain.chainId })
    expect(await row(bot.client, id)).toMatchObject({ status: 'FILLED', txHash: done.txHash })
    expect(await held(recipient)).toBe(29_500_000n)
    expect((await madeInAll()) - before.made).toBe(29_500_000n)
  })

  it.concurrent(
    '[3.10] [5.10] are called by their owner too, and refuse what Solana does not know',
    async () => {
      const { address: recipient } = await generateKeyPairSigner()
      const tokenAccount = (
        await findAssociatedTokenPda({
          owner: address(recipient),
          mint: USDC,
          tokenProgram: TOKEN_PROGRAM_ADDRESS,
        })
      )[0]
      const id = await ask(owner(), recipient, 20_000_000, false)
      const approved = await until('it is approved', async () => {
        const now = await row(bot.client, id)
        return now.status === 'VERIFIED' && now
      })
      await bot.sender.call({
        address: bot.chain.router as Hex,
        abi: vestVaultAbi,
        functionName: 'withdrawSolana',
        args: [
          approved.requestArgs,
          approved.signer,
          approved.signature,
          approved.signatureProof,
          approved.validatorSignature,
          false,
        ],
      })
      await filled(bot.client, id)
      expect(await held(recipient)).toBe(20_000_000n)
      // Without a keeper there is no fee; a token account is not a wallet.
      await expect(ask(owner(), tokenAccount, 2_000_000)).rejects.toMatchObject({
        code: REFUSAL.INVALID_PARAMETER,
      })
    },
  )

  it.concurrent('leave an account of Solana for its own wallet', async () => {
    const primary = createLocalSolanaPrimary(randomBytes(32))
    const vest = createVestClient({ baseUrl: stack.baseUrl, requestTimeoutMs: 60_000 })
    const session = await vest.registerSession({ primary, signer: createLocalSigner(createPrivateKey()) })
    vest.authorize(session)
    const token = { address: bot.chain.tokens[0]!.address as Hex, abi: fiatTokenAbi } as const
    const vault = { address: bot.chain.vault as Hex, abi: vestVaultAbi } as const
    const accountAddress = solanaAccount(solanaPublicKey(primary.address)!, keccak256)
    await bot.sender.call({ ...token, functionName: 'approve', args: [bot.chain.vault, 5_000_000n] })
    await bot.sender.call({
      ...vault,
      functionName: 'deposit',
      args: [token.address, accountAddress, 5_000_000n],
    })
    await until('it may leave', async () => (await vest.withdrawAllowance()).withdrawable === '5.000000')
    const id = await ask(vest, primary.address, 5_000_000)
    await filled(vest, id)
    expect(await held(primary.address)).toBe(4_500_000n)
  })
})
