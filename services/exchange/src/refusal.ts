/**
 * An expected "no" of the edge, as a value: a code of the error table with the HTTP status it travels under.
 * Handlers return it; only the server turns it into a reply. Nothing here is thrown.
 */
import { errorEntry, type ErrorBody, type ErrorCode } from '@vest/protocol'

export interface Refusal {
  readonly kind: 'refusal'
  readonly code: ErrorCode
  readonly httpStatus: number
  readonly message: string
  /** Seconds after which the caller may come back (1003). */
  readonly retryAfterS?: number
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'refusal'

/** A code of the table under its own status; `message` says more than the table where it helps the caller. */
export function refuse(code: ErrorCode, message?: string): Refusal {
  const entry = errorEntry(code)
  return { kind: 'refusal', code, httpStatus: entry.httpStatus, message: message ?? entry.message }
}

/** Missing, malformed or of the wrong type: 422 with 1130; the message names the field. */
export const malformed = (message: string): Refusal => ({
  kind: 'refusal',
  code: 1130,
  httpStatus: 422,
  message,
})

export const tooMany = (retryAfterS: number): Refusal => ({ ...refuse(1003), retryAfterS })

/** Under maintenance or stopping: nothing was done. */
export const unavailable = (message: string): Refusal => ({
  kind: 'refusal',
  code: 0,
  httpStatus: 503,
  message,
})

/** The one shape of an error body: clients read `code`/`msg` or `detail.code`/`detail.msg`. */
export const errorBodyOf = (code: number, message: string, requestId?: string): ErrorBody => ({
  code,
  msg: message,
  detail: { code, msg: message },
  ...(requestId === undefined ? {} : { requestId }),
})
