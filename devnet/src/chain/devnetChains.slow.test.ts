import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actionTuple, bytesToHex, usd6, type Address, type Hex } from '@vest/protocol'
import { openDepositAccounts } from '@vest/evm'
import { createTransactionSender, fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import type { ChainAdapter } from '@vest/runtime'
import { createPublicClient, http, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordedEvents, type RecordedEvents } from '../../../adapters/evm/src/testing/recordedEvents.ts'
import { keySigner } from '../../../adapters/evm/src/testing/keySigner.ts'
import { devnetChainAdapter } from './devnetChainAdapter.ts'
import { openDevnetChains, type DevnetChains } from './devnetChains.ts'
import { readKeyFile } from './devnetKeys.ts'
import { jsonRpc } from './jsonRpc.ts'

vi.setConfig({ testTimeout: 120_000 })

const BNB = 56
const BASE = 8453
let folder: string
let dataDir: string
let chains: DevnetChains
let pids: readonly number[]
const watched: ChainAdapter[] = []

const open = async (): Promise<DevnetChains> => {
  chains = await openDevnetChains({ dataDir, onPids: (all) => (pids = all) })
  return chains
}
const stop = async (): Promise<void> => {
  for (const adapter of watched.splice(0)) await adapter.stop()
  await chains.stop()
}
async function watch(chainId: number): Promise<{ adapter: ChainAdapter; events: RecordedEvents }> {
  const fail = (error: Error): void => {
    throw error
  }
  // A node that continues has no states of before; the watch says so and goes on.
  const onTrouble = (error: Error): void => {
    if (error.name !== 'StateForgottenError') fail(error)
  }
  const adapter = devnetChainAdapter({
    chains,
    chainId,
    dataDir,
    onFailure: fail,
    onTrouble,
    addresses: openDepositAccounts(chains.main.vault, join(dataDir, 'addresses.txt')),
    validators: [keySigner(readKeyFile(join(dataDir, 'validator.key')), chains.main.vault)],
  })
  watched.push(adapter)
  const events = recordedEvents()
  await adapter.start([], events)
  return { adapter, events }
}
const person = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())
const balanceOf = async (chainId: number, owner: Address): Promise<bigint> => {
  const { rpcUrl, usdc } = await chains.open(chainId)
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: usdc,
    abi: fiatTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}
async function pay(chainId: number, account: PrivateKeyAccount, units: bigint): Promise<Hex> {
  const { rpcUrl, usdc, vault } = await chains.open(chainId)
  const sender = createTransactionSender({ rpcUrl, chainId, account, pollMs: 20 })
  const receipt = await sender.call({
    address: usdc,
    abi: fiatTokenAbi,
    functionName: 'transfer',
    args: [vault, units],
  })
  return receipt.transactionHash
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-chains-'))
  dataDir = join(folder, 'chain')
  await open()
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

describe('the chains of a devnet', () => {
  it('names token and vault of a chain that has never run, and starts it when it is used', async () => {
    const { adapter } = await watch(BASE)
    expect(adapter.info()).toMatchObject({
      chainId: BASE,
      name: 'Base',
      vault: chains.main.vault,
      isDefault: false,
    })
    expect(pids).toHaveLength(1)
    expect(chains.isUsed(BASE)).toBe(false)

    expect(
      await chains.rpc(BASE, { jsonrpc: '2.0', id: 7, method: 'eth_chainId', params: [] }),
    ).toMatchObject({
      id: 7,
      result: '0x2105',
    })
    expect(pids).toHaveLength(2)
    const { rpcUrl, usdc, vault } = await chains.open(BASE)
    expect({ usdc, vault }).toEqual(chains.addresses(BASE))
    expect(adapter.info().tokens[0]!.address).toBe(usdc)
    expect(await jsonRpc(rpcUrl, 'eth_getCode', [vault, 'latest'])).not.toBe('0x')
    await expect(chains.open(324)).rejects.toThrow('324')
  })

  it('[3.19] [9.8] credits 18 decimals on BNB as micro-dollars, pays them out again, and starts it with the next start', async () => {
    const { adapter, events } = await watch(BNB)
    expect(adapter.info().tokens[0]).toMatchObject({ decimals: 18, authorization: null })
    const trader = person()
    const address = trader.address.toLowerCase() as Address
    expect(await chains.faucet(BNB, address)).toMatchObject({ ok: true })
    expect(await balanceOf(BNB, address)).toBe(10_000n * 10n ** 18n)

    const txHash = await pay(BNB, trader, 25n * 10n ** 18n + 999_999_999_999n)
    const { log } = await events.first('soft', (event) => event.log.txHash === txHash)
    expect(log).toMatchObject({ chainId: BNB, from: address, amountUsd6: usd6(25_000_000) })
    await events.first('final', ({ id }) => id === log.id)
    for (const { expectedUsd6, foundUsd6 } of events.reserves) expect(foundUsd6).toBe(expectedUsd6)

    const { usdc, vault } = await chains.open(BNB)
    const requestArgs = bytesToHex(
      actionTuple({
        kind: 'withdraw',
        time: Date.now(),
        nonce: 1,
        account: address,
        recipient: address,
        token: usdc,
        size: usd6(5_000_000),
        chainId: BNB,
      }),
    )
    const { id, validatorSignature } = await adapter.signWithdrawal(requestArgs)
    expect(id).toBe(keccak256(requestArgs))
    const before = await balanceOf(BNB, address)
    const sent = await adapter.executeWithdrawal({
      id,
      requestArgs,
      signer: address,
      signatureProof: '0x',
      validatorSignature,
      signature: await trader.signMessage({ message: { raw: id } }),
    })
    const done = await events.first('completed', (event) => event.id === id)
    expect(done).toMatchObject({ txHash: sent.txHash, feeUsd6: usd6(200_000) })
    expect((await balanceOf(BNB, address)) - before).toBe(4_800_000n * 10n ** 12n)
    const inVault = await balanceOf(BNB, vault)

    await stop()
    await open()
    const again = await watch(BNB)
    // No caller asks for it: it was used before.
    const reserves = await again.events.firstReserves()
    expect(reserves.foundUsd6).toBe(reserves.expectedUsd6)
    expect(reserves.foundUsd6).toBe(inVault / 10n ** 12n)
  })

  it('[1.3] credits what a stranger sends to a deposit address, the same on every chain, and sweeps it into the vault', async () => {
    const account = person().address.toLowerCase() as Address
    const addresses = new Set<Address>()
    for (const chainId of [chains.main.chainId, BNB]) {
      const { adapter, events } = await watch(chainId)
      const address = adapter.depositAddress!(account)
      addresses.add(address)
      const stranger = person()
      expect(await chains.faucet(chainId, stranger.address)).toMatchObject({ ok: true })
      const { vault, usdc, rpcUrl } = await chains.open(chainId)
      const before = await balanceOf(chainId, vault)
      const units = chainId === BNB ? 10n ** 12n : 1n
      const sender = createTransactionSender({ rpcUrl, chainId, account: stranger, pollMs: 20 })
      const { transactionHash } = await sender.call({
        address: usdc,
        abi: fiatTokenAbi,
        functionName: 'transfer',
        args: [address, 321_000_000n * units],
      })
      const { log } = await events.first('soft', (event) => event.log.txHash === transactionHash)
      expect(log).toMatchObject({
        chainId,
        from: stranger.address.toLowerCase(),
        to: account,
        amountUsd6: usd6(321_000_000),
      })
      await events.first('final', ({ id }) => id === log.id)
      await vi.waitUntil(async () => (await balanceOf(chainId, address)) === 0n, {
        interval: 20,
        timeout: 30_000,
      })
      expect((await balanceOf(chainId, vault)) - before).toBe(321_000_000n * units)
      // The block of the sweep becomes final: what is found follows what was credited, wherever it lies.
      const { mine } = await chains.open(chainId)
      const heads = events.reserves.length
      await mine()
      await mine()
      await vi.waitUntil(() => events.reserves.length > heads, { interval: 20, timeout: 30_000 })
      for (const { expectedUsd6, foundUsd6 } of events.reserves) expect(foundUsd6).toBe(expectedUsd6)
      expect(events.of('soft')).toHaveLength(1)
    }
    expect([...addresses]).toHaveLength(1)
  })

  it('has one vault address on all six, with the same roles', async () => {
    const vaults = new Set<string>()
    for (const chainId of chains.chainIds) {
      const { rpcUrl, vault, keys } = await chains.open(chainId)
      vaults.add(vault)
      const validators = await createPublicClient({ transport: http(rpcUrl) }).readContract({
        address: vault,
        abi: vestVaultAbi,
        functionName: 'validators',
      })
      expect(validators).toEqual(keys.validators)
      expect(await jsonRpc(rpcUrl, 'eth_chainId')).toBe(`0x${chainId.toString(16)}`)
    }
    expect(chains.chainIds).toHaveLength(6)
    expect([...vaults]).toEqual([chains.main.vault])
    expect(pids).toHaveLength(6)
    const all = pids
    await stop()
    for (const pid of all) expect(existsSync(`/proc/${pid}/exe`)).toBe(false)
    await open()
  })
})
