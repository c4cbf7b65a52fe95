import type { Address } from '@vest/protocol'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CostlyTokenError,
  forwarderAddress,
  forwarderImplementation,
  returnFromForwarder,
  sweepForwarder,
} from './forwarders.ts'
import { deployBridgedUsdc } from './deployBridgedUsdc.ts'
import { refusal, startVaultWorld, type VaultWorld } from './testing/vaultWorld.ts'

let world: VaultWorld
beforeAll(async () => {
  world = await startVaultWorld()
}, 60_000)
afterAll(() => world.stop())

describe('deposit addresses on a chain', () => {
  it('hold money before they exist, and send it to the vault alone, whichever account asks', async () => {
    const { vault, usdc, keys, senders } = world
    const account = keys.trader.address.toLowerCase() as Address
    const home = forwarderAddress(vault, account)
    await world.mint(home, 40_000_000n)
    const sweep = () => sweepForwarder(senders.stranger, { vault, account, token: usdc })
    await sweep()
    expect([await world.balanceOf(home), await world.balanceOf(vault)]).toEqual([0n, 40_000_000n])
    // Nothing there is nothing to do; what comes later goes the same way.
    await sweep()
    await world.mint(home, 2_000_000n)
    await sweep()
    expect(await world.balanceOf(vault)).toBe(42_000_000n)
    expect(await world.balanceOf(keys.stranger.address)).toBe(0n)
  })

  it('send any other token and coin to the account alone, for a keeper or the account itself', async () => {
    const { vault, usdc, keys, senders, mint, balanceOf } = world
    const other = await deployBridgedUsdc(senders.deployer)
    const account = keys.session.address.toLowerCase() as Address
    const home = forwarderAddress(vault, account)
    await mint(home, 5n, other)
    await mint(home, 7_000_000n)
    await senders.stranger.pay(home, 3n)
    const giveBack = (token: Address, by: 'keeper' | 'session' | 'stranger', gasMax = 500_000n) =>
      returnFromForwarder(senders[by], { vault, account, token, gasMax })
    expect(await refusal(giveBack(other, 'stranger'))).toBe('NotAllowedReturn')
    await expect(giveBack(other, 'keeper', 21_000n)).rejects.toThrow(CostlyTokenError)
    expect(await refusal(sweepForwarder(senders.keeper, { vault, account, token: other }))).toBe(
      'TokenIsNoDeposit',
    )
    await giveBack(other, 'keeper')
    await mint(home, 6n, other)
    await giveBack(other, 'session')
    expect([await balanceOf(home, other), await balanceOf(account, other)]).toEqual([0n, 11n])
    const { reader } = senders.keeper
    const before = await reader.getBalance({ address: account })
    await giveBack(zeroAddress, 'keeper')
    expect(await reader.getBalance({ address: account })).toBe(before + 3n)
    // What was credited when it came goes to the vault alone.
    expect(await refusal(giveBack(usdc, 'keeper'))).toBe('TokenIsDeposit')
    const held = await balanceOf(vault)
    await sweepForwarder(senders.stranger, { vault, account, token: usdc })
    expect(await balanceOf(vault)).toBe(held + 7_000_000n)
  })

  it('differ by account and by vault', () => {
    const [one, two]: Address[] = [`0x${'01'.repeat(20)}`, `0x${'02'.repeat(20)}`]
    const all = [
      forwarderAddress(world.vault, one!),
      forwarderAddress(world.vault, two!),
      forwarderAddress(one!, one!),
      forwarderImplementation(world.vault),
      forwarderImplementation(one!),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})
