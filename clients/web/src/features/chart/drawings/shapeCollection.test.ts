import { describe, expect, it } from 'vitest'
import { createPriceAlerts } from '../../../entities/price-alert/index.ts'
import { at, BTC, COIN } from '../../../testing/fixtures.ts'
import { memoryStorage } from '../../../testing/memoryStorage.ts'
import type { Drawing } from './drawing.ts'
import { createDrawingStore } from './drawingStore.ts'
import { createShapeCollection } from './shapeCollection.ts'

const LEVEL: Drawing = {
  id: 'level',
  kind: 'horizontal',
  colour: 'info',
  anchors: [{ timeMs: 5, price: 310 }],
}

function collection() {
  const storage = memoryStorage()
  const requestFrame = (paint: () => void): void => paint()
  const drawings = createDrawingStore({ symbol: COIN.symbol, storage, requestFrame })
  const alerts = createPriceAlerts({ storage, requestFrame })
  let isHidden = false
  const shapes = createShapeCollection({
    market: COIN,
    drawings,
    alerts,
    mark: () => at(COIN, 312),
    isHidden: () => isHidden,
  })
  drawings.add(LEVEL)
  for (const [id, symbol] of [
    ['own', COIN.symbol],
    ['other', BTC.symbol],
  ] as const)
    alerts.add({ id, symbol, price: at(COIN, 320.5), isAbove: true })
  return { shapes, drawings, alerts, hide: () => (isHidden = true) }
}

describe('drawings and alerts as one', () => {
  it('an alert of the market stands at its price, after the drawings', () =>
    expect(collection().shapes.list()).toEqual([
      LEVEL,
      { id: 'own', kind: 'alert', colour: 'chalk', anchors: [{ timeMs: 0, price: 320.5 }] },
    ]))

  it('drawings can be hidden, alerts cannot', () => {
    const { shapes, hide } = collection()
    hide()
    expect(shapes.list().map(({ id }) => id)).toEqual(['own'])
  })

  it('each is changed where it is kept; an alert is seen from the mark anew', () => {
    const { shapes, drawings, alerts } = collection()
    const [level, alert] = shapes.list()
    shapes.replace({ ...level!, colour: 'warn' })
    shapes.replace({ ...alert!, anchors: [{ timeMs: 0, price: 300.004 }] })
    expect(drawings.latest()).toEqual([{ ...LEVEL, colour: 'warn' }])
    expect(alerts.latest()[0]).toEqual({
      id: 'own',
      symbol: COIN.symbol,
      price: at(COIN, 300),
      isAbove: false,
    })
  })
})
