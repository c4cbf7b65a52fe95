/**
 * The faucet: 10,000 USDC and 1 ETH on a devnet chain, once an hour per address. The owner of a Solana wallet has no key
 * on this chain: the USDC goes into the vault for their account, without ether. What it has given is written down before
 * it gives (a crash in between costs an hour of waiting, not a second helping), and a gift is durable before it is
 * announced. Who says how much is missing gets just that, together 100,000 USDC an hour per address.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Address, Hex, Usd6 } from '@vest/protocol'
import { accountAddress, solanaAccount, solanaPublicKey, usd6 } from '@vest/protocol'
import { fiatTokenAbi, TransactionRevertedError, vestVaultAbi, type TransactionSender } from '@vest/contracts'
import { keccak256 } from '@vest/sdk'
import { BaseError, ContractFunctionRevertedError, ExecutionRevertedError, HttpRequestError } from 'viem'
import { writeDurably } from './durableFile.ts'

export const FAUCET_USD6: Usd6 = usd6(10_000_000_000)
const FAUCET_WEI = 10n ** 18n
export const FAUCET_INTERVAL_MS = 3_600_000
/** What one address may ask for by amount in an hour. */
export const FAUCET_ASKED_USD6_MAX: Usd6 = usd6(100_000_000_000)

export type FaucetAnswer =
  | { readonly ok: true; readonly txHash: Hex; readonly wei: bigint; readonly amountUsd6: Usd6 }
  | { readonly ok: false; readonly reason: 'wait'; readonly retryTimeMs: number }
  | { readonly ok: false; readonly reason: 'refused-address' }
  /** What stands at the address takes no ether or no USDC: a contract that reverts. */
  | { readonly ok: false; readonly reason: 'reverted' }

export interface Faucet {
  give(address: string, amountUsd6?: Usd6): Promise<FaucetAnswer>
}

export function createFaucet(options: {
  readonly file: string
  /** What was asked for by amount. */
  readonly askedFile: string
  readonly sender: TransactionSender
  readonly usdc: Address
  readonly vault: Address
  /** Units of the token per micro-USDC. */
  readonly unitsPerUsd6: bigint
  /** Contracts and operators of the chain itself. */
  readonly refused: readonly Address[]
  readonly ensureDurable: () => Promise<void>
  readonly nowMs: () => number
}): Faucet {
  const { file, sender, usdc, vault, nowMs } = options
  const refused = new Set([...options.refused.map((address) => address.toLowerCase()), `0x${'0'.repeat(40)}`])
  const givenMs = new Map<string, number>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : [],
  )
  const { askedFile } = options
  /** The hour that began with the first, and all that was asked for in it. */
  const asked = new Map<string, { readonly sinceMs: number; readonly usd6: number }>(
    existsSync(askedFile)
      ? Object.entries(JSON.parse(readFileSync(askedFile, 'utf8')) as Record<string, never>)
      : [],
  )
  let writing: Promise<unknown> = Promise.resolve()
  const remember = (): Promise<void> => {
    const write = writing.then(async () => {
      for (const [address, timeMs] of givenMs)
        if (timeMs + FAUCET_INTERVAL_MS <= nowMs()) givenMs.delete(address)
      for (const [address, { sinceMs }] of asked)
        if (sinceMs + FAUCET_INTERVAL_MS <= nowMs()) asked.delete(address)
      await writeDurably(file, JSON.stringify(Object.fromEntries(givenMs)), 0o600)
      await writeDurably(askedFile, JSON.stringify(Object.fromEntries(asked)), 0o600)
    })
    writing = write.catch(() => undefined)
    return write
  }
  const token = (functionName: string, args: readonly unknown[]) =>
    sender.call({ address: usdc, abi: fiatTokenAbi, functionName, args })

  async function giveToWallet(address: Address, amountUsd6: Usd6) {
    await sender.pay(address, FAUCET_WEI)
    const receipt = await token('mint', [address, BigInt(amountUsd6) * options.unitsPerUsd6])
    return { txHash: receipt.transactionHash, wei: FAUCET_WEI }
  }

  /** One after the other: each sets the allowance that the next step uses up. */
  let depositing: Promise<unknown> = Promise.resolve()
  function giveToAccount(publicKey: Uint8Array, amountUsd6: Usd6) {
    const deposit = async () => {
      const amount = BigInt(amountUsd6) * options.unitsPerUsd6
      await token('mint', [sender.account.address, amount])
      await token('approve', [vault, amount])
      const receipt = await sender.call({
        address: vault,
        abi: vestVaultAbi,
        functionName: 'deposit',
        args: [usdc, solanaAccount(publicKey, keccak256), amount],
      })
      return { txHash: receipt.transactionHash, wei: 0n }
    }
    const mine = depositing.then(deposit)
    depositing = mine.catch(() => undefined)
    return mine
  }

  /** Writes down that it gives, and how to take that back; or says when it gives again. */
  function note(
    address: string,
    amountUsd6: Usd6 | undefined,
  ): { readonly retryTimeMs: number } | { readonly undo: () => void } {
    const sinceMs = givenMs.get(address) ?? -FAUCET_INTERVAL_MS
    if (amountUsd6 === undefined) {
      if (nowMs() < sinceMs + FAUCET_INTERVAL_MS) return { retryTimeMs: sinceMs + FAUCET_INTERVAL_MS }
      givenMs.set(address, nowMs())
      return { undo: () => void givenMs.delete(address) }
    }
    const before = asked.get(address)
    const isRunning = before !== undefined && nowMs() < before.sinceMs + FAUCET_INTERVAL_MS
    const hour = isRunning ? before : { sinceMs: nowMs(), usd6: 0 }
    if (hour.usd6 + amountUsd6 > FAUCET_ASKED_USD6_MAX)
      return { retryTimeMs: hour.sinceMs + FAUCET_INTERVAL_MS }
    asked.set(address, { ...hour, usd6: hour.usd6 + amountUsd6 })
    return {
      undo: () => {
        const now = asked.get(address)
        if (now !== undefined) asked.set(address, { ...now, usd6: now.usd6 - amountUsd6 })
      },
    }
  }

  return {
    give: async (input, amountUsd6) => {
      const address = accountAddress(input)
      if (address === undefined || refused.has(address)) return { ok: false, reason: 'refused-address' }
      const noted = note(address, amountUsd6)
      if ('retryTimeMs' in noted) return { ok: false, reason: 'wait', ...noted }
      const given = amountUsd6 ?? FAUCET_USD6
      try {
        await remember()
        const publicKey = solanaPublicKey(address)
        const gift =
          publicKey === undefined
            ? await giveToWallet(address as Address, given)
            : await giveToAccount(publicKey, given)
        await options.ensureDurable()
        return { ok: true, amountUsd6: given, ...gift }
      } catch (error) {
        noted.undo()
        if (isRevert(error)) return { ok: false, reason: 'reverted' }
        throw error
      }
    },
  }
}

/** The contract there said no, or had no end, in the trial or in the block; anything else is trouble with the line. */
const isRevert = (error: unknown): boolean =>
  error instanceof TransactionRevertedError ||
  (error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError) === null &&
    (error.walk(
      (cause) => cause instanceof ContractFunctionRevertedError || cause instanceof ExecutionRevertedError,
    ) !== null ||
      /OutOfGas|gas required exceeds/.test(error.message)))
