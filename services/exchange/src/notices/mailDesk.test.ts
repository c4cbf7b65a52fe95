/** Of each category what was chosen is mailed, and nothing of one that was not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mail } from '@vest/identity'
import { NOTICE_CATEGORIES, type Address, type NoticeCategory } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createMailDesk, type MailDesk } from './mailDesk.ts'
import { openNoticeBook, type NoticeBook } from './noticeBook.ts'
import type { News } from './noticesOfEvent.ts'

const ACCOUNT: Address = `0x${'11'.repeat(20)}`
const SYMBOL = 'SPY-USD-PERP'
const FILL = { side: 'LONG', size: '1.0000', price: '600.00', fee: '0.06' }
/** One of each category, and what its line of the mail says. */
const NEWS: Readonly<
  Record<NoticeCategory, readonly [news: Omit<News, 'about' | 'noticeId'>, says: RegExp]>
> = {
  FILLS: [{ kind: 'ORDER_FILLED', symbol: SYMBOL, values: FILL }, /Long 1\.0000 SPY-USD-PERP filled/],
  LIQUIDATION: [{ kind: 'LIQUIDATED', symbol: SYMBOL, values: FILL }, /liquidated/i],
  FUNDING: [{ kind: 'FUNDING_ABOVE', symbol: SYMBOL, values: { rate: '0.0600' } }, /funding/i],
  TRANSFERS: [{ kind: 'DEPOSIT_ARRIVED', values: { amount: '12.000000' } }, /deposit/i],
  CAPITAL: [
    { kind: 'CAPITAL_CHANGED', values: { account: ACCOUNT, status: 'goal_passed', frozen: 'false' } },
    /capital/i,
  ],
  ALERTS: [
    {
      kind: 'PRICE_REACHED',
      symbol: SYMBOL,
      values: { direction: 'ABOVE', price: '600.00', mark: '600.10' },
    },
    /SPY-USD-PERP rose to 600\.00/,
  ],
  LISTINGS: [{ kind: 'MARKET_LISTED', symbol: SYMBOL, values: { name: 'SPDR' } }, /SPY-USD-PERP/],
  MAINTENANCE: [{ kind: 'SERVICE_SAID', values: { status: 'UP', message: 'Back' } }, /Back/],
}

describe('mail of notices', () => {
  let dir: string
  let book: NoticeBook
  let desk: MailDesk
  let mails: Mail[]
  let nowMs: number
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vest-mails-'))
    mails = []
    nowMs = Date.UTC(2026, 0, 1)
    const logger = createLogger({})
    book = openNoticeBook({ dir, logger, isMailOpen: true })
    const mail = { send: async (one: Mail) => void mails.push(one), close: async () => undefined }
    desk = createMailDesk({ book, clock: { nowMs: () => nowMs } as never, logger, mail })
    book.documentOf(ACCOUNT).email = 'ada@example.org'
  })
  afterEach(async () => {
    await desk.stop()
    await book.idle()
    rmSync(dir, { recursive: true })
  })

  it.each(NOTICE_CATEGORIES)('of %s goes where it was chosen, and not where it was not', async (about) => {
    const [news, says] = NEWS[about]
    const document = book.documentOf(ACCOUNT)
    const { channels } = document.settings
    for (const mail of [false, true]) {
      document.settings = {
        ...document.settings,
        channels: { ...channels, [about]: { ...channels[about], mail } },
      }
      book.tell(document, { ...news, about, noticeId: `${about} ${mail}` }, nowMs)
      nowMs += 3_600_000
      await desk.send()
      expect(mails).toHaveLength(mail ? 1 : 0)
    }
    expect(mails[0]).toMatchObject({ to: 'ada@example.org', text: expect.stringMatching(says) })
    expect(document.notices).toHaveLength(2)
  })
})
