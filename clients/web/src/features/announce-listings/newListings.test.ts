import { expect, it } from 'vitest'
import { timeMs } from '@vest/protocol'
import { BTC, COIN } from '../../testing/fixtures.ts'
import { newListings } from './newListings.ts'

it('[2.24] announces markets listed since the last visit, newest first, and nothing at the first visit', () => {
  const older = { ...COIN, listTimeMs: timeMs(1) }
  const newer = { ...BTC, listTimeMs: timeMs(2) }
  expect(newListings([], [older, newer])).toEqual([newer, older])
  expect(newListings([COIN.symbol], [older, newer])).toEqual([newer])
  expect(newListings(undefined, [older, newer])).toEqual([])
})
