/** What became of an order: by the feed, by polling, by nonce after a lost answer. */
import { REFUSAL, ORDER_STATUSES, type OrderEvent, type OrderStatus, type OrderType } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import {
  createLocalSigner,
  createVestClient,
  UnknownOutcomeError,
  type ConfirmOptions,
  type FetchLike,
} from './index.ts'

const ID = `0x${'ab'.repeat(32)}`
const row = (status: OrderStatus, code: number | null = null, more: object = {}) => ({
  id: ID,
  nonce: 1,
  status,
  code,
  ...more,
})

/** A client whose reads of orders are answered by `read`; `'down'` breaks the connection. */
function setup(
  read: (elapsedMs: number, query: URLSearchParams) => unknown[] | 'down' | number,
  postOrders: () => Response = () => {
    throw new TypeError('lost')
  },
) {
  const clock = createManualClock()
  const startMs = clock.now()
  const polls: number[] = []
  const listeners = new Set<(event: OrderEvent) => void>()
  const fetch: FetchLike = async (url, init) => {
    if (init.method === 'POST') return postOrders()
    const elapsedMs = clock.now() - startMs
    polls.push(elapsedMs)
    const answer = read(elapsedMs, new URL(url).searchParams)
    if (answer === 'down') throw new TypeError('fetch failed')
    if (typeof answer === 'number')
      return new Response(JSON.stringify({ code: answer, msg: 'no' }), { status: 400 })
    return new Response(JSON.stringify(answer))
  }
  const vest = createVestClient({
    baseUrl: 'http://exchange',
    fetch,
    clock,
    apiKey: 'k',
    account: `0x${'56'.repeat(20)}`,
    signer: createLocalSigner(`0x${'77'.repeat(32)}`),
  })
  const events: ConfirmOptions['events'] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const emit = (event: object): void => [...listeners].forEach((listener) => listener(event as OrderEvent))
  /** Settles into a value or an error that the test can look at after moving the clock. */
  const watch = <T>(promise: Promise<T>) => {
    const seen: { value?: T; error?: Error; atMs?: number } = {}
    promise.then(
      (value) => Object.assign(seen, { value, atMs: clock.now() - startMs }),
      (error: Error) => Object.assign(seen, { error, atMs: clock.now() - startMs }),
    )
    return seen
  }
  return { clock, vest, polls, events, emit, watch, listeners }
}

describe('confirmOrder', () => {
  it('[4.4] [9.6] polls after 1500 ms, every 1500 ms, gives up after 10 s and ends in 901 after 30 s', async () => {
    const { clock, vest, polls, watch } = setup(() => [row('NEW')])
    const seen = watch(vest.confirmOrder(ID, { expect: 'MARKET' }))
    await clock.advance(29_999)
    expect(polls).toEqual([1500, 3000, 4500, 6000, 7500, 9000])
    expect(seen).toEqual({})
    await clock.advance(1)
    expect(seen.error).toMatchObject({ name: 'TimeoutError', code: 901 })
    expect(clock.pending()).toEqual([])
  })

  const REACHED = 'reached',
    OPEN = 'open',
    REFUSED = 'refused'
  it.each<[OrderType, OrderStatus, number | null, string]>([
    ['MARKET', 'NEW', null, OPEN],
    ['MARKET', 'PARTIALLY_FILLED', null, OPEN],
    ['MARKET', 'FILLED', null, REACHED],
    ['MARKET', 'CANCELLED', REFUSAL.DELETED_BY_LIQ, REFUSED],
    ['MARKET', 'REJECTED', REFUSAL.PRICE_CHECK_FAILED, REFUSED],
    ['LIMIT', 'NEW', null, REACHED],
    ['LIMIT', 'PARTIALLY_FILLED', null, REACHED],
    ['LIMIT', 'FILLED', null, REACHED],
    ['LIMIT', 'CANCELLED', null, REACHED],
    ['LIMIT', 'CANCELLED', REFUSAL.POST_ONLY_WOULD_TAKE, REFUSED],
    ['LIMIT', 'REJECTED', REFUSAL.MARGIN_CHECK_FAILED, REFUSED],
    ['STOP_LOSS', 'NEW', null, REACHED],
    ['TAKE_PROFIT', 'REJECTED', REFUSAL.REDUCE_ONLY_INCREASES, REFUSED],
  ])('[4.4] a %s order that is %s with code %s is %s', async (expectType, status, code, verdict) => {
    for (const by of ['polling', 'event'] as const) {
      const { clock, vest, events, emit, watch } = setup(() => (by === 'polling' ? [row(status, code)] : []))
      const seen = watch(vest.confirmOrder(ID, { expect: expectType, events }))
      if (by === 'event') emit(row(status, code))
      await clock.advance(1500)
      if (verdict === OPEN) expect(seen).toEqual({})
      if (verdict === REACHED) expect(seen.value).toMatchObject({ id: ID, status })
      if (verdict === REFUSED) expect(seen.error).toMatchObject({ name: 'ApiError', code: code ?? 0 })
    }
    expect(ORDER_STATUSES).toContain(status)
  })

  it('[4.4] an immediate-or-cancel order that filled in part was executed, although the rest has a code', async () => {
    const { clock, vest, watch } = setup(() => [
      { ...row('CANCELLED', REFUSAL.PRICE_CHECK_FAILED), filledSize: '0.0100' },
    ])
    const limit = watch(vest.confirmOrder(ID, { expect: 'LIMIT' }))
    const whole = watch(vest.confirmOrder(ID, { expect: 'MARKET' }))
    await clock.advance(1500)
    expect(limit.value).toMatchObject({ id: ID, filledSize: '0.0100' })
    expect(whole.error).toMatchObject({ name: 'ApiError', code: REFUSAL.PRICE_CHECK_FAILED })
  })

  it('hears of its own order alone, whatever the case of the id, and stops listening', async () => {
    const { clock, vest, events, emit, watch, listeners, polls } = setup(() => [])
    const seen = watch(vest.confirmOrder(ID, { expect: 'MARKET', events }))
    emit({ ...row('FILLED'), id: `0x${'cd'.repeat(32)}` })
    await clock.advance(100)
    expect(seen).toEqual({})
    emit({ ...row('FILLED'), id: ID.toUpperCase().replace('0X', '0x') })
    await clock.advance(0)
    expect(seen.value).toMatchObject({ status: 'FILLED' })
    expect(listeners.size).toBe(0)
    expect(clock.pending()).toEqual([])
    await clock.advance(5000)
    expect(polls).toEqual([])
  })

  it('a poll without an answer is no verdict; a refusal of the read is', async () => {
    const first = setup((elapsedMs) => (elapsedMs < 4000 ? 'down' : [row('FILLED')]))
    const seen = first.watch(first.vest.confirmOrder(ID, { expect: 'MARKET' }))
    await first.clock.advance(4500)
    expect(first.polls).toEqual([1500, 3000, 4500])
    expect(seen.value).toMatchObject({ status: 'FILLED' })
    const second = setup(() => 1130)
    const refused = second.watch(second.vest.confirmOrder(ID, { expect: 'MARKET' }))
    await second.clock.advance(1500)
    expect(refused.error).toMatchObject({ name: 'ApiError', code: REFUSAL.INVALID_PARAMETER })
  })

  it('[8.3] an answer for another order is 900', async () => {
    const { clock, vest, watch } = setup(() => [{ ...row('FILLED'), id: `0x${'cd'.repeat(32)}` }])
    const seen = watch(vest.confirmOrder(ID, { expect: 'MARKET' }))
    await clock.advance(1500)
    expect(seen.error).toMatchObject({ name: 'ApiError', code: 900 })
  })

  it('can be abandoned', async () => {
    const { clock, vest, watch, events, listeners } = setup(() => [])
    const abandon = new AbortController()
    const seen = watch(vest.confirmOrder(ID, { expect: 'MARKET', events, signal: abandon.signal }))
    await clock.advance(100)
    abandon.abort(new Error('left the page'))
    await clock.advance(0)
    expect(seen.error).toMatchObject({ message: 'left the page' })
    expect(listeners.size).toBe(0)
    expect(clock.pending()).toEqual([])
  })
})

describe('a lost answer', () => {
  const order = { symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' } as const
  async function lose(vest: ReturnType<typeof setup>['vest']): Promise<UnknownOutcomeError> {
    const error: unknown = await vest.placeOrder(order).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnknownOutcomeError)
    return error as UnknownOutcomeError
  }

  it('is found by nonce as soon as the exchange shows the order', async () => {
    let nonce = 0
    const { clock, vest, polls, watch } = setup((elapsedMs, query) => {
      expect(query.get('nonce')).toBe(String(nonce))
      // Another key of the account may have used the number too.
      expect(query.get('signer')).toBe(createLocalSigner(`0x${'77'.repeat(32)}`).address)
      return elapsedMs < 3000 ? 'down' : [row('FILLED', null, { nonce })]
    })
    const error = await lose(vest)
    nonce = error.write.nonce
    const seen = watch(vest.resolveLostOrder(error))
    await clock.advance(3000)
    expect(seen.value).toMatchObject({ kind: 'executed', order: { nonce } })
    expect(polls).toEqual([0, 1500, 3000])
  })

  it('is a definite no only when the message can no longer be accepted', async () => {
    const { clock, vest, watch } = setup(() => [])
    const seen = watch(vest.resolveLostOrder(await lose(vest)))
    // recvWindow 10 s, 1 s of clock ahead, and 1.5 s for what was accepted last.
    await clock.advance(12_500)
    expect(seen).toEqual({})
    await clock.advance(1500)
    expect(seen.value).toEqual({ kind: 'refused' })
    expect(seen.atMs).toBe(13_500)
  })

  it('stays unknown, 901, while the exchange is silent', async () => {
    const { clock, vest, watch } = setup(() => 'down')
    const seen = watch(vest.resolveLostOrder(await lose(vest)))
    await clock.advance(29_999)
    expect(seen).toEqual({})
    await clock.advance(1501)
    expect(seen.error).toMatchObject({ name: 'TimeoutError', code: 901 })
  })

  it('of a withdrawal is found among the transfers', async () => {
    let nonce = 0
    const { vest } = setup(() => [{ id: ID, nonce }])
    const withdrawal = {
      recipient: `0x${'12'.repeat(20)}`,
      token: `0x${'34'.repeat(20)}`,
      size: 1,
      chainId: 42161,
      execute: true,
    }
    const error = (await vest.withdraw(withdrawal).catch((reason: unknown) => reason)) as UnknownOutcomeError
    nonce = error.write.nonce
    expect(await vest.resolveLostWithdraw(error)).toMatchObject({ kind: 'executed', transfer: { nonce } })
  })

  it('of an LP order is found among the LP orders', async () => {
    let nonce = 0
    const { vest } = setup(() => [{ id: ID, nonce }])
    const lost = vest.placeLpOrder({ orderType: 'DEPOSIT', size: '10' })
    const error = (await lost.catch((reason: unknown) => reason)) as UnknownOutcomeError
    expect(error.write.kind).toBe('lp')
    nonce = error.write.nonce
    expect(await vest.resolveLostLpOrder(error)).toMatchObject({ kind: 'executed', order: { nonce } })
  })
})
