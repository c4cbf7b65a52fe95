/**
 * A vault on an EVM chain as the exchange's port: facts come in through the watcher, signed payloads go out.
 * At start the chain is asked whether it is the one of the configuration (chain id, token, decimals, domain,
 * validators); a wrong table must not cost money. Idle, it asks for the head once a second.
 */
import {
  assert,
  formatUsd6,
  TRANSFER_MIN_USD6,
  usd6,
  WITHDRAW_SECONDS,
  type Address,
  type ChainInfo,
  type Hex,
  type Id,
  type Usd6,
} from '@vest/protocol'
import type { ChainAdapter, ChainEvents } from '@vest/runtime'
import { chainOf, createTransactionSender, fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { createPublicClient, domainSeparator, http, type PrivateKeyAccount } from 'viem'
import { authorizedDeposits, type TokenDomain } from './authorizedDeposits.ts'
import { chainRules, type ChainRules } from './chainRules.ts'
import { contractSignatures } from './contractSignatures.ts'
import type { CursorStore } from './cursorFile.ts'
import { hasDeposit } from './hasDeposit.ts'
import type { DepositAccounts } from './depositAccounts.ts'
import { authorizedDepositId } from './depositId.ts'
import { runWatch, type RunningWatch } from './runWatch.ts'
import { asTokenUnits, toUsd6, unitsPerUsd6 } from './tokenAmount.ts'
import type { WatchedVault } from './vaultLogs.ts'
import { createVaultRoad } from './vaultRoad.ts'
import { watchVault } from './watchVault.ts'
import type { StrayStore } from './strayFile.ts'
import { strayTokens } from './strayTokens.ts'
import { createSweeper } from './sweeper.ts'
import type { WithdrawalSigner } from './validators/index.ts'
import { readQuorum, withdrawals } from './withdrawals.ts'

export interface EvmChainOptions {
  readonly chainId: number
  readonly rpcUrl: string
  /** A node of another provider: deposits are credited, and refunds given, only where both say the same. */
  readonly secondRpcUrl?: string
  readonly vault: Address
  readonly token: {
    readonly symbol: string
    readonly address: Address
    /** EIP-712 domain of gasless deposits; null where there are none. */
    readonly authorization: TokenDomain | null
  }
  /** First block that can hold a deposit. */
  readonly startBlock: number
  /** What the vault held before it: the system's own money. */
  readonly startUsd6: Usd6
  readonly withdrawFeeUsd6: Usd6
  /** From its release to the money, as a rule; default: WITHDRAW_SECONDS. */
  readonly withdrawSeconds?: number
  readonly isDefault?: boolean
  /** Burns what goes to the vaults of other chains, and makes what comes from them; absent: nothing does. */
  readonly messenger?: Address
  /** With `{hash}` in it. */
  readonly explorerTx?: string
  /** Default: the chain's row of the table. */
  readonly rules?: ChainRules
  readonly relayer?: PrivateKeyAccount
  readonly keeper?: PrivateKeyAccount
  /** Who signs withdrawals; a quorum of the vault's must be among them. */
  readonly validators?: readonly WithdrawalSigner[]
  readonly cursor?: CursorStore
  /** What came to deposit addresses that is no deposit. */
  readonly strays?: StrayStore
  /** The accounts that have a deposit address. Absent: no account has one. */
  readonly addresses?: DepositAccounts
  /** Local chains only: saves the chain's state; FINAL waits for it. */
  readonly ensureDurable?: () => Promise<void>
  /** Local chains only: makes the next block at once. */
  readonly mineForFinality?: () => Promise<void>
  /** Calls back when there is reason to look before the next poll; returns the unsubscriber. */
  readonly onActivity?: (listener: () => void) => () => void
  readonly pollMs?: number
  readonly rangeBlocks?: number
  readonly finalTimeEveryMs?: number
  readonly nowMs?: () => number
  /** The chain cannot be asked, or a handler failed: it goes on by itself. */
  readonly onTrouble?: (error: Error) => void
  /** It has stopped and must not go on by itself: a final block is gone, or an invariant is broken. */
  readonly onFailure?: (error: Error) => void
}

export function createEvmChain(options: EvmChainOptions): ChainAdapter {
  const { chainId, rpcUrl, nowMs = Date.now } = options
  const rules = options.rules ?? chainRules(chainId)
  const startBlock = BigInt(options.startBlock)
  const rangeBlocks = BigInt(options.rangeBlocks ?? 5_000)
  const watched: WatchedVault = {
    chainId,
    vault: lower(options.vault),
    token: lower(options.token.address),
    decimals: rules.usdcDecimals,
    addresses: options.addresses,
  }
  const client = createPublicClient({
    chain: chainOf(chainId, rpcUrl),
    transport: http(rpcUrl, { timeout: 10_000 }),
    cacheTime: 0,
  })
  /** What the watch asks in one moment reaches one node, also where many stand behind the address. */
  const watching = createPublicClient({
    chain: chainOf(chainId, rpcUrl),
    transport: http(rpcUrl, { timeout: 10_000, batch: true }),
    cacheTime: 0,
  })
  const second =
    options.secondRpcUrl === undefined
      ? undefined
      : createPublicClient({
          chain: chainOf(chainId, options.secondRpcUrl),
          transport: http(options.secondRpcUrl, { timeout: 10_000 }),
          cacheTime: 0,
        })
  const domain = options.token.authorization ?? undefined
  // One sender per key: two of the same key would fight for its nonces.
  const relayer = options.relayer && createTransactionSender({ rpcUrl, chainId, account: options.relayer })
  const keeper =
    options.keeper &&
    (options.keeper.address === relayer?.account.address
      ? relayer
      : createTransactionSender({ rpcUrl, chainId, account: options.keeper }))
  const idOf = (account: Address, nonce: Hex) => authorizedDepositId(chainId, watched.token, account, nonce)
  const gasless = authorizedDeposits({
    client,
    watched,
    domain,
    relayer,
    startBlock,
    rangeBlocks,
    idOf,
    nowMs,
  })
  const validators = options.validators ?? []
  const outOptions = { client, watched, validators, keeper, startBlock, rangeBlocks, nowMs }
  const out = withdrawals(outOptions)
  const asSecondSays = second && withdrawals({ ...outOptions, client: second, keeper: undefined })
  const sweeper =
    keeper &&
    options.addresses &&
    createSweeper({
      sender: keeper,
      watched,
      addresses: options.addresses,
      onSwept: () => watch?.wake(),
      onTrouble: (error) => options.onTrouble?.(error),
    })
  const strays =
    keeper &&
    options.addresses &&
    strayTokens({
      client,
      watched,
      addresses: options.addresses,
      keeper,
      startBlock,
      rangeBlocks,
      store: options.strays,
      onTrouble: (error) => options.onTrouble?.(error),
    })
  let watch: RunningWatch | undefined
  const road =
    options.messenger !== undefined && keeper !== undefined && rules.cctpDomain !== null
      ? createVaultRoad({
          client,
          watched,
          validators,
          keeper,
          startBlock,
          rangeBlocks,
          domain: rules.cctpDomain,
          messenger: options.messenger,
          finalNumber: () => watch?.finalPoint()?.number,
          wantFinalTime: (timeMs) => {
            watch?.wantFinalTime(timeMs)
            watch?.wake()
          },
        })
      : undefined

  /** What is final is also looked through for what is no deposit; nothing waits for it. */
  const andStrays = (events: ChainEvents): ChainEvents => ({
    ...events,
    onReserves: async (reserves) => {
      strays?.note(reserves.blockNumber)
      await events.onReserves(reserves)
    },
  })

  /** By every node that is configured: what one of them holds for executed is. */
  async function completedAtFinal(ids: readonly Id[]): Promise<readonly boolean[]> {
    const point = watch?.finalPoint()
    if (point === undefined) throw new Error(`chain ${chainId} has no final block yet`)
    const answers = await Promise.all(
      [out, ...(asSecondSays ? [asSecondSays] : [])].map((node) => node.completed(ids, point.number)),
    )
    return ids.map((_, at) => answers.some((answer) => answer[at] === true))
  }

  /** The configuration and the chain must tell the same story. */
  async function verifyConfiguration(): Promise<void> {
    const token = { address: watched.token, abi: fiatTokenAbi } as const
    const vault = { address: watched.vault, abi: vestVaultAbi } as const
    const [actualChainId, decimals, terms, quorum] = await Promise.all([
      client.getChainId(),
      client.readContract({ ...token, functionName: 'decimals' }),
      client.readContract({ ...vault, functionName: 'tokens', args: [watched.token] }),
      readQuorum(client, watched.vault),
    ])
    const secondChainId = (await second?.getChainId()) ?? chainId
    assert(secondChainId === chainId, `the second RPC of chain ${chainId} speaks for chain ${secondChainId}`)
    assert(actualChainId === chainId, `the RPC of chain ${chainId} speaks for chain ${actualChainId}`)
    assert(
      decimals === watched.decimals,
      `USDC of chain ${chainId} has ${decimals} decimals, the table says ${watched.decimals}`,
    )
    const [accepted, scale] = terms
    assert(
      accepted && scale === unitsPerUsd6(decimals),
      `the vault of chain ${chainId} does not accept ${watched.token}`,
    )
    const known = quorum.validators.filter((address) =>
      validators.some((one) => one.address === lower(address)),
    )
    if (validators.length > 0)
      assert(
        known.length >= quorum.quorum,
        `the vault of chain ${chainId} wants ${quorum.quorum} validators, and knows ${known.length} of ours`,
      )
    if (domain) {
      const expected = domainSeparator({ domain: { ...domain, chainId, verifyingContract: watched.token } })
      const actual = await client.readContract({ ...token, functionName: 'DOMAIN_SEPARATOR' })
      assert(
        actual === expected,
        `the signing domain of USDC on chain ${chainId} is not "${domain.name}" version ${domain.version}`,
      )
    }
  }

  return {
    chainId,
    info: () => chainInfo(options, rules, watched),
    start: async (known, events: ChainEvents) => {
      assert(watch === undefined, `chain ${chainId} is watched already`)
      await verifyConfiguration()
      watch = runWatch({
        watch: watchVault({
          client: watching,
          watched,
          rules,
          startBlock,
          startUsd6: BigInt(options.startUsd6),
          rangeBlocks,
          nowMs,
          known,
          ...(second && { confirm: (log) => hasDeposit(second, watched, log) }),
          events: andStrays(events),
          finalTimeEveryMs: options.finalTimeEveryMs ?? 60_000,
          ...(options.cursor && { cursor: options.cursor }),
          ...(options.ensureDurable && { ensureDurable: options.ensureDurable }),
          ...(options.mineForFinality && { mineForFinality: options.mineForFinality }),
          ...(options.onTrouble && { onTrouble: options.onTrouble }),
          ...(sweeper && { onUnswept: sweeper.note }),
        }),
        pollMs: options.pollMs ?? 1_000,
        ...(options.onActivity && { onActivity: options.onActivity }),
        ...(options.onTrouble && { onTrouble: options.onTrouble }),
        ...(options.onFailure && { onFailure: options.onFailure }),
      })
    },
    stop: async () => {
      await watch?.stop()
      watch = undefined
      await sweeper?.stop()
      await strays?.stop()
    },
    ...(options.addresses && { depositAddress: options.addresses.issue }),
    ...(strays && { strays: strays.holdings, returnStray: strays.giveBack }),
    authorizedDepositId: idOf,
    checkAuthorizedDeposit: gasless.check,
    submitAuthorizedDeposit: async (deposit) => {
      const answer = await gasless.submit(deposit)
      watch?.wake()
      return answer
    },
    authorizationUse: gasless.findUse,
    contractSignature: contractSignatures(chainOf(chainId, rpcUrl), rpcUrl),
    wantFinalTime: (timeMs) => watch?.wantFinalTime(timeMs),
    signWithdrawal: out.sign,
    executeWithdrawal: async (payload) => {
      const answer = await out.execute(payload)
      watch?.wake()
      return answer
    },
    completedTransactions: (ids) => out.completed(ids),
    completedAtFinal,
    confirmationsOf: (id) => watch?.confirmationsOf(id),
    solanaBurn: async (id) => {
      const point = watch?.finalPoint()
      if (point === undefined) throw new Error(`chain ${chainId} has no final block yet`)
      return out.solanaBurn(id, point.number)
    },
    ...(road && { road: () => road }),
    ownUsd6: async (account) => {
      const units = await client.readContract({
        address: watched.token,
        abi: fiatTokenAbi,
        functionName: 'balanceOf',
        args: [account],
      })
      // Rounded up: what is less than a micro-dollar is something.
      const scale = unitsPerUsd6(watched.decimals)
      return (units + scale - 1n) / scale
    },
    vaultBalanceUsd6: async () => {
      const raw = await client.readContract({
        address: watched.token,
        abi: fiatTokenAbi,
        functionName: 'balanceOf',
        args: [watched.vault],
      })
      return toUsd6(asTokenUnits(raw), watched.decimals) ?? usd6(Number.MAX_SAFE_INTEGER)
    },
  }
}

function chainInfo(options: EvmChainOptions, rules: ChainRules, watched: WatchedVault): ChainInfo {
  return {
    chainId: watched.chainId,
    name: rules.name,
    networkType: 0,
    isDefault: options.isDefault ?? false,
    vault: watched.vault,
    router: watched.vault,
    cctpDomain: rules.cctpDomain,
    withdrawFee: formatUsd6(options.withdrawFeeUsd6),
    minDeposit: formatUsd6(usd6(TRANSFER_MIN_USD6)),
    withdrawSeconds: options.withdrawSeconds ?? WITHDRAW_SECONDS,
    explorerTx: options.explorerTx ?? null,
    rpcUrl: null,
    tokens: [
      {
        symbol: options.token.symbol,
        address: watched.token,
        decimals: watched.decimals,
        authorization: options.token.authorization,
      },
    ],
  }
}

const lower = (address: string): Address => address.toLowerCase() as Address
