/** What a share card says: the words and figures on it, the sentence that stands for it, and the text of a post. */
import type { TFunction } from 'i18next'
import { formatDateTime, formatPercent, formatPrice, spoken } from '../../shared/format/index.ts'
import type { SharedPosition } from './sharedPosition.ts'

export interface CardChoices {
  readonly showsEntry: boolean
  readonly showsPrice: boolean
  readonly showsLeverage: boolean
}

export const ALL_SHOWN: CardChoices = { showsEntry: true, showsPrice: true, showsLeverage: true }

export interface CardFigure {
  readonly label: string
  readonly value: string
}

export interface CardTexts {
  readonly date: string
  readonly market: string
  readonly side: string
  readonly isLong: boolean
  readonly leverage: string | undefined
  readonly roe: string
  readonly roeLabel: string
  readonly outcome: 'gain' | 'loss' | 'even'
  readonly prices: readonly CardFigure[]
  readonly code: CardFigure | undefined
}

export interface CardInput {
  readonly t: TFunction
  readonly shared: SharedPosition
  readonly choices: CardChoices
  readonly refCode: string | undefined
}

export function cardTexts({ t, shared, choices, refCode }: CardInput): CardTexts {
  const { market, roePercent2 } = shared
  return {
    date: formatDateTime(shared.timeMs, { time: false }),
    market: market.label,
    side: t(shared.isLong ? 'side.long' : 'side.short'),
    isLong: shared.isLong,
    leverage: choices.showsLeverage ? `${shared.leverage}X` : undefined,
    roe: formatPercent(roePercent2, { signed: true }),
    roeLabel: t('positions.roe'),
    outcome: roePercent2 > 0 ? 'gain' : roePercent2 < 0 ? 'loss' : 'even',
    prices: [
      ...(choices.showsEntry
        ? [{ label: t('share.entry'), value: formatPrice(shared.entryPrice, market.priceDecimals) }]
        : []),
      ...(choices.showsPrice
        ? [
            {
              label: t(shared.isClosed ? 'share.close' : 'share.current'),
              value: formatPrice(shared.price, market.priceDecimals),
            },
          ]
        : []),
    ],
    code: refCode === undefined ? undefined : { label: t('share.code'), value: refCode },
  }
}

/** The whole card as one sentence, for who hears it. */
export function cardSentence(t: TFunction, texts: CardTexts): string {
  const figures = [...texts.prices, ...(texts.code === undefined ? [] : [texts.code])]
  const parts = [
    t('share.altHead', { market: texts.market, side: texts.side, roe: spoken(texts.roe) }),
    ...(texts.leverage === undefined ? [] : [t('share.altLeverage', { value: texts.leverage })]),
    ...figures.map(({ label, value }) => t('share.altFigure', { label, value })),
  ]
  return t('share.alt', { parts: parts.join(t('share.altJoin')) })
}

/** At most 280 characters, whatever the market is called. */
export function postText(t: TFunction, texts: CardTexts): string {
  const { market, side, roe } = texts
  const head =
    texts.leverage === undefined
      ? t('share.post', { market, side, roe })
      : t('share.postLeverage', { market, side, roe, leverage: texts.leverage })
  return texts.code === undefined ? head : `${head} ${t('share.postCode', { code: texts.code.value })}`
}

const COMPOSE_URL = 'https://x.com/intent/post'

/** Where a post is written by hand, for a person who gave the exchange no leave to post ([6.8]). */
export function composeLink(text: string, pageUrl: string): string {
  const link = new URL(COMPOSE_URL)
  link.searchParams.set('text', text)
  link.searchParams.set('url', pageUrl)
  return link.href
}
