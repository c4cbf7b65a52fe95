/** Tells an account once that the funding rate that its position pays has passed its bound, until the rate is back below it. */
import type { EngineEvent } from '@vest/engine'
import { formatDecimalShort, parseDecimal } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { NoticeBook } from './noticeBook.ts'
import type { NoticeDocument } from './noticeDocument.ts'

/** Funding rates are of one hour, the bound is of eight. */
const BOUND_HOURS = 8

export async function tellFunding(
  book: NoticeBook,
  engine: Pick<EngineClient, 'query'>,
  { symbol, rate }: Extract<EngineEvent, { kind: 'FundingApplied' }>,
  timeMs: number,
): Promise<void> {
  const rate8h = rate * BOUND_HOURS
  for (const document of book.all()) {
    const wasTold = document.fundingTold.includes(symbol)
    const isAbove = isAboveBound(document, rate8h)
    if (isAbove === wasTold) continue
    if (!isAbove) {
      document.fundingTold = document.fundingTold.filter((told) => told !== symbol)
      book.keepSometime(document)
      continue
    }
    const view = await engine.query('account', { account: document.account })
    const position = view?.positions.find((one) => one.symbol === symbol && one.size > 0)
    if (position === undefined || position.isLong !== rate8h > 0) continue
    document.fundingTold = [...document.fundingTold, symbol]
    const values = {
      rate: formatDecimalShort(Math.abs(rate8h), 6),
      side: position.isLong ? 'LONG' : 'SHORT',
    }
    const noticeId = `funding:${symbol}:${timeMs}`
    book.tell(document, { noticeId, about: 'FUNDING', kind: 'FUNDING_ABOVE', symbol, values }, timeMs)
  }
}

function isAboveBound({ settings }: NoticeDocument, rate8h: number): boolean {
  const bound = parseDecimal(settings.fundingAbove, 6)
  return bound.ok && Math.abs(rate8h) > bound.value
}
