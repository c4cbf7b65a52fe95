/**
 * An expected "no" of the edge, as a value: a code of the error table with the HTTP status it travels under.
 * Handlers return it; only the server turns it into a reply. Nothing here is thrown.
 */
import { errorEntry, type ErrorBody, type ErrorCode, REFUSAL } from '@vest/protocol'

/** A class, so that asking what an answer is costs the same whatever it is. */
export class Refusal {
  readonly code: ErrorCode
  readonly httpStatus: number
  readonly message: string
  /** Seconds after which the caller may come back (1003). */
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, httpStatus: number, message: string, retryAfterS?: number) {
    this.code = code
    this.httpStatus = httpStatus
    this.message = message
    this.retryAfterS = retryAfterS
  }
}

export const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal

/** A code of the table under its own status; `message` says more than the table where it helps the caller. */
export function refuse(code: ErrorCode, message?: string, retryAfterS?: number): Refusal {
  const entry = errorEntry(code)
  return new Refusal(code, entry.httpStatus, message ?? entry.message, retryAfterS)
}

/** Missing, malformed or of the wrong type: 422 with 1130; the message names the field. */
export const malformed = (message: string, httpStatus = 422): Refusal =>
  new Refusal(REFUSAL.INVALID_PARAMETER, httpStatus, message)

export const tooMany = (retryAfterS: number): Refusal =>
  refuse(REFUSAL.TOO_MANY_REQUESTS, undefined, retryAfterS)

/** Under maintenance or stopping: nothing was done. */
export const unavailable = (message: string, retryAfterS?: number): Refusal =>
  new Refusal(0, 503, message, retryAfterS)

/**
 * The body of a refusal. One that travels under 200, because existing clients look for it there, is told by `code` and
 * `msg` alone.
 */
export const bodyOf = ({ code, message, httpStatus }: Refusal, requestId: string): object =>
  httpStatus === 200 ? { code, msg: message } : errorBodyOf(code, message, requestId)

/** The one shape of an error body: clients read `code`/`msg` or `detail.code`/`detail.msg`. */
export const errorBodyOf = (code: number, message: string, requestId?: string): ErrorBody => ({
  code,
  msg: message,
  detail: { code, msg: message },
  ...(requestId === undefined ? {} : { requestId }),
})
