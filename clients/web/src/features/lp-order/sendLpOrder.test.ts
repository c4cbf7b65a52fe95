import { describe, expect, it, vi } from 'vitest'
import { REFUSAL, usd6, type LpOrderRow, type Usd6 } from '@vest/protocol'
import { ApiError, TimeoutError, TransportError, UnknownOutcomeError, ValidationError } from '@vest/sdk'
import { sendLpOrder, type LpOrderToSend } from './sendLpOrder.ts'

const ID = `0x${'ab'.repeat(32)}` as const
const row = (status: LpOrderRow['status'], code: number | null = null): LpOrderRow => ({
  id: ID,
  nonce: 1,
  size: '5',
  orderType: 'SCHEDULE_WITHDRAW',
  status,
  code,
  fees: '0.000000',
  postTime: 1,
  shares: null,
  executeTime: null,
})
const lost = () =>
  new UnknownOutcomeError(
    { kind: 'lp', nonce: 1, timeMs: 1, recvWindowMs: 5_000 },
    new TransportError('cut', { sent: true }),
  )

function world(rows: readonly LpOrderRow[], more: Partial<LpOrderToSend['client']> = {}) {
  const left = [...rows]
  const client = {
    placeLpOrder: vi.fn(async () => ({ id: ID })),
    lpOrders: vi.fn(async () => (left.length === 0 ? [] : [left.shift()!])),
    resolveLostLpOrder: vi.fn(),
    ...more,
  } as unknown as LpOrderToSend['client']
  const send = (change: Partial<LpOrderToSend> = {}) =>
    sendLpOrder({
      client,
      orderType: 'SCHEDULE_WITHDRAW',
      size: async () => usd6(5_000_000),
      isAll: false,
      ...change,
    })
  return { client, send }
}

describe('an LP order that is sent', () => {
  it('ends as the exchange has recorded it', async () => {
    expect(await world([row('NEW')]).send()).toEqual({ kind: 'done', order: row('NEW') })
    expect(await world([row('REJECTED', REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE)]).send()).toEqual({
      kind: 'refused',
      code: REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE,
    })
  })

  it('everything is asked for anew while its value falls; a number that was typed is not', async () => {
    const { client, send } = world([
      row('REJECTED', REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE),
      row('REJECTED', REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE),
      row('NEW'),
    ])
    const sizes: Usd6[] = [usd6(9_000_000), usd6(8_000_000), usd6(7_000_000)]
    const end = await send({ isAll: true, size: async () => sizes.shift() })
    expect(end.kind).toBe('done')
    expect(vi.mocked(client.placeLpOrder).mock.calls.map(([order]) => order.size)).toEqual([
      '9.000000',
      '8.000000',
      '7.000000',
    ])
    const typed = world([row('REJECTED', REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE), row('NEW')])
    expect(await typed.send()).toEqual({ kind: 'refused', code: REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE })
    expect(typed.client.placeLpOrder).toHaveBeenCalledTimes(1)
  })

  it('gives up after four, and at once where asking again cannot help', async () => {
    const falling = world(
      Array.from({ length: 9 }, () => row('REJECTED', REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE)),
    )
    expect(await falling.send({ isAll: true })).toEqual({
      kind: 'refused',
      code: REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE,
    })
    expect(falling.client.placeLpOrder).toHaveBeenCalledTimes(4)
    const insolvent = world([row('REJECTED', REFUSAL.LP_DURING_INSOLVENCY), row('NEW')])
    expect(await insolvent.send({ isAll: true })).toEqual({
      kind: 'refused',
      code: REFUSAL.LP_DURING_INSOLVENCY,
    })
    expect(insolvent.client.placeLpOrder).toHaveBeenCalledTimes(1)
  })

  it('a lost answer is looked for; what was found counts, what was not never happened', async () => {
    const placeLpOrder = () => Promise.reject(lost())
    const found = world([row('NEW')], {
      placeLpOrder,
      resolveLostLpOrder: async () => ({ kind: 'executed', order: row('NEW') }),
    } as never)
    expect((await found.send()).kind).toBe('done')
    const none = world([], { placeLpOrder, resolveLostLpOrder: async () => ({ kind: 'refused' }) } as never)
    expect(await none.send()).toEqual({ kind: 'refused', code: REFUSAL.LP_EXECUTION_FAILED })
    const silent = world([], {
      placeLpOrder,
      resolveLostLpOrder: () => Promise.reject(new TimeoutError()),
    } as never)
    expect(await silent.send()).toEqual({ kind: 'unknown' })
  })

  it.each([
    [new ApiError(REFUSAL.ACTION_NOT_AVAILABLE), { kind: 'refused', code: REFUSAL.ACTION_NOT_AVAILABLE }],
    [new TransportError('offline', { sent: false }), { kind: 'unreachable' }],
    [new TransportError('cut', { sent: true }), { kind: 'unknown' }],
    [new ValidationError('signer', 'none'), { kind: 'no-key' }],
  ])('%s has a name', async (error, end) => {
    expect(await world([], { placeLpOrder: () => Promise.reject(error) } as never).send()).toEqual(end)
  })

  it('an accepted one whose record cannot be read is not called a failure', async () => {
    const { send } = world([], {
      lpOrders: () => Promise.reject(new ApiError(REFUSAL.TOO_MANY_REQUESTS)),
    } as never)
    expect(await send()).toEqual({ kind: 'unknown' })
  })
})
