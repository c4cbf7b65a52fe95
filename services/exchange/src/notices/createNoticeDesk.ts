/**
 * Notices of accounts: what the engine tells becomes news for those whose owners have once looked, is kept with what was
 * read of it, and goes by mail where that was chosen. Prices that people wait for are watched here, with nobody's tab open.
 *
 * It only reads the exchange. Who never looked is never watched: programs cost nothing here.
 */
import { randomUUID } from 'node:crypto'
import type { EngineEvent, EventEnvelope, MarketView, TickerRow } from '@vest/engine'
import { createMailQueue, normalEmail, type MailPort } from '@vest/identity'
import {
  ALERTS_PER_ACCOUNT_MAX,
  formatDecimal,
  formatDecimalShort,
  parseDecimal,
  REFUSAL,
  ticks,
  type Address,
  type AlertRequest,
  type AlertRow,
  type MailLanguage,
  type NoticeRow,
  type NoticeSettings,
  type NoticeSettingsRequest,
  type NoticesResponse,
} from '@vest/protocol'
import type { Clock, EngineClient } from '@vest/runtime'
import type { ServiceNotice } from '../operator/serviceNotice.ts'
import type { Logger } from '../logger.ts'
import { refuse, tooMany, unavailable, type Refusal } from '../refusal.ts'
import { distanceBps, lookAt } from './liquidationDistance.ts'
import { createMailConfirmations } from './mailConfirmations.ts'
import {
  firstDocument,
  LOCKED_ON_SCREEN,
  type KeptAlert,
  type KeptNotice,
  type NoticeDocument,
} from './noticeDocument.ts'
import { openNoticeFiles } from './noticeFiles.ts'
import { confirmMail, noticesMail } from './noticeMail.ts'
import { newsOfEvent, type News } from './noticesOfEvent.ts'
import { alertStep, isReached, splitPrice } from './priceAlerts.ts'
import { isQuiet, isZone } from './quietHours.ts'

export interface NoticeDeskOptions {
  readonly dir: string
  readonly engine: Pick<EngineClient, 'onEvents' | 'query'>
  readonly market: (symbol: string) => MarketView | undefined
  readonly serviceStatus: () => ServiceNotice
  readonly clock: Clock
  readonly logger: Logger
  /** Absent: nothing goes by mail. Closed by whoever made it. */
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
  alerts(account: Address): readonly AlertRow[]
  setAlert(account: Address, request: AlertRequest): Promise<AlertRow | Refusal>
  removeAlert(account: Address, alertId: string): Promise<readonly AlertRow[]>
  /** Looks at liquidation prices and the word on the service, as it does every few seconds by itself. */
  look(): Promise<void>
  /** Sends what waits, as it does by itself. Resolves once nothing is under way. */
  sendMails(): Promise<void>
  stop(): Promise<void>
}

const ACCOUNTS_MAX = 100_000
const NOTICES_KEPT = 200
const LOOK_EVERY_MS = 5_000
const MAIL_EVERY_MS = 15_000
/** Between two mails to one address. */
const MAIL_REST_MS = 60_000
/** Funding rates are of one hour, the bound is of eight. */
const BOUND_HOURS = 8

export function createNoticeDesk(options: NoticeDeskOptions): NoticeDesk {
  const { engine, market, clock, logger } = options
  const files = openNoticeFiles(options.dir, (file) =>
    logger.warn({ file }, 'notices of an account cannot be read: they begin anew'),
  )
  const documents = new Map(files.readAll().map((document) => [document.account, document]))
  const confirmations = createMailConfirmations(() => clock.nowMs())
  const mails =
    options.mail &&
    createMailQueue({
      port: { send: options.mail.send.bind(options.mail), close: async () => undefined },
      onDropped: (reason, error) => logger.warn({ err: error }, `a mail with notices was dropped: ${reason}`),
    })
  /** Accounts that wait for a price, by market. */
  const waiting = new Map<string, Set<Address>>()
  const wait = (document: NoticeDocument): void => {
    for (const { symbol } of document.alerts) {
      const accounts = waiting.get(symbol) ?? new Set()
      waiting.set(symbol, accounts.add(document.account))
    }
  }
  documents.forEach(wait)

  const keep = (document: NoticeDocument): Promise<void> => files.keep(document)
  /** For what nobody waits for: the file is written with the next change where it could not be. */
  const keepSometime = (document: NoticeDocument): void =>
    void keep(document).catch((error: unknown) => logger.warn({ err: error }, 'notices could not be written'))

  /** Without room for another account it is answered from a document that nobody keeps. */
  function documentOf(account: Address): NoticeDocument {
    const known = documents.get(account)
    if (known !== undefined) return known
    const document = firstDocument(account)
    if (documents.size >= ACCOUNTS_MAX) return document
    documents.set(account, document)
    keepSometime(document)
    return document
  }

  function tell(document: NoticeDocument, news: News, timeMs: number): void {
    const before = document.notices.find(({ noticeId }) => noticeId === news.noticeId)
    if (before !== undefined && isSame(before, news)) return
    const { screen, browser, mail } = document.settings.channels[news.about]
    const isShown = screen || browser || LOCKED_ON_SCREEN.includes(news.about)
    const isMailed = mail && document.email !== undefined && mails !== undefined
    if (!isShown && !isMailed) return
    document.notices = [
      ...document.notices.filter((notice) => notice !== before),
      // What is not shown is kept as read: mail has told it.
      { ...news, timeMs, isRead: !isShown },
    ].slice(-NOTICES_KEPT)
    if (isMailed && !document.mails.includes(news.noticeId))
      document.mails = [...document.mails, news.noticeId].slice(-NOTICES_KEPT)
    keepSometime(document)
  }
  const tellAll = (news: News, timeMs: number): void =>
    documents.forEach((document) => tell(document, news, timeMs))

  function onEvents(envelopes: readonly EventEnvelope[]): void {
    if (documents.size === 0) return
    for (const envelope of envelopes) for (const event of envelope.events) onEvent(event, envelope)
  }
  function onEvent(event: EngineEvent, { timeMs }: EventEnvelope): void {
    switch (event.kind) {
      case 'TickersChanged':
        return event.rows.forEach((row) => onTicker(row, timeMs))
      case 'FundingApplied':
        return void onFunding(event, timeMs).catch(onTrouble)
      case 'CapitalChanged':
        for (const account of new Set([event.account, event.ownerId])) onCapital(account, event, timeMs)
        return
      case 'MarketListed': {
        const { symbol, displayName } = event.spec
        const values = { name: displayName }
        return tellAll(
          { noticeId: `listed:${symbol}`, about: 'LISTINGS', kind: 'MARKET_LISTED', symbol, values },
          timeMs,
        )
      }
      case 'SplitApplied':
        return onSplit(event.symbol, event.newShares, event.oldShares)
      default: {
        const told = newsOfEvent(event, (symbol) => market(symbol)?.spec)
        const document = told && documents.get(told.account)
        if (document !== undefined) tell(document, told!.news, timeMs)
      }
    }
  }

  function onTicker({ symbol, mark }: TickerRow, timeMs: number): void {
    for (const account of waiting.get(symbol) ?? []) {
      const document = documents.get(account)!
      for (const alert of document.alerts) {
        const step = alert.symbol === symbol ? alertStep(alert, mark) : undefined
        if (step === undefined) continue
        replaceAlert(document, alert, step === 'arms' ? { ...alert, isArmed: true } : calledOf(alert))
        if (step === 'calls') tell(document, newsOfAlert(alert, mark, timeMs), timeMs)
        keepSometime(document)
      }
    }
  }
  const calledOf = (alert: KeptAlert): KeptAlert | undefined =>
    alert.repeat === 'ONCE' ? undefined : { ...alert, isArmed: false }
  function replaceAlert(document: NoticeDocument, alert: KeptAlert, by: KeptAlert | undefined): void {
    document.alerts = document.alerts.flatMap((one) => (one.alertId === alert.alertId ? (by ?? []) : one))
    if (!document.alerts.some(({ symbol }) => symbol === alert.symbol))
      waiting.get(alert.symbol)?.delete(document.account)
  }
  function newsOfAlert(alert: KeptAlert, mark: TickerRow['mark'], timeMs: number): News {
    const decimals = market(alert.symbol)?.spec.priceDecimals ?? 0
    return {
      noticeId: `alert:${alert.alertId}:${timeMs}`,
      about: 'ALERTS',
      kind: 'PRICE_REACHED',
      symbol: alert.symbol,
      values: {
        alertId: alert.alertId,
        direction: alert.isAbove ? 'ABOVE' : 'BELOW',
        price: formatDecimal(alert.price, decimals),
        mark: formatDecimal(mark, decimals),
      },
    }
  }
  function onSplit(symbol: string, newShares: number, oldShares: number): void {
    for (const account of waiting.get(symbol) ?? []) {
      const document = documents.get(account)!
      document.alerts = document.alerts.map((alert) =>
        alert.symbol === symbol ? { ...alert, price: splitPrice(alert.price, newShares, oldShares) } : alert,
      )
      keepSometime(document)
    }
  }

  async function onFunding(
    { symbol, rate }: Extract<EngineEvent, { kind: 'FundingApplied' }>,
    timeMs: number,
  ): Promise<void> {
    const rate8h = rate * BOUND_HOURS
    for (const document of [...documents.values()]) {
      const bound = parseDecimal(document.settings.fundingAbove, 6)
      const wasTold = document.fundingTold.includes(symbol)
      const isAbove = bound.ok && Math.abs(rate8h) > bound.value
      if (!isAbove && !wasTold) continue
      if (!isAbove) {
        document.fundingTold = document.fundingTold.filter((told) => told !== symbol)
        keepSometime(document)
        continue
      }
      if (wasTold) continue
      const view = await engine.query('account', { account: document.account })
      const position = view?.positions.find((one) => one.symbol === symbol && one.size > 0)
      if (position === undefined || position.isLong !== rate8h > 0) continue
      document.fundingTold = [...document.fundingTold, symbol]
      const values = {
        rate: formatDecimalShort(Math.abs(rate8h), 6),
        side: position.isLong ? 'LONG' : 'SHORT',
      }
      const noticeId = `funding:${symbol}:${timeMs}`
      tell(document, { noticeId, about: 'FUNDING', kind: 'FUNDING_ABOVE', symbol, values }, timeMs)
    }
  }

  function onCapital(
    account: Address,
    { account: about, capital }: Extract<EngineEvent, { kind: 'CapitalChanged' }>,
    timeMs: number,
  ): void {
    const document = documents.get(account)
    const standing = `${about} ${capital.status} ${capital.isFrozen}`
    if (document === undefined || document.capitalTold === standing) return
    document.capitalTold = standing
    tell(
      document,
      {
        noticeId: `capital:${about}:${timeMs}`,
        about: 'CAPITAL',
        kind: 'CAPITAL_CHANGED',
        values: {
          account: about,
          status: capital.status,
          frozen: String(capital.isFrozen),
          ...(capital.reason === undefined ? {} : { reason: capital.reason }),
        },
      },
      timeMs,
    )
  }

  let said = options.serviceStatus()
  async function look(): Promise<void> {
    const now = options.serviceStatus()
    const timeMs = clock.nowMs()
    if (now.status !== said.status || now.message !== said.message) {
      said = now
      const values = { status: now.status, ...(now.message === null ? {} : { message: now.message }) }
      tellAll({ noticeId: `service:${timeMs}`, about: 'MAINTENANCE', kind: 'SERVICE_SAID', values }, timeMs)
    }
    for (const document of [...documents.values()]) await lookAtAccount(document, timeMs)
  }
  async function lookAtAccount(document: NoticeDocument, timeMs: number): Promise<void> {
    const view = await engine.query('account', { account: document.account })
    const positions = (view?.positions ?? []).filter(({ size }) => size > 0)
    if (positions.length === 0 && document.distances.length === 0) return
    document.distances = positions.flatMap((position) => {
      const { symbol, isLong, mark, liquidationPrice } = position
      if (liquidationPrice === undefined || mark <= 0) return []
      const known = document.distances.find((one) => one.symbol === symbol)
      const bps = distanceBps(mark, liquidationPrice)
      const { kept, isTold } = lookAt(known, { symbol, isLong, bps })
      if (isTold) {
        const decimals = market(symbol)?.spec.priceDecimals ?? 0
        const values = {
          distance: formatDecimalShort(bps, 2),
          mark: formatDecimal(mark, decimals),
          liquidation: formatDecimal(liquidationPrice, decimals),
          side: isLong ? 'LONG' : 'SHORT',
        }
        const noticeId = `near:${symbol}:${timeMs}`
        tell(document, { noticeId, about: 'LIQUIDATION', kind: 'LIQUIDATION_NEAR', symbol, values }, timeMs)
      }
      return [kept]
    })
  }

  async function sendMails(): Promise<void> {
    if (mails === undefined) return
    const now = clock.nowMs()
    for (const document of documents.values()) {
      const { email, settings } = document
      if (email === undefined || document.mails.length === 0) continue
      if (now - document.lastMailMs < MAIL_REST_MS) continue
      const quiet = isQuiet(settings.quiet, now)
      const due = document.notices.filter(
        ({ noticeId, about }) =>
          document.mails.includes(noticeId) && (!quiet || LOCKED_ON_SCREEN.includes(about)),
      )
      if (due.length === 0 || !mails.add(noticesMail(email, settings.language, due))) continue
      const sent = due.map(({ noticeId }) => noticeId)
      document.mails = document.mails.filter((noticeId) => !sent.includes(noticeId))
      document.lastMailMs = now
      keepSometime(document)
    }
    await mails.idle()
  }

  const onTrouble = (error: unknown): void => logger.warn({ err: error }, 'notices were held up')
  let looking: Promise<void> | undefined
  const lookOnce = (): void => {
    looking ??= look()
      .catch(onTrouble)
      .finally(() => (looking = undefined))
  }
  const unsubscribe = engine.onEvents(onEvents)
  const timers = [
    setInterval(lookOnce, LOOK_EVERY_MS),
    setInterval(() => void sendMails().catch(onTrouble), MAIL_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()

  const settingsOf = (document: NoticeDocument): NoticeSettings => ({
    ...document.settings,
    email: document.email ?? null,
  })
  const unreadOf = ({ notices }: NoticeDocument): number => notices.filter(({ isRead }) => !isRead).length
  const rowOf = (alert: KeptAlert): AlertRow => ({
    alertId: alert.alertId,
    symbol: alert.symbol,
    price: formatDecimal(alert.price, market(alert.symbol)?.spec.priceDecimals ?? 0),
    isAbove: alert.isAbove,
    repeat: alert.repeat,
  })

  return {
    list(account, limit) {
      const document = documentOf(account)
      return {
        unread: unreadOf(document),
        notices: document.notices.slice(-limit).toReversed().map(noticeText),
      }
    },
    async markRead(account, noticeIds) {
      const document = documentOf(account)
      const read = noticeIds && new Set(noticeIds)
      document.notices = document.notices.map((notice) =>
        read === undefined || read.has(notice.noticeId) ? { ...notice, isRead: true } : notice,
      )
      await keep(document)
      return unreadOf(document)
    },
    settings: (account) => settingsOf(documentOf(account)),
    async choose(account, { channels, ...chosen }) {
      const bound = parseDecimal(chosen.fundingAbove, 6)
      if (!bound.ok || bound.value < 0)
        return refuse(REFUSAL.INVALID_PARAMETER, 'fundingAbove is a percentage with at most 6 decimals')
      if (chosen.quiet !== null && !isZone(chosen.quiet.zone))
        return refuse(REFUSAL.INVALID_PARAMETER, 'quiet.zone is no time zone')
      const document = documentOf(account)
      const locked = Object.fromEntries(
        LOCKED_ON_SCREEN.map((category) => [category, { ...channels[category], screen: true }]),
      )
      document.settings = { ...chosen, channels: { ...channels, ...locked } }
      await keep(document)
      return settingsOf(document)
    },
    beginMail(account, text, language) {
      if (mails === undefined) return unavailable('Mail is not open here')
      const email = normalEmail(text)
      if (email === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'Invalid parameter: email')
      const begun = confirmations.begin(account, email)
      if (begun === undefined) return tooMany(3_600)
      if (!mails.add(confirmMail(email, language, begun.code))) return unavailable('Too many mails wait', 60)
      return begun.expiryMs
    },
    async confirmMail(account, code) {
      const confirmed = confirmations.confirm(account, code)
      if (confirmed === 'wrong') return refuse(REFUSAL.WRONG_CODE)
      if (confirmed === 'ended') return refuse(REFUSAL.CODE_ENDED)
      const document = documentOf(account)
      document.email = confirmed.email
      await keep(document)
      return settingsOf(document)
    },
    async removeMail(account) {
      const document = documentOf(account)
      delete document.email
      document.mails = []
      await keep(document)
      return settingsOf(document)
    },
    alerts: (account) => documentOf(account).alerts.map(rowOf),
    async setAlert(account, { symbol, price: text, isAbove, repeat }) {
      const found = market(symbol)
      if (found === undefined) return refuse(REFUSAL.BAD_SYMBOL)
      const price = parseDecimal(String(text), found.spec.priceDecimals)
      if (!price.ok)
        return refuse(price.failure === 'decimals' ? REFUSAL.BAD_DECIMALS : REFUSAL.INVALID_PARAMETER)
      if (price.value <= 0) return refuse(REFUSAL.INVALID_PARAMETER, 'A price is more than nothing')
      const document = documentOf(account)
      if (document.alerts.length >= ALERTS_PER_ACCOUNT_MAX)
        return refuse(REFUSAL.INVALID_PARAMETER, `At most ${ALERTS_PER_ACCOUNT_MAX} alerts: remove one first`)
      const kept = { symbol: found.spec.symbol, price: ticks(price.value), isAbove, repeat }
      const mark = found.ticker?.mark
      const isThere = mark !== undefined && isReached(kept, mark)
      const alert: KeptAlert = { ...kept, alertId: randomUUID(), isArmed: repeat === 'ONCE' || !isThere }
      document.alerts = [...document.alerts, alert]
      wait(document)
      await keep(document)
      return rowOf(alert)
    },
    async removeAlert(account, alertId) {
      const document = documentOf(account)
      const alert = document.alerts.find((one) => one.alertId === alertId)
      if (alert !== undefined) {
        replaceAlert(document, alert, undefined)
        await keep(document)
      }
      return document.alerts.map(rowOf)
    },
    look,
    sendMails,
    async stop() {
      unsubscribe()
      timers.forEach(clearInterval)
      await looking
      await mails?.stop()
      await files.idle()
    },
  }
}

const noticeText = ({ noticeId, about, kind, timeMs, isRead, symbol, values }: KeptNotice): NoticeRow => ({
  noticeId,
  about,
  kind,
  time: timeMs,
  read: isRead,
  symbol: symbol ?? null,
  values: { ...values },
})

const isSame = (before: KeptNotice, news: News): boolean =>
  before.kind === news.kind &&
  Object.keys(news.values).length === Object.keys(before.values).length &&
  Object.entries(news.values).every(([name, value]) => before.values[name] === value)
