/**
 * The demo wallet of a local exchange: an EIP-1193 provider like any other, with its key in this browser. It
 * signs nothing without asking its owner, knows the local chains alone, passes only reads on to them, and refuses by the codes
 * of EIP-1193 whatever a careful wallet refuses: other people's addresses, blind eth_sign, other chains.
 */
import { WALLET_SENTENCES } from '@vest/protocol'
import { hexToBigInt, isAddress, isHex, numberToHex, size, type Hex, type TypedDataDefinition } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { chainIdHex } from '../../entities/wallet/chains.ts'
import {
  ProviderError,
  UNAUTHORIZED,
  UNKNOWN_CHAIN,
  UNSUPPORTED_METHOD,
  USER_REJECTED,
  type Eip1193Provider,
  type RequestArguments,
} from '../../entities/wallet/eip1193.ts'
import type { DemoKey } from './demoKey.ts'

export interface DemoTransaction {
  readonly chainId: number
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
}

/** What the owner is asked; the panel shows exactly this object. */
export type DemoQuestion =
  | { readonly kind: 'connect'; readonly address: Hex }
  | { readonly kind: 'message'; readonly address: Hex; readonly message: Hex }
  | { readonly kind: 'typed-data'; readonly address: Hex; readonly typedData: TypedDataDefinition }
  | { readonly kind: 'transaction'; readonly address: Hex; readonly transaction: DemoTransaction }

export interface DemoWalletOptions {
  readonly key: DemoKey
  /** It begins on the first. */
  readonly chainIds: readonly [number, ...number[]]
  /** One JSON-RPC call to a chain; throws ProviderError with the chain's own code. */
  readonly rpc: (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>
  readonly ask: (question: DemoQuestion) => Promise<boolean>
}

const READS: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
])
const INVALID_PARAMS = -32602

export function createDemoWallet({ key, chainIds, rpc: rpcOf, ask }: DemoWalletOptions): Eip1193Provider {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  let chainId = chainIds[0]
  const rpc = (method: string, params: readonly unknown[]): Promise<unknown> => rpcOf(chainId, method, params)

  function emit(event: string, payload: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
  }

  async function connectedAccount(): Promise<PrivateKeyAccount> {
    if (!(await key.isConnected())) throw new ProviderError(UNAUTHORIZED, WALLET_SENTENCES.notConnected)
    return key.account()
  }

  async function confirm(question: DemoQuestion): Promise<void> {
    if (!(await ask(question))) throw new ProviderError(USER_REJECTED, 'User rejected the request')
  }

  async function requireOwn(address: unknown): Promise<PrivateKeyAccount> {
    const account = await connectedAccount()
    if (typeof address !== 'string' || address.toLowerCase() !== account.address.toLowerCase())
      throw new ProviderError(UNAUTHORIZED, 'Not an address of this wallet')
    return account
  }

  async function connect(): Promise<readonly string[]> {
    const { address } = await key.account()
    if (!(await key.isConnected())) {
      await confirm({ kind: 'connect', address })
      await key.setConnected(true)
      emit('connect', { chainId: chainIdHex(chainId) })
      emit('accountsChanged', [address])
    }
    return [address]
  }

  async function signMessage([message, address]: readonly unknown[]): Promise<Hex> {
    const account = await requireOwn(address)
    if (!isHex(message)) throw new ProviderError(INVALID_PARAMS, WALLET_SENTENCES.emptyMessage)
    await confirm({ kind: 'message', address: account.address, message })
    return account.signMessage({ message: { raw: message } })
  }

  async function signTypedData([address, json]: readonly unknown[]): Promise<Hex> {
    const account = await requireOwn(address)
    const typedData = readTypedData(json)
    const named = typedData.domain?.chainId
    if (named !== undefined && Number(named) !== chainId)
      throw new ProviderError(INVALID_PARAMS, 'Typed data of another chain')
    await confirm({ kind: 'typed-data', address: account.address, typedData })
    return account.signTypedData(typedData)
  }

  async function sendTransaction([request]: readonly unknown[]): Promise<unknown> {
    const wanted = readTransaction(request)
    const account = await requireOwn(wanted.from)
    if (wanted.chainId !== undefined && wanted.chainId !== chainId)
      throw new ProviderError(INVALID_PARAMS, 'Transaction of another chain')
    // The chain that the owner is asked about, whatever is switched to while the question stands.
    const ofChain = chainId
    const rpc = (method: string, params: readonly unknown[]): Promise<unknown> =>
      rpcOf(ofChain, method, params)
    const call = { from: account.address, to: wanted.to, data: wanted.data, value: numberToHex(wanted.value) }
    const [nonce, gas, price] = await Promise.all([
      rpc('eth_getTransactionCount', [account.address, 'pending']),
      wanted.gas ?? rpc('eth_estimateGas', [call]),
      rpc('eth_gasPrice', []),
    ])
    // Twice the price of now: the base fee can rise by an eighth a block before this one is in.
    const maxFeePerGas = readQuantity(price) * 2n
    const transaction: DemoTransaction = {
      chainId: ofChain,
      to: wanted.to,
      value: wanted.value,
      data: wanted.data,
      gas: readQuantity(gas),
      maxFeePerGas,
    }
    await confirm({ kind: 'transaction', address: account.address, transaction })
    const signed = await account.signTransaction({
      type: 'eip1559',
      nonce: Number(readQuantity(nonce)),
      maxPriorityFeePerGas: 0n,
      ...transaction,
    })
    return rpc('eth_sendRawTransaction', [signed])
  }

  /** A question to the owner would be empty: all of its chains are of this machine. */
  function switchChain([request]: readonly unknown[]): null {
    const wanted =
      typeof request === 'object' && request !== null && 'chainId' in request ? request.chainId : undefined
    const found = chainIds.find((id) => typeof wanted === 'string' && wanted.toLowerCase() === chainIdHex(id))
    if (found === undefined)
      throw new ProviderError(UNKNOWN_CHAIN, 'The demo wallet knows the local chains only')
    if (found !== chainId) {
      chainId = found
      emit('chainChanged', chainIdHex(found))
    }
    return null
  }

  async function request({ method, params }: RequestArguments): Promise<unknown> {
    const list: readonly unknown[] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_requestAccounts':
        return connect()
      case 'eth_accounts':
        return (await key.isConnected()) ? [(await key.account()).address] : []
      case 'eth_chainId':
        return chainIdHex(chainId)
      case 'net_version':
        return String(chainId)
      case 'personal_sign':
        return signMessage(list)
      case 'eth_signTypedData_v4':
        return signTypedData(list)
      case 'eth_sendTransaction':
        return sendTransaction(list)
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchChain(list)
      case 'wallet_revokePermissions':
        await key.setConnected(false)
        emit('accountsChanged', [])
        return null
      default:
        if (READS.has(method)) return rpc(method, list)
        throw new ProviderError(UNSUPPORTED_METHOD, `Unsupported method: ${method}`)
    }
  }

  return {
    request,
    on(event, listener) {
      const held = listeners.get(event) ?? new Set()
      listeners.set(event, held.add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

function readTypedData(json: unknown): TypedDataDefinition {
  let parsed: unknown
  try {
    parsed = typeof json === 'string' ? JSON.parse(json) : undefined
  } catch {
    // Not JSON: refused below like everything else that is no typed data.
  }
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('types' in parsed) ||
    !('primaryType' in parsed) ||
    !('message' in parsed)
  )
    throw new ProviderError(INVALID_PARAMS, 'Not typed data')
  return parsed as unknown as TypedDataDefinition
}

function readTransaction(request: unknown) {
  if (typeof request !== 'object' || request === null)
    throw new ProviderError(INVALID_PARAMS, WALLET_SENTENCES.invalidRequest)
  const { from, to, data = '0x', value = '0x0', gas, chainId } = request as Record<string, unknown>
  // Without a receiver it would create a contract, which no screen here asks for.
  if (
    typeof to !== 'string' ||
    !isAddress(to, { strict: false }) ||
    !isHex(data) ||
    !isHex(value) ||
    size(value) > 32
  )
    throw new ProviderError(INVALID_PARAMS, WALLET_SENTENCES.invalidRequest)
  return {
    from,
    to: to as Hex,
    data,
    value: value === '0x' ? 0n : hexToBigInt(value),
    gas: isHex(gas) ? gas : undefined,
    chainId: isHex(chainId) ? Number(hexToBigInt(chainId)) : undefined,
  }
}

function readQuantity(value: unknown): bigint {
  if (!isHex(value) || value === '0x') throw new ProviderError(-32603, 'The chain gave no answer')
  return hexToBigInt(value)
}
