/**
 * Logs of the process: JSON lines by pino, to a file or nowhere. No secret is ever handed to it: requests are
 * logged by method, path and status, never with headers, bodies or query strings (a listen key stands in one).
 *
 * Lines are few and go straight to the file: the last one before an end is there. A log that cannot be written,
 * on a full disk above all, never holds up or ends the exchange; the gap is told once writing works again. A file that
 * has grown large is put aside under a number, of which a few are kept: `vest.log.1` is the one before.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pino, type Logger as PinoLogger } from 'pino'

export type Logger = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'fatal'>

/** Bytes of one file, and how many are kept beside the one that is written. */
const LOG_BYTES_MAX = 16_777_216
const LOG_FILES_KEPT = 4

export interface LoggerOptions {
  /** Absent = quiet. */
  readonly file?: string
  readonly level?: 'info' | 'warn' | 'error'
  readonly bytesMax?: number
}

export function createLogger({ file, level = 'info', bytesMax = LOG_BYTES_MAX }: LoggerOptions): Logger {
  if (file === undefined) return pino({ level: 'silent' })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return pino({ level, base: null }, createLogSink(openRotatingFile(file, bytesMax)))
}

/** Appends to the file, and to a new one where it has become too large. Says how many bytes were taken. */
function openRotatingFile(file: string, bytesMax: number): (text: string) => number {
  let fd = openLog(file)
  let bytes = fstatSync(fd).size
  // What is no file (a pipe, a device) does not grow.
  const isFile = fstatSync(fd).isFile()
  return (text) => {
    if (isFile && bytes > 0 && bytes + Buffer.byteLength(text) > bytesMax) {
      putAside(file)
      const next = openLog(file)
      closeSync(fd)
      fd = next
      bytes = fstatSync(fd).size
    }
    const taken = writeSync(fd, text)
    bytes += taken
    return taken
  }
}

function openLog(file: string): number {
  const fd = openSync(file, 'a', 0o600)
  const info = fstatSync(fd)
  if (info.isFile() && (info.mode & 0o077) !== 0) fchmodSync(fd, 0o600)
  return fd
}

/** The oldest goes, each other moves on by one. */
function putAside(file: string): void {
  for (let place = LOG_FILES_KEPT; place > 0; place -= 1) {
    const from = place === 1 ? file : `${file}.${place - 1}`
    if (existsSync(from)) renameSync(from, `${file}.${place}`)
  }
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
