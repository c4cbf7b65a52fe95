/**
 * Notices of accounts: events of the engine become notices of the accounts that are watched, are kept with their read state,
 * and go by mail where the account chose that. Price alerts are watched here, without an open tab of the account.
 *
 * The desk only reads the exchange. An account that never asked for its notices is not watched, so programs cost nothing here.
 */
import type { EngineEvent, EventEnvelope } from '@vest/engine'
import type { MailPort } from '@vest/identity'
import {
  NOTICES_LOCKED_ON_SCREEN,
  parseDecimal,
  REFUSAL,
  type Address,
  type AlertRequest,
  type AlertRow,
  type MailLanguage,
  type NoticeSettings,
  type NoticeSettingsRequest,
  type NoticesResponse,
} from '@vest/protocol'
import type { Clock, EngineClient } from '@vest/runtime'
import type { ServiceNotice } from '../operator/serviceNotice.ts'
import type { Logger } from '../logger.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { createAlertBook } from './alertBook.ts'
import { emitCapital, tellUsedLosses } from './capitalNotices.ts'
import { tellFunding } from './fundingNotices.ts'
import { tellNearLiquidations } from './liquidationNotices.ts'
import { createMailDesk } from './mailDesk.ts'
import type { MarketOf } from './marketLookup.ts'
import { openNoticeBook } from './noticeBook.ts'
import { rowOf, settingsOf, unreadOf } from './noticeDocument.ts'
import { newsOfEvent } from './noticesOfEvent.ts'
import { isZone } from './quietHours.ts'

export interface NoticeDeskOptions {
  readonly dir: string
  readonly engine: Pick<EngineClient, 'onEvents' | 'query'>
  readonly market: MarketOf
  readonly serviceStatus: () => ServiceNotice
  readonly clock: Clock
  readonly logger: Logger
  /** Absent: nothing goes by mail. The caller closes it. */
  readonly mail?: MailPort
}

export interface NoticeDesk {
  /** From the first call on the account is watched. */
  list(account: Address, limit: number): NoticesResponse | Refusal
  /** Undefined: all of them. Resolves with how many are left. */
  markRead(account: Address, noticeIds: readonly string[] | undefined): Promise<number>
  settings(account: Address): NoticeSettings
  choose(account: Address, settings: NoticeSettingsRequest): Promise<NoticeSettings | Refusal>
  /** When the code ends that was sent. */
  beginMail(account: Address, email: string, language: MailLanguage): number | Refusal
  confirmMail(account: Address, code: string): Promise<NoticeSettings | Refusal>
  removeMail(account: Address): Promise<NoticeSettings>
  /** Calls `listener` with the account whose notices have changed and how many of them are unread, once a turn. */
  onChange(listener: (account: Address, unread: number) => void): () => void
  alerts(account: Address): readonly AlertRow[]
  setAlert(account: Address, request: AlertRequest): Promise<AlertRow | Refusal>
  removeAlert(account: Address, alertId: string): Promise<readonly AlertRow[]>
  /** Looks at liquidation prices, losses of Vest Capital and the word on the service, as it does every few seconds by itself. */
  look(): Promise<void>
  /** Sends what waits, as it does by itself. Resolves once nothing is under way. */
  sendMails(): Promise<void>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
const MAIL_EVERY_MS = 15_000

export function createNoticeDesk(options: NoticeDeskOptions): NoticeDesk {
  const { dir, engine, market, clock, logger, mail } = options
  const book = openNoticeBook({ dir, logger, isMailOpen: mail !== undefined })
  const alerts = createAlertBook(book, market)
  const mails = createMailDesk({ book, clock, logger, mail })
  const onTrouble = (error: unknown): void => logger.warn({ err: error }, 'notices were held up')

  function onEvents(envelopes: readonly EventEnvelope[]): void {
    if (book.isEmpty()) return
    for (const envelope of envelopes) for (const event of envelope.events) onEvent(event, envelope)
  }
  function onEvent(event: EngineEvent, { timeMs }: EventEnvelope): void {
    switch (event.kind) {
      case 'TickersChanged':
        return event.rows.forEach((row) => alerts.onTicker(row, timeMs))
      case 'FundingApplied':
        return void tellFunding(book, engine, event, timeMs).catch(onTrouble)
      case 'CapitalChanged':
        return emitCapital(book, event, timeMs)
      case 'MarketListed': {
        const { symbol, displayName } = event.spec
        const values = { name: displayName }
        return book.tellAll(
          { noticeId: `listed:${symbol}`, about: 'LISTINGS', kind: 'MARKET_LISTED', symbol, values },
          timeMs,
        )
      }
      case 'SplitApplied':
        return alerts.onSplit(event.symbol, event.newShares, event.oldShares)
      default: {
        const told = newsOfEvent(event, (symbol) => market(symbol)?.spec)
        const document = told && book.find(told.account)
        if (document !== undefined) book.tell(document, told!.news, timeMs)
      }
    }
  }

  let said = options.serviceStatus()
  async function look(): Promise<void> {
    const now = options.serviceStatus()
    const timeMs = clock.nowMs()
    if (now.status !== said.status || now.message !== said.message) {
      said = now
      const values = { status: now.status, ...(now.message === null ? {} : { message: now.message }) }
      book.tellAll(
        { noticeId: `service:${timeMs}`, about: 'MAINTENANCE', kind: 'SERVICE_SAID', values },
        timeMs,
      )
    }
    for (const document of book.all()) await tellNearLiquidations(book, options, document, timeMs)
    await tellUsedLosses(book, engine, timeMs)
  }
  let looking: Promise<void> | undefined
  const lookOnce = (): void => {
    looking ??= look()
      .catch(onTrouble)
      .finally(() => (looking = undefined))
  }
  const unsubscribe = engine.onEvents(onEvents)
  const timers = [
    setInterval(lookOnce, LOOK_EVERY_MS),
    setInterval(() => void mails.send().catch(onTrouble), MAIL_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    list(account, limit) {
      const document = book.documentOf(account)
      return {
        unread: unreadOf(document),
        notices: document.notices.slice(-limit).toReversed().map(rowOf),
      }
    },
    async markRead(account, noticeIds) {
      const document = book.documentOf(account)
      const read = noticeIds && new Set(noticeIds)
      document.notices = document.notices.map((notice) =>
        read === undefined || read.has(notice.noticeId) ? { ...notice, isRead: true } : notice,
      )
      book.noteChange(document)
      await book.keep(document)
      return unreadOf(document)
    },
    settings: (account) => settingsOf(book.documentOf(account)),
    async choose(account, { channels, ...chosen }) {
      const bound = parseDecimal(chosen.fundingAbove, 6)
      if (!bound.ok || bound.value < 0)
        return refuse(REFUSAL.INVALID_PARAMETER, 'fundingAbove is a percentage with at most 6 decimals')
      if (chosen.quiet !== null && !isZone(chosen.quiet.zone))
        return refuse(REFUSAL.INVALID_PARAMETER, 'quiet.zone is no time zone')
      const document = book.documentOf(account)
      const locked = Object.fromEntries(
        NOTICES_LOCKED_ON_SCREEN.map((category) => [category, { ...channels[category], screen: true }]),
      )
      document.settings = { ...chosen, channels: { ...channels, ...locked } }
      await book.keep(document)
      return settingsOf(document)
    },
    beginMail: mails.begin,
    confirmMail: mails.confirm,
    removeMail: mails.remove,
    onChange: book.onChange,
    alerts: alerts.list,
    setAlert: alerts.set,
    removeAlert: alerts.remove,
    look,
    sendMails: mails.send,
    async stop() {
      unsubscribe()
      timers.forEach(clearInterval)
      await looking
      await mails.stop()
      await book.idle()
    },
  }
}
