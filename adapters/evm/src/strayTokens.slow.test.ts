import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@vest/protocol'
import {
  createTransactionSender,
  deployBridgedUsdc,
  fiatTokenAbi,
  type TransactionSender,
} from '@vest/contracts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  devnetEvmOptions,
  jsonRpc,
  startDevnetChain,
  type DevnetChain,
} from '../../../devnet/src/chain/index.ts'
import { createEvmChain } from './createEvmChain.ts'
import { openDepositAccounts, type DepositAccounts } from './depositAccounts.ts'
import { strayFile } from './strayFile.ts'
import { recordedEvents } from './testing/recordedEvents.ts'

describe('what lies at a deposit address and is no deposit', () => {
  let folder: string
  let chain: DevnetChain
  let deployer: TransactionSender
  let addresses: DepositAccounts
  const freshAccount = () => privateKeyToAccount(generatePrivateKey()).address.toLowerCase() as Address

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vest-strays-'))
    chain = await startDevnetChain({ dataDir: join(folder, 'chain') })
    const { rpcUrl, chainId, keys } = chain
    deployer = createTransactionSender({ rpcUrl, chainId, account: keys.deployer, pollMs: 20 })
    addresses = openDepositAccounts(chain.vault, join(folder, 'addresses.txt'))
  })
  afterAll(async () => {
    await chain.stop()
    rmSync(folder, { recursive: true })
  })

  const watch = async () => {
    const adapter = createEvmChain({
      ...devnetEvmOptions(chain),
      addresses,
      strays: strayFile(join(folder, 'strays.json')),
      pollMs: 50,
    })
    const events = recordedEvents()
    await adapter.start([], events)
    return { adapter, events }
  }
  const mint = (token: Address, to: Address, units: bigint) =>
    deployer.call({ address: token, abi: fiatTokenAbi, functionName: 'mint', args: [to, units] })
  const balanceOf = (token: Address, holder: Address) =>
    deployer.reader.readContract({
      address: token,
      abi: fiatTokenAbi,
      functionName: 'balanceOf',
      args: [holder],
    })

  it('is listed for its account alone, also after a restart, and goes to the account alone, once', async () => {
    const { adapter, events } = await watch()
    const [account, other] = [freshAccount(), freshAccount()]
    const home = adapter.depositAddress!(account)
    adapter.depositAddress!(other)
    expect(await adapter.strays!(account)).toEqual([])
    const token = await deployBridgedUsdc(deployer)
    await mint(token, home, 12_500_000_000_000_000_000n)
    await deployer.pay(home, 7n)
    const all = [
      { units: 7n, decimals: 18, symbol: 'ETH' },
      { token, units: 12_500_000_000_000_000_000n, decimals: 18 },
    ]
    expect(await adapter.strays!(account)).toEqual(all)
    expect(await adapter.strays!(other)).toEqual([])
    await adapter.stop()

    const again = await watch()
    expect(await again.adapter.strays!(account)).toEqual(all)
    const [first, second] = await Promise.all([
      again.adapter.returnStray!(account, token),
      again.adapter.returnStray!(account, token),
    ])
    expect(first).toHaveProperty('txHash')
    expect(second).toEqual({ refusal: 'nothing-there' })
    expect(await again.adapter.returnStray!(account, undefined)).toHaveProperty('txHash')
    expect(await again.adapter.strays!(account)).toEqual([])
    expect([await balanceOf(token, account), await balanceOf(token, home)]).toEqual([
      12_500_000_000_000_000_000n,
      0n,
    ])
    expect(await deployer.reader.getBalance({ address: account })).toBe(7n)
    // None of it was ever a deposit.
    expect([...events.of('soft'), ...again.events.of('soft')].map(({ log }) => log.to)).not.toContain(account)
    await again.adapter.stop()
  })

  it('USDC is none of it: it is credited once and swept, whatever is asked for', async () => {
    const { adapter, events } = await watch()
    const account = freshAccount()
    const home = adapter.depositAddress!(account)
    await mint(chain.usdc, chain.keys.deployer.address.toLowerCase() as Address, 5_000_000n)
    await deployer.call({
      address: chain.usdc,
      abi: fiatTokenAbi,
      functionName: 'transfer',
      args: [home, 5_000_000n],
    })
    await events.first('soft', ({ log }) => log.to === account)
    expect(await adapter.strays!(account)).toEqual([])
    expect(await adapter.returnStray!(account, chain.usdc)).toEqual({ refusal: 'is-deposit' })
    const { log } = await events.first('soft', ({ log: one }) => one.to === account)
    await events.first('final', ({ id }) => id === log.id)
    expect(events.of('soft').filter((event) => event.log.to === account)).toHaveLength(1)
    expect(await balanceOf(chain.usdc, account)).toBe(0n)
    await adapter.stop()
  })

  it('a contract that only says it is a token is not shown, and moves nothing', async () => {
    const { adapter } = await watch()
    const account = freshAccount()
    const home = adapter.depositAddress!(account)
    const liar: Address = `0x${'1a'.repeat(20)}`
    // It logs a transfer to the address that it is called with, and answers nothing.
    const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    await jsonRpc(chain.rpcUrl, 'anvil_setCode', [liar, `0x6001600052600035337f${topic}60206000a300`])
    await deployer.send(liar, `0x${home.slice(2).padStart(64, '0')}`)
    expect(await adapter.strays!(account)).toEqual([])
    expect(readFileSync(join(folder, 'strays.json'), 'utf8')).toContain(liar)
    expect(await adapter.returnStray!(account, liar)).toEqual({ refusal: 'nothing-there' })
    await adapter.stop()
  })
})
