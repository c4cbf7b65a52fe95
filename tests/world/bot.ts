/**
 * A trader without a browser: keys of its own, money from the faucet, a deposit on the chain like every trader's,
 * and the public client for the rest. Every answer it reads is checked against the schemas of the protocol, so
 * whatever a bot does is a contract test as well.
 */
import {
  chainOf,
  createTransactionSender,
  fiatTokenAbi,
  vestVaultAbi,
  type TransactionSender,
} from '@vest/contracts'
import { readDecimal, type ChainInfo, type Hex, type TransferRow } from '@vest/protocol'
import {
  createDevnetClient, createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient, nodeWebSocketWith, type SessionSigner, type VestClient,
} from '@vest/sdk/node' // prettier-ignore
import { createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { programFetch, programHeaders } from './stack.ts'
import { until } from './until.ts'

/** What the faucet gives, and what a bot deposits unless told otherwise. */
export const FAUCET_USD6 = 10_000_000_000n

export interface Bot {
  /** Lower case. */
  readonly address: Hex
  readonly primaryKey: Hex
  readonly signer: SessionSigner
  readonly apiKey: string
  readonly client: VestClient
  readonly chain: ChainInfo
  /** Transactions of the primary key. */
  readonly sender: TransactionSender
  walletUsd6(): Promise<bigint>
  /** Sends USDC into the vault and waits for the credit. */
  deposit(usd6: bigint): Promise<void>
  /** Calls the withdrawal contract with what the exchange approved. */
  claim(row: TransferRow): Promise<Hex>
}

export interface BotOptions {
  readonly baseUrl: string
  /** 0 = registered, without a deposit. */
  readonly depositUsd6?: bigint
  /** Default: a key of its own, in JavaScript. */
  readonly signer?: SessionSigner
}

export interface Usdc {
  balanceOf(owner: Hex): Promise<bigint>
}

/** The exchange's USDC, read from the chain itself over the published RPC. */
export function usdcOf(baseUrl: string, chain: ChainInfo): Usdc {
  const url = `${baseUrl}${chain.rpcUrl}`
  const reader = createPublicClient({
    chain: chainOf(chain.chainId, url),
    transport: http(url),
    cacheTime: 0,
  })
  const token = { address: chain.tokens[0]!.address as Hex, abi: fiatTokenAbi } as const
  return { balanceOf: (owner) => reader.readContract({ ...token, functionName: 'balanceOf', args: [owner] }) }
}

export async function createBot(options: BotOptions): Promise<Bot> {
  const { baseUrl, depositUsd6 = FAUCET_USD6, signer = createLocalSigner(createPrivateKey()) } = options
  const primaryKey = createPrivateKey()
  const primary = createLocalPrimary(primaryKey)
  const client = createVestClient({
    baseUrl,
    validate: true,
    requestTimeoutMs: 60_000,
    fetch: programFetch(baseUrl),
    WebSocket: nodeWebSocketWith(programHeaders(baseUrl)),
  })
  const session = await client.registerSession({ primary, signer })
  client.authorize(session)
  const chain = (await client.chains())[0]!
  const address = primary.address.toLowerCase() as Hex
  const sender = createTransactionSender({
    rpcUrl: `${baseUrl}${chain.rpcUrl}`,
    chainId: chain.chainId,
    account: privateKeyToAccount(primaryKey),
    pollMs: 100,
  })
  const token = { address: chain.tokens[0]!.address as Hex, abi: fiatTokenAbi }
  const bot: Bot = {
    address,
    primaryKey,
    signer,
    apiKey: session.apiKey,
    client,
    chain,
    sender,
    walletUsd6: () => usdcOf(baseUrl, chain).balanceOf(address),
    async deposit(usd6) {
      const before = (await client.transfers({ orderType: 'DEPOSIT' })).length
      await sender.call({ ...token, functionName: 'transfer', args: [chain.vault, usd6] })
      await until('the deposit is credited', async () => {
        const rows = await client.transfers({ orderType: 'DEPOSIT' })
        return (
          rows.length > before &&
          rows[0]!.status === 'FILLED' &&
          BigInt(readDecimal(rows[0]!.size, 6)) === usd6
        )
      })
    },
    async claim(row) {
      const receipt = await sender.call({
        address: chain.router as Hex,
        abi: vestVaultAbi,
        functionName: 'withdraw',
        args: [row.requestArgs, row.signer, row.signature, row.signatureProof, row.validatorSignature, false],
      })
      return receipt.transactionHash
    },
  }
  if (depositUsd6 > 0n) {
    await createDevnetClient({ baseUrl, validate: true }).faucet(address)
    await bot.deposit(depositUsd6)
  }
  return bot
}
