/**
 * Logs of the process: JSON lines by pino, to a file or nowhere. No secret is ever handed to it: requests are
 * logged by method, path and status, never with headers, bodies or query strings (a listen key stands in one).
 */
import { destination, pino, type Logger as PinoLogger } from 'pino'

export type Logger = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'fatal'>

export interface LoggerOptions {
  /** Absent = quiet. */
  readonly file?: string
  readonly level?: 'info' | 'warn' | 'error'
}

export function createLogger({ file, level = 'info' }: LoggerOptions): Logger {
  if (file === undefined) return pino({ level: 'silent' })
  return pino({ level, base: null }, destination({ dest: file, mkdir: true, sync: false }))
}
