import { REFUSAL } from '@vest/protocol'
import type { TransferRow } from '@vest/protocol'
import { ApiError, TransportError, type VestClient } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { createManualClock, settle } from '@vest/sdk/testing/manualClock'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { usd } from '../../testing/fixtures.ts'
import { PROFIT_TIMEOUT_MS, runProfit, type ProfitOptions, type ProfitState } from './runProfit.ts'

const ID = `0x${'a'.repeat(64)}` as const

function setup(rows: () => readonly Partial<TransferRow>[], change: Partial<ProfitOptions> = {}) {
  const clock = createManualClock()
  const states: ProfitState[] = []
  const running = runProfit({
    size: usd(612.4),
    withdraw: async () => ({ id: ID }),
    client: { transfers: async () => rows() } as unknown as Pick<VestClient, 'transfers'>,
    onTransfer: () => () => undefined,
    clock,
    onState: (state) => states.push(state),
    ...change,
  })
  return {
    clock,
    running,
    told: () => states.map(({ stage, end }) => `${stage}${end ? `/${end.kind}` : ''}`),
  }
}

describe('a profit withdrawal on its way', () => {
  it('[7.23] [9.7] is signed, settled and paid', async () => {
    const { running, told } = setup(() => [{ id: ID, status: 'FILLED' }])
    await running
    expect(told()).toEqual(['sign', 'settle', 'paid'])
  })

  it('[9.7] one that is rejected says why; one that is silent for thirty seconds may have been paid', async () => {
    const rejected = setup(() => [
      { id: ID, status: 'REJECTED', code: REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED },
    ])
    expect((await rejected.running).end).toMatchObject({
      kind: 'failed',
      error: { code: REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED },
    })
    const silent = setup(() => [])
    await settle()
    await silent.clock.advance(PROFIT_TIMEOUT_MS)
    expect((await silent.running).end).toEqual({ kind: 'unknown' })
    expect(PROFIT_TIMEOUT_MS).toBe(30_000)
  })

  it('[2.36] what was pressed away is no failure; a refusal is; a lost answer is unknown unless nothing was sent', async () => {
    const end = async (error: unknown) =>
      (await setup(() => [], { withdraw: () => Promise.reject(error) }).running).end?.kind
    expect(await end(new FrameError('userExited'))).toBe('declined')
    expect(await end(new FrameError('walletLocked'))).toBe('failed')
    expect(await end(new ApiError(REFUSAL.TRANSFER_MARGIN_CHECK_FAILED))).toBe('failed')
    expect(await end(new TransportError('lost'))).toBe('unknown')
    expect(await end(new TransportError('offline', { sent: false }))).toBe('failed')
  })
})
