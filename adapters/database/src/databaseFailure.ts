/**
 * Two ways in which a database fails. *Unavailable* is the world's fault and passes: connection refused or
 * lost, no answer in time, server shutting down, disk or connections exhausted; the same call may succeed
 * later. Everything else (a refused value, a damaged page, a lost worker) is ours or final, and repeating
 * the call will not help.
 */
export class ReadModelUnavailableError extends Error {
  override readonly name = 'ReadModelUnavailableError'
}

/** The database refused or broke; `sqlState` is PostgreSQL's five-letter code where it gave one. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly sqlState: string | undefined
  constructor(message: string, options: { readonly sqlState?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.sqlState = options.sqlState
  }
}

/** SQLSTATE classes that speak of the server's state, not of the statement; 40 = asked to try again. */
const PASSING_CLASSES = ['08', '40', '53', '57', '58']
const PASSING_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]
/** How the driver speaks of a connection that it lost, ended or did not get; it gives these no code. */
const PASSING_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'timeout exceeded when trying to connect',
  'timeout expired',
]

/** WebAssembly's file system throws objects that are no errors: a number of its own table, and perhaps a message. */
const WASI_NO_SPACE = 51

const isWithoutSpace = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'errno' in cause && cause.errno === WASI_NO_SPACE

function saidOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause)
  if (isWithoutSpace(cause)) return 'no space left on the disk'
  const { errno, message } = cause as { readonly errno?: unknown; readonly message?: unknown }
  if (typeof message === 'string' && message !== '') return message
  return errno === undefined ? 'it gave no reason' : `file system error ${String(errno)}`
}

/** Any failure of a driver as one of the two errors above. */
export function databaseFailure(cause: unknown): Error {
  if (cause instanceof ReadModelUnavailableError || cause instanceof DatabaseError) return cause
  const message = cause instanceof Error ? cause.message : saidOf(cause)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  const isPassing =
    isWithoutSpace(cause) ||
    PASSING_CODES.includes(code) ||
    (isSqlState && PASSING_CLASSES.includes(code.slice(0, 2))) ||
    (code === '' && PASSING_MESSAGES.some((beginning) => message.startsWith(beginning)))
  if (isPassing) return new ReadModelUnavailableError(`the database is not available: ${message}`, { cause })
  return new DatabaseError(message, { cause, ...(isSqlState ? { sqlState: code } : {}) })
}
