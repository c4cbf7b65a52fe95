import { describe, expect, it } from 'vitest'
import { rankCommands } from './rankCommands.ts'

const titles = (text: string, count = 9) =>
  rankCommands(
    [
      { title: 'BTC-PERP', others: ['Bitcoin'] },
      { title: 'IBIT-USD', others: ['Bitcoin ETF'] },
      { title: 'Close all positions' },
      { title: 'Portfolio', others: ['positions', 'orders'] },
      { title: 'COIN-USD', others: ['Coinbase'] },
      { title: 'Dark mode', others: ['theme'] },
    ],
    text,
    count,
  ).map(({ title }) => title)

describe('what fits a typed text', () => {
  it('its beginning comes before a word of it, before a part, before its letters', () => {
    expect(titles('co')).toEqual(['COIN-USD', 'BTC-PERP', 'IBIT-USD', 'Close all positions'])
    expect(titles('pos')).toEqual(['Portfolio', 'Close all positions'])
    expect(titles('dm')).toEqual(['Dark mode'])
    expect(titles('bitcoin')).toEqual(['BTC-PERP', 'IBIT-USD'])
    expect(titles('theme')).toEqual(['Dark mode'])
  })

  it('nothing typed lists everything, as far as there is room; nothing fits nonsense', () => {
    expect(titles('', 2)).toEqual(['BTC-PERP', 'IBIT-USD'])
    expect(titles('zzz')).toEqual([])
  })
})
