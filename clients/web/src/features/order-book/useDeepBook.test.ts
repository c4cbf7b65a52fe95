import { describe, expect, it } from 'vitest'
import { at, COIN, sized } from '../../testing/fixtures.ts'
import type { Book } from '../../live/index.ts'
import { deepen } from './useDeepBook.ts'

const level = (price: number, size: number) => ({ price: at(COIN, price), size: sized(COIN, size) })
const BOOK: Book = {
  asks: [level(101, 10), level(102, 20), level(105, 30)],
  bids: [level(99, 5), level(98, 15), level(97, 20)],
}

describe('a deeper book', () => {
  it('adds what lies behind the nearer one, and never doubts what that says', () => {
    const far: Book = {
      asks: [level(101, 99), level(104, 99), level(105, 99), level(107, 7)],
      bids: [level(99, 99), level(97, 99), level(95, 5), level(94, 4)],
    }
    expect(deepen(BOOK, far)).toEqual({
      asks: [...BOOK.asks, level(107, 7)],
      bids: [...BOOK.bids, level(95, 5), level(94, 4)],
    })
  })

  it('does not stand in for a side that the nearer one says is empty', () => {
    expect(deepen({ asks: [], bids: BOOK.bids }, BOOK).asks).toEqual([])
  })
})
