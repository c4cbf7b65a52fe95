/** What the vault counts is what it sent, whatever a token does with it on the way or in the middle of it. */
import * as fc from 'fast-check'
import { encodeFunctionData, type Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Address, Hex } from '@vest/protocol'
import { compileContract } from './compile.ts'
import { vestVaultAbi } from './index.ts'
import { startVaultWorld, type VaultWorld } from './testing/vaultWorld.ts'

vi.setConfig({ testTimeout: 120_000 })

const SEED = 1_000_000_000n

let world: VaultWorld
beforeAll(async () => {
  world = await startVaultWorld()
})
afterAll(() => world.stop())

async function deployed(
  source: string,
  args: readonly unknown[],
): Promise<{ token: Address; vault: Address }> {
  const artifact = compileContract(`testing/${source}.sol`, source)
  const token = await world.senders.deployer.deploy({ ...artifact, args })
  const vault = await world.vaultFor(token)
  await world.mint(vault, SEED, token)
  return { token, vault }
}

describe('hostile tokens', () => {
  it('a token that keeps a part: the vault pays each request once and is short by exactly what it sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5_000 }),
        fc.array(fc.integer({ min: 1, max: 90_000_000 }), { minLength: 1, maxLength: 5 }),
        async (feeBps, sizes) => {
          const { token, vault } = await deployed('FeeToken', [feeBps])
          let sent = 0n
          for (const size of sizes) {
            const payload = await world.approve(await world.request({ token, size }), {}, vault)
            await world.withdraw(payload, 'stranger', vault)
            await expect(world.withdraw(payload, 'stranger', vault)).rejects.toThrow()
            sent += BigInt(size)
            expect(await world.balanceOf(vault, token)).toBe(SEED - sent)
          }
          expect(await world.read('hourlyOutflow', [token], vault)).toBe(sent)
        },
      ),
      { numRuns: 6 },
    )
  })

  it('a token that calls back: whatever it calls in the middle of a payout, one request is paid once', async () => {
    const abi = compileContract('testing/ReentrantToken.sol', 'ReentrantToken').abi as Abi
    const inside = fc.constantFrom('same', 'other', 'deposit', 'setValidators', 'pause')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(inside, fc.integer({ min: 1, max: 90_000_000 })), { minLength: 1, maxLength: 5 }),
        async (payouts) => {
          const { token, vault } = await deployed('ReentrantToken', [6])
          let sent = 0n
          for (const [call, size] of payouts) {
            const payload = await world.approve(await world.request({ token, size }), {}, vault)
            const other = await world.approve(await world.request({ token, size }), {}, vault)
            const calls: Record<typeof call, readonly [string, readonly unknown[]]> = {
              same: ['withdraw', world.withdrawArgs(payload)],
              other: ['withdraw', world.withdrawArgs(other)],
              deposit: ['deposit', [token, world.keys.trader.address, 1n]],
              setValidators: ['setValidators', [[world.keys.stranger.address], 1n]],
              pause: ['pause', []],
            }
            const [functionName, args] = calls[call]
            const data: Hex = encodeFunctionData({ abi: vestVaultAbi as Abi, functionName, args: [...args] })
            await world.senders.stranger.call({
              address: token,
              abi,
              functionName: 'arm',
              args: [vault, data],
            })
            await world.withdraw(payload, 'stranger', vault)
            sent += BigInt(size)
            expect(await world.balanceOf(vault, token)).toBe(SEED - sent)
            const flags = await world.read('getCompletedTransactions', [[payload.id, other.id]], vault)
            expect(flags).toEqual([true, false])
          }
          expect(await world.read('paused', [], vault)).toBe(false)
          expect(await world.read('hourlyOutflow', [token], vault)).toBe(sent)
        },
      ),
      { numRuns: 6 },
    )
  })
})
