import { ALERTS_PER_ACCOUNT_MAX, REFUSAL, type AlertRequest, type AlertRow } from '@vest/protocol'
import { ApiError, TransportError } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { createPriceAlerts, type PriceAlert } from '../../entities/price-alert/index.ts'
import { at, COIN } from '../../testing/fixtures.ts'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { createAlertSync } from './syncAlerts.ts'

const alert = (id: string, change: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  symbol: COIN.symbol,
  price: at(COIN, 312.5),
  isAbove: true,
  ...change,
})

/** An exchange that keeps alerts, and browsers of one account. */
function world() {
  let rows: readonly AlertRow[] = []
  let count = 0
  /** Of setting one: before it took effect, or after. */
  let failure: { readonly error: Error; readonly isBefore: boolean } | undefined
  const client = {
    alerts: async () => ({ alerts: rows }),
    async setAlert({ symbol, price, isAbove, repeat }: AlertRequest): Promise<AlertRow> {
      if (failure?.isBefore === true) throw failure.error
      if (Number(price) > 1_000 || rows.length >= ALERTS_PER_ACCOUNT_MAX)
        throw new ApiError(REFUSAL.INVALID_PARAMETER)
      count += 1
      const row = { alertId: `s${count}`, symbol, price: String(price), isAbove, repeat }
      rows = [...rows, row]
      if (failure !== undefined) throw failure.error
      return row
    },
    async removeAlert(alertId: string) {
      rows = rows.filter((row) => row.alertId !== alertId)
    },
  }
  const refused: string[] = []
  const full: string[] = []
  function browser(storage = memoryStorage()) {
    const alerts = createPriceAlerts({ storage, requestFrame: (paint) => paint() })
    const sync = createAlertSync({
      alerts,
      client,
      priceText: ({ symbol, price }) => (symbol === COIN.symbol ? (price / 100).toFixed(2) : undefined),
      readPrice: ({ price }) => Math.round(Number(price) * 100),
      onRefused: ({ id }) => refused.push(id),
      onFull: ({ id }) => full.push(id),
    })
    return { alerts, sync, ids: () => alerts.latest().map(({ id }) => id) }
  }
  return {
    browser,
    refused,
    full,
    rows: () => rows,
    ring: (id: string) => client.removeAlert(id),
    fail: (next: typeof failure) => (failure = next),
  }
}

describe('alerts of an account', () => {
  it('go from the browser to the exchange, and from there to another browser', async () => {
    const { browser, rows } = world()
    const [one, other] = [browser(), browser()]
    one.alerts.add(alert('mine', { isRepeated: true }))
    await one.sync.round()
    expect(rows()).toMatchObject([
      { symbol: COIN.symbol, price: '312.50', isAbove: true, repeat: 'EVERY_TIME' },
    ])
    expect(one.ids()).toEqual(['s1'])
    await other.sync.round()
    expect(other.alerts.latest()).toEqual([alert('s1', { isRepeated: true })])
  })

  it('what is removed, moved or has rung on one side is so on the other', async () => {
    const { browser, rows, ring } = world()
    const [one, other] = [browser(), browser()]
    for (const id of ['a', 'b', 'c']) one.alerts.add(alert(id))
    await one.sync.round()
    await other.sync.round()
    one.alerts.remove(['s1'])
    other.alerts.move('s2', at(COIN, 320), at(COIN, 310))
    await ring('s3')
    await one.sync.round()
    await other.sync.round()
    await one.sync.round()
    expect(rows().map(({ price }) => price)).toEqual(['320.00'])
    expect([one.ids(), other.ids()]).toEqual([['s4'], ['s4']])
  })

  it('one that is refused goes and is told, one of a market that is gone stays', async () => {
    const { browser, refused } = world()
    const { alerts, sync, ids } = browser()
    alerts.add(alert('far', { price: at(COIN, 2_000) }))
    alerts.add(alert('gone', { symbol: 'GONE-PERP' }))
    await sync.round()
    expect([refused, ids()]).toEqual([['far'], ['gone']])
  })

  it('one that gets no answer stays, and is tried again until it is kept', async () => {
    const { browser, refused, rows, fail } = world()
    const storage = memoryStorage()
    const { alerts, sync, ids } = browser(storage)
    alerts.add(alert('mine'))
    for (const error of [new TransportError('offline'), new ApiError(REFUSAL.TOO_MANY_REQUESTS)]) {
      fail({ error, isBefore: true })
      await sync.round().catch(() => undefined)
      expect([ids(), refused, rows()]).toEqual([['mine'], [], []])
    }
    sync.leave()
    expect(ids()).toEqual(['mine'])
    fail(undefined)
    const nextVisit = browser(storage)
    await nextVisit.sync.round()
    expect([nextVisit.ids(), rows().length]).toEqual([['s1'], 1])
  })

  it('one whose answer was lost is not set twice', async () => {
    const { browser, rows, fail } = world()
    const { alerts, sync, ids } = browser()
    alerts.add(alert('mine'))
    const lost = new TransportError('reset')
    fail({ error: lost, isBefore: false })
    await expect(sync.round()).rejects.toBe(lost)
    fail(undefined)
    await sync.round()
    expect([ids(), rows().length]).toEqual([['s1'], 1])
  })

  it('what the exchange has no room for stays, is told once, and goes there when there is room', async () => {
    const { browser, full, refused, rows, ring } = world()
    const { alerts, sync, ids } = browser()
    for (let n = 0; n <= ALERTS_PER_ACCOUNT_MAX; n += 1)
      alerts.add(alert(`n${n}`, { price: at(COIN, 300 + n) }))
    await sync.round()
    await sync.round()
    const last = `n${ALERTS_PER_ACCOUNT_MAX}`
    expect([full, refused, rows().length]).toEqual([[last], [], ALERTS_PER_ACCOUNT_MAX])
    expect(sync.waiting().map(({ id }) => id)).toEqual([last])
    await ring('s1')
    await sync.round()
    expect([ids().includes(last), sync.waiting(), rows().length]).toEqual([false, [], ALERTS_PER_ACCOUNT_MAX])
  })

  it('leave the browser with their account, and stay at the exchange', async () => {
    const { browser, rows } = world()
    const { alerts, sync, ids } = browser()
    alerts.add(alert('a'))
    await sync.round()
    sync.leave()
    expect([ids(), rows().length]).toEqual([[], 1])
  })
})
