/**
 * What a contract wallet says of a signature (ERC-1271), asked of the node and never sent: with so much gas, so much time
 * and no second try. What reverts, runs out of gas or answers anything but the magic word has declined; a node that does
 * not answer has said nothing, and that is an error.
 */
import type { Address, Hex } from '@vest/protocol'
import type { ContractSignature } from '@vest/runtime'
import {
  BaseError,
  createPublicClient,
  encodeFunctionData,
  http,
  numberToHex,
  parseAbi,
  RpcRequestError,
  type Chain,
} from 'viem'

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const MAGIC_WORD = `0x1626ba7e${'0'.repeat(56)}`
/** As much as the vault gives when it asks the same (`VestVault.sol`). */
const GAS = 1_000_000n
const TIMEOUT_MS = 5_000

export type AskContract = (account: Address, digest: Hex, signature: Hex) => Promise<ContractSignature>

export function contractSignatures(chain: Chain, rpcUrl: string): AskContract {
  const client = createPublicClient({
    chain,
    transport: http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0 }),
  })

  async function answerOf(account: Address, digest: Hex, signature: Hex): Promise<Hex | undefined> {
    const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args: [digest, signature] })
    try {
      return await client.request({
        method: 'eth_call',
        params: [{ to: account, data, gas: numberToHex(GAS) }, 'latest'],
      })
    } catch (error) {
      if (isExecutionError(error)) return undefined
      throw error
    }
  }

  return async (account, digest, signature) => {
    const [code, answer] = await Promise.all([
      client.request({ method: 'eth_getCode', params: [account, 'latest'] }),
      answerOf(account, digest, signature),
    ])
    if (code === undefined || code === '0x') return 'absent'
    // Longer answers begin with the word; its unused bytes are zeros.
    return answer?.slice(0, MAGIC_WORD.length) === MAGIC_WORD ? 'accepted' : 'declined'
  }
}

/** By the words that nodes have for it: their codes differ, and they share them with other failures. */
function isExecutionError(error: unknown): boolean {
  const cause = error instanceof BaseError ? error.walk((one) => one instanceof RpcRequestError) : null
  return (
    cause instanceof RpcRequestError &&
    /revert|out.?of.?gas|opcode|invalid.?jump|stack|execution/i.test(cause.details)
  )
}
