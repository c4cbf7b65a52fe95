import type { Address, Hex } from '@vest/protocol'
import { concatHex, decodeErrorResult, encodeFunctionData, type Abi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileContract } from './compile.ts'
import {
  ascending,
  tokenTermsTuple,
  vestVaultAbi,
  VAULT_CHANGE_DELAY_S,
  VAULT_TERMS_DEFAULT,
  VAULT_UNPAUSE_DELAY_S,
} from './index.ts'
import { refusal, startVaultWorld, type VaultWorld } from './testing/vaultWorld.ts'

const usdc = (amount: number): bigint => BigInt(amount) * 1_000_000n

let world: VaultWorld
let snapshot: Hex
let trader: Address
beforeAll(async () => {
  world = await startVaultWorld()
  trader = world.keys.trader.address.toLowerCase() as Address
  await world.mint(world.vault, usdc(10_000_000))
})
afterAll(() => world.stop())
beforeEach(async () => {
  snapshot = await world.snapshot()
})
afterEach(() => world.restore(snapshot))

describe('walls', () => {
  it('caps one payment', async () => {
    const cap = Number(usdc(1_000_000))
    await world.withdraw(await world.approve(await world.request({ size: cap })))
    expect(await refusal(world.withdraw(await world.approve(await world.request({ size: cap + 1 }))))).toBe(
      'TransactionCapExceeded',
    )
  })
  it('caps every hour, not only those of the clock', async () => {
    // 20 % of 10 million an hour: two payments of a million.
    const million = Number(usdc(1_000_000))
    await world.withdraw(await world.approve(await world.request({ size: million })))
    await world.pass(50 * 60)
    await world.withdraw(await world.approve(await world.request({ size: million })))
    const third = await world.approve(await world.request({ size: million }))
    expect(await refusal(world.withdraw(third))).toBe('HourlyCapExceeded')
    // An hour and a quarter after the first payment: its quarter has left the window, that of the second has not.
    await world.pass(25 * 60)
    const small = await world.approve(await world.request({ size: Number(usdc(600_000)) }))
    await world.withdraw(small)
    expect(await world.read('hourlyOutflow', [world.usdc])).toBe(usdc(1_600_000))
    expect(await refusal(world.withdraw(third))).toBe('HourlyCapExceeded')
    await world.pass(80 * 60)
    await world.withdraw(third)
  })
  it('the cap holds for the hour after a payment at the very end of a quarter', async () => {
    const million = Number(usdc(1_000_000))
    const twenty = Math.ceil((await world.timeS()) / 900) * 900 + 850
    await world.pass(twenty - (await world.timeS()))
    for (let i = 0; i < 2; i += 1)
      await world.withdraw(await world.approve(await world.request({ size: million })))
    const third = await world.approve(await world.request({ size: million }))
    await world.pass(59 * 60)
    expect(await refusal(world.withdraw(third))).toBe('HourlyCapExceeded')
    await world.pass(2 * 60)
    await world.withdraw(third)
  })
  it('a guardian stops it at once; to go on takes the admin, an hour and a guardian', async () => {
    const payload = await world.approve(await world.request())
    expect(await refusal(world.call('admin', 'pause'))).toBe('NotGuardian')
    await world.call('guardian', 'pause')
    expect(await refusal(world.withdraw(payload, 'trader'))).toBe('PausedVault')
    expect(await refusal(world.call('trader', 'deposit', [world.usdc, trader, 1n]))).toBe('PausedVault')
    const unpause = encodeFunctionData({ abi: vestVaultAbi, functionName: 'unpause' })
    expect(await refusal(world.call('guardian', 'unpause'))).toBe('NotSelf')
    expect(await refusal(world.call('guardian', 'propose', [unpause]))).toBe('NotAdmin')
    expect(await refusal(world.call('guardian', 'execute', [unpause]))).toBe('NotProposed')
    await world.call('admin', 'propose', [unpause])
    expect(await refusal(world.call('guardian', 'execute', [unpause]))).toBe('TooEarly')
    await world.pass(VAULT_UNPAUSE_DELAY_S)
    expect(await refusal(world.call('admin', 'execute', [unpause]))).toBe('NotGuardian')
    await world.call('guardian', 'execute', [unpause])
    await world.withdraw(payload)
    // A proposal serves once.
    expect(await refusal(world.call('guardian', 'execute', [unpause]))).toBe('NotProposed')
  })
  it('other validators take two days and can be vetoed; what the former signed pays no more', async () => {
    const next = ascending([world.keys.stranger.address, world.keys.session.address])
    const replace = encodeFunctionData({
      abi: vestVaultAbi,
      functionName: 'setValidators',
      args: [next, 2n],
    })
    expect(await refusal(world.call('admin', 'setValidators', [next, 2n]))).toBe('NotSelf')
    await world.call('admin', 'propose', [replace])
    expect(await refusal(world.call('admin', 'propose', [replace]))).toBe('ProposalPending')
    await world.pass(VAULT_CHANGE_DELAY_S - 60)
    expect(await refusal(world.call('stranger', 'execute', [replace]))).toBe('TooEarly')
    await world.call('guardian', 'cancel', [replace])
    await world.pass(120)
    expect(await refusal(world.call('stranger', 'execute', [replace]))).toBe('NotProposed')
    await world.call('admin', 'propose', [replace])
    await world.pass(VAULT_CHANGE_DELAY_S)
    const before = await world.approve(await world.request())
    await world.call('stranger', 'execute', [replace])
    expect((await world.read<Address[]>('validators')).map((one) => one.toLowerCase())).toEqual(next)
    expect(await world.read('isValidator', [world.keys.validator.address])).toBe(false)
    expect(await refusal(world.withdraw(before))).toBe('InvalidValidatorSignature')
  })
  it('a forgotten proposal ends after two weeks', async () => {
    const call = encodeFunctionData({
      abi: vestVaultAbi,
      functionName: 'setKeeper',
      args: [world.keys.stranger.address, true],
    })
    await world.call('admin', 'propose', [call])
    await world.pass(VAULT_CHANGE_DELAY_S + 14 * 86_400 + 1)
    expect(await refusal(world.call('admin', 'execute', [call]))).toBe('TooLate')
    await world.call('admin', 'propose', [call])
  })
  it('caps and tokens change by proposal only, and the vault itself knows the decimals', async () => {
    const terms = {
      ...tokenTermsTuple({ ...VAULT_TERMS_DEFAULT, transactionCapUsd6: 5_000_000 }),
      scale: 99n,
    }
    const change = encodeFunctionData({
      abi: vestVaultAbi,
      functionName: 'setToken',
      args: [world.usdc, terms],
    })
    expect(await refusal(world.call('admin', 'setToken', [world.usdc, terms]))).toBe('NotSelf')
    await world.call('admin', 'propose', [change])
    await world.pass(VAULT_CHANGE_DELAY_S)
    await world.call('stranger', 'execute', [change])
    expect(await refusal(world.withdraw(await world.approve(await world.request())))).toBe(
      'TransactionCapExceeded',
    )
    expect((await world.read<readonly unknown[]>('tokens', [world.usdc]))[1]).toBe(1n)
  })
})

describe('two of three validators', () => {
  const THREE = ['validator', 'session', 'keeper'] as const
  it('one stolen key pays nothing: not alone, not twice, not beside a stranger, not in another order', async () => {
    const address = (role: (typeof THREE)[number] | 'stranger') => world.keys[role].address.toLowerCase()
    const vault = await world.vaultFor(
      world.usdc,
      {},
      {
        validators: THREE.map((role) => world.keys[role].address),
        quorum: 2,
      },
    )
    await world.mint(vault, usdc(1_000))
    const payload = await world.approve(await world.request(), {}, vault)
    const hash = await world.read<Hex>('validatorHash', [payload.id], vault)
    const [first, second, third] = [...THREE].sort((a, b) => (address(a) < address(b) ? -1 : 1))
    const signed = async (...by: readonly Parameters<typeof world.personalSign>[0][]): Promise<Hex> =>
      concatHex(await Promise.all(by.map((role) => world.personalSign(role, hash))))
    const ordered = (by: readonly ('stranger' | (typeof THREE)[number])[]) =>
      by.toSorted((a, b) => (address(a) < address(b) ? -1 : 1))
    const none: readonly Hex[] = [
      await signed(first!),
      await signed(first!, first!),
      await signed(second!, first!),
      await signed(...ordered([first!, 'stranger'])),
      await signed(first!, third!, second!),
      await signed(...ordered([first!, second!, third!, 'stranger'])),
    ]
    for (const validatorSignature of none)
      expect(await refusal(world.withdraw({ ...payload, validatorSignature }, 'trader', vault))).toBe(
        'InvalidValidatorSignature',
      )
    expect(await world.balanceOf(vault)).toBe(usdc(1_000))
    const both = { ...payload, validatorSignature: await signed(first!, third!) }
    await world.withdraw(both, 'trader', vault)
    const all = { ...(await world.approve(await world.request(), {}, vault)) }
    const otherHash = await world.read<Hex>('validatorHash', [all.id], vault)
    await world.withdraw(
      {
        ...all,
        validatorSignature: concatHex(
          await Promise.all([first!, second!, third!].map((role) => world.personalSign(role, otherHash))),
        ),
      },
      'trader',
      vault,
    )
    expect(await world.balanceOf(vault)).toBe(usdc(800))
  })
  it('no vault begins with a quorum that its validators could not reach, or with one validator twice', async () => {
    const [one, two] = [world.keys.validator.address, world.keys.session.address]
    for (const [validators, quorum] of [
      [[one], 0],
      [[one, two], 3],
      [[], 1],
      [[one, one], 2],
    ] as const)
      await expect(world.vaultFor(world.usdc, {}, { validators, quorum })).rejects.toThrow()
  })
})

describe('hostile tokens', () => {
  const artifact = compileContract('testing/ReentrantToken.sol', 'ReentrantToken')
  const abi = artifact.abi as Abi
  async function hostile(decimals = 6) {
    const token = await world.senders.deployer.deploy({ ...artifact, args: [decimals] })
    const vault = await world.vaultFor(token)
    await world.mint(vault, 10n ** BigInt(decimals) * 1_000n, token)
    const tokenRead = <T>(functionName: string) =>
      world.senders.deployer.reader.readContract({ address: token, abi, functionName }) as Promise<T>
    return {
      token,
      vault,
      tokenRead,
      arm: (functionName: 'withdraw' | 'deposit', args: readonly unknown[]) =>
        world.senders.stranger.call({
          address: token,
          abi,
          functionName: 'arm',
          args: [
            vault,
            encodeFunctionData({ abi: vestVaultAbi as Abi, functionName, args: args as unknown[] }),
          ],
        }),
    }
  }
  const reentrancyError = [{ type: 'error', name: 'ReentrancyGuardReentrantCall', inputs: [] }] as const

  it('cannot be paid twice from inside a payment: neither the same request nor another nor a deposit', async () => {
    const { token, vault, tokenRead, arm } = await hostile()
    const first = await world.approve(await world.request({ token }), {}, vault)
    const second = await world.approve(await world.request({ token }), {}, vault)
    const attempts: readonly (readonly ['withdraw' | 'deposit', readonly unknown[]])[] = [
      ['withdraw', world.withdrawArgs(first)],
      ['withdraw', world.withdrawArgs(second)],
      ['deposit', [token, trader, 1n]],
    ]
    for (const [functionName, args] of attempts) {
      const before = await world.balanceOf(vault, token)
      await arm(functionName, args)
      const payload = await world.approve(await world.request({ token }), {}, vault)
      await world.withdraw(payload, 'stranger', vault)
      expect(await tokenRead('attempted')).toBe(true)
      expect(await tokenRead('succeeded')).toBe(false)
      expect(
        decodeErrorResult({ abi: reentrancyError, data: await tokenRead<Hex>('answer') }).errorName,
      ).toBe('ReentrancyGuardReentrantCall')
      expect(await world.balanceOf(vault, token)).toBe(before - usdc(100))
    }
    expect(await world.read('getCompletedTransactions', [[first.id, second.id]], vault)).toEqual([
      false,
      false,
    ])
  })
  it('a request is marked before its money moves', async () => {
    const { token, vault, tokenRead } = await hostile()
    const payload = await world.approve(await world.request({ token }), {}, vault)
    await world.senders.stranger.call({
      address: token,
      abi,
      functionName: 'arm',
      args: [
        vault,
        encodeFunctionData({
          abi: vestVaultAbi,
          functionName: 'getCompletedTransactions',
          args: [[payload.id]],
        }),
      ],
    })
    await world.withdraw(payload, 'stranger', vault)
    expect(BigInt(`0x${(await tokenRead<Hex>('answer')).slice(-64)}`)).toBe(1n)
  })
  it('[3.19] with 18 decimals a request of 6 decimals pays 10^12 units each', async () => {
    const { token, vault } = await hostile(18)
    await world.withdraw(
      await world.approve(await world.request({ token, size: 1_234_567 }), {}, vault),
      'stranger',
      vault,
    )
    expect(await world.balanceOf(trader, token)).toBe(1_234_567_000_000_000_000n)
  })
  it('fewer than 6 decimals are refused at once', async () => {
    const token = await world.senders.deployer.deploy({ ...artifact, args: [5] })
    await expect(world.vaultFor(token)).rejects.toThrow(/UnsupportedDecimals|reverted/)
  })
})
