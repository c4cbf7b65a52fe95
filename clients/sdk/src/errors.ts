/**
 * The ways in which a call can end without an answer of success. A refusal is definite (`ApiError`): it was
 * never executed and never will be. `TransportError` and `TimeoutError` say that nothing was learned about a
 * read. `UnknownOutcomeError` says the same about a write, which is graver: it may have been executed, and
 * only a question by nonce tells. Never show the last as a failure.
 */
import { errorEntry, REFUSAL } from '@vest/protocol'
import type { CallName, ErrorCode, RefusalOf } from '@vest/protocol'

export interface ApiErrorInit {
  readonly httpStatus?: number | undefined
  /** The server's own words; the table's text stands in where it sent none. */
  readonly message?: string | undefined
  /** How long to wait after 1003, where the server said so. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** The exchange said no. `code` is the identity; `message` is for logs, the screen looks the code up. */
export class ApiError<Code extends number = number> extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  readonly httpStatus: number
  readonly retryAfterMs: number | undefined

  constructor(code: Code, init: ApiErrorInit = {}) {
    const entry = errorEntry(code)
    super(init.message || entry.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.code = code
    this.httpStatus = init.httpStatus ?? entry.httpStatus
    this.retryAfterMs = init.retryAfterMs
  }
}

/** No usable answer arrived; the call had no effect, or may be repeated without harm. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  /** False where nothing can have left this machine, so that even a write is definitely not executed. */
  readonly sent: boolean
  constructor(message: string, options: ErrorOptions & { readonly sent?: boolean } = {}) {
    super(message, options)
    this.sent = options.sent ?? true
  }
}

/** Nothing arrived in time (code 901). */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  readonly code = REFUSAL.CREATE_ORDER_TIMEOUT
  constructor(options?: ErrorOptions) {
    super(errorEntry(REFUSAL.CREATE_ORDER_TIMEOUT).message, options)
  }
}

/** What the caller passed can never be accepted; nothing was sent. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  readonly field: string
  constructor(field: string, message: string) {
    super(`${field}: ${message}`)
    this.field = field
  }
}

/** A message of the server had a form that the protocol does not know. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

export type WriteKind =
  'order' | 'cancel' | 'amend' | 'cancelAll' | 'closeAll' | 'deadman' | 'withdraw' | 'lp' | 'addressBook'

/** What identifies a signed write whose answer was lost. */
export interface LostWrite {
  readonly kind: WriteKind
  readonly nonce: number
  /** The key that signed, whose number the nonce is. */
  readonly signer?: string | undefined
  readonly timeMs: number
  readonly recvWindowMs: number
  /** The order to be cancelled, replaced or amended. */
  readonly orderId?: string | undefined
}

/** A signed write was sent and its answer was lost: it may have been executed. Ask by nonce. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
  readonly write: LostWrite
  constructor(write: LostWrite, cause: unknown) {
    super(`The answer to this ${write.kind} was lost; ask for nonce ${write.nonce}`, { cause })
    this.write = write
  }
}

/** The refusals with these names of the one table. */
export type RefusedAs<Name extends keyof typeof REFUSAL> = ApiError<(typeof REFUSAL)[Name]>

/** What a call may throw: its refusals, as the list of calls declares them, and that nothing was learned. */
export type CallError<Name extends CallName> = RefusedAs<RefusalOf<Name>> | TransportError | TimeoutError
/**
 * What a signed write may throw. Refusals known at once are its own; those of its record arrive as status REJECTED. That
 * the exchange failed (code 0) is no refusal of it: the outcome is unknown.
 */
export type SignedWriteError<Name extends CallName> =
  RefusedAs<Exclude<RefusalOf<Name>, 'UNKNOWN'>> | ValidationError | TransportError | UnknownOutcomeError
/** What any public call may throw beside its own codes. */
export type ReadError = CallError<'status'>
/** What any private call may throw beside its own codes. */
export type PrivateReadError = CallError<'account'>

export const isApiError = <Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError<Code> =>
  error instanceof ApiError && (codes.length === 0 || (codes as readonly number[]).includes(error.code))

/** The exchange ended the socket for good: 4003 listen key required, 4004 not found, 4005 expired ([8.56]). */
export class SocketClosedError extends Error {
  override readonly name = 'SocketClosedError'
  readonly closeCode: number
  constructor(closeCode: number) {
    super(`The exchange closed the socket with code ${closeCode}`)
    this.closeCode = closeCode
  }
}
