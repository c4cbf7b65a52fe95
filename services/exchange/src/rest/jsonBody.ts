/**
 * Reads a request body strictly. JSON.parse alone lets three things through that a signed protocol cannot bear:
 * a key that stands twice (the last one wins, so a proxy and the server may read different orders), numbers
 * whose digits it drops, and nesting without end. Here they are refused before any handler sees the value.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { JSON_DEPTH_MAX, NUMBER_DIGITS_MAX } from '../limits.ts'

export type JsonBody =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

export function readJsonBody(bytes: Buffer): JsonBody {
  const isPlain = isAscii(bytes)
  if (!isPlain && !isUtf8(bytes)) return { ok: false, message: 'Body is not valid UTF-8' }
  const text = bytes.toString(isPlain ? 'latin1' : 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, message: 'Body is not valid JSON' }
  }
  const keys = countKeys(bytes)
  // A key that stands twice is one of the value.
  if (keys !== undefined && keys === (typeof value === 'object' ? keysIn(value) : 0))
    return { ok: true, value }
  const fault = findFault(text)
  return fault === undefined ? { ok: true, value } : { ok: false, message: fault }
}

/**
 * How many keys stand in the bytes of a JSON text, in one walk; undefined where something is nested too deep or a
 * number too long. Only strings, brackets and numbers need to be told apart.
 */
function countKeys(bytes: Uint8Array): number | undefined {
  let keys = 0
  let depth = 0
  let digits = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (isOfNumber(byte)) {
      digits += 1
      if (digits > NUMBER_DIGITS_MAX) return undefined
      continue
    }
    digits = 0
    if (byte === QUOTE) {
      at += 1
      while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
    } else if (byte === COLON) keys += 1
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1
      if (depth > JSON_DEPTH_MAX) return undefined
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1
  }
  return keys
}

/** Keys of all the objects of a value. */
function keysIn(value: object | null): number {
  let keys = 0
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) if (typeof each === 'object') keys += keysIn(each)
    return keys
  }
  // What was read has nothing but keys of its own.
  for (const key in value) {
    const each = (value as Readonly<Record<string, unknown>>)[key]
    keys += typeof each === 'object' ? 1 + keysIn(each) : 1
  }
  return keys
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** What is wrong with a text that is known to be JSON, in words. */
function findFault(text: string): string | undefined {
  // The keys of each open object, undefined per open array.
  const open: (Keys | undefined)[] = []
  const { length } = text
  let at = 0
  while (at < length) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const end = endOfString(text, at)
      if (isKey(text, end)) {
        const key = keyOf(text, at, end)
        if (open.at(-1)!.has(key)) return `Duplicate key: ${key.slice(0, 64)}`
      }
      at = end
    } else if (char === 0x7b || char === 0x5b) {
      open.push(char === 0x7b ? new Keys() : undefined)
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

/** So many are looked through one by one; more, which only a hostile client sends, are put into a set. */
const KEYS_COMPARED = 16

class Keys {
  private readonly few: string[] = []
  private many: Set<string> | undefined

  /** Has it come before? From now on it has. */
  has(key: string): boolean {
    if (this.many !== undefined) {
      const { size } = this.many
      return this.many.add(key).size === size
    }
    for (const known of this.few) if (known === key) return true
    this.few.push(key)
    if (this.few.length === KEYS_COMPARED) this.many = new Set(this.few)
    return false
  }
}

/** Index after the closing quote of the string that opens at `at`. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** Behind an odd number of backslashes a quote is part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let from = quote
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1
  return (quote - from) % 2 === 1
}

/** In valid JSON a string is a key exactly when a colon follows. */
function isKey(text: string, end: number): boolean {
  let next = end
  while (isSpace(text.charCodeAt(next))) next += 1
  return text.charCodeAt(next) === COLON
}

function keyOf(text: string, at: number, end: number): string {
  const raw = text.slice(at + 1, end - 1)
  return raw.includes('\\') ? (JSON.parse(text.slice(at, end)) as string) : raw
}

const isSpace = (char: number): boolean => char === 0x20 || char === 0x09 || char === 0x0a || char === 0x0d

function endOfNumber(text: string, at: number): number {
  let end = at
  while (isOfNumber(text.charCodeAt(end))) end += 1
  return end
}

/** Digits, sign, point, exponent; NaN behind the end is none of them. */
const isOfNumber = (char: number): boolean =>
  (char >= 0x30 && char <= 0x39) || char === 0x2e || char === 0x2d || char === 0x2b || (char | 0x20) === 0x65
