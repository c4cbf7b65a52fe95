import { describe, expect, it } from 'vitest'
import { rankCommands } from './rankCommands.ts'

const titles = (text: string, count = 9) =>
  rankCommands(
    [
      { title: 'BTC-PERP', words: 'Bitcoin' },
      { title: 'Close all positions' },
      { title: 'Portfolio', words: 'positions orders' },
      { title: 'COIN-USD', words: 'Coinbase' },
      { title: 'Dark mode', words: 'theme' },
    ],
    text,
    count,
  ).map(({ title }) => title)

describe('what fits a typed text', () => {
  it('its beginning comes before a word of it, before a part, before its letters', () => {
    expect(titles('co')).toEqual(['COIN-USD', 'BTC-PERP', 'Close all positions'])
    expect(titles('pos')).toEqual(['Close all positions', 'Portfolio'])
    expect(titles('dm')).toEqual(['Dark mode'])
    expect(titles('theme')).toEqual(['Dark mode'])
  })

  it('nothing typed lists everything, as far as there is room; nothing fits nonsense', () => {
    expect(titles('', 2)).toEqual(['BTC-PERP', 'Close all positions'])
    expect(titles('zzz')).toEqual([])
  })
})
