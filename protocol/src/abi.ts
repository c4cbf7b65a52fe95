/**
 * Standard (not packed) ABI tuple encoding for the handful of types that signed messages use. Pure bytes
 * in, bytes out; no hashing, so that the gateway, the browser and the contract tests share it.
 */
import { assert } from './units.ts'

export type AbiValue =
  | { readonly type: 'uint256'; readonly value: number | bigint }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'address'; readonly value: string }
  | { readonly type: 'bytes32'; readonly value: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }

const WORD = 32

/**
 * abi.encode(values...): heads of 32 bytes each, then the tails of the dynamic values. With `room` the answer lies at
 * its start, if it fits, and is good until the next call with the same room: who hashes it needs no memory of its own,
 * and memory for more than a few words is what such a call spends most of its time on.
 */
export function abiEncode(values: readonly AbiValue[], room?: Uint8Array): Uint8Array {
  const heads = values.length * WORD
  let total = heads
  for (let index = 0; index < values.length; index += 1) total += tailLength(values[index]!)
  const out =
    room === undefined || room.length < total ? new Uint8Array(total) : room.subarray(0, total).fill(0)
  let tailOffset = heads
  for (let index = 0; index < values.length; index += 1) {
    const [value, head] = [values[index]!, index * WORD]
    if (value.type === 'string' || value.type === 'bytes') {
      writeUint(out, head, tailOffset)
      tailOffset += writeTail(out, tailOffset, value)
    } else writeHead(out, head, value)
  }
  return out
}

/** Of a dynamic value: its length in a word, and whole words that hold it. */
function tailLength(value: AbiValue): number {
  if (value.type === 'string') return WORD + padded(utf8Length(value.value))
  return value.type === 'bytes' ? WORD + padded(value.value.length) : 0
}

function writeTail(
  out: Uint8Array,
  offset: number,
  value: Extract<AbiValue, { readonly type: 'string' | 'bytes' }>,
): number {
  const at = offset + WORD
  const length = value.type === 'string' ? writeUtf8(out, at, value.value) : value.value.length
  if (value.type === 'bytes') out.set(value.value, at)
  writeUint(out, offset, length)
  return WORD + padded(length)
}

function writeHead(out: Uint8Array, head: number, value: AbiValue): void {
  switch (value.type) {
    case 'uint256':
      return writeUint(out, head, value.value)
    case 'bool':
      return writeUint(out, head, value.value ? 1 : 0)
    case 'address':
      return writeHex(out, head + 12, value.value, 20)
    case 'bytes32':
      return writeHex(out, head, value.value, 32)
  }
}

const padded = (length: number): number => Math.ceil(length / WORD) * WORD

/** Numbers that are safe integers, which nearly all are, without a bigint: every signed request is encoded here. */
function writeUint(out: Uint8Array, offset: number, value: number | bigint): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return writeBigUint(out, offset, BigInt(value))
  assert(value >= 0, 'uint256 out of range')
  const end = offset + WORD
  let [low, high] = [value >>> 0, Math.floor(value / 2 ** 32)]
  for (let i = end - 1; low > 0; i -= 1, low >>>= 8) out[i] = low & 0xff
  for (let i = end - 5; high > 0; i -= 1, high >>>= 8) out[i] = high & 0xff
}

function writeBigUint(out: Uint8Array, offset: number, value: bigint): void {
  assert(value >= 0n && value < 1n << 256n, 'uint256 out of range')
  let rest = value
  for (let i = offset + WORD - 1; rest > 0n; i -= 1) {
    out[i] = Number(rest & 0xffn)
    rest >>= 8n
  }
}

function writeHex(out: Uint8Array, offset: number, hex: string, length: number): void {
  const bytes = hexToBytes(hex)
  assert(bytes.length === length, `expected ${length} bytes, got ${bytes.length}`)
  out.set(bytes, offset)
}

/** Bytes of a hex text with or without 0x; asserts the shape. */
export function hexToBytes(hex: string): Uint8Array {
  const digits = hex.startsWith('0x') || hex.startsWith('0X') ? hex.slice(2) : hex
  assert(digits.length % 2 === 0, 'not hexadecimal')
  const out = new Uint8Array(digits.length / 2)
  for (let i = 0; i < out.length; i += 1)
    out[i] = (nibble(digits.charCodeAt(2 * i)) << 4) | nibble(digits.charCodeAt(2 * i + 1))
  return out
}

function nibble(code: number): number {
  const value = nibbleOf(code)
  assert(value >= 0, 'not hexadecimal')
  return value
}

/** What a hex digit of this code is worth; below zero where it is none. */
export function nibbleOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
/** Bytes that become text at once: more would be too many arguments for one call. */
const HEX_PIECE = 4_096

/** 0x + lower-case hex. A text made of codes in one go is flat; one that grew by pieces is made flat by who reads it. */
export function bytesToHex(bytes: Uint8Array): `0x${string}` {
  if (bytes.length > HEX_PIECE)
    return `${bytesToHex(bytes.subarray(0, HEX_PIECE))}${bytesToHex(bytes.subarray(HEX_PIECE)).slice(2)}` as `0x${string}`
  const codes: number[] = [0x30, 0x78]
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]!
    codes.push(DIGITS[byte >> 4]!, DIGITS[byte & 15]!)
  }
  return String.fromCharCode(...codes) as `0x${string}`
}

/** UTF-8 without TextEncoder, which is not part of the language and so has no place in this ring. */
export function utf8(text: string): Uint8Array {
  const out = new Uint8Array(utf8Length(text))
  writeUtf8(out, 0, text)
  return out
}

/** Bytes of a text, without making them: of nearly all that is signed as many as it has letters. */
function utf8Length(text: string): number {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) >= 0x80) return wideUtf8(text).length
  return text.length
}

/** Returns how many bytes were written. */
function writeUtf8(out: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code >= 0x80) {
      const wide = wideUtf8(text)
      out.set(wide, at)
      return wide.length
    }
    out[at + i] = code
  }
  return text.length
}

function wideUtf8(text: string): readonly number[] {
  const out: number[] = []
  for (const char of text) {
    const point = char.codePointAt(0)!
    // A lone surrogate has no UTF-8 form; encoders write U+FFFD in its place.
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
    if (code < 0x80) out.push(code)
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else
      out.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return out
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    out.set(part, offset)
    offset += part.length
  }
  return out
}
