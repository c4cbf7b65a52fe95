/**
 * A devnet chain as the exchange's port, whether it runs or not. What can be told without it (addresses, ids) is told;
 * whatever needs it starts it. Once used it is watched from every start on, so that nothing that was sent there is
 * overlooked; the start of the exchange does not wait for it.
 */
import { usd6 } from '@vest/protocol'
import { createEvmChain, strayFile, type DepositAccounts, type WithdrawalSigner } from '@vest/evm'
import type { ChainAdapter, ChainEvents } from '@vest/runtime'
import { join } from 'node:path'
import { devnetChainFolder, type DevnetChains } from './devnetChains.ts'
import { devnetEvmFacts, devnetEvmOptions } from './devnetEvmOptions.ts'
import { DEVNET_DEFAULT_CHAIN_ID, devnetNetwork } from './devnetNetworks.ts'

export interface DevnetChainAdapterOptions {
  readonly chains: DevnetChains
  readonly chainId: number
  readonly dataDir: string
  /** Shared by all chains: a deposit address is the same on each. */
  readonly addresses: DepositAccounts
  /** Who signs withdrawals; absent: none are signed. */
  readonly validators?: readonly WithdrawalSigner[]
  /** It has stopped and must not go on by itself. */
  readonly onFailure: (error: Error) => void
  /** It could not be started, or asked: it is tried again. */
  readonly onTrouble: (error: Error) => void
}

export function devnetChainAdapter(options: DevnetChainAdapterOptions): ChainAdapter {
  const { chains, chainId, addresses, validators = [], onFailure, onTrouble } = options
  const folder = devnetChainFolder(options.dataDir, chainId)
  const cursorPath = join(folder, 'cursor.json')
  const strays = strayFile(join(folder, 'strays.json'))
  if (chainId === DEVNET_DEFAULT_CHAIN_ID)
    return createEvmChain({
      ...devnetEvmOptions(chains.main, cursorPath),
      addresses,
      strays,
      validators,
      onFailure,
    })
  const asleep = createEvmChain({
    ...devnetEvmFacts(devnetNetwork(chainId)!, chains.addresses(chainId)),
    startBlock: 0,
    startUsd6: usd6(0),
    rpcUrl: 'http://127.0.0.1:0',
  })
  let watching:
    { readonly known: Parameters<ChainAdapter['start']>[0]; readonly events: ChainEvents } | undefined
  let awake: Promise<ChainAdapter> | undefined
  let isStopped = false

  let open: ChainAdapter | undefined

  const begin = async (): Promise<ChainAdapter> => {
    const evm = createEvmChain({
      ...devnetEvmOptions(await chains.open(chainId), cursorPath),
      addresses,
      strays,
      validators,
      onFailure,
      onTrouble,
    })
    if (watching !== undefined && !isStopped) await evm.start(watching.known, watching.events)
    open = evm
    return evm
  }
  const running = (): Promise<ChainAdapter> => {
    awake ??= begin().catch((error: unknown) => {
      awake = undefined
      throw error
    })
    return awake
  }
  const wake = (): void => void running().catch((error: unknown) => onTrouble(error as Error))

  return {
    chainId,
    info: asleep.info,
    depositAddress: addresses.issue,
    // Where nothing has ever run, nothing lies.
    strays: async (account) =>
      chains.isUsed(chainId) ? ((await (await running()).strays?.(account)) ?? []) : [],
    returnStray: async (account, token) =>
      (await (await running()).returnStray?.(account, token)) ?? { refusal: 'nothing-there' },
    authorizedDepositId: asleep.authorizedDepositId,
    wake,
    start: async (known, events) => {
      watching = { known, events }
      if (known.length > 0 || chains.isUsed(chainId)) wake()
      chains.onOpened(chainId, wake)
    },
    stop: async () => {
      isStopped = true
      // One that could not be started has nothing to stop; why, was told.
      const chain = await awake?.catch(() => undefined)
      await chain?.stop()
    },
    wantFinalTime: (timeMs) =>
      void running().then(
        (chain) => chain.wantFinalTime(timeMs),
        (error: unknown) => onTrouble(error as Error),
      ),
    checkAuthorizedDeposit: async (deposit) => (await running()).checkAuthorizedDeposit(deposit),
    submitAuthorizedDeposit: async (deposit) => (await running()).submitAuthorizedDeposit(deposit),
    authorizationUse: async (deposit) => (await running()).authorizationUse(deposit),
    contractSignature: async (account, digest, signature) =>
      chains.isUsed(chainId)
        ? ((await (await running()).contractSignature?.(account, digest, signature)) ?? 'absent')
        : 'absent',
    ownUsd6: async (account) =>
      chains.isUsed(chainId) ? ((await (await running()).ownUsd6?.(account)) ?? 0n) : 0n,
    signWithdrawal: async (requestArgs, solana) => (await running()).signWithdrawal(requestArgs, solana),
    executeWithdrawal: async (payload) => (await running()).executeWithdrawal(payload),
    completedTransactions: async (ids) => (await running()).completedTransactions(ids),
    completedAtFinal: async (ids) => (await running()).completedAtFinal(ids),
    confirmationsOf: (id) => open?.confirmationsOf?.(id),
    road: () => open?.road?.(),
    // Nothing has come or gone where nothing has ever run.
    vaultBalanceUsd6: async () =>
      chains.isUsed(chainId) ? (await running()).vaultBalanceUsd6() : chains.floatUsd6,
  }
}
