import { REFUSAL } from '@vest/protocol'
import { ApiError, TimeoutError } from '@vest/sdk'
import type { ClosedPositionRow } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { readClosedPositions } from '../../entities/past/pastRows.ts'
import { EMPTY_ACCOUNT } from '../../live/index.ts'
import { accountOf, at, COIN, MARKETS, positionOf, tickerOf } from '../../testing/fixtures.ts'
import { ALL_SHOWN, cardSentence, cardTexts, composeLink, postText, type CardChoices } from './cardTexts.ts'
import { canHandOver, handOver } from './imageFile.ts'
import { postCard } from './postCard.ts'
import { sharedClosedPosition, sharedPosition } from './sharedPosition.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  key === 'share.altJoin' ? ', ' : [key, ...Object.values(words)].join(' ').trim()) as unknown as TFunction

const held = computePortfolio(
  {
    ...EMPTY_ACCOUNT,
    account: accountOf({
      positions: new Map([[COIN.symbol, positionOf(COIN, 'long', 42, 304.15)]]),
    }),
  },
  MARKETS,
  new Map([[COIN.symbol, tickerOf(COIN, 312.48)]]),
).positions[0]!
const NOON_MS = new Date(2025, 10, 22, 12).getTime()
const open = sharedPosition(held, NOON_MS)
const texts = (choices: Partial<CardChoices> = {}, refCode?: string, shared = open) =>
  cardTexts({ t, shared, choices: { ...ALL_SHOWN, ...choices }, refCode })

const WIRE: ClosedPositionRow = {
  id: '1',
  symbol: COIN.symbol,
  isLong: false,
  size: '10.0000',
  entryPrice: '300.00',
  exitPrice: '330.00',
  openTime: 1,
  closeTime: NOON_MS,
  realizedPnl: '-301.500000',
  fees: '1.000000',
  settledFunding: '-0.500000',
  initMarginRatio: '0.1000',
  closeType: 'MARKET',
}
const closed = sharedClosedPosition(readClosedPositions([WIRE], MARKETS)[0]!)

describe('what a share card is about', () => {
  it('[2.40] an open position: the figures of its row at that moment', () => {
    expect(open).toEqual({
      market: COIN,
      isLong: true,
      leverage: 10,
      roePercent2: 2_738,
      entryPrice: at(COIN, 304.15),
      price: at(COIN, 312.48),
      isClosed: false,
      timeMs: NOON_MS,
    })
  })

  it('[2.40] an ended position: all that came of it, on the margin of its size at the entry price', () => {
    // 301.50 lost on a margin of 300.00.
    expect(closed).toMatchObject({ leverage: 10, roePercent2: -10_050, isClosed: true, timeMs: NOON_MS })
    expect(closed.price).toBe(at(COIN, 330))
  })
})

describe('what it says', () => {
  it('[2.40] market, side, leverage, return, prices and code', () => {
    expect(texts({}, 'TAILOR')).toEqual({
      date: '11/22/2025',
      market: 'COIN-USD',
      side: 'side.long',
      isLong: true,
      leverage: '10X',
      roe: '+27.38%',
      roeLabel: 'positions.roe',
      outcome: 'gain',
      prices: [
        { label: 'share.entry', value: '304.15' },
        { label: 'share.current', value: '312.48' },
      ],
      code: { label: 'share.code', value: 'TAILOR' },
    })
    expect(texts({}, undefined, closed)).toMatchObject({
      roe: '−100.50%',
      outcome: 'loss',
      prices: [
        { label: 'share.entry', value: '300.00' },
        { label: 'share.close', value: '330.00' },
      ],
      code: undefined,
    })
  })

  it('[2.40] nothing that was switched off, neither on the card nor in words', () => {
    const bare = texts({ showsEntry: false, showsPrice: false, showsLeverage: false })
    expect([bare.leverage, bare.prices]).toEqual([undefined, []])
    expect(texts({ showsEntry: false }).prices).toEqual([{ label: 'share.current', value: '312.48' }])
    for (const words of [cardSentence(t, bare), postText(t, bare)])
      expect(words).not.toMatch(/304|312|10X|Leverage/)
  })

  it('never the size, nor dollars', () => {
    const all = texts({}, 'TAILOR')
    const said = [JSON.stringify(all), cardSentence(t, all), postText(t, all)].join(' ')
    expect(said).not.toMatch(/42\.|\$|349/)
  })

  it('one sentence stands for the picture', () => {
    expect(cardSentence(t, texts({}, 'TAILOR', closed))).toBe(
      'share.alt share.altHead COIN-USD side.short minus 100.50%, share.altLeverage 10X, ' +
        'share.altFigure share.entry 300.00, share.altFigure share.close 330.00, share.altFigure share.code TAILOR',
    )
  })

  it('[6.8] the compose link carries the text and the page', () => {
    const link = new URL(composeLink('50% & more', 'https://vest.test/trade/COIN-USD-PERP'))
    expect([link.protocol, link.searchParams.get('text'), link.searchParams.get('url')]).toEqual([
      'https:',
      '50% & more',
      'https://vest.test/trade/COIN-USD-PERP',
    ])
  })
})

describe('posting', () => {
  const answer = (failure?: unknown) =>
    postCard(
      { sendPost: async () => (failure === undefined ? { id: '1', url: 'u' } : Promise.reject(failure)) },
      { text: 'text', image: 'data:' },
    )

  it('[6.8] [7.11] [8.62] is done, is not to be had here, or has failed', async () => {
    expect(await answer()).toBe('posted')
    expect(await answer(new ApiError(0, { httpStatus: 503 }))).toBe('absent')
    expect(await answer(new ApiError(REFUSAL.INVALID_PARAMETER))).toBe('refused')
    for (const failure of [
      new ApiError(REFUSAL.TOO_MANY_REQUESTS, { httpStatus: 503 }),
      new ApiError(0),
      new TimeoutError(),
      new Error('no network'),
    ])
      expect(await answer(failure)).toBe('failed')
  })
})

describe('handing over to another program', () => {
  afterEach(() => vi.unstubAllGlobals())
  const picture = new File(['picture'], 'card.png', { type: 'image/png' })
  const browser = (share: () => Promise<void>, canShare?: (data: ShareData) => boolean) =>
    vi.stubGlobal('navigator', { share, canShare })

  it('is offered where the browser takes pictures, and nowhere else', () => {
    browser(async () => undefined)
    expect(canHandOver()).toBe(false)
    browser(
      async () => undefined,
      ({ files }) => files?.[0]?.type === 'image/png',
    )
    expect(canHandOver()).toBe(true)
    browser(
      async () => undefined,
      () => false,
    )
    expect(canHandOver()).toBe(false)
  })

  it('has failed only where the browser says so: a change of mind is no failure', async () => {
    const outcome = (failure?: Error) => {
      browser(() => (failure === undefined ? Promise.resolve() : Promise.reject(failure)))
      return handOver(picture, 'text')
    }
    expect(await outcome()).toBe(true)
    expect(await outcome(new DOMException('closed', 'AbortError'))).toBe(true)
    expect(await outcome(new DOMException('no', 'NotAllowedError'))).toBe(false)
    expect(await outcome(new TypeError('no'))).toBe(false)
  })
})
