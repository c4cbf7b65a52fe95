/**
 * The road between vaults, as this chain's vault has it: its lots are signed by a quorum of validators, sent by the keeper,
 * and found again by their numbers; what was burned for it elsewhere is delivered here. Undefined where the vault knows no
 * messenger, or was deployed before there were lots.
 */
import { assert, hexToBytes, rebalanceArgs, usd6, type Hex, type Id } from '@vest/protocol'
import type { AttestedBurn, LotBurn, VaultRoad } from '@vest/runtime'
import { fiatTokenAbi, vestMessengerAbi, vestVaultAbi, type TransactionSender } from '@vest/contracts'
import { keccak256, type Address, type Chain, type PublicClient, type Transport } from 'viem'
import { isRevert } from './authorizedDeposits.ts'
import { asTokenUnits, toUsd6 } from './tokenAmount.ts'
import { collectSignatures, type WithdrawalSigner } from './validators/index.ts'
import type { WatchedVault } from './vaultLogs.ts'
import { readQuorum } from './withdrawals.ts'

export interface VaultRoadOptions {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  readonly domain: number
  /** Burns here, and makes what was burned elsewhere. */
  readonly messenger: Address
  readonly validators: readonly WithdrawalSigner[]
  readonly keeper: TransactionSender
  readonly startBlock: bigint
  readonly rangeBlocks: bigint
  /** The last final block, and a wish that the chain be final past a time. */
  readonly finalNumber: () => bigint | undefined
  readonly wantFinalTime: (timeMs: number) => void
}

export function createVaultRoad(options: VaultRoadOptions): VaultRoad {
  const { client, watched, keeper, messenger } = options
  const vault = { address: watched.vault, abi: vestVaultAbi } as const
  const minter = { address: messenger, abi: vestMessengerAbi } as const

  const nextNonce = async (blockNumber?: bigint): Promise<number> =>
    Number(
      await client.readContract({
        ...vault,
        functionName: 'rebalances',
        ...(blockNumber === undefined ? {} : { blockNumber }),
      }),
    )
  const isReceived = (nonce: Hex, blockNumber?: bigint): Promise<boolean> =>
    client.readContract({
      ...minter,
      functionName: 'received',
      args: [nonce],
      ...(blockNumber === undefined ? {} : { blockNumber }),
    })
  /** The head may be undone; what it holds is final soon. */
  async function wantHeadFinal(): Promise<void> {
    const { timestamp } = await client.getBlock({ blockTag: 'latest' })
    options.wantFinalTime(Number(timestamp) * 1_000)
  }

  async function logOf(nonce: number, upTo: bigint) {
    for (let to = upTo; to >= options.startBlock; to -= options.rangeBlocks) {
      const first = to - options.rangeBlocks + 1n
      const [log] = await client.getLogs({
        address: watched.vault,
        event: REBALANCED,
        args: { nonce: BigInt(nonce) },
        fromBlock: first > options.startBlock ? first : options.startBlock,
        toBlock: to,
      })
      if (log !== undefined) return log
    }
    return undefined
  }

  return {
    domain: options.domain,
    async state() {
      const [next, raw] = await Promise.all([
        nextNonce(),
        client.readContract({
          address: watched.token,
          abi: fiatTokenAbi,
          functionName: 'balanceOf',
          args: [watched.vault],
        }),
      ])
      return {
        nextNonce: next,
        heldUsd6: toUsd6(asTokenUnits(raw), watched.decimals) ?? usd6(Number.MAX_SAFE_INTEGER),
      }
    },
    async sign(lot) {
      const args = rebalanceArgs(lot)
      const id = keccak256(hexToBytes(args)) as Id
      const quorum = await readQuorum(client, watched.vault)
      return collectSignatures(options.validators, quorum, watched.vault, {
        chainId: watched.chainId,
        id,
        requestArgs: args,
        isRebalance: true,
      })
    },
    async send(lot, signatures) {
      try {
        await keeper.call({ ...vault, functionName: 'rebalance', args: [rebalanceArgs(lot), signatures] })
      } catch (error) {
        // Sent before, and its answer lost.
        if (!isRevert(error) || (await nextNonce()) <= lot.nonce) throw error
      }
      await wantHeadFinal()
    },
    async burnOf(nonce): Promise<LotBurn | undefined> {
      const final = options.finalNumber()
      if ((await nextNonce()) <= nonce) return undefined
      if (final === undefined || (await nextNonce(final)) <= nonce) {
        await wantHeadFinal()
        return undefined
      }
      const log = await logOf(nonce, final)
      assert(log !== undefined, `lot ${nonce} left the vault of chain ${watched.chainId} without a log`)
      const { timestamp } = await client.getBlock({ blockNumber: log.blockNumber })
      const { size, domain } = log.args
      assert(size !== undefined && domain !== undefined, 'a log of the vault has all its words')
      return {
        txHash: log.transactionHash,
        timeMs: Number(timestamp) * 1_000,
        sizeUsd6: usd6(Number(size)),
        domain,
      }
    },
    async receive({ message, attestation }: AttestedBurn) {
      const nonce: Hex = `0x${message.slice(2 + 2 * NONCE_AT, 2 + 2 * NONCE_AT + 64)}`
      const final = options.finalNumber()
      if (final !== undefined && (await isReceived(nonce, final))) return { isFinal: true }
      if (!(await isReceived(nonce))) {
        try {
          await keeper.call({ ...minter, functionName: 'receiveMessage', args: [message, attestation] })
        } catch (error) {
          // Anyone may deliver it.
          if (!isRevert(error) || !(await isReceived(nonce))) throw error
        }
      }
      await wantHeadFinal()
      return { isFinal: false }
    },
  }
}

/** Of the nonce in a message's header. */
const NONCE_AT = 12

type RebalancedEvent = Extract<(typeof vestVaultAbi)[number], { type: 'event'; name: 'Rebalanced' }>
const REBALANCED = vestVaultAbi.find(
  (item): item is RebalancedEvent => item.type === 'event' && item.name === 'Rebalanced',
)!
