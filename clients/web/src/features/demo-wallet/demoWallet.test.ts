import { signerProofTypedData } from '@vest/protocol'
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type Hex,
  type TransactionSerialized,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore, type SecretStore } from '../../entities/session/vault/secretStore.ts'
import type { Eip1193Provider } from '../../entities/wallet/eip1193.ts'
import { createDemoKey } from './demoKey.ts'
import { createDemoWallet, type DemoQuestion } from './demoWallet.ts'

const CHAIN_ID = 42161
const TOKEN: Hex = `0x${'11'.repeat(20)}`
const VAULT: Hex = `0x${'22'.repeat(20)}`
const STRANGER: Hex = `0x${'33'.repeat(20)}`

let store: SecretStore
let asked: DemoQuestion[]
let approves: boolean
let calls: { readonly chainId: number; readonly method: string; readonly params: readonly unknown[] }[]
let wallet: Eip1193Provider

/** A chain as far as a wallet sees it. */
async function rpc(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
  calls.push({ chainId, method, params })
  if (method === 'eth_getTransactionCount') return '0x7'
  if (method === 'eth_estimateGas') return numberToHex(60_000)
  if (method === 'eth_gasPrice') return numberToHex(100_000_000)
  if (method === 'eth_sendRawTransaction') return `0x${'fe'.repeat(32)}`
  return '0x1'
}
const openWallet = (): Eip1193Provider =>
  createDemoWallet({
    key: createDemoKey(store),
    chainIds: [CHAIN_ID, 56],
    rpc,
    ask: async (question) => (asked.push(question), approves),
  })

beforeEach(() => {
  store = createMemoryStore()
  asked = []
  calls = []
  approves = true
  wallet = openWallet()
})

const connect = async (): Promise<Hex> =>
  ((await wallet.request({ method: 'eth_requestAccounts' })) as readonly Hex[])[0]!
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: { readonly code?: number }) => error.code,
  )
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [VAULT, 5_000_000n] })

describe('demo wallet', () => {
  it('[1.1] shows its address only after its owner agreed, and remembers that', async () => {
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
    approves = false
    expect(await code(connect())).toBe(4001)
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
    approves = true
    const address = await connect()
    expect(asked.map(({ kind }) => kind)).toEqual(['connect', 'connect'])
    wallet = openWallet()
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([address])
    expect([await connect(), asked.length]).toEqual([address, 2])
  })

  it('signs the registration proof and shows exactly what it signs', async () => {
    const address = await connect()
    const typedData = signerProofTypedData(VAULT, STRANGER, 1_800_000_000_000)
    const signature = (await wallet.request({
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(typedData)],
    })) as Hex
    const { EIP712Domain: _domain, ...types } = typedData.types
    expect(
      await recoverTypedDataAddress({
        domain: { ...typedData.domain, verifyingContract: VAULT },
        types,
        primaryType: 'SignerProof',
        message: { approvedSigner: STRANGER, signerExpiry: 1_800_000_000_000n },
        signature,
      }),
    ).toBe(address)
    expect(asked[1]).toMatchObject({ kind: 'typed-data', typedData })
  })

  it('signs a raw 32-byte message as the vault verifies it', async () => {
    const address = await connect()
    const message: Hex = `0x${'5a'.repeat(32)}`
    const signature = (await wallet.request({ method: 'personal_sign', params: [message, address] })) as Hex
    expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(address)
    expect(asked[1]).toEqual({ kind: 'message', address, message })
  })

  it('sends a transaction that is what its owner saw, signed by its own key for its own chain', async () => {
    const address = await connect()
    const hash = await wallet.request({
      method: 'eth_sendTransaction',
      params: [{ from: address, to: TOKEN, data: transfer }],
    })
    expect(hash).toBe(`0x${'fe'.repeat(32)}`)
    const sent = calls.find(({ method }) => method === 'eth_sendRawTransaction')!
      .params[0] as TransactionSerialized
    expect(
      await recoverTransactionAddress({
        serializedTransaction: sent as Parameters<
          typeof recoverTransactionAddress
        >[0]['serializedTransaction'],
      }),
    ).toBe(address)
    const shown = asked[1] as Extract<DemoQuestion, { kind: 'transaction' }>
    expect(parseTransaction(sent)).toMatchObject({
      chainId: CHAIN_ID,
      nonce: 7,
      to: shown.transaction.to,
      data: shown.transaction.data,
      gas: shown.transaction.gas,
      maxFeePerGas: shown.transaction.maxFeePerGas,
    })
    expect([shown.transaction.to, shown.transaction.data]).toEqual([TOKEN, transfer])
  })

  it('sends nothing when its owner declines', async () => {
    const address = await connect()
    approves = false
    expect(
      await code(
        wallet.request({
          method: 'eth_sendTransaction',
          params: [{ from: address, to: TOKEN, data: transfer }],
        }),
      ),
    ).toBe(4001)
    expect(calls.some(({ method }) => method === 'eth_sendRawTransaction')).toBe(false)
  })

  it('refuses what a careful wallet refuses, without a question', async () => {
    const address = await connect()
    const before = asked.length
    const typedData = signerProofTypedData(VAULT, STRANGER, 1)
    const refusals: readonly (readonly [string, readonly unknown[], number])[] = [
      ['eth_sign', [address, '0xab'], 4200],
      ['eth_signTransaction', [{}], 4200],
      ['eth_sendRawTransaction', ['0xab'], 4200],
      ['eth_signTypedData', [], 4200],
      ['anvil_setBalance', [address, '0xff'], 4200],
      ['personal_sign', ['0xab', STRANGER], 4100],
      ['personal_sign', ['not hex', address], -32602],
      ['eth_signTypedData_v4', [STRANGER, JSON.stringify(typedData)], 4100],
      ['eth_signTypedData_v4', [address, '{'], -32602],
      [
        'eth_signTypedData_v4',
        [address, JSON.stringify({ ...typedData, domain: { ...typedData.domain, chainId: 1 } })],
        -32602,
      ],
      ['eth_sendTransaction', [{ from: STRANGER, to: TOKEN }], 4100],
      ['eth_sendTransaction', [{ from: address }], -32602],
      ['eth_sendTransaction', [{ from: address, to: TOKEN, chainId: '0x1' }], -32602],
      ['wallet_switchEthereumChain', [{ chainId: '0x1' }], 4902],
    ]
    for (const [method, params, expected] of refusals)
      expect([method, await code(wallet.request({ method, params }))]).toEqual([method, expected])
    expect(asked).toHaveLength(before)
  })

  it('signs nothing before it is connected and nothing after it was disconnected', async () => {
    const { address } = await createDemoKey(store).account()
    expect(await code(wallet.request({ method: 'personal_sign', params: ['0xab', address] }))).toBe(4100)
    await connect()
    const heard: unknown[] = []
    wallet.on?.('accountsChanged', (accounts: never) => heard.push(accounts))
    await wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect([await wallet.request({ method: 'eth_accounts' }), heard]).toEqual([[], [[]]])
    expect(await code(wallet.request({ method: 'personal_sign', params: ['0xab', address] }))).toBe(4100)
  })

  it('[9.8] switches between the local chains, reads and signs on the one it is on', async () => {
    const address = await connect()
    const heard: unknown[] = []
    wallet.on?.('chainChanged', ((chainId: unknown) => heard.push(chainId)) as never)
    expect(
      await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] }),
    ).toBeNull()
    expect([await wallet.request({ method: 'eth_chainId' }), heard]).toEqual(['0x38', ['0x38']])
    await wallet.request({
      method: 'eth_sendTransaction',
      params: [{ from: address, to: TOKEN, data: '0x', chainId: '0x38' }],
    })
    const sent = calls.find(({ method }) => method === 'eth_sendRawTransaction')!
    expect(sent.chainId).toBe(56)
    expect(parseTransaction(sent.params[0] as Hex).chainId).toBe(56)
    expect(new Set(calls.map(({ chainId }) => chainId))).toEqual(new Set([56]))
  })

  it('is on its chain, passes reads on, and works behind a library', async () => {
    expect([
      await wallet.request({ method: 'eth_chainId' }),
      await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa4b1' }] }),
    ]).toEqual(['0xa4b1', null])
    const chain = defineChain({
      id: CHAIN_ID,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
    expect(
      await createPublicClient({ chain, transport: custom(wallet) }).getBalance({ address: STRANGER }),
    ).toBe(1n)
    const account = await connect()
    const hash = await createWalletClient({ account, chain, transport: custom(wallet) }).writeContract({
      address: TOKEN,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [VAULT, 1n],
    })
    expect(hash).toBe(`0x${'fe'.repeat(32)}`)
  })

  it('keeps its key sealed, the same one from visit to visit', async () => {
    const address = await connect()
    const stored = JSON.stringify(await Promise.all((await store.keys()).map((key) => store.get(key))))
    expect(stored).not.toMatch(/[0-9a-f]{64}/)
    expect((await createDemoKey(store).account()).address).toBe(address)
  })
})
