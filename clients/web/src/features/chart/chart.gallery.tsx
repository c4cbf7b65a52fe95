/** The chart with its candles, and with what a trader has drawn on it. */
import type { KlineRow } from '@vest/protocol'
import { priceAlerts } from '../../entities/price-alert/index.ts'
import { localStore } from '../../shared/storage/index.ts'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import { focusOn, sees } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { at, COIN } from '../../testing/fixtures.ts'
import { ChartPanel } from './ChartPanel.tsx'
import type { Drawing } from './drawings/drawing.ts'
import { drawingsKey } from './drawings/drawingsKey.ts'

const HOUR_MS = 3_600_000
const COUNT = 200

/** A day and a half of waves that end at the mark. */
const priceAt = (n: number): number => 312.48 + 9 * Math.sin((COUNT - n) / 11) + ((n * 37) % 13) / 6 - 1
const CANDLES: readonly KlineRow[] = Array.from({ length: COUNT }, (_, n): KlineRow => {
  const [open, close] = [priceAt(n), n === COUNT - 1 ? 312.48 : priceAt(n + 1)]
  const timeMs = NOW_MS - (NOW_MS % HOUR_MS) - (COUNT - 1 - n) * HOUR_MS
  const texts = [open, Math.max(open, close) + 0.8, Math.min(open, close) - 0.9, close].map((price) =>
    price.toFixed(2),
  )
  const volume = (800 + ((n * 71) % 900)).toFixed(4)
  return [timeMs, texts[0]!, texts[1]!, texts[2]!, texts[3]!, volume, timeMs + HOUR_MS - 1, '0.000000', 10]
})

const anchor = (hoursAgo: number, price: number) => ({
  timeMs: NOW_MS - (NOW_MS % HOUR_MS) - hoursAgo * HOUR_MS,
  price,
})
const DRAWINGS: readonly Drawing[] = [
  { id: 'trend', kind: 'trend', colour: 'chalk', anchors: [anchor(80, 305), anchor(44, 320)] },
  { id: 'ray', kind: 'ray', colour: 'warn', anchors: [anchor(62, 304), anchor(40, 306)] },
  { id: 'level', kind: 'horizontal', colour: 'info', anchors: [anchor(30, 318.2)] },
  { id: 'range', kind: 'rectangle', colour: 't2', anchors: [anchor(100, 322), anchor(84, 316)] },
  { id: 'fib', kind: 'fibonacci', colour: 'chalk', anchors: [anchor(36, 303), anchor(8, 321)] },
]

/** As another tab would have drawn them. */
async function draw(): Promise<void> {
  await sees('drawing-tools')
  const key = drawingsKey(COIN.symbol)
  localStore.setItem(key, JSON.stringify({ version: 1, list: DRAWINGS }))
  dispatchEvent(new StorageEvent('storage', { key }))
  priceAlerts().add({ id: 'bell', symbol: COIN.symbol, price: at(COIN, 308), isAbove: false })
  await sees('drawing-bell')
}

const loaded = { answers: { klines: answer(CANDLES) } }

export const scenes: readonly Scene[] = [
  {
    name: 'chart',
    widthPx: 830,
    heightPx: 452,
    render: () => <ChartPanel market={COIN} />,
    states: {
      loading: { world: { answers: { klines: silence } }, isPending: true },
      empty: { world: { answers: { klines: answer([]) } } },
      failed: { world: { answers: { klines: refusal } } },
      normal: { world: loaded },
      drawings: { world: { ...VISITOR, ...loaded }, act: draw },
      'drawing-selected': {
        world: { ...VISITOR, ...loaded },
        act: async () => {
          await draw()
          await focusOn('drawing-level')
        },
      },
    },
  },
]
