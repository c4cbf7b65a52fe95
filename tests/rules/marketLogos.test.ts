/** Markets that are listed together are told apart by their logos. */
import { expect, it } from 'vitest'
import { LOGO_SOURCES, logoOf } from '../../clients/web/src/entities/market/logoSources.ts'
import { MARKET_TABLE } from '../../core/engine/src/listing/marketTable.ts'

const MARKETS = MARKET_TABLE.map(([symbol, , , category]) => {
  const base = symbol.replace(/(-USD)?-PERP$/, '')
  return { base, category, ...logoOf(base, category) }
})

it('[1.7] no two of the launch markets look the same: a drawing of their own, else letters in the colour of their category', () => {
  const looks = MARKETS.map(({ base, url, letters }) =>
    letters === undefined ? LOGO_SOURCES.get(base) : `${url} ${letters}`,
  )
  expect(looks.filter((look, at) => looks.indexOf(look) !== at)).toEqual([])
})

it('[1.7] every drawing is of a market that is listed', () => {
  const bases = new Set(MARKETS.map(({ base }) => base))
  expect([...LOGO_SOURCES.keys()].filter((base) => !bases.has(base))).toEqual([])
  expect(MARKETS.filter(({ letters }) => letters === undefined).length).toBeGreaterThan(75)
})
