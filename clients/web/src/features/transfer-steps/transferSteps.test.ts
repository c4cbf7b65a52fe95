import { CHAIN_SOLANA, REFUSAL, timeMs, usd6, type TransferProgress } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { Transfer } from '../../live/index.ts'
import { taskOf, transferSteps } from './transferSteps.ts'

const HASH = `0x${'ab'.repeat(32)}`
const row = (change: Partial<Transfer>): Transfer => ({
  id: `0x${'01'.repeat(32)}`,
  type: 'WITHDRAW',
  status: 'NEW',
  size: usd6(1_000_000),
  chainId: 8453,
  postTimeMs: timeMs(1_000),
  ...change,
})
const progress = (change: Partial<TransferProgress>): TransferProgress => ({
  waitsFor: 'VALIDATORS',
  until: null,
  deadline: 9_000,
  execute: true,
  signedTime: null,
  block: null,
  ...change,
})
const inBlock = { number: 12, txHash: HASH, confirmations: 1, needed: 2 }
const shown = (change: Partial<Transfer>): readonly string[] =>
  transferSteps(row(change)).map(({ name, state }) => `${name} ${state}`)

describe('the steps of a withdrawal', () => {
  it.each<[string, Partial<Transfer>, readonly string[]]>([
    [
      'that waits for its time',
      { eligibleTimeMs: timeMs(5_000), progress: progress({ waitsFor: 'TIME', until: 5_000 }) },
      ['asked done', 'waits active', 'signed waiting', 'sent waiting', 'final waiting'],
    ],
    [
      'that the breaker holds',
      { progress: progress({ waitsFor: 'BREAKER' }) },
      ['asked done', 'held active', 'signed waiting', 'sent waiting', 'final waiting'],
    ],
    [
      'at the validators',
      { progress: progress({}) },
      ['asked done', 'signed active', 'sent waiting', 'final waiting'],
    ],
    [
      'whose vault has too little',
      { progress: progress({ waitsFor: 'FUNDS', signedTime: 2_000 }) },
      ['asked done', 'signed done', 'sent active', 'final waiting'],
    ],
    [
      'that its owner sends',
      { status: 'VERIFIED', progress: progress({ waitsFor: 'CLAIM' }) },
      ['asked done', 'signed done', 'claimed active', 'final waiting'],
    ],
    [
      'in a block',
      { progress: progress({ waitsFor: 'CONFIRMATIONS', block: inBlock }) },
      ['asked done', 'signed done', 'sent done', 'final active'],
    ],
    [
      'that is paid',
      { status: 'FILLED', txHash: HASH },
      ['asked done', 'signed done', 'sent done', 'final done'],
    ],
    [
      'that was never paid',
      { status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED },
      ['asked done', 'void failed', 'returned done'],
    ],
    [
      'that was refused',
      { status: 'REJECTED', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED },
      ['refused failed'],
    ],
  ])('%s', (_, change, steps) => {
    expect(shown(change)).toEqual(steps)
  })

  it('to Solana is burned, attested and made', () => {
    const payout = { burnChainId: 1, burnTxHash: HASH, burnTime: 3_000, expectedTime: 8_000 }
    const to = { chainId: CHAIN_SOLANA }
    const moving = progress({ waitsFor: 'SOLANA', until: 8_000 })
    expect(shown({ ...to, progress: progress({}) }).slice(2)).toEqual([
      'burned waiting',
      'attested waiting',
      'made waiting',
    ])
    expect(shown({ ...to, progress: moving, payout: { ...payout, attested: false } }).slice(2)).toEqual([
      'burned done',
      'attested active',
      'made waiting',
    ])
    expect(shown({ ...to, progress: moving, payout: { ...payout, attested: true } }).slice(2)).toEqual([
      'burned done',
      'attested done',
      'made active',
    ])
    expect(shown({ ...to, status: 'FILLED', txHash: 'sig' }).slice(2)).toEqual([
      'burned done',
      'attested done',
      'made done',
    ])
  })

  it('says whose turn it is', () => {
    expect(taskOf(row({ status: 'VERIFIED' }))).toBe('claim')
    expect(taskOf(row({ status: 'VERIFIED', progress: progress({ waitsFor: 'CONFIRMATIONS' }) }))).toBe(
      'wait',
    )
    expect(taskOf(row({}))).toBe('wait')
    expect(taskOf(row({ status: 'REJECTED' }))).toBe('again')
    expect(taskOf(row({ status: 'FILLED' }))).toBe('none')
  })
})

describe('the steps of a deposit', () => {
  const deposit = (change: Partial<Transfer>) => shown({ type: 'DEPOSIT', ...change })

  it('is credited softly, then final', () => {
    const soft = { status: 'FILLED', txHash: HASH } as const
    const doubt = progress({ waitsFor: 'CONFIRMATIONS', deadline: null, block: inBlock })
    expect(deposit({ ...soft, progress: doubt })).toEqual(['seen done', 'credited done', 'final active'])
    expect(deposit(soft)).toEqual(['seen done', 'credited done', 'final done'])
  })

  it('is credited when final where it is too large before', () => {
    const doubt = progress({ waitsFor: 'CONFIRMATIONS', deadline: null, block: inBlock })
    expect(deposit({ txHash: HASH, progress: doubt })).toEqual([
      'seen done',
      'final active',
      'credited waiting',
    ])
  })

  it('is announced before it is on a chain, and taken back with its block', () => {
    expect(deposit({})).toEqual(['announced done', 'seen active', 'credited waiting', 'final waiting'])
    expect(deposit({ status: 'REJECTED', txHash: HASH })).toEqual(['seen done', 'orphaned failed'])
  })
})
