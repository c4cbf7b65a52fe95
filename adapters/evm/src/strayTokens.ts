/**
 * What lies at deposit addresses and is no deposit: other tokens than USDC, and the chain's own coin. It belongs to the
 * address's account and can go to that account's own address alone (`DepositForwarder`), which the keeper does when the
 * account asks. It moves no balance of the exchange.
 *
 * Logs say only which tokens to ask; what lies there is what the token answers now. Tokens are foreign code: they are
 * read apart from the deposits, which never wait for them, so many of them, and what they call themselves is not told.
 */
import type { Address, Hex } from '@vest/protocol'
import type { StrayHolding, StrayReturn } from '@vest/runtime'
import {
  CostlyTokenError,
  fiatTokenAbi,
  forwarderAddress,
  returnFromForwarder,
  type TransactionSender,
} from '@vest/contracts'
import {
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  parseAbiItem,
  RpcRequestError,
  type Chain,
  type PublicClient,
  type Transport,
} from 'viem'
import type { DepositAccounts } from './depositAccounts.ts'
import type { StrayStore } from './strayFile.ts'
import { COIN_SYMBOLS, OFTEN_MISTAKEN } from './strayTable.ts'
import type { WatchedVault } from './vaultLogs.ts'

export interface StrayTokens {
  /** There may be news up to this block, which is final. */
  note(finalNumber: bigint): void
  /** What lies at the account's deposit address now, looked up to the head. */
  holdings(account: Address): Promise<readonly StrayHolding[]>
  /** Sends it to the account; absent: the chain's own coin. */
  giveBack(account: Address, token: Address | undefined): Promise<StrayReturn>
  stop(): Promise<void>
}

/** A transfer of a token takes a tenth of it. */
const GAS_MAX = 500_000n
const TOKENS_PER_ADDRESS_MAX = 50
const RECEIVERS_AT_ONCE = 500
const DECIMALS_MAX = 36n
const COIN_DECIMALS = 18
const NO_TOKEN: Address = `0x${'0'.repeat(40)}`

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export function strayTokens(options: {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  readonly addresses: DepositAccounts
  readonly keeper: TransactionSender
  readonly startBlock: bigint
  readonly rangeBlocks: bigint
  readonly store?: StrayStore | undefined
  readonly onTrouble: (error: Error) => void
}): StrayTokens {
  const { client, watched, addresses, keeper, store } = options
  const stored = store?.load()
  const found = new Map<Address, Set<Address>>(
    Object.entries(stored?.tokens ?? {}).map(([home, tokens]) => [home as Address, new Set(tokens)]),
  )
  const decimals = new Map<Address, number>()
  /** Everything up to it was read and can no longer change. */
  let readTo = stored?.number ?? options.startBlock - 1n
  let finalNumber = readTo
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()
  /** One after the other: a caller sees what was read before. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = running.then(work, work)
    running = mine.catch(() => undefined)
    return mine
  }

  async function readUpTo(head: bigint): Promise<void> {
    let isNews = false
    // A local chain may have come back without its last blocks.
    if (head < readTo) readTo = head
    for (let from = readTo + 1n; from <= head && !isStopped; from += options.rangeBlocks) {
      const last = from + options.rangeBlocks - 1n
      const to = last < head ? last : head
      const homes = addresses.forwarders()
      for (let at = 0; at < homes.length; at += RECEIVERS_AT_ONCE)
        isNews = (await readRange(homes.slice(at, at + RECEIVERS_AT_ONCE), from, to)) || isNews
      const isFinal = to <= finalNumber
      if (isFinal) readTo = to
      if (isFinal || isNews) await save()
    }
  }

  /**
   * A question whose answer is too long for the node is asked in halves, down to one address in one block; who fills even
   * that has only made their own transfers invisible.
   */
  async function readRange(to: readonly Address[], fromBlock: bigint, toBlock: bigint): Promise<boolean> {
    try {
      const args = { to: [...to] }
      const logs = await client.getLogs({ event: transferEvent, args, strict: true, fromBlock, toBlock })
      return logs.map((log) => enter(lower(log.args.to), lower(log.address))).some((isNew) => isNew)
    } catch (error) {
      if (!isAnswered(error)) throw error
      if (fromBlock < toBlock) {
        const middle = (fromBlock + toBlock) / 2n
        const first = await readRange(to, fromBlock, middle)
        return (await readRange(to, middle + 1n, toBlock)) || first
      }
      if (to.length > 1) {
        const middle = Math.ceil(to.length / 2)
        const first = await readRange(to.slice(0, middle), fromBlock, toBlock)
        return (await readRange(to.slice(middle), fromBlock, toBlock)) || first
      }
      options.onTrouble(asError(error))
      return false
    }
  }

  function enter(home: Address, token: Address): boolean {
    if (token === watched.token || addresses.accountOf(home) === undefined) return false
    const tokens = found.get(home) ?? new Set<Address>()
    if (tokens.has(token) || tokens.size >= TOKENS_PER_ADDRESS_MAX) return false
    found.set(home, tokens.add(token))
    return true
  }

  const save = async (): Promise<void> =>
    store?.save({
      number: readTo,
      tokens: Object.fromEntries([...found].map(([home, tokens]) => [home, [...tokens]])),
    })

  const named = (token: Address) =>
    OFTEN_MISTAKEN[watched.chainId]?.find(({ address }) => address === token)?.symbol

  async function holding(home: Address, token: Address): Promise<StrayHolding | undefined> {
    const args = [home] as const
    const units = await ask(token, encodeFunctionData({ abi: fiatTokenAbi, functionName: 'balanceOf', args }))
    if (!units) return undefined
    const symbol = named(token)
    return { token, units, decimals: await decimalsOf(token), ...(symbol === undefined ? {} : { symbol }) }
  }

  async function decimalsOf(token: Address): Promise<number> {
    const known = decimals.get(token)
    if (known !== undefined) return known
    const said = await ask(token, encodeFunctionData({ abi: fiatTokenAbi, functionName: 'decimals' }))
    // What no token says is the same as nothing: base units are shown.
    const decimal = said !== undefined && said <= DECIMALS_MAX ? Number(said) : 0
    decimals.set(token, decimal)
    return decimal
  }

  /** A number of a token; undefined = it is none, or does not answer as one does. */
  async function ask(to: Address, data: Hex): Promise<bigint | undefined> {
    try {
      const { data: answer } = await client.call({ to, data, gas: GAS_MAX })
      return answer !== undefined && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : undefined
    } catch (error) {
      if (isAnswered(error)) return undefined
      throw error
    }
  }

  return {
    note(number) {
      if (number <= finalNumber) return
      finalNumber = number
      void inOrder(() => readUpTo(number)).catch((error: unknown) => options.onTrouble(asError(error)))
    },
    holdings: (account) =>
      inOrder(async () => {
        await readUpTo(await client.getBlockNumber({ cacheTime: 0 }))
        const home = forwarderAddress(watched.vault, account)
        const tokens = new Set([
          ...(OFTEN_MISTAKEN[watched.chainId] ?? []).map(({ address }) => address),
          ...(found.get(home) ?? []),
        ])
        const [coin, ...held] = await Promise.all([
          client.getBalance({ address: home }),
          ...[...tokens].filter((token) => token !== watched.token).map((token) => holding(home, token)),
        ])
        const symbol = COIN_SYMBOLS[watched.chainId] ?? 'ETH'
        return [
          ...(coin > 0n ? [{ units: coin, decimals: COIN_DECIMALS, symbol }] : []),
          ...held.filter((one) => one !== undefined),
        ]
      }),
    giveBack: (account, token) =>
      inOrder(async () => {
        if (token === watched.token) return { refusal: 'is-deposit' }
        const home = forwarderAddress(watched.vault, account)
        const units =
          token === undefined
            ? await client.getBalance({ address: home })
            : (await holding(home, token))?.units
        if (!units) return { refusal: 'nothing-there' }
        try {
          const place = { vault: watched.vault, account, token: token ?? NO_TOKEN, gasMax: GAS_MAX }
          return { txHash: lower(await returnFromForwarder(keeper, place)) }
        } catch (error) {
          if (error instanceof CostlyTokenError || isReverted(error)) return { refusal: 'refused' }
          throw error
        }
      }),
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

/** The node has answered: it is the question that fails, every time. */
const isAnswered = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) !== null

const isReverted = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null

const lower = <T extends Address | Hex>(text: T): T => text.toLowerCase() as T
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
