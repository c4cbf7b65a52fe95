/**
 * The mail of notices: an address is confirmed by a code that goes there, and what waits is sent together, at most once a
 * minute to an address. During quiet hours only the notices of locked categories are sent.
 */
import { createMailQueue, normalEmail, type MailPort } from '@vest/identity'
import {
  NOTICES_LOCKED_ON_SCREEN,
  REFUSAL,
  type Address,
  type MailLanguage,
  type NoticeSettings,
} from '@vest/protocol'
import type { Clock } from '@vest/runtime'
import type { Logger } from '../logger.ts'
import { refuse, tooMany, unavailable, type Refusal } from '../refusal.ts'
import { createMailConfirmations } from './mailConfirmations.ts'
import type { NoticeBook } from './noticeBook.ts'
import { settingsOf } from './noticeDocument.ts'
import { confirmMail, noticesMail } from './noticeMail.ts'
import { isQuiet } from './quietHours.ts'

export interface MailDesk {
  /** When the code that was sent ends, in milliseconds. */
  begin(account: Address, email: string, language: MailLanguage): number | Refusal
  confirm(account: Address, code: string): Promise<NoticeSettings | Refusal>
  remove(account: Address): Promise<NoticeSettings>
  /** Resolves once nothing is under way. */
  send(): Promise<void>
  stop(): Promise<void>
}

/** Between two mails to one address. */
const MAIL_REST_MS = 60_000

export function createMailDesk({
  book,
  clock,
  logger,
  mail,
}: {
  readonly book: NoticeBook
  readonly clock: Clock
  readonly logger: Logger
  /** Absent: no address is confirmed and nothing is sent. */
  readonly mail: MailPort | undefined
}): MailDesk {
  const confirmations = createMailConfirmations(() => clock.nowMs())
  const mails =
    mail &&
    createMailQueue({
      port: { send: mail.send.bind(mail), close: async () => undefined },
      onDropped: (reason, error) => logger.warn({ err: error }, `a mail with notices was dropped: ${reason}`),
    })

  return {
    begin(account, text, language) {
      if (mails === undefined) return unavailable('Mail is not open here')
      const email = normalEmail(text)
      if (email === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'Invalid parameter: email')
      const begun = confirmations.begin(account, email)
      if (begun === undefined) return tooMany(3_600)
      if (!mails.add(confirmMail(email, language, begun.code))) return unavailable('Too many mails wait', 60)
      return begun.expiryMs
    },
    async confirm(account, code) {
      const confirmed = confirmations.confirm(account, code)
      if (confirmed === 'wrong') return refuse(REFUSAL.WRONG_CODE)
      if (confirmed === 'ended') return refuse(REFUSAL.CODE_ENDED)
      const document = book.documentOf(account)
      document.email = confirmed.email
      await book.keep(document)
      return settingsOf(document)
    },
    async remove(account) {
      const document = book.documentOf(account)
      delete document.email
      document.mails = []
      await book.keep(document)
      return settingsOf(document)
    },
    async send() {
      if (mails === undefined) return
      const now = clock.nowMs()
      for (const document of book.all()) {
        const { email, settings } = document
        if (email === undefined || document.mails.length === 0) continue
        if (now - document.lastMailMs < MAIL_REST_MS) continue
        const quiet = isQuiet(settings.quiet, now)
        const due = document.notices.filter(
          ({ noticeId, about }) =>
            document.mails.includes(noticeId) && (!quiet || NOTICES_LOCKED_ON_SCREEN.includes(about)),
        )
        if (due.length === 0 || !mails.add(noticesMail(email, settings.language, due))) continue
        const sent = due.map(({ noticeId }) => noticeId)
        document.mails = document.mails.filter((noticeId) => !sent.includes(noticeId))
        document.lastMailMs = now
        book.keepSometime(document)
      }
      await mails.idle()
    },
    stop: async () => mails?.stop(),
  }
}
