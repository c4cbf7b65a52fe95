/**
 * Every transaction that was ever executed, in order, with the slot and time it was executed at: the cluster's whole
 * truth, from which its accounts follow. A row is on disk before it is executed. Of a row that was cut off by a crash
 * nothing was promised; any other damage is refused in one sentence.
 */
import { existsSync, readFileSync } from 'node:fs'
import { open, truncate, type FileHandle } from 'node:fs/promises'

export interface LoggedTransaction {
  readonly raw: Uint8Array
  readonly slot: number
  readonly timeMs: number
}
export interface TransactionLog {
  readonly rows: readonly LoggedTransaction[]
  append(row: LoggedTransaction): Promise<void>
  close(): Promise<void>
}

interface StoredRow {
  readonly raw: string
  readonly slot: number
  readonly timeMs: number
}

export async function openTransactionLog(path: string): Promise<TransactionLog> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const wholeBytes = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1))
  const rows = text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => readRow(line, index, path))
  if (existsSync(path)) await truncate(path, wholeBytes)
  const file: FileHandle = await open(path, 'a', 0o600)
  let bytes = wholeBytes
  return {
    rows,
    append: async ({ raw, slot, timeMs }) => {
      const row: StoredRow = { raw: Buffer.from(raw).toString('base64'), slot, timeMs }
      const line = Buffer.from(`${JSON.stringify(row)}\n`)
      try {
        await file.appendFile(line)
        await file.datasync()
      } catch (error) {
        // A full disk leaves half a row, which the next one must not be joined to.
        await file.truncate(bytes)
        throw error
      }
      bytes += line.length
    },
    close: () => file.close(),
  }
}

function readRow(line: string, index: number, path: string): LoggedTransaction {
  try {
    const { raw, slot, timeMs } = JSON.parse(line) as StoredRow
    if (Number.isSafeInteger(slot) && Number.isSafeInteger(timeMs) && raw.length > 0)
      return { raw: new Uint8Array(Buffer.from(raw, 'base64')), slot, timeMs }
  } catch {
    // Told below, with the line.
  }
  throw new Error(`${path} is damaged in line ${index + 1}: restore it, or begin anew with --reset.`)
}
