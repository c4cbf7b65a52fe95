/**
 * What is kept of one account beside the journal: its notices with what was read of them, what its owner chose, the
 * address for mail, and the prices that it waits for. No rule of the exchange depends on it. A file holds one document in
 * one of the forms that this list of steps brings to the present one; a released step never changes.
 */
import type {
  Address,
  AlertRepeat,
  NoticeCategory,
  NoticeChannels,
  NoticeKind,
  NoticeRow,
  NoticeSettings,
  NoticeSettingsRequest,
  Ticks,
} from '@vest/protocol'

export interface KeptNotice {
  /** Names what it is about: a later word about the same thing takes the place of the earlier one. */
  readonly noticeId: string
  readonly about: NoticeCategory
  readonly kind: NoticeKind
  readonly timeMs: number
  readonly isRead: boolean
  readonly symbol?: string
  readonly values: Readonly<Record<string, string>>
}

export interface KeptAlert {
  readonly alertId: string
  readonly symbol: string
  readonly price: Ticks
  readonly isAbove: boolean
  readonly repeat: AlertRepeat
  /** The price was left since it was last reached. */
  readonly isArmed: boolean
}

/** How far a position was from its liquidation when it was first seen, and what was told since; basis points of the mark. */
export interface KeptDistance {
  readonly symbol: string
  readonly isLong: boolean
  readonly firstBps: number
  readonly toldBps?: number
}

export interface NoticeDocument {
  readonly form: number
  readonly account: Address
  /** Oldest first. */
  notices: readonly KeptNotice[]
  settings: NoticeSettingsRequest
  /** Confirmed by a code. */
  email?: string
  alerts: readonly KeptAlert[]
  /** Of notices that wait to be sent. */
  mails: readonly string[]
  lastMailMs: number
  distances: readonly KeptDistance[]
  /** Markets whose rate is above the bound and was told. */
  fundingTold: readonly string[]
  /** Where each account of Vest Capital stood when its status was last told. */
  capitalTold: Readonly<Record<Address, string>>
  /** Warnings of used losses that were told, each by the words that `lossWarnings` gives it. */
  lossesTold: readonly string[]
}

/** A document of an earlier form, as it was read. */
type Found = Record<string, unknown> & { readonly form: number }
/** The step at place n brings form n to form n + 1; form 0 was never written. */
const STEPS: readonly ((found: Found) => Found)[] = [
  (found) => ({ ...found, form: 1 }),
  // One status was kept for all accounts of Vest Capital: it is told once more.
  (found) => ({ ...found, form: 2, capitalTold: {}, lossesTold: [] }),
]
export const PRESENT_FORM = STEPS.length

/** `undefined`: it is of a later form, or no document. */
export function readDocument(text: string): NoticeDocument | undefined {
  let found: Found
  try {
    found = JSON.parse(text) as Found
  } catch {
    return undefined
  }
  if (!Number.isSafeInteger(found?.form) || found.form < 0 || found.form > PRESENT_FORM) return undefined
  for (const step of STEPS.slice(found.form)) found = step(found)
  return found as unknown as NoticeDocument
}

const ON_SCREEN: NoticeChannels = { screen: true, browser: false, mail: false }
const URGENT: NoticeChannels = { screen: true, browser: true, mail: true }

const FIRST_SETTINGS: NoticeSettingsRequest = {
  channels: {
    FILLS: ON_SCREEN,
    LIQUIDATION: URGENT,
    FUNDING: ON_SCREEN,
    TRANSFERS: { ...ON_SCREEN, mail: true },
    CAPITAL: URGENT,
    ALERTS: URGENT,
    LISTINGS: ON_SCREEN,
    MAINTENANCE: { ...ON_SCREEN, mail: true },
  },
  fundingAbove: '0.05',
  quiet: null,
  language: 'en',
}

export const firstDocument = (account: Address): NoticeDocument => ({
  form: PRESENT_FORM,
  account,
  notices: [],
  settings: FIRST_SETTINGS,
  alerts: [],
  mails: [],
  lastMailMs: 0,
  distances: [],
  fundingTold: [],
  capitalTold: {},
  lossesTold: [],
})

export const settingsOf = ({ settings, email }: NoticeDocument): NoticeSettings => ({
  ...settings,
  email: email ?? null,
})

export const unreadOf = ({ notices }: NoticeDocument): number =>
  notices.filter(({ isRead }) => !isRead).length

/** As the wire tells it. */
export const rowOf = ({ noticeId, about, kind, timeMs, isRead, symbol, values }: KeptNotice): NoticeRow => ({
  noticeId,
  about,
  kind,
  time: timeMs,
  read: isRead,
  symbol: symbol ?? null,
  values: { ...values },
})
