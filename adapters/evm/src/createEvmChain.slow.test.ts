import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hex } from '@vest/protocol'
import type { AuthorizedDeposit, ChainAdapter } from '@vest/runtime'
import { createTransactionSender, fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { encodeFunctionData, keccak256, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  devnetEvmOptions,
  jsonRpc,
  readKeyFile,
  startDevnetChain,
  type DevnetChain,
} from '../../../devnet/src/chain/index.ts'
import { createEvmChain, type EvmChainOptions } from './createEvmChain.ts'
import { keySigner } from './testing/keySigner.ts'
import { recordedEvents, type RecordedEvents } from './testing/recordedEvents.ts'
import { createTrader, usdc, type Trader } from './testing/trader.ts'
import { WithdrawalRefusedError } from './withdrawals.ts'

const validator = () => keySigner(readKeyFile(join(folder, 'chain/validator.key')), chain.vault)
let folder: string
let chain: DevnetChain
let trader: Trader
let adapter: ChainAdapter
let events: RecordedEvents
const open: ChainAdapter[] = []
const allHeard: RecordedEvents[] = []

async function watch(
  changes: Partial<EvmChainOptions> = {},
): Promise<{ adapter: ChainAdapter; events: RecordedEvents }> {
  const adapterOf = createEvmChain({
    ...devnetEvmOptions(chain),
    validators: [validator()],
    pollMs: 50,
    ...changes,
  })
  const heard = recordedEvents()
  open.push(adapterOf)
  allHeard.push(heard)
  await adapterOf.start([], heard)
  return { adapter: adapterOf, events: heard }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-evm-'))
  chain = await startDevnetChain({ dataDir: join(folder, 'chain') })
  trader = await createTrader(chain)
})
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  ;({ adapter, events } = await watch())
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop()
  // Whatever a test moved: at every final block the vault holds what its logs say, to the micro-dollar.
  const told = allHeard.splice(0).flatMap(({ reserves }) => reserves)
  expect(told.length).toBeGreaterThan(0)
  for (const { expectedUsd6, foundUsd6 } of told) expect(foundUsd6).toBe(expectedUsd6)
})

describe('deposits', () => {
  it('[9.7] a plain transfer is credited in its first block and final in the second, which is made on demand', async () => {
    const txHash = await trader.transfer(usdc(100))
    const { log } = await events.first('soft', (event) => event.log.txHash === txHash)
    expect(log).toMatchObject({
      chainId: 42161,
      from: trader.address,
      token: chain.usdc,
      amountUsd6: usdc(100),
    })
    expect(log.to).toBeUndefined()
    const final = await events.first('final', ({ id }) => id === log.id)
    expect(final.blockHash).toBe(log.blockHash)
    const place = (kind: 'soft' | 'final') =>
      events.told.findIndex(
        (told) => told.kind === kind && (told.kind === 'soft' ? told.log.id : told.id) === log.id,
      )
    expect(place('final')).toBeGreaterThan(place('soft'))
  })

  it('[3.11] [6.4] a signed authorization is relayed: no gas of the trader, the announced id, once', async () => {
    const before = await trader.sender.reader.getBalance({ address: trader.address })
    const deposit = await trader.authorize(usdc(55))
    const id = adapter.authorizedDepositId(deposit.account, deposit.nonce)
    // The same request twice at the same time is one transaction.
    const answers = await Promise.all([
      adapter.submitAuthorizedDeposit(deposit),
      adapter.submitAuthorizedDeposit(deposit),
    ])
    if (!('txHash' in answers[0])) throw new Error(`refused: ${answers[0].refusal}`)
    expect(answers[1]).toEqual(answers[0])
    const { log } = await events.first('soft', (event) => event.log.id === id)
    expect(log).toMatchObject({ from: trader.address, amountUsd6: usdc(55), txHash: answers[0].txHash })
    await events.first('final', (event) => event.id === id)
    expect(await trader.sender.reader.getBalance({ address: trader.address })).toBe(before)
    expect(await adapter.submitAuthorizedDeposit(deposit)).toEqual({ refusal: 'nonce-used' })
  })

  it('an authorization that another sender submitted first is credited under the same id', async () => {
    const deposit = await trader.authorize(usdc(9))
    await trader.sender.call({
      address: chain.vault,
      abi: vestVaultAbi,
      functionName: 'depositWithAuthorization',
      args: [
        chain.usdc,
        deposit.account,
        BigInt(deposit.valueUsd6),
        0n,
        BigInt(deposit.validBeforeS),
        deposit.nonce,
        deposit.signature,
      ],
    })
    expect(await adapter.submitAuthorizedDeposit(deposit)).toEqual({ refusal: 'nonce-used' })
    const id = adapter.authorizedDepositId(deposit.account, deposit.nonce)
    await events.first('final', (event) => event.id === id)
    expect(events.of('soft').filter(({ log }) => log.id === id)).toHaveLength(1)
  })

  it('authorizations that would fail are refused before anything is sent', async () => {
    const nowS = Math.floor(Date.now() / 1_000)
    const altered = async (changes: Partial<AuthorizedDeposit>): Promise<AuthorizedDeposit> => ({
      ...(await trader.authorize(usdc(5))),
      ...changes,
    })
    const good = await altered({})
    const highS = `${good.signature.slice(0, 66)}${'f'.repeat(64)}${good.signature.slice(130)}` as Hex
    const v = Number.parseInt(good.signature.slice(130), 16)
    const form = (signature: string): AuthorizedDeposit => ({ ...good, signature: signature as Hex })
    const good65 = [good, form(good.signature.slice(2).toUpperCase())]
    const wrong: readonly [AuthorizedDeposit, string][] = [
      [await altered({ valueUsd6: usdc(6) }), 'bad-signature'],
      [await altered({ nonce: keccak256('0x02') }), 'bad-signature'],
      [await altered({ account: `0x${'12'.repeat(20)}` }), 'bad-signature'],
      [await altered({ validBeforeS: nowS + 4_000 }), 'bad-signature'],
      [await altered({ validAfterS: 1 }), 'bad-signature'],
      [form(highS), 'bad-signature'],
      [form(`${good.signature.slice(0, 130)}${(55 - v).toString(16)}`), 'bad-signature'],
      [form(`${good.signature.slice(0, 130)}1d`), 'bad-signature'],
      [form(good.signature.slice(0, 130)), 'bad-signature'],
      [form(`${good.signature}00`), 'bad-signature'],
      [form(`0x${'00'.repeat(65)}`), 'bad-signature'],
      [form('0x1234'), 'bad-signature'],
      [await trader.authorize(usdc(5), { validBeforeS: nowS + 100 }), 'expired'],
      [await trader.authorize(usdc(5), { validAfterS: nowS + 1_000 }), 'expired'],
      [await trader.authorize(usdc(0.5)), 'reverted'],
    ]
    for (const deposit of good65) expect(await adapter.checkAuthorizedDeposit(deposit)).toBeUndefined()
    for (const [deposit, expected] of wrong)
      expect(await adapter.checkAuthorizedDeposit(deposit)).toBe(expected)
    const head = await trader.sender.reader.getBlockNumber()
    expect(await adapter.submitAuthorizedDeposit(await trader.authorize(usdc(5_000_000)))).toEqual({
      refusal: 'reverted',
    })
    expect(await trader.sender.reader.getBlockNumber()).toBe(head)
  })

  it('deposit() names another account; its transfer is not counted a second time', async () => {
    const friend: Address = `0x${'f1'.repeat(20)}`
    const txHash = await trader.depositFor(friend, usdc(7))
    const { log } = await events.first('soft', (event) => event.log.txHash === txHash)
    expect(log).toMatchObject({ from: trader.address, to: friend, amountUsd6: usdc(7) })
    await events.first('final', ({ id }) => id === log.id)
    expect(events.of('soft').filter((event) => event.log.txHash === txHash)).toHaveLength(1)
  })

  it('three watchers, repeated starts and failing handlers: every deposit once, to the micro-dollar', async () => {
    const before = await adapter.vaultBalanceUsd6()
    const others = [await watch({ finalTimeEveryMs: 0 }), await watch({ rangeBlocks: 1 })]
    events.failNext('soft')
    others[0]!.events.failNext('final')
    const friend: Address = `0x${'f2'.repeat(20)}`
    const hashes: Hex[] = []
    for (let i = 1; i <= 4; i += 1) {
      hashes.push(await trader.transfer(usdc(i)), await trader.depositFor(friend, usdc(10 * i)))
      const answer = await adapter.submitAuthorizedDeposit(await trader.authorize(usdc(100 * i)))
      if ('txHash' in answer) hashes.push(answer.txHash)
    }
    expect(new Set(hashes).size).toBe(12)
    // A watcher that starts afterwards reads it all again from the beginning.
    const late = await watch()
    for (const one of [events, others[0]!.events, others[1]!.events, late.events]) {
      const found = await Promise.all(
        hashes.map((hash) => one.first('soft', ({ log }) => log.txHash === hash)),
      )
      await Promise.all(found.map(({ log }) => one.first('final', ({ id }) => id === log.id)))
      const credited = new Map(
        one
          .of('soft')
          .filter(({ log }) => hashes.includes(log.txHash))
          .map(({ log }) => [log.id, log.amountUsd6]),
      )
      expect(credited.size).toBe(12)
      expect([...credited.values()].reduce((sum: number, amount) => sum + amount, 0)).toBe(
        (await adapter.vaultBalanceUsd6()) - before,
      )
    }
    expect([...new Set(late.events.of('soft').map(({ log }) => log.id))]).toEqual(
      expect.arrayContaining(events.of('soft').map(({ log }) => log.id)),
    )
  })

  it('the system’s own money, and anything minted, is no account’s deposit', async () => {
    const { log } = await events.first('soft', () => true)
    expect(log.blockNumber).toBeGreaterThanOrEqual(BigInt(chain.startBlock))
    const fromTheBeginning = await watch({ startBlock: 1, startUsd6: usdc(0) })
    const deployer = createTransactionSender({
      rpcUrl: chain.rpcUrl,
      chainId: chain.chainId,
      account: chain.keys.deployer,
      pollMs: 20,
    })
    const { transactionHash } = await deployer.call({
      address: chain.usdc,
      abi: fiatTokenAbi,
      functionName: 'mint',
      args: [chain.vault, 1_000_000n],
    })
    const marker = await trader.transfer(usdc(1))
    await fromTheBeginning.events.first('soft', (event) => event.log.txHash === marker)
    expect(fromTheBeginning.events.of('soft').map((event) => event.log.txHash)).not.toContain(transactionHash)
    expect(
      fromTheBeginning.events.of('soft').every((event) => event.log.from !== `0x${'0'.repeat(40)}`),
    ).toBe(true)
  })
})

describe('withdrawals', () => {
  async function approved(size = usdc(20)) {
    const args = trader.requestArgs(size)
    const { id, validatorSignature } = await adapter.signWithdrawal(args)
    return { id, payload: await trader.signed(args, validatorSignature) }
  }
  it('[7.31] the validator signs, the trader calls, the completion is final and without fee', async () => {
    const { id, payload } = await approved()
    const before = await adapter.vaultBalanceUsd6()
    const txHash = await trader.withdraw(payload)
    expect(await events.first('completed', (event) => event.id === id)).toEqual({
      kind: 'completed',
      id,
      txHash,
      feeUsd6: 0,
    })
    expect(await adapter.completedTransactions([id, `0x${'00'.repeat(32)}`])).toEqual([true, false])
    expect(await adapter.completedAtFinal([id, `0x${'00'.repeat(32)}`])).toEqual([true, false])
    expect(await adapter.vaultBalanceUsd6()).toBe(before - usdc(20))
  })
  it('the keeper executes, keeps the published fee, and answers alike when asked again', async () => {
    const { id, payload } = await approved()
    const { txHash } = await adapter.executeWithdrawal(payload)
    expect(await adapter.executeWithdrawal(payload)).toEqual({ txHash })
    expect((await events.first('completed', (event) => event.id === id)).feeUsd6).toBe(200_000)
    expect(adapter.info().withdrawFee).toBe('0.200000')
    const byTrader = await approved()
    const traderHash = await trader.withdraw(byTrader.payload)
    expect(await adapter.executeWithdrawal(byTrader.payload)).toEqual({ txHash: traderHash })
  })
  it('says by name why the vault refused, and whether waiting helps', async () => {
    const { payload } = await approved()
    const forged = adapter.executeWithdrawal({ ...payload, validatorSignature: payload.signature })
    await expect(forged).rejects.toMatchObject({
      name: 'WithdrawalRefusedError',
      reason: 'InvalidValidatorSignature',
      isTransient: true,
    })
    const guardian = createTransactionSender({
      rpcUrl: chain.rpcUrl,
      chainId: chain.chainId,
      account: readKeyFile(join(folder, 'chain/guardian.key')),
      pollMs: 20,
    })
    const admin = createTransactionSender({
      rpcUrl: chain.rpcUrl,
      chainId: chain.chainId,
      account: readKeyFile(join(folder, 'chain/admin.key')),
      pollMs: 20,
    })
    const call = (sender: typeof admin, functionName: string, args: readonly unknown[] = []) =>
      sender.call({ address: chain.vault, abi: vestVaultAbi, functionName, args })
    await call(guardian, 'pause')
    await expect(adapter.executeWithdrawal(payload)).rejects.toMatchObject({
      reason: 'PausedVault',
      isTransient: true,
    })
    const unpause = encodeFunctionData({ abi: vestVaultAbi, functionName: 'unpause' })
    await call(admin, 'propose', [unpause])
    await jsonRpc(chain.rpcUrl, 'evm_increaseTime', [3_600])
    await chain.mine()
    await call(guardian, 'execute', [unpause])
    expect(await adapter.executeWithdrawal(payload)).toHaveProperty('txHash')
    for (const passing of ['HourlyCapExceeded', 'ERC20: transfer amount exceeds balance', 'Pausable: paused'])
      expect(new WithdrawalRefusedError(passing).isTransient).toBe(true)
    for (const lasting of ['ExpiredSignerAccount', 'TransactionCapExceeded', 'ExpiredRequest', 'Reverted'])
      expect(new WithdrawalRefusedError(lasting).isTransient).toBe(false)
  })
  it('the signature is the validator’s, over id, vault and chain', async () => {
    const args = trader.requestArgs(usdc(3))
    const { id, validatorSignature } = await adapter.signWithdrawal(args)
    expect(id).toBe(keccak256(args))
    const hash = await trader.sender.reader.readContract({
      address: chain.vault,
      abi: vestVaultAbi,
      functionName: 'validatorHash',
      args: [id],
    })
    expect(await recoverMessageAddress({ message: { raw: hash }, signature: validatorSignature })).toBe(
      chain.keys.validators[0],
    )
  })
})

describe('two nodes', () => {
  it('deposits and completions that both have are told', async () => {
    const both = await watch({ secondRpcUrl: chain.rpcUrl })
    const txHash = await trader.transfer(usdc(11))
    const { log } = await both.events.first('soft', (event) => event.log.txHash === txHash)
    await both.events.first('final', ({ id }) => id === log.id)
    expect(await both.adapter.completedAtFinal([log.id])).toEqual([false])
  })
})

describe('configuration', () => {
  it('[9.8] is published as it is', () => {
    expect(adapter.info()).toEqual({
      chainId: 42161,
      name: 'Arbitrum',
      networkType: 0,
      isDefault: true,
      vault: chain.vault,
      router: chain.vault,
      cctpDomain: 3,
      withdrawFee: '0.200000',
      minDeposit: '1.000000',
      withdrawSeconds: 5,
      explorerTx: '/devnet/explorer/42161/{hash}',
      rpcUrl: null,
      tokens: [
        {
          symbol: 'USDC',
          address: chain.usdc,
          decimals: 6,
          authorization: { name: 'USD Coin', version: '2' },
        },
      ],
    })
  })
  it('a chain that is not the configured one is not watched', async () => {
    const options = devnetEvmOptions(chain)
    const wrong: readonly [Partial<EvmChainOptions>, RegExp][] = [
      [{ chainId: 8453 }, /speaks for chain 42161/],
      [{ rules: { ...options.rules!, usdcDecimals: 18 } }, /has 6 decimals/],
      [
        { validators: [keySigner(privateKeyToAccount(generatePrivateKey()), chain.vault)] },
        /wants 1 validators, and knows 0 of ours/,
      ],
      [{ token: { ...options.token, authorization: { name: 'USDC', version: '2' } } }, /signing domain/],
    ]
    for (const [changes, reason] of wrong)
      await expect(createEvmChain({ ...options, ...changes }).start([], recordedEvents())).rejects.toThrow(
        reason,
      )
  })
  it('time goes on at the pace of final blocks', async () => {
    const { events: heard } = await watch({ finalTimeEveryMs: 0 })
    await chain.mine()
    await chain.mine()
    const block = await trader.sender.reader.getBlock({
      blockNumber: (await trader.sender.reader.getBlockNumber()) - 1n,
    })
    await heard.first('finalTime', ({ timeMs }) => timeMs === Number(block.timestamp) * 1_000)
    const times = heard.of('finalTime').map(({ timeMs }) => timeMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })
})
