/**
 * Reading and writing a chain by viem, loaded when a money dialog opens. Reads go to the RPC that the exchange
 * publishes, else through the wallet; writes always through the wallet, which shows and signs them.
 */
import { nativeCoin, type ChainInfo, WALLET_SENTENCES } from '@vest/protocol'
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  erc20Abi,
  http,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import type { Eip1193Provider } from './eip1193.ts'
import { rpcAddress } from './chains.ts'
import { minedReceipt } from './minedReceipt.ts'

/** The calls of the vault that users make ([7.22]). */
export const vaultAbi = parseAbi([
  'function withdraw(bytes requestArgs, address signer, bytes signature, bytes signatureProof, bytes validatorSignature, bool isSolanaNative)',
  'function withdrawSolana(bytes requestArgs, address signer, bytes signature, bytes signatureProof, bytes validatorSignature, bool isSolanaNative)',
  'function getCompletedTransactions(bytes32[] ids) view returns (bool[])',
])

const RECEIPT_POLL_MS = 1_000

export interface ChainClientOptions {
  readonly chain: ChainInfo
  /** Needed for writes, and for reads where the exchange publishes no RPC. */
  readonly provider?: Eip1193Provider | undefined
  readonly origin: string
}

export interface WithdrawalCall {
  readonly requestArgs: Hex
  readonly signer: Address
  readonly signature: Hex
  readonly signatureProof: Hex
  readonly validatorSignature: Hex
  /** It is burned here for Solana. */
  readonly isToSolana: boolean
}

export type ChainClient = ReturnType<typeof createChainClient>

export function createChainClient({ chain: info, provider, origin }: ChainClientOptions) {
  const rpcUrl = rpcAddress(info, origin)
  const vault = info.vault as Address
  const chain = defineChain({
    id: info.chainId,
    name: info.name,
    nativeCurrency: nativeCoin(info.chainId),
    rpcUrls: { default: { http: rpcUrl === undefined ? [] : [rpcUrl] } },
  })
  const transport =
    rpcUrl !== undefined ? http(rpcUrl) : provider !== undefined ? custom(provider) : undefined
  if (transport === undefined) throw new Error(WALLET_SENTENCES.notConnected)
  const reader = createPublicClient({ chain, transport, pollingInterval: RECEIPT_POLL_MS })
  const writer = (account: Address) => {
    if (provider === undefined) throw new Error(WALLET_SENTENCES.notConnected)
    return createWalletClient({ account, chain, transport: custom(provider) })
  }
  const withdrawal = (call: WithdrawalCall) => ({
    address: vault,
    abi: vaultAbi,
    functionName: call.isToSolana ? ('withdrawSolana' as const) : ('withdraw' as const),
    args: [
      call.requestArgs,
      call.signer,
      call.signature,
      call.signatureProof,
      call.validatorSignature,
      false,
    ] as const,
  })
  const genesisOf = async (ask: Eip1193Provider['request']): Promise<unknown> => {
    const block = await ask({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
    return typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined
  }
  return {
    /**
     * Whether the wallet's network under this id is the exchange's own. A local exchange keeps the ids of the real
     * networks, which a wallet may know: before anything is sent, its own provider must find the vault and, where
     * there is an RPC to compare with, the same first block.
     */
    async isOwnNetwork(): Promise<boolean> {
      if (provider === undefined) throw new Error(WALLET_SENTENCES.notConnected)
      const code = await provider.request({ method: 'eth_getCode', params: [vault, 'latest'] })
      if (typeof code !== 'string' || code === '0x') return false
      if (rpcUrl === undefined) return true
      const [ours, theirs] = await Promise.all([
        genesisOf((call) => reader.request(call as never)),
        genesisOf((call) => provider.request(call)),
      ])
      return ours !== undefined && ours === theirs
    },
    tokenBalance: (token: Address, owner: Address): Promise<bigint> =>
      reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    gasBalance: (owner: Address): Promise<bigint> => reader.getBalance({ address: owner }),
    /** A plain transfer into the vault: one signature, credited to its sender. */
    transferToken: (token: Address, from: Address, amount: bigint): Promise<Hex> =>
      writer(from).writeContract({
        address: token,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [vault, amount],
      }),
    /** Waits for the transaction, or for what its wallet replaces it with, to be in a block; false when it was reverted. */
    async isMined(hash: Hex): Promise<boolean> {
      return (await minedReceipt(reader, hash, RECEIPT_POLL_MS)).status === 'success'
    },
    /** What the withdrawal's call costs at most, in wei. */
    async withdrawalGas(call: WithdrawalCall, from: Address): Promise<bigint> {
      const [gas, fees] = await Promise.all([
        reader.estimateContractGas({ ...withdrawal(call), account: from }),
        reader.estimateFeesPerGas(),
      ])
      return gas * fees.maxFeePerGas
    },
    sendWithdrawal: (call: WithdrawalCall, from: Address): Promise<Hex> =>
      writer(from).writeContract(withdrawal(call)),
    async isCompleted(id: Hex): Promise<boolean> {
      const [done] = await reader.readContract({
        address: vault,
        abi: vaultAbi,
        functionName: 'getCompletedTransactions',
        args: [[id]],
      })
      return done === true
    },
  }
}
