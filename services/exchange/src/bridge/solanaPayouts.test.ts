import type { TransferRecord } from '@vest/engine'
import { CHAIN_SOLANA, usd6, type Id } from '@vest/protocol'
import { describe, expect, it, vi } from 'vitest'
import { createLogger } from '../logger.ts'
import { createScriptedChain, hash32 } from '../testing/scriptedChain.ts'
import { createSolanaPayouts } from './solanaPayouts.ts'
import { createWorkQueue } from './workQueue.ts'

const ID: Id = hash32(7)
const OWNER = '4Nd1mYQpsQxB6jKzHtYt3u3cJH5jFf1iVx1sVq8Zr9aB'
const BURN = { txHash: hash32(1), feeUsd6: usd6(500_000) }
const MADE = hash32(2)
const ESTIMATE_MS = 15_000
const TRANSFER = { id: ID, chainId: CHAIN_SOLANA, recipient: OWNER } as unknown as TransferRecord

function createDesk() {
  const world = { nowMs: 1_000_000, isAttested: false, isFinal: false, isBurned: false }
  const looks = { attestation: 0, burn: 0 }
  const delivered: string[] = []
  const completed: unknown[] = []
  const errors: string[] = []
  const recalled: Id[] = []
  const queue = createWorkQueue({
    retryMs: 1,
    onFailure: () => undefined,
    onBroken: (error) => {
      throw error
    },
  })
  const desk = createSolanaPayouts({
    payouts: {
      feeUsd6: BURN.feeUsd6,
      estimateMs: ESTIMATE_MS,
      recipientOf: async () => ({ refusal: 'not asked here' }),
      attestationOf: async () => {
        looks.attestation += 1
        return world.isAttested ? { message: '0x01', attestation: '0x02' } : undefined
      },
      deliver: async (_burn, owner) => {
        delivered.push(owner)
        return { txHash: MADE, isFinal: world.isFinal }
      },
    },
    home: {
      ...createScriptedChain(),
      solanaBurn: async () => {
        looks.burn += 1
        return world.isBurned ? { ...BURN, timeMs: world.nowMs } : undefined
      },
    },
    queue,
    logger: {
      ...createLogger({}),
      error: (_facts: unknown, text: string) => void errors.push(text),
    } as never,
    nowMs: () => world.nowMs,
    complete: async (done) => void completed.push(done),
    lookMs: 1,
    onRecalled: ({ id }) => void recalled.push(id),
  })
  const end = async (): Promise<void> => {
    desk.stop()
    await queue.stop()
  }
  return { world, looks, desk, end, delivered, completed, errors, recalled }
}

describe('withdrawals to Solana behind their burn', () => {
  it('are delivered once attested, and completed once what was made is final', async () => {
    const { world, looks, desk, end, delivered, completed } = createDesk()
    desk.onBurned(TRANSFER, BURN)
    expect(desk.progressOf(ID)).toEqual({
      burnTxHash: BURN.txHash,
      burnTimeMs: world.nowMs,
      isAttested: false,
      expectedTimeMs: world.nowMs + ESTIMATE_MS,
    })
    await vi.waitFor(() => expect(looks.attestation).toBeGreaterThan(1))
    expect(delivered).toEqual([])
    world.isAttested = true
    await vi.waitFor(() => expect(delivered.length).toBeGreaterThan(1))
    expect(new Set(delivered)).toEqual(new Set([OWNER]))
    expect(desk.progressOf(ID)?.isAttested).toBe(true)
    expect(completed).toEqual([])
    world.isFinal = true
    await vi.waitFor(() => expect(completed).not.toEqual([]))
    await end()
    expect(completed).toEqual([{ id: ID, txHash: MADE, feeUsd6: BURN.feeUsd6 }])
  })

  it('are found again where word of the burn was lost, and not before there is one', async () => {
    const { world, looks, desk, end, completed } = createDesk()
    Object.assign(world, { isAttested: true, isFinal: true })
    desk.findBurns([TRANSFER])
    await vi.waitFor(() => expect(looks.burn).toBeGreaterThan(0))
    expect(desk.progressOf(ID)).toBeUndefined()
    world.isBurned = true
    await vi.waitFor(() => {
      desk.findBurns([TRANSFER])
      expect(completed).toHaveLength(1)
    })
    await end()
  })

  it('name their burn again after a start that finds them done, by the log of the chain, once', async () => {
    const { world, looks, desk, end, recalled } = createDesk()
    const done = { ...TRANSFER, status: 'FILLED' } as TransferRecord
    desk.recall(TRANSFER)
    desk.recall({ ...done, chainId: 42_161 })
    world.isBurned = true
    desk.recall(done)
    await vi.waitFor(() => expect(recalled).toEqual([ID]))
    expect(desk.progressOf(ID)).toEqual({
      burnTxHash: BURN.txHash,
      burnTimeMs: world.nowMs,
      isAttested: true,
      expectedTimeMs: world.nowMs + ESTIMATE_MS,
    })
    desk.recall(done)
    await end()
    expect(looks).toEqual({ attestation: 0, burn: 1 })
  })

  it('are reported once when they are late', async () => {
    const { world, looks, desk, end, errors } = createDesk()
    desk.onBurned(TRANSFER, BURN)
    await vi.waitFor(() => expect(looks.attestation).toBeGreaterThan(1))
    expect(errors).toEqual([])
    world.nowMs += 2 * ESTIMATE_MS
    await vi.waitFor(() => expect(errors).not.toEqual([]))
    const before = looks.attestation
    await vi.waitFor(() => expect(looks.attestation).toBeGreaterThan(before + 2))
    await end()
    expect(errors).toEqual(['a withdrawal was burned and is late on Solana'])
  })
})
