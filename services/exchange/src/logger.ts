/**
 * Logs of the process: JSON lines by pino, to a file or nowhere. No secret is ever handed to it: requests are
 * logged by method, path and status, never with headers, bodies or query strings (a listen key stands in one).
 *
 * Lines are few and go straight to the file: the last one before an end is there. A log that cannot be written,
 * on a full disk above all, never holds up or ends the exchange; the gap is told once writing works again.
 */
import { mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { pino, type Logger as PinoLogger } from 'pino'

export type Logger = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'fatal'>

export interface LoggerOptions {
  /** Absent = quiet. */
  readonly file?: string
  readonly level?: 'info' | 'warn' | 'error'
}

export function createLogger({ file, level = 'info' }: LoggerOptions): Logger {
  if (file === undefined) return pino({ level: 'silent' })
  mkdirSync(dirname(file), { recursive: true })
  const fd = openSync(file, 'a')
  return pino(
    { level, base: null },
    createLogSink((line) => writeSync(fd, line)),
  )
}

/** Takes whole lines by `append`, which says how many bytes it took; what did not fit is counted, and told later. */
export function createLogSink(append: (text: string) => number): { write(line: string): void } {
  let lost = 0
  const isWhole = (text: string): boolean => {
    try {
      return append(text) === Buffer.byteLength(text)
    } catch {
      return false
    }
  }
  // The last lost line may stand there in part: the count begins a line of its own.
  const gap = (): string =>
    `\n${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines of this log were lost' })}\n`
  return {
    write(line) {
      if (lost > 0 && isWhole(gap())) lost = 0
      if (lost > 0 || !isWhole(line)) lost += 1
    },
  }
}
