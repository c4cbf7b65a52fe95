/** What the caller's account was told, the ways by which it comes, and the prices that it waits for. */
import type { AlertRequest, NoticeMailRequest, NoticeSettingsRequest } from '@vest/protocol'
import type { CallError } from './errors.ts'
import type { Http } from './http.ts'

/** 1003: too many codes; 1130: no address. */
export type NoticeMailError = CallError<'setNoticeMail'>
/** 1150: not this code; 1151: it has ended. */
export type ConfirmNoticeMailError = CallError<'confirmNoticeMail'>
/** 1111: too many decimals; 1121: no such market; 1130: no price, or fifty alerts already. */
export type SetAlertError = CallError<'setAlert'>

export const notices = (http: Http) => ({
  /** Newest first; the first call begins the telling. Throws {@link PrivateReadError}. */
  notices: (query: { readonly limit?: number | undefined } = {}) =>
    http.get('noticesResponse', '/notices', { access: 'private', query: { ...query } }),

  /** Marks these as read, or all. Throws {@link PrivateReadError}. */
  readNotices: (noticeIds?: readonly string[]) =>
    http.send('noticesReadResponse', 'POST', '/notices/read', {
      access: 'private',
      body: { noticeIds: noticeIds ?? null },
    }),

  /** Throws {@link PrivateReadError}. */
  noticeSettings: () => http.get('noticeSettingsResponse', '/notices/settings', { access: 'private' }),

  /** Throws {@link PrivateReadError}; 1130: no bound, or no time zone. */
  setNoticeSettings: (settings: NoticeSettingsRequest) =>
    http.send('noticeSettingsResponse', 'POST', '/notices/settings', { access: 'private', body: settings }),

  /** Sends a code to the address. Throws {@link NoticeMailError}. */
  setNoticeMail: (request: NoticeMailRequest) =>
    http.send('noticeMailResponse', 'POST', '/notices/mail', { access: 'private', body: request }),

  /** Throws {@link ConfirmNoticeMailError}. */
  confirmNoticeMail: (code: string) =>
    http.send('noticeSettingsResponse', 'POST', '/notices/mail/confirm', {
      access: 'private',
      body: { code },
    }),

  /** Forgets the address. Throws {@link PrivateReadError}. */
  removeNoticeMail: () =>
    http.send('noticeSettingsResponse', 'DELETE', '/notices/mail', { access: 'private' }),

  /** Throws {@link PrivateReadError}. */
  alerts: () => http.get('alertsResponse', '/alerts', { access: 'private' }),

  /** Throws {@link SetAlertError}. */
  setAlert: (alert: AlertRequest) =>
    http.send('alertRow', 'POST', '/alerts', { access: 'private', body: alert }),

  /** Those that are left. Throws {@link PrivateReadError}. */
  removeAlert: (alertId: string) =>
    http.send('alertsResponse', 'DELETE', `/alerts/${encodeURIComponent(alertId)}`, { access: 'private' }),
})
