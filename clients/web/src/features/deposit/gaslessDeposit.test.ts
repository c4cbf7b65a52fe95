import {
  REFUSAL,
  DEPOSIT_AUTHORIZATION_VALID_S,
  usd6,
  type ChainInfo,
  type TransferRow,
} from '@vest/protocol'
import { ApiError, TransportError } from '@vest/sdk'
import { describe, expect, it, vi } from 'vitest'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import type { DepositState } from './depositFlow.ts'
import { runGaslessDeposit, type GaslessDepositOptions } from './gaslessDeposit.ts'

const TOKEN = { symbol: 'USDC', address: `0x${'55'.repeat(20)}`, decimals: 6 }
const chainWith = (authorization: { name: string; version: string } | null): ChainInfo =>
  ({ chainId: 42161, tokens: [{ ...TOKEN, authorization }] }) as unknown as ChainInfo
const CHAIN = chainWith({ name: 'USD Coin', version: '2' })
const SIGNED = { account: `0x${'11'.repeat(20)}`, nonce: `0x${'22'.repeat(32)}`, signature: '0x33' } as const
const FILLED = { id: '0xid', status: 'FILLED', txHash: '0xhash' } as unknown as TransferRow

async function run(change: Partial<GaslessDepositOptions> = {}) {
  const states: DepositState[] = []
  const clock = createManualClock()
  const authorize = vi.fn(async () => SIGNED)
  const send = vi.fn(async () => ({ id: '0xid' }))
  const end = await runGaslessDeposit({
    chain: CHAIN,
    size: usd6(5_000_000),
    authorize,
    send,
    clock,
    find: async () => FILLED,
    onTransfer: () => () => undefined,
    onState: (state) => states.push(state),
    ...change,
  })
  return {
    end,
    stages: states.map(({ stage }) => stage),
    authorize,
    send,
    nowS: Math.floor(clock.now() / 1_000),
  }
}

describe('a gasless deposit', () => {
  it('[6.4] [7.24] is signed in the frame for an hour, handed in as it was signed, and seen to its credit', async () => {
    const { end, stages, authorize, send, nowS } = await run()
    expect(stages).toEqual(['confirm', 'mining', 'crediting', 'credited'])
    expect(end).toMatchObject({ stage: 'credited', txHash: '0xhash', end: undefined })
    const validBefore = nowS + DEPOSIT_AUTHORIZATION_VALID_S
    expect(authorize).toHaveBeenCalledWith({ chainId: 42161, value: '5000000', validAfter: 0, validBefore })
    expect(send).toHaveBeenCalledWith({
      ...SIGNED,
      value: '5000000',
      chain_id: 42161,
      valid_after: 0,
      valid_before: validBefore,
    })
  })

  it.each([
    [
      'the frame does not sign',
      { authorize: () => Promise.reject(new FrameError('walletLocked')) },
      { kind: 'frame', failure: 'walletLocked' },
    ],
    ['the chain knows none', { chain: chainWith(null) }, { kind: 'frame', failure: 'unsupportedChain' }],
    [
      'the exchange refuses it',
      { send: () => Promise.reject(new ApiError(REFUSAL.INVALID_PARAMETER, { httpStatus: 400 })) },
      { kind: 'rejected', code: REFUSAL.INVALID_PARAMETER },
    ],
    [
      'nothing is heard of it',
      { send: () => Promise.reject(new TransportError('lost')) },
      { kind: 'unknown' },
    ],
  ] as const)('where %s it ends with that', async (_what, change, expected) => {
    const { end } = await run(change as Partial<GaslessDepositOptions>)
    expect(end.end).toEqual(expected)
  })
})
