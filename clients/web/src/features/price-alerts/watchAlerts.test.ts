import { describe, expect, it } from 'vitest'
import { createPriceAlerts, type PriceAlert } from '../../entities/price-alert/index.ts'
import type { Ticker } from '../../live/index.ts'
import { at, BTC, COIN, MARKETS, tickerOf } from '../../testing/fixtures.ts'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { HIDDEN_WAIT_MS, watchAlerts } from './watchAlerts.ts'

const alert = (id: string, change: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  symbol: COIN.symbol,
  price: at(COIN, 312.5),
  isAbove: true,
  ...change,
})

/** A browser whose tabs share storage, locks and marks. */
function browser() {
  const storage = memoryStorage()
  const locks = new Set<string>()
  let tickers: ReadonlyMap<string, Ticker> = new Map()
  let nowMs = 0
  const looks = new Set<() => void>()
  function tab({ isHidden = false } = {}) {
    const alerts = createPriceAlerts({ storage, requestFrame: (paint) => paint() })
    const told: string[] = []
    const view = { isHidden }
    const subscribe = (look: () => void) => {
      looks.add(look)
      return () => void looks.delete(look)
    }
    const stop = watchAlerts({
      live: { tickers: { latest: () => tickers, subscribe }, markets: { get: () => MARKETS } },
      alerts,
      claim(id, act) {
        if (locks.has(id)) return
        locks.add(id)
        act()
      },
      isHidden: () => view.isHidden,
      tell: (reached, market, mark) => told.push(`${reached.id} ${market.label} ${mark}`),
      setInterval: () => () => undefined,
      now: () => nowMs,
    })
    return { alerts, told, view, stop }
  }
  return {
    tab,
    mark(price: number, market = COIN) {
      tickers = new Map([...tickers, [market.symbol, tickerOf(market, price)]])
      for (const look of looks) look()
    },
    wait(timeMs: number) {
      nowMs += timeMs
      for (const look of looks) look()
    },
  }
}

describe('watching alerts', () => {
  it('tells once when the mark reaches the price, and forgets the alert', () => {
    const { tab, mark } = browser()
    const { alerts, told } = tab()
    alerts.add(alert('a'))
    mark(312.49)
    expect(told).toEqual([])
    mark(312.6)
    mark(312.4)
    mark(312.6)
    expect(told).toEqual([`a COIN-USD ${at(COIN, 312.6)}`])
    expect(alerts.latest()).toEqual([])
  })

  it('from above too, and of its own market alone', () => {
    const { tab, mark } = browser()
    const { alerts, told } = tab()
    alerts.add(alert('low', { price: at(COIN, 300), isAbove: false }))
    mark(250, BTC)
    mark(300.01)
    expect(told).toEqual([])
    mark(300)
    expect(told).toHaveLength(1)
  })

  it('of several tabs one tells, also one that has not heard yet that the alert is gone', () => {
    const { tab, mark } = browser()
    const [one, other] = [tab(), tab()]
    one.alerts.add(alert('a'))
    other.alerts.adopt()
    mark(313)
    mark(314)
    expect([...one.told, ...other.told]).toHaveLength(1)
  })

  it('a hidden tab leaves it to one that is seen, and tells where none is', () => {
    const { tab, mark, wait } = browser()
    const [hidden, seen] = [tab({ isHidden: true }), tab()]
    hidden.alerts.add(alert('a'))
    seen.alerts.adopt()
    mark(313)
    expect([hidden.told.length, seen.told.length]).toEqual([0, 1])
    seen.stop()
    hidden.alerts.add(alert('b'))
    mark(314)
    wait(HIDDEN_WAIT_MS - 1)
    expect(hidden.told).toHaveLength(0)
    wait(1)
    expect(hidden.told).toHaveLength(1)
  })

  it('a mark that was reached while nothing watched is told at once', () => {
    const { tab, mark } = browser()
    const before = tab()
    before.alerts.add(alert('a'))
    before.stop()
    mark(313)
    expect(tab().told).toHaveLength(1)
  })

  it('after its end it tells nothing', () => {
    const { tab, mark } = browser()
    const { alerts, told, stop } = tab()
    alerts.add(alert('a'))
    stop()
    mark(313)
    expect(told).toEqual([])
  })
})
