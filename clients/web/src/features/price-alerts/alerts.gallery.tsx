/** The list of alerts: none, some of several markets, and one of a market that is gone. */
import { ticks } from '@vest/protocol'
import { priceAlerts, type PriceAlert } from '../../entities/price-alert/index.ts'
import { at, BTC, COIN } from '../../testing/fixtures.ts'
import { opensBy } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { AlertsHost, openAlerts } from './AlertsHost.tsx'

const ALERTS: readonly PriceAlert[] = [
  { id: 'a', symbol: COIN.symbol, price: at(COIN, 320), isAbove: true },
  { id: 'b', symbol: COIN.symbol, price: at(COIN, 287.5), isAbove: false },
  { id: 'c', symbol: BTC.symbol, price: at(BTC, 115_000), isAbove: true },
  { id: 'd', symbol: 'GONE-USD-PERP', price: ticks(4_200), isAbove: true },
]

const openWith = (alerts: readonly PriceAlert[]): Promise<void> =>
  opensBy(() => {
    for (const alert of alerts) priceAlerts().add(alert)
    openAlerts()
  })

export const scenes: readonly Scene[] = [
  {
    name: 'alerts',
    render: () => <AlertsHost />,
    states: { empty: { act: () => openWith([]) }, normal: { act: () => openWith(ALERTS) } },
  },
]
