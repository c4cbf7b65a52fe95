import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { solanaAccount, solanaPublicKey, usd6, type Address, type Hex } from '@vest/protocol'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { keccak256 } from '@vest/sdk'
import { createPublicClient, custom, http, parseEventLogs, type Log } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorAddresses } from './devnetDeployment.ts'
import { FAUCET_INTERVAL_MS } from './faucet.ts'
import { jsonRpc } from './jsonRpc.ts'
import { RPC_BATCH_MAX } from './rpcProxy.ts'
import { startDevnetChain, type DevnetChain, type DevnetChainOptions } from './startDevnetChain.ts'

vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
const running: DevnetChain[] = []
async function start(changes: Partial<DevnetChainOptions> = {}): Promise<DevnetChain> {
  const chain = await startDevnetChain({ dataDir, ...changes })
  running.push(chain)
  return chain
}
const stopAll = async (): Promise<void> => {
  for (const chain of running.splice(0)) await chain.stop()
}
const someone = (): Address => privateKeyToAccount(generatePrivateKey()).address
const balance = (chain: DevnetChain, account: Address): Promise<bigint> =>
  createPublicClient({ transport: http(chain.rpcUrl) }).readContract({
    address: chain.usdc,
    abi: fiatTokenAbi,
    functionName: 'balanceOf',
    args: [account],
  })
/** Gone, or dead and not yet collected. */
const isGone = (pid: number): boolean =>
  !existsSync(`/proc/${pid}/stat`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'vest-devnet-')), 'chain')
})
afterEach(async () => {
  await stopAll()
  rmSync(dirname(dataDir), { recursive: true })
})

describe('the devnet chain', () => {
  it('starts with USDC, the vault and the system’s money in it', async () => {
    const said: string[] = []
    const chain = await start({
      onProgress: (line) => said.push(line),
      genesisUsd6: { POOL: usd6(3_000_000) },
    })
    expect(said.length).toBeGreaterThan(0)
    expect(await jsonRpc(chain.rpcUrl, 'eth_chainId')).toBe('0xa4b1')
    const total = Object.values(chain.genesisUsd6).reduce((sum: number, amount) => sum + amount, 0)
    expect(total).toBe(3_000_000 + 2_000_000_000_000)
    expect(await balance(chain, chain.vault)).toBe(BigInt(total))
    const client = createPublicClient({ transport: http(chain.rpcUrl) })
    const ofVault = <F extends 'validators' | 'admin'>(functionName: F) =>
      client.readContract({ address: chain.vault, abi: vestVaultAbi, functionName })
    expect(await ofVault('validators')).toEqual(chain.keys.validators)
    expect(await ofVault('admin')).toBe(chain.keys.admin)
    // Who pays gas and mints test money has no key to the vault.
    const held = Object.keys(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as object)
    expect(held.filter((name) => !/Address(es)?$|^quorum$/.test(name))).toEqual(['deployer', 'relayer'])
  })

  it('keeps its keys to the owner and knows no published one', async () => {
    const chain = await start()
    for (const name of readdirSync(dataDir))
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600)
    expect(new URL(chain.rpcUrl).hostname).toMatch(/^127\.(?!0\.0\.1$)/)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const published = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    expect(operatorAddresses(chain.keys).map((address) => address.toLowerCase())).not.toContain(published)
    expect(await jsonRpc(chain.rpcUrl, 'eth_accounts')).toEqual([])
    expect(await jsonRpc(chain.rpcUrl, 'eth_getBalance', [published, 'latest'])).toBe('0x0')
  })

  it('continues where it stopped: addresses, keys, balances, blocks, logs', async () => {
    const first = await start()
    const account = someone()
    await first.faucet(account)
    const head = await jsonRpc<{ hash: Hex }>(first.rpcUrl, 'eth_getBlockByNumber', ['latest', false])
    const logs = await jsonRpc<unknown[]>(first.rpcUrl, 'eth_getLogs', [
      { fromBlock: '0x0', toBlock: 'latest', address: first.usdc },
    ])
    await stopAll()
    const second = await start()
    expect([second.usdc, second.vault, second.startBlock, second.genesisUsd6]).toEqual([
      first.usdc,
      first.vault,
      first.startBlock,
      first.genesisUsd6,
    ])
    expect(operatorAddresses(second.keys)).toEqual(operatorAddresses(first.keys))
    expect(await balance(second, account)).toBe(10_000_000_000n)
    expect(await jsonRpc(second.rpcUrl, 'eth_getBlockByNumber', ['latest', false])).toMatchObject({
      hash: head.hash,
    })
    expect(
      await jsonRpc(second.rpcUrl, 'eth_getLogs', [
        { fromBlock: '0x0', toBlock: 'latest', address: first.usdc },
      ]),
    ).toEqual(logs)
    // And it goes on.
    expect(await second.faucet(someone())).toMatchObject({ ok: true })
  })

  it('begins with the same block however often it is started, saved and killed', async () => {
    const genesisOf = (chain: DevnetChain) =>
      jsonRpc<{ hash: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', ['0x0', false])
    const { hash } = await genesisOf(await start())
    await stopAll()
    for (let i = 0; i < 6; i += 1) {
      // A node's own first block is named by its second.
      const secondS = Math.floor(Date.now() / 1_000)
      await vi.waitUntil(() => Math.floor(Date.now() / 1_000) > secondS, { interval: 10, timeout: 5_000 })
      let onRestart: () => void = () => undefined
      const chain = await start({ onRestart: () => onRestart() })
      expect((await genesisOf(chain)).hash).toBe(hash)
      await chain.mine()
      await chain.ensureDurable()
      const back = new Promise<void>((resolve) => (onRestart = resolve))
      process.kill(chain.pids()[0]!, 'SIGKILL')
      await back
      expect((await genesisOf(chain)).hash).toBe(hash)
      await chain.mine()
      await stopAll()
    }
  })

  it('leaves no process behind and names every one it starts', async () => {
    const pids: number[][] = []
    const chain = await start({ onPids: (now) => pids.push([...now]) })
    expect(pids).toEqual([chain.pids()])
    const back = new Promise<void>(
      (resolve) =>
        void vi.waitUntil(() => pids.length === 2, { interval: 5, timeout: 30_000 }).then(() => resolve()),
    )
    process.kill(chain.pids()[0]!, 'SIGKILL')
    await back
    await stopAll()
    expect(pids.flat().every(isGone)).toBe(true)
  })

  it('what was asked to be durable survives a kill, on the same port', async () => {
    let onRestart: () => void = () => undefined
    const chain = await start({ onRestart: () => onRestart() })
    const account = someone()
    expect(await chain.faucet(account)).toMatchObject({ ok: true })
    await chain.mine()
    const saved = await jsonRpc<{ hash: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false])
    await Promise.all([chain.ensureDurable(), chain.ensureDurable(), chain.ensureDurable()])
    await chain.mine()
    const back = new Promise<void>((resolve) => (onRestart = resolve))
    process.kill(chain.pids()[0]!, 'SIGKILL')
    await back
    expect(await jsonRpc(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false])).toMatchObject({
      hash: saved.hash,
    })
    expect(await balance(chain, account)).toBe(10_000_000_000n)
  })

  it('half a first start is begun anew; a record without its chain is refused in one sentence', async () => {
    const first = await start()
    await stopAll()
    rmSync(join(dataDir, 'deployment.json'))
    const second = await start()
    expect(second.usdc).toBe(first.usdc)
    expect(second.startBlock).toBe(first.startBlock)
    await stopAll()
    for (const name of ['state.json', 'state.json.previous']) rmSync(join(dataDir, name), { force: true })
    await expect(startDevnetChain({ dataDir })).rejects.toThrow(/state is missing from .* --reset/)
  })
})

describe('the faucet', () => {
  it('gives 10,000 USDC and 1 ETH once an hour per address, over restarts', async () => {
    let nowMs = Date.now()
    const options = { nowMs: () => nowMs }
    const chain = await start(options)
    const account = someone()
    const answer = await chain.faucet(account)
    if (!answer.ok) throw new Error(answer.reason)
    expect(await balance(chain, account)).toBe(10_000_000_000n)
    expect(BigInt(await jsonRpc<Hex>(chain.rpcUrl, 'eth_getBalance', [account, 'latest']))).toBe(10n ** 18n)
    expect(await jsonRpc(chain.rpcUrl, 'eth_getTransactionReceipt', [answer.txHash])).toMatchObject({
      status: '0x1',
    })
    const refused = { ok: false, reason: 'wait', retryTimeMs: nowMs + FAUCET_INTERVAL_MS }
    expect(await chain.faucet(account.toLowerCase())).toEqual(refused)
    await stopAll()
    const again = await start(options)
    nowMs += FAUCET_INTERVAL_MS - 1
    expect(await again.faucet(account)).toEqual(refused)
    nowMs += 1
    expect(await again.faucet(account)).toMatchObject({ ok: true })
    expect(await balance(again, account)).toBe(20_000_000_000n)
  })
  it('gives what a caller says is missing beside that, together 100,000 USDC an hour, over restarts', async () => {
    let nowMs = Date.now()
    const options = { nowMs: () => nowMs }
    const chain = await start(options)
    const account = someone()
    expect(await chain.faucet(account)).toMatchObject({ ok: true, amountUsd6: 10_000_000_000 })
    const asked = await chain.faucet(account, usd6(12_345_670_000))
    expect(asked).toMatchObject({ ok: true, amountUsd6: 12_345_670_000 })
    expect(await balance(chain, account)).toBe(22_345_670_000n)
    const refused = { ok: false, reason: 'wait', retryTimeMs: nowMs + FAUCET_INTERVAL_MS }
    expect(await chain.faucet(account, usd6(87_654_330_001))).toEqual(refused)
    await stopAll()
    const again = await start(options)
    expect(await again.faucet(account, usd6(87_654_330_001))).toEqual(refused)
    expect(await again.faucet(account, usd6(87_654_330_000))).toMatchObject({ ok: true })
    nowMs += FAUCET_INTERVAL_MS
    expect(await again.faucet(account, usd6(100_000_000_000))).toMatchObject({ ok: true })
    expect(await balance(again, account)).toBe(210_000_000_000n)
  })

  it('pays the owner of a Solana wallet into the vault, for their account, each for themselves', async () => {
    const chain = await start()
    const owners = [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ]
    const answers = await Promise.all(owners.map((owner) => chain.faucet(owner)))
    for (const [place, owner] of owners.entries()) {
      const answer = answers[place]!
      if (!answer.ok) throw new Error(answer.reason)
      expect(answer.wei).toBe(0n)
      const { logs } = await jsonRpc<{ logs: readonly Log[] }>(chain.rpcUrl, 'eth_getTransactionReceipt', [
        answer.txHash,
      ])
      const deposits = parseEventLogs({ abi: vestVaultAbi, eventName: 'Deposit', logs: [...logs] })
      const to = solanaAccount(solanaPublicKey(owner)!, keccak256)
      expect(deposits.map(({ args }) => [args.to.toLowerCase(), args.amount])).toEqual([
        [to, 10_000_000_000n],
      ])
      expect(await chain.faucet(owner)).toMatchObject({ ok: false, reason: 'wait' })
    }
  })
  it('two requests at the same moment are one gift; many addresses are served in order', async () => {
    const chain = await start()
    const account = someone()
    const answers = await Promise.all([chain.faucet(account), chain.faucet(account)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    const crowd = Array.from({ length: 8 }, someone)
    expect((await Promise.all(crowd.map((owner) => chain.faucet(owner)))).every(({ ok }) => ok)).toBe(true)
    expect(await Promise.all(crowd.map((one) => balance(chain, one)))).toEqual(
      crowd.map(() => 10_000_000_000n),
    )
  })
  it.each([
    ['reverts', REVERTS],
    ['has no end', HAS_NO_END],
  ])('says that a contract which %s takes nothing, and counts it as no gift', async (_, code) => {
    const chain = await start()
    const account = someone()
    await codeAt(chain, account, code)
    expect(await chain.faucet(account)).toEqual({ ok: false, reason: 'reverted' })
    await codeAt(chain, account, '0x')
    expect(await chain.faucet(account)).toMatchObject({ ok: true })
  })
  it('gives nothing to what is no trader', async () => {
    const chain = await start()
    for (const address of [
      chain.vault,
      chain.usdc,
      chain.keys.relayer.address,
      `0x${'0'.repeat(40)}`,
      '0x12',
      'no address',
      `0x${'g'.repeat(40)}`,
    ])
      expect(await chain.faucet(address)).toEqual({ ok: false, reason: 'refused-address' })
  })
})

const codeAt = (chain: DevnetChain, address: Address, code: Hex): Promise<unknown> =>
  jsonRpc(chain.rpcUrl, 'anvil_setCode', [address, code])
const REVERTS: Hex = '0x60006000fd'
/** JUMPDEST PUSH1 0 JUMP. */
const HAS_NO_END: Hex = '0x5b600056'

describe('a node that is of no use', () => {
  const PROBE = { everyMs: 50, answerMs: 1_000 }
  const genesisOf = async (chain: DevnetChain) =>
    (await jsonRpc<{ hash: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', ['0x0', false])).hash

  it('hangs on a call without end: it is ended, and goes on from its last save on the same address', async () => {
    const notices: string[] = []
    let onRestart: () => void = () => undefined
    const back = new Promise<void>((resolve) => (onRestart = resolve))
    const chain = await start({
      probe: PROBE,
      onRestart: () => onRestart(),
      onNotice: (text) => notices.push(text),
    })
    const account = someone()
    expect(await chain.faucet(account)).toMatchObject({ ok: true })
    const endless = jsonRpc(chain.rpcUrl, 'eth_call', [{ data: HAS_NO_END, gas: '0xffffffffffff' }, 'latest'])
    await expect(endless).rejects.toThrow()
    await back
    expect(notices).toEqual([expect.stringMatching(/has not answered for 2 s/)])
    expect(await balance(chain, account)).toBe(10_000_000_000n)
    await chain.mine()
  })

  it('was reset: it is started again from its last save, which nothing has overwritten', async () => {
    let onRestart: () => void = () => undefined
    const back = new Promise<void>((resolve) => (onRestart = resolve))
    // Looked at only once the reset chain has had its chance to be saved.
    const chain = await start({ probe: { everyMs: 3_000, answerMs: 5_000 }, onRestart: () => onRestart() })
    const hash = await genesisOf(chain)
    const account = someone()
    await chain.faucet(account)
    const saved = readFileSync(join(dataDir, 'state.json'), 'utf8')
    await jsonRpc(chain.rpcUrl, 'anvil_reset')
    await expect(chain.ensureDurable()).rejects.toThrow(/no longer holds its block .* keeps what was saved/)
    expect(readFileSync(join(dataDir, 'state.json'), 'utf8')).toBe(saved)
    await back
    expect(await genesisOf(chain)).toBe(hash)
    expect(await balance(chain, account)).toBe(10_000_000_000n)
  })

  it('an orderly end of a chain that was reset keeps the good copy, and the next start continues it', async () => {
    const chain = await start({ probe: { everyMs: 60_000, answerMs: 5_000 } })
    const hash = await genesisOf(chain)
    const account = someone()
    await chain.faucet(account)
    await jsonRpc(chain.rpcUrl, 'anvil_reset')
    await jsonRpc(chain.rpcUrl, 'evm_mine')
    running.pop()
    await expect(chain.stop()).rejects.toThrow(/keeps what was saved/)
    const again = await start()
    expect(await genesisOf(again)).toBe(hash)
    expect(await balance(again, account)).toBe(10_000_000_000n)
  })

  it('a saved chain that cannot be read is followed by the generation before', async () => {
    const chain = await start()
    const account = someone()
    await chain.faucet(account)
    await chain.mine()
    await stopAll()
    writeFileSync(join(dataDir, 'state.json'), '{"blocks":[')
    const notices: string[] = []
    const again = await start({ onNotice: (text) => notices.push(text) })
    expect(notices).toEqual([expect.stringMatching(/continues from the save before/)])
    expect(await balance(again, account)).toBe(10_000_000_000n)
  })
})

describe('the RPC for browsers', () => {
  it('a call without end is over soon, and one that replaces the state is not made', async () => {
    const chain = await start()
    const call = { data: HAS_NO_END, gas: '0xffffffffffff' }
    const asked = Array.from({ length: 20 }, (_, id) => ({
      id,
      method: 'eth_call',
      params: [call, 'latest'],
    }))
    const answers = (await chain.rpc(asked)) as { error: { message: string } }[]
    for (const { error } of answers) expect(error.message).toMatch(/OutOfGas/)
    await chain.mine()
    const override = { [chain.vault]: { code: REVERTS } }
    expect(
      await chain.rpc({ id: 1, method: 'eth_call', params: [{ to: chain.vault }, 'latest', override] }),
    ).toMatchObject({ error: { code: -32602 } })
  })
  it('serves a wallet', async () => {
    const chain = await start()
    const provider = {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const answer = (await chain.rpc({ jsonrpc: '2.0', id: 1, method, params })) as {
          result?: unknown
          error?: { message: string }
        }
        if (answer.error) throw new Error(answer.error.message)
        return answer.result
      },
    }
    const client = createPublicClient({ transport: custom(provider) })
    expect(await client.getChainId()).toBe(42161)
    expect(
      await client.readContract({ address: chain.usdc, abi: fiatTokenAbi, functionName: 'symbol' }),
    ).toBe('USDC')
    expect(await client.estimateFeesPerGas()).toHaveProperty('maxFeePerGas')
  })
  it('moves nothing but by signed transactions', async () => {
    const chain = await start()
    const head = await jsonRpc(chain.rpcUrl, 'eth_blockNumber')
    const forbidden = [
      'anvil_mine',
      'anvil_setBalance',
      'anvil_impersonateAccount',
      'anvil_dumpState',
      'evm_mine',
      'evm_increaseTime',
      'evm_snapshot',
      'hardhat_setCode',
      'debug_traceCall',
      'txpool_content',
      'eth_sendTransaction',
      'eth_sendUnsignedTransaction',
      'eth_sign',
      'eth_accounts',
      'miner_start',
      'ots_getApiLevel',
      'eth_newFilter',
      'eth_createAccessList',
      'anvil_reset',
      '__proto__',
      '',
    ]
    for (const method of forbidden)
      expect(await chain.rpc({ jsonrpc: '2.0', id: 7, method, params: [] }), method).toMatchObject({
        id: 7,
        error: { code: -32601 },
      })
    expect(await jsonRpc(chain.rpcUrl, 'eth_blockNumber')).toBe(head)
  })
  it('answers batches in order, one by one, up to a bound', async () => {
    const chain = await start()
    const answers = (await chain.rpc([
      { id: 'a', method: 'eth_chainId' },
      { id: 2, method: 'evm_mine' },
      5,
      null,
      { id: 2, method: 'net_version', params: [] },
      { method: 'eth_chainId', id: {} },
    ])) as { id: unknown; result?: unknown; error?: { code: number } }[]
    expect(answers.map(({ id, result, error }) => [id, result ?? error?.code])).toEqual([
      ['a', '0xa4b1'],
      [2, -32601],
      [null, -32600],
      [null, -32600],
      [2, '42161'],
      [null, '0xa4b1'],
    ])
    for (const body of [
      [],
      'eth_chainId',
      undefined,
      { method: 5 },
      { id: 1, method: 'eth_call', params: 'x' },
    ])
      expect(await chain.rpc(body)).toMatchObject({ error: { code: -32600 } })
    const many = Array.from({ length: RPC_BATCH_MAX + 1 }, (_, id) => ({ id, method: 'eth_chainId' }))
    expect(await chain.rpc(many)).toMatchObject({ error: { code: -32600 } })
    expect(await chain.rpc(many.slice(1))).toHaveLength(RPC_BATCH_MAX)
  })
  it('passes the node’s own errors on and tells when something was sent', async () => {
    const chain = await start()
    let told = 0
    const unsubscribe = chain.onActivity(() => (told += 1))
    expect(await chain.rpc({ id: 1, method: 'eth_sendRawTransaction', params: ['0x1234'] })).toMatchObject({
      id: 1,
      error: { code: expect.any(Number) },
    })
    expect(told).toBe(1)
    unsubscribe()
    await chain.mine()
    expect(told).toBe(1)
  })
})
