import type { AlertRequest, AlertRow } from '@vest/protocol'
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
  const client = {
    alerts: async () => ({ alerts: rows }),
    async setAlert({ symbol, price, isAbove, repeat }: AlertRequest): Promise<AlertRow> {
      if (Number(price) > 1_000) throw new Error('refused')
      count += 1
      const row = { alertId: `s${count}`, symbol, price: String(price), isAbove, repeat }
      rows = [...rows, row]
      return row
    },
    async removeAlert(alertId: string) {
      rows = rows.filter((row) => row.alertId !== alertId)
    },
  }
  const refused: string[] = []
  function browser() {
    const alerts = createPriceAlerts({ storage: memoryStorage(), requestFrame: (paint) => paint() })
    const sync = createAlertSync({
      alerts,
      client,
      priceText: ({ symbol, price }) => (symbol === COIN.symbol ? (price / 100).toFixed(2) : undefined),
      readPrice: ({ price }) => Math.round(Number(price) * 100),
      onRefused: ({ id }) => refused.push(id),
    })
    return { alerts, sync, ids: () => alerts.latest().map(({ id }) => id) }
  }
  return { browser, refused, rows: () => rows, ring: (id: string) => client.removeAlert(id) }
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

  it('leave the browser with their account, and stay at the exchange', async () => {
    const { browser, rows } = world()
    const { alerts, sync, ids } = browser()
    alerts.add(alert('a'))
    await sync.round()
    sync.leave()
    expect([ids(), rows().length]).toEqual([[], 1])
  })
})
