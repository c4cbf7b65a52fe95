import { CHAIN_SOLANA, hexToBytes, timeMs, usd6, WITHDRAW_DEADLINE_MS, type Hex } from '@vest/protocol'
import type { TransferRecord } from '@vest/engine'
import type { ChainAdapter, Confirmations } from '@vest/runtime'
import { describe, expect, it } from 'vitest'
import { createChains } from '../chains.ts'
import { createScriptedChain, hash32, TEST_CHAIN_ID, TEST_USDC } from '../testing/scriptedChain.ts'
import { createProgressDesk } from './transferProgress.ts'

const NOW_MS = 1_800_000_000_000
const SIGNED: Hex = `0x${NOW_MS.toString(16).padStart(64, '0')}${'0'.repeat(448)}`
const DEADLINE_MS = NOW_MS + WITHDRAW_DEADLINE_MS

const record = (change: Partial<TransferRecord> = {}): TransferRecord => ({
  id: hash32(1),
  account: TEST_USDC,
  type: 'WITHDRAW',
  status: 'NEW',
  nonce: 1,
  size: usd6(5_000_000),
  chainId: TEST_CHAIN_ID,
  token: TEST_USDC,
  postTimeMs: timeMs(NOW_MS),
  execute: true,
  requestArgs: SIGNED,
  ...change,
})

function desk(payouts?: Parameters<typeof createProgressDesk>[0]['payouts']) {
  const blocks = new Map<string, Confirmations>()
  const chain: ChainAdapter = { ...createScriptedChain(), confirmationsOf: (id) => blocks.get(id) }
  const at = { nowMs: NOW_MS }
  const progress = createProgressDesk({
    chains: createChains([chain], {}),
    payouts,
    nowMs: () => at.nowMs,
  })
  const heard: string[] = []
  progress.onChange(({ id }) => heard.push(id))
  return { progress, blocks, at, heard }
}

describe('where a transfer stands', () => {
  it('a withdrawal waits for its time, the breaker, the validators, the keeper, then for its block', () => {
    const { progress, blocks, at, heard } = desk()
    const asked = record({ eligibleTimeMs: timeMs(NOW_MS + 1_000) })
    progress.follow(asked)
    const now = (transfer = asked) => progress.progressOf(transfer)
    expect(now()).toMatchObject({
      waitsFor: 'TIME',
      until: NOW_MS + 1_000,
      deadline: DEADLINE_MS,
      execute: true,
    })
    at.nowMs += 1_000
    progress.breakerUntil(NOW_MS + 60_000)
    expect(now()).toMatchObject({ waitsFor: 'BREAKER', until: NOW_MS + 60_000 })
    progress.approved(asked.id)
    expect(now()).toMatchObject({ waitsFor: 'VALIDATORS', signedTime: null })
    progress.signed(asked.id)
    progress.met(asked.id, 'FUNDS')
    expect(now()).toMatchObject({ waitsFor: 'FUNDS', until: DEADLINE_MS, signedTime: NOW_MS + 1_000 })
    blocks.set(asked.id, { blockNumber: 7n, txHash: hash32(2), count: 1, needed: 2 })
    progress.moved([asked.id])
    expect(now()).toMatchObject({
      waitsFor: 'CONFIRMATIONS',
      block: { number: 7, txHash: hash32(2), confirmations: 1, needed: 2 },
    })
    // The approval, the signature, the obstacle and the block; nothing twice.
    progress.met(asked.id, 'FUNDS')
    expect(heard).toHaveLength(4)
    const paid = record({ status: 'FILLED', txHash: hash32(2) })
    progress.follow(paid)
    expect(now(paid)).toBeUndefined()
    progress.moved([asked.id])
    expect(heard).toHaveLength(4)
  })

  it('one that is burned waits for Solana, and nothing brings it back past its deadline', () => {
    const burned = {
      burnTxHash: hash32(3),
      burnTimeMs: NOW_MS,
      isAttested: false,
      expectedTimeMs: NOW_MS + 15_000,
    }
    const { progress, at } = desk({ progressOf: () => burned })
    const approved = record({ status: 'VERIFIED', execute: false, chainId: CHAIN_SOLANA })
    progress.follow(approved)
    at.nowMs = DEADLINE_MS
    expect(progress.progressOf(approved)).toMatchObject({
      waitsFor: 'SOLANA',
      until: NOW_MS + 15_000,
      deadline: null,
    })
  })

  it('an approved one that its owner sends waits for that, and past its deadline for the money to come back', () => {
    const { progress, at } = desk()
    const approved = record({ status: 'VERIFIED', execute: false })
    progress.follow(approved)
    expect(progress.progressOf(approved)).toMatchObject({ waitsFor: 'CLAIM', until: DEADLINE_MS })
    at.nowMs = DEADLINE_MS
    expect(progress.progressOf(approved)).toMatchObject({ waitsFor: 'DEADLINE', until: null })
  })

  it('a deposit waits for its block until nothing can undo it', () => {
    const { progress, blocks } = desk()
    const { requestArgs: _, ...deposit } = record({
      type: 'DEPOSIT',
      status: 'FILLED',
      txHash: hash32(3),
      isSoft: true,
    })
    progress.follow(deposit)
    expect(progress.progressOf(deposit)).toMatchObject({
      waitsFor: 'CONFIRMATIONS',
      block: null,
      deadline: null,
    })
    blocks.set(deposit.id, { blockNumber: 9n, txHash: hash32(3), count: 3, needed: undefined })
    expect(progress.progressOf(deposit)).toMatchObject({ block: { confirmations: 3, needed: null } })
    blocks.clear()
    const final = { ...deposit, isSoft: false }
    progress.follow(final)
    expect(progress.progressOf(final)).toBeUndefined()
  })

  it('the deadline is the first word of what was signed', () => {
    expect(hexToBytes(SIGNED)).toHaveLength(256)
    expect(desk().progress.progressOf(record())?.deadline).toBe(DEADLINE_MS)
  })
})
