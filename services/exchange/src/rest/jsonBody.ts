/**
 * Reads a request body strictly. JSON.parse alone lets three things through that a signed protocol cannot bear:
 * a key that stands twice (the last one wins, so a proxy and the server may read different orders), numbers
 * whose digits it drops, and nesting without end. Here they are refused before any handler sees the value.
 */
import { JSON_DEPTH_MAX, NUMBER_DIGITS_MAX } from '../limits.ts'

export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function readJsonBody(bytes: Uint8Array): JsonBody {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
  } catch {
    return { ok: false, message: 'Body is not valid UTF-8' }
  }
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, message: 'Body is not valid JSON' }
  }
  const fault = findFault(text)
  return fault === undefined ? { ok: true, value } : { ok: false, message: fault }
}

/** Walks a text that is known to be JSON: only strings, brackets and numbers need to be told apart. */
function findFault(text: string): string | undefined {
  // One set of keys per open object, undefined per open array.
  const open: (Set<string> | undefined)[] = []
  let at = 0
  while (at < text.length) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      const end = endOfString(text, at)
      if (isKey(text, end)) {
        const key = JSON.parse(text.slice(at, end)) as string
        const keys = open.at(-1)
        if (keys?.has(key)) return `Duplicate key: ${key.slice(0, 64)}`
        keys?.add(key)
      }
      at = end
    } else if (char === 0x7b || char === 0x5b) {
      open.push(char === 0x7b ? new Set() : undefined)
      if (open.length > JSON_DEPTH_MAX) return `Nested deeper than ${JSON_DEPTH_MAX} levels`
      at += 1
    } else if (char === 0x7d || char === 0x5d) {
      open.pop()
      at += 1
    } else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      const end = endOfNumber(text, at)
      if (end - at > NUMBER_DIGITS_MAX) return `Number longer than ${NUMBER_DIGITS_MAX} digits`
      at = end
    } else at += 1
  }
  return undefined
}

/** Index after the closing quote of the string that opens at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1
  while (text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5c ? 2 : 1
  return end + 1
}

/** In valid JSON a string is a key exactly when a colon follows. */
function isKey(text: string, end: number): boolean {
  let next = end
  while (' \t\n\r'.includes(text[next] ?? 'x')) next += 1
  return text[next] === ':'
}

function endOfNumber(text: string, at: number): number {
  let end = at
  while (end < text.length && '+-.0123456789eE'.includes(text[end]!)) end += 1
  return end
}
