/**
 * Attests on devnet to what was burned for another network: reads the message from the burn's transaction on its chain,
 * waits a while as the real attestation does, fills in nonce and finality, and signs. It holds nothing: the same burn has
 * the same answer for ever.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { attestationDigest, bytesToHex, completeBurnMessage, type Address, type Hex } from '@vest/protocol'
import { chainOf, vestMessengerAbi } from '@vest/contracts'
import type { AttestedBurn } from '@vest/runtime'
import { keccak256 } from '@vest/sdk'
import {
  createPublicClient,
  encodeAbiParameters,
  http,
  keccak256 as hashOf,
  parseAbiParameters,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { writeDurably } from '../chain/durableFile.ts'

export interface Attester {
  readonly address: Address
  /** Undefined: not yet. */
  attestationOf(chain: AttestedChain, burnTxHash: Hex): Promise<AttestedBurn | undefined>
}

/** Where something was burned. */
export interface AttestedChain {
  readonly chainId: number
  readonly rpcUrl: string
  readonly messenger: string
}

/** Where the real attestation takes a quarter of an hour. */
export const DEVNET_ATTESTATION_MS = 10_000

/** Its key is made at the first start: messengers and mint are told whom they believe. */
export async function openAttester(options: {
  readonly keyFile: string
  /** From the burn's block on. */
  readonly delayMs?: number
  readonly nowMs: () => number
}): Promise<Attester> {
  const { keyFile, delayMs = DEVNET_ATTESTATION_MS, nowMs } = options
  mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 })
  if (!existsSync(keyFile)) await writeDurably(keyFile, `${generatePrivateKey()}\n`, 0o600)
  const key = readFileSync(keyFile, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw new Error(`${keyFile} holds no key of the attester.`)
  const account = privateKeyToAccount(key as Hex)

  return {
    address: account.address,
    async attestationOf({ chainId, rpcUrl, messenger }, burnTxHash) {
      const client = createPublicClient({
        chain: chainOf(chainId, rpcUrl),
        transport: http(rpcUrl),
        cacheTime: 0,
      })
      const receipt = await client.getTransactionReceipt({ hash: burnTxHash }).catch((error: unknown) => {
        // A burn that was undone with its block: it comes again, or never.
        if (error instanceof TransactionReceiptNotFoundError) return undefined
        throw error
      })
      const log =
        receipt &&
        parseEventLogs({ abi: vestMessengerAbi, eventName: 'MessageSent', logs: receipt.logs }).find(
          ({ address }) => address.toLowerCase() === messenger.toLowerCase(),
        )
      if (receipt === undefined || log === undefined) return undefined
      const { timestamp } = await client.getBlock({ blockNumber: receipt.blockNumber })
      if (nowMs() < Number(timestamp) * 1_000 + delayMs) return undefined
      const nonce = hashOf(
        encodeAbiParameters(parseAbiParameters('uint256, bytes32, uint256'), [
          BigInt(chainId),
          burnTxHash,
          BigInt(log.logIndex),
        ]),
      )
      const message = completeBurnMessage(log.args.message, nonce)
      const digest = bytesToHex(attestationDigest(message, keccak256))
      return { message, attestation: await account.sign({ hash: digest }) }
    },
  }
}
