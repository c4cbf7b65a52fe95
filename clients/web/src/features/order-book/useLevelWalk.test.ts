import { describe, expect, it } from 'vitest'
import type { BookRow } from './bookView.ts'
import { rowAt, walkTo } from './useLevelWalk.ts'

const rows = (...prices: number[]) => prices.map((price) => ({ price }) as unknown as BookRow)
const VIEW = { asks: rows(101, 102), bids: rows(99, 98, 97), spread: 2, spreadPercent3: 0 }
const pricesFrom = (place: number, ...keys: string[]) =>
  rowAt(
    VIEW,
    keys.reduce((at, key) => walkTo(key, at, VIEW) ?? at, place),
  )?.price

describe('walking along the book', () => {
  it('goes down the screen from the highest ask over the spread to the lowest bid', () => {
    const down = [-2]
    for (let step = 0; step < 6; step += 1) down.push(walkTo('ArrowDown', down.at(-1)!, VIEW)!)
    expect(down.map((place) => rowAt(VIEW, place)?.price)).toEqual([102, 101, 99, 98, 97, 97, 97])
  })

  it('Home and End are the ends, other keys lead nowhere', () => {
    expect([pricesFrom(0, 'Home'), pricesFrom(0, 'End'), pricesFrom(0, 'ArrowUp')]).toEqual([102, 97, 101])
    expect(walkTo('Enter', 0, VIEW)).toBeUndefined()
  })

  it('a place that a thinner book no longer has leads to the nearest that is left', () => {
    expect([pricesFrom(9, 'ArrowUp'), pricesFrom(-9, 'ArrowDown')]).toEqual([97, 102])
  })
})
