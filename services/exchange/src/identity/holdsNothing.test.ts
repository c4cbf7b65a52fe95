/** What counts as something in a wallet, whose owner would lose it with a new one. */
import type { Address } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.ts'
import { testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'
import { holdsNothing } from './holdsNothing.ts'

const SOLANA = '7sKqW3xYV1fQbY1x2bF7b2ov1nU3pJ4q6rT8uV9w5D4v'
const EMPTY = testKey(0x71).address as Address

describe('an empty wallet', () => {
  let world: TestWorld
  beforeEach(async () => void (world = await startTestWorld()))
  afterEach(() => world.stop())
  const isEmpty = (evmAddress: Address) =>
    holdsNothing({ engine: world.engine, chains: createChains([world.chain], {}) })({
      evmAddress,
      solanaAddress: SOLANA,
    })

  it('has no account, or one in which nothing lies', async () => {
    expect(await isEmpty(EMPTY)).toBe(true)
    const poor = await world.trader(0x51, 0)
    expect(await isEmpty(poor.primary.address.toUpperCase().replace('0X', '0x') as Address)).toBe(true)
  })

  it('has no money in its account, no order, and none on its way', async () => {
    const rich = await world.trader(0x61, 1_000)
    expect(await isEmpty(rich.primary.address)).toBe(false)
  })

  it('has no money at its own address on a chain, nor anything at its deposit address', async () => {
    world.chain.ownUsd6 = async () => 1n
    expect(await isEmpty(EMPTY)).toBe(false)
    world.chain.ownUsd6 = async () => 0n
    expect(await isEmpty(EMPTY)).toBe(true)
    world.chain.strays = async () => [{ units: 1n, decimals: 18 }]
    expect(await isEmpty(EMPTY)).toBe(false)
  })

  it('is not what cannot be asked', async () => {
    world.chain.ownUsd6 = async () => Promise.reject(new Error('away'))
    await expect(isEmpty(EMPTY)).rejects.toThrow('away')
  })
})
