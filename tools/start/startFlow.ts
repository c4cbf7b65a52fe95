/**
 * Starts devnet's trading bots over the public URL. Their money comes as every trader's does: the faucet,
 * then a transfer into the vault signed by their own key.
 */
import { join } from 'node:path'
import { createTransactionSender, fiatTokenAbi } from '@vest/contracts'
import {
  createSdkFlowExchange,
  createTradingFlow,
  FLOW_BOT_NAMES,
  flowStakeUsd6,
  openBotKeys,
  type BotKeys,
  type DevnetChain,
} from '@vest/devnet'
import { PROGRAM_HEADER, type Logger } from '@vest/exchange'
import { privateKeyToAccount } from 'viem/accounts'

export interface FlowInput {
  readonly baseUrl: string
  /** The bots are programs of the installation: not limited. */
  readonly programToken: string
  readonly dataDir: string
  readonly seed: string
  readonly chain: DevnetChain
  readonly logger: Logger
}

export async function startFlow({
  baseUrl,
  programToken,
  dataDir,
  seed,
  chain,
  logger,
}: FlowInput): Promise<() => Promise<void>> {
  const trouble = (error: unknown): void => logger.warn({ err: error }, 'the trading flow was held up')
  const flow = createTradingFlow({
    exchange: createSdkFlowExchange({
      baseUrl,
      headers: { [PROGRAM_HEADER]: programToken },
      onTrouble: trouble,
    }),
    keys: await openBotKeys(join(dataDir, 'bots.json'), FLOW_BOT_NAMES),
    fund: (keys, signal) => fund(chain, keys, signal),
    clock: { now: Date.now, setTimeout, clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) },
    seed,
    onTrouble: trouble,
    onFailure: (error) => logger.error({ err: error }, 'the trading flow has stopped'),
  })
  flow.start()
  return () => flow.stop()
}

/** Faucet (once an hour; else what is there), its stake, and one transfer of everything into the vault. */
async function fund(chain: DevnetChain, keys: BotKeys, signal: AbortSignal): Promise<void> {
  await chain.faucet(keys.address)
  const stake = flowStakeUsd6(keys.name)
  if (stake > 0 && !signal.aborted) await chain.sell(keys.address, stake)
  if (signal.aborted) return
  const sender = createTransactionSender({
    rpcUrl: chain.rpcUrl,
    chainId: chain.chainId,
    account: privateKeyToAccount(keys.primaryKey),
    pollMs: 100,
  })
  const token = { address: chain.usdc, abi: fiatTokenAbi }
  const balance = (await sender.reader.readContract({
    ...token,
    functionName: 'balanceOf',
    args: [keys.address],
  })) as bigint
  if (balance > 0n && !signal.aborted)
    await sender.call({ ...token, functionName: 'transfer', args: [chain.vault, balance] })
}
