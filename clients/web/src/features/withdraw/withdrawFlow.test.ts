import { REFUSAL } from '@vest/protocol'
import type { TransferRow } from '@vest/protocol'
import { ApiError, TransportError, UnknownOutcomeError } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { runWithdraw, type WithdrawOptions, type WithdrawState } from './withdrawFlow.ts'

const ID = `0x${'ab'.repeat(32)}` as const
const row = (status: TransferRow['status'], extra: Partial<TransferRow> = {}): TransferRow => ({
  id: ID,
  nonce: 7,
  size: '5.000000',
  orderType: 'WITHDRAW',
  status,
  code: null,
  chainId: 42161,
  postTime: 1,
  requestArgs: null,
  signer: null,
  signature: null,
  signatureProof: null,
  validatorSignature: null,
  recipient: null,
  token: 'USDC',
  txHash: null,
  eligibleTime: null,
  ...extra,
})
const intent = {
  recipient: `0x${'11'.repeat(20)}`,
  token: `0x${'22'.repeat(20)}`,
  size: 5_000_000,
  chainId: 42161,
  execute: false,
}

function run(client: Partial<WithdrawOptions['client']>, execute = false) {
  const states: WithdrawState[] = []
  let change: () => void = () => undefined
  const end = runWithdraw({
    client: {
      withdraw: async () => ({ id: ID, nonce: 7, time: 1 }),
      transfers: async () => [row('VERIFIED')],
      resolveLostWithdraw: async () => ({ kind: 'refused' }),
      ...client,
    },
    intent: { ...intent, execute },
    onTransfer: (listener) => {
      change = listener
      return () => undefined
    },
    // Polls come at once, the limit never: what is waited for are answers.
    clock: {
      setTimeout: (callback, delayMs) => (delayMs < 30_000 ? setTimeout(callback, 0) : 0),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    },
    onState: (state) => states.push(state),
  })
  return { end, states, change: () => change() }
}
const lost = new UnknownOutcomeError(
  { kind: 'withdraw', nonce: 7, timeMs: 1, recvWindowMs: 10_000 },
  new Error('cut'),
)

describe('withdraw', () => {
  it('[4.7] posts the request, waits for NEW, then for the approval', async () => {
    const answers = [row('NEW'), row('NEW'), row('VERIFIED')]
    const world = run({ transfers: async () => [answers.length > 1 ? answers.shift()! : answers[0]!] })
    expect(await world.end).toMatchObject({ stage: 'approved', id: ID, end: undefined })
    expect(world.states.map(({ stage }) => stage)).toEqual(['sign', 'request', 'approval', 'approved'])
  })

  it('[4.7] one that a keeper sends ends when it is paid', async () => {
    const answers = [row('NEW'), row('NEW'), row('FILLED')]
    const world = run({ transfers: async () => [answers.length > 1 ? answers.shift()! : answers[0]!] }, true)
    expect(await world.end).toMatchObject({ stage: 'paid', id: ID, end: undefined })
    expect(world.states.map(({ stage }) => stage)).toEqual([
      'sign',
      'request',
      'approval',
      'approved',
      'paid',
    ])
  })

  it('[4.7] a request that is REJECTED ends in its code, and so does one that is refused at once', async () => {
    expect(
      await run({ transfers: async () => [row('REJECTED', { code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })] })
        .end,
    ).toMatchObject({
      stage: 'request',
      end: { kind: 'refused', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED },
    })
    expect(
      await run({ withdraw: () => Promise.reject(new ApiError(REFUSAL.TRANSFER_DUPLICATE)) }).end,
    ).toMatchObject({
      stage: 'sign',
      id: undefined,
      end: { kind: 'refused', code: REFUSAL.TRANSFER_DUPLICATE },
    })
  })

  it('[9.7] a delayed withdrawal says when it becomes eligible instead of making the user wait', async () => {
    const eligibleTime = 1_800_000_000_000
    expect(await run({ transfers: async () => [row('NEW', { eligibleTime })] }).end).toMatchObject({
      stage: 'approval',
      end: { kind: 'later', eligibleTimeMs: eligibleTime },
    })
  })

  it('a lost answer is asked for by nonce: executed goes on, never executed is refused', async () => {
    const executed = run({
      withdraw: () => Promise.reject(lost),
      resolveLostWithdraw: async () => ({ kind: 'executed', transfer: row('NEW') }),
    })
    expect(await executed.end).toMatchObject({ stage: 'approved', id: ID })
    expect(await run({ withdraw: () => Promise.reject(lost) }).end).toMatchObject({
      end: { kind: 'refused' },
    })
  })

  it('[8.59] what is not known is not called failed', async () => {
    const unknown = run({
      withdraw: () => Promise.reject(lost),
      resolveLostWithdraw: () => Promise.reject(new TransportError('away')),
    })
    expect(await unknown.end).toMatchObject({ end: { kind: 'unknown' } })
    const never = run({ withdraw: () => Promise.reject(new TransportError('away', { sent: false })) })
    expect(await never.end).toMatchObject({ end: { kind: 'unreachable' } })
  })

  it('a wallet that declines ends it before anything was sent', async () => {
    expect(
      await run({ withdraw: () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })) }).end,
    ).toMatchObject({ stage: 'sign', end: { kind: 'declined' } })
  })
})
