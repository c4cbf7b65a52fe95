import type { Address } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forwarderAddress, forwarderImplementation, sweepForwarder } from './forwarders.ts'
import { deployBridgedUsdc } from './deployBridgedUsdc.ts'
import { startVaultWorld, type VaultWorld } from './testing/vaultWorld.ts'

let world: VaultWorld
beforeAll(async () => {
  world = await startVaultWorld()
}, 60_000)
afterAll(() => world.stop())

describe('deposit addresses on a chain', () => {
  it('hold money before they exist, and send it to the vault alone, whoever asks', async () => {
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

  it('move any token, and only their own', async () => {
    const { vault, keys, senders } = world
    const other = await deployBridgedUsdc(senders.deployer)
    const account = keys.session.address.toLowerCase() as Address
    const home = forwarderAddress(vault, account)
    await world.mint(home, 5n, other)
    await sweepForwarder(senders.keeper, { vault, account, token: other })
    expect([await world.balanceOf(home, other), await world.balanceOf(vault, other)]).toEqual([0n, 5n])
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
