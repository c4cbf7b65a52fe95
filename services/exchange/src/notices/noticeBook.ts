/**
 * The documents of all watched accounts, in memory and as files, and the one way by which news enters them: as a notice, as
 * a mail that waits, or as both, according to the settings of the account. An account is watched from its first request on.
 */
import { NOTICES_LOCKED_ON_SCREEN, type Address } from '@vest/protocol'
import type { Logger } from '../logger.ts'
import { firstDocument, unreadOf, type KeptNotice, type NoticeDocument } from './noticeDocument.ts'
import { openNoticeFiles } from './noticeFiles.ts'
import type { News } from './noticesOfEvent.ts'

export interface NoticeBook {
  /** No account is watched. */
  isEmpty(): boolean
  /** Undefined: the account is not watched. */
  find(account: Address): NoticeDocument | undefined
  /** Watches the account from now on. Where as many are watched as may be: a first document that is not kept. */
  documentOf(account: Address): NoticeDocument
  /** As they are now; accounts that come later are not in it. */
  all(): readonly NoticeDocument[]
  /** Resolves once the document is on the disk. */
  keep(document: NoticeDocument): Promise<void>
  /** Without a caller that waits: a file that could not be written is written with the next change. */
  keepSometime(document: NoticeDocument): void
  /** Does nothing where the same news was told before, or where no channel of the account takes it. */
  tell(document: NoticeDocument, news: News, timeMs: number): void
  tellAll(news: News, timeMs: number): void
  /** Notices of the document have changed: listeners hear of it before the next turn. */
  noteChange(document: NoticeDocument): void
  onChange(listener: (account: Address, unread: number) => void): () => void
  /** Resolves once nothing is being written. */
  idle(): Promise<void>
}

const ACCOUNTS_MAX = 100_000
const NOTICES_KEPT = 200

export function openNoticeBook({
  dir,
  logger,
  isMailOpen,
}: {
  readonly dir: string
  readonly logger: Logger
  /** False: no notice waits to be mailed. */
  readonly isMailOpen: boolean
}): NoticeBook {
  const files = openNoticeFiles(dir, (file) =>
    logger.warn({ file }, 'notices of an account cannot be read: they begin anew'),
  )
  const documents = new Map(files.readAll().map((document) => [document.account, document]))
  const keepSometime = (document: NoticeDocument): void =>
    void files
      .keep(document)
      .catch((error: unknown) => logger.warn({ err: error }, 'notices could not be written'))

  const listeners = new Set<(account: Address, unread: number) => void>()
  const changed = new Set<NoticeDocument>()
  function noteChange(document: NoticeDocument): void {
    changed.add(document)
    if (changed.size > 1) return
    queueMicrotask(() => {
      const documents = [...changed]
      changed.clear()
      for (const one of documents) for (const hear of listeners) hear(one.account, unreadOf(one))
    })
  }

  function tell(document: NoticeDocument, news: News, timeMs: number): void {
    const before = document.notices.find(({ noticeId }) => noticeId === news.noticeId)
    if (before !== undefined && isSame(before, news)) return
    const { screen, browser, mail } = document.settings.channels[news.about]
    const isShown = screen || browser || NOTICES_LOCKED_ON_SCREEN.includes(news.about)
    const isMailed = mail && document.email !== undefined && isMailOpen
    if (!isShown && !isMailed) return
    document.notices = [
      ...document.notices.filter((notice) => notice !== before),
      // What is not shown is kept as read: mail has told it.
      { ...news, timeMs, isRead: !isShown },
    ].slice(-NOTICES_KEPT)
    if (isMailed && !document.mails.includes(news.noticeId))
      document.mails = [...document.mails, news.noticeId].slice(-NOTICES_KEPT)
    noteChange(document)
    keepSometime(document)
  }

  return {
    isEmpty: () => documents.size === 0,
    find: (account) => documents.get(account),
    documentOf(account) {
      const known = documents.get(account)
      if (known !== undefined) return known
      const document = firstDocument(account)
      if (documents.size >= ACCOUNTS_MAX) return document
      documents.set(account, document)
      keepSometime(document)
      return document
    },
    all: () => [...documents.values()],
    keep: files.keep,
    keepSometime,
    tell,
    tellAll: (news, timeMs) => documents.forEach((document) => tell(document, news, timeMs)),
    noteChange,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    idle: files.idle,
  }
}

const isSame = (before: KeptNotice, news: News): boolean =>
  before.kind === news.kind &&
  Object.keys(news.values).length === Object.keys(before.values).length &&
  Object.entries(news.values).every(([name, value]) => before.values[name] === value)
