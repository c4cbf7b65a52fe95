/**
 * A vault on an EVM chain as the exchange's port: facts come in through the watcher, signed payloads go out.
 * At start the chain is asked whether it is the one of the configuration (chain id, token, decimals, domain,
 * validators); a wrong table must not cost money. Idle, it asks for the head once a second.
 */
import type { Address, Hex } from '@vest/protocol'
import type { ChainAdapter } from '@vest/runtime'
import { chainOf, type TransactionSender } from '@vest/contracts'
import { authorizedDeposits } from './authorizedDeposits.ts'
import { createAddressKeeping } from './chain/addressKeeping.ts'
import { chainInfo } from './chain/chainInfo.ts'
import { createChainNodes } from './chain/chainNodes.ts'
import type { EvmChainOptions } from './chain/evmChainOptions.ts'
import { createKeySenders } from './chain/keySenders.ts'
import { vaultBalances } from './chain/vaultBalances.ts'
import { createVaultWatching } from './chain/vaultWatching.ts'
import { verifyConfiguration } from './chain/verifyConfiguration.ts'
import { createWayOut } from './chain/wayOut.ts'
import { chainRules } from './chainRules.ts'
import { contractSignatures } from './contractSignatures.ts'
import { authorizedDepositId } from './depositId.ts'
import type { WatchedVault } from './vaultLogs.ts'
import { createVaultRoad } from './vaultRoad.ts'

export type { EvmChainOptions } from './chain/evmChainOptions.ts'

export function createEvmChain(options: EvmChainOptions): ChainAdapter {
  const { chainId, rpcUrl, addresses, messenger, validators = [], nowMs = Date.now } = options
  const rules = options.rules ?? chainRules(chainId)
  const startBlock = BigInt(options.startBlock)
  const rangeBlocks = BigInt(options.rangeBlocks ?? 5_000)
  const watched: WatchedVault = {
    chainId,
    vault: lower(options.vault),
    token: lower(options.token.address),
    decimals: rules.usdcDecimals,
    addresses,
  }
  const { client, watching, second } = createChainNodes(options)
  const domain = options.token.authorization ?? undefined
  const { relayer, keeper } = createKeySenders(options)
  const vault = { watched, startBlock, rangeBlocks, nowMs }
  const idOf = (account: Address, nonce: Hex) => authorizedDepositId(chainId, watched.token, account, nonce)
  const verify = (): Promise<void> => verifyConfiguration({ client, second, watched, validators, domain })
  const watch = createVaultWatching(options, { ...vault, watching, second, rules, verify })
  const gasless = authorizedDeposits({ ...vault, client, domain, relayer, idOf })
  const out = createWayOut({ vault: { ...vault, client, validators, keeper }, second, watch })
  const keeping =
    keeper && addresses && createAddressKeeping(options, { ...vault, client, addresses, keeper, watch })
  const road = roadOf(keeper)

  /** Absent where nothing moves between this vault and those of other chains. */
  function roadOf(sender: TransactionSender | undefined) {
    if (messenger === undefined || sender === undefined || rules.cctpDomain === null) return undefined
    return createVaultRoad({
      ...vault,
      client,
      validators,
      keeper: sender,
      domain: rules.cctpDomain,
      messenger,
      finalNumber: () => watch.finalPoint()?.number,
      wantFinalTime: (timeMs) => {
        watch.wantFinalTime(timeMs)
        watch.wake()
      },
    })
  }

  return {
    chainId,
    info: () => chainInfo(options, rules, watched),
    start: (known, events) => watch.start(known, keeping?.hear(events) ?? { events }),
    stop: async () => {
      await watch.stop()
      await keeping?.stop()
    },
    ...(addresses && { depositAddress: addresses.issue }),
    ...(keeping && { strays: keeping.strays, returnStray: keeping.returnStray }),
    authorizedDepositId: idOf,
    checkAuthorizedDeposit: gasless.check,
    submitAuthorizedDeposit: async (deposit) => {
      const answer = await gasless.submit(deposit)
      watch.wake()
      return answer
    },
    authorizationUse: gasless.findUse,
    contractSignature: contractSignatures(chainOf(chainId, rpcUrl), rpcUrl),
    wantFinalTime: watch.wantFinalTime,
    confirmationsOf: watch.confirmationsOf,
    ...out,
    ...(road && { road: () => road }),
    ...vaultBalances(client, watched),
  }
}

const lower = (address: string): Address => address.toLowerCase() as Address
