/**
 * The text of a state, written and read piece by piece: equal values give equal text, with sorted keys and without
 * absent values. Half a million orders make some four hundred megabytes of text. If all of them existed at once as
 * objects, the garbage collector would need longer to copy them than everything else takes; so the long lists of a
 * state exist a few items at a time, in both directions. The whole text exists only as bytes (UTF-8): V8 strings are
 * limited to 536 million characters, which some 670,000 orders exceed. No other list becomes one string either,
 * because it may grow as long, for example the sessions of an account that opens one a minute.
 */
import { assert } from '@vest/protocol'

export type Plain =
  null | boolean | number | string | bigint | undefined | readonly Plain[] | { readonly [key: string]: Plain }

/** A list of the state whose items are created one by one; an item is an object or a list. */
export class LongList<Item extends object> {
  readonly count: number
  readonly itemAt: (place: number) => Item

  constructor(count: number, itemAt: (place: number) => Item) {
    this.count = count
    this.itemAt = itemAt
  }
}

export const longList = <Source, Item extends object>(
  sources: readonly Source[],
  itemOf: (source: Source) => Item,
): LongList<Item> => new LongList(sources.length, (place) => itemOf(sources[place]!))

/** A list being read. */
export interface ReadList<Item> extends Iterable<Item> {
  readonly count: number
}

/** Result of reading such a text: long lists are iterated once, from the first item to the last. */
export type Read<Written> = {
  readonly [Key in keyof Written]: Written[Key] extends LongList<infer Item> ? ReadList<Item> : Written[Key]
}

/** Names of the long lists of the written type. */
export type LongName<Written> = {
  [Key in keyof Written]: Written[Key] extends LongList<object> ? Key : never
}[keyof Written]

const BIGINT_TAG = '$bigint'

// ---------------------------------------------------------------- writing

/** Number of items that exist at once. Their text is small enough to reuse memory that V8 already has. */
const BLOCK = 64

/** A list with more items is written as several strings, at any depth. */
const MANY = 16_384

/** A string ends with the item that reaches this length. */
const WRITTEN_AT_ONCE = 1_048_576

export function writeState(state: object): Buffer {
  const output: Output = { pieces: [], lastKeys: new Map() }
  writeFields(state as Fields, '', output)
  return Buffer.concat(output.pieces)
}

/** By the number of keys: the keys of the last such object, because an order usually has those of the one before. */
type LastKeys = Map<number, { readonly keys: readonly string[]; readonly sorted: readonly string[] }>

/** What has been written of one text. */
interface Output {
  readonly pieces: Buffer[]
  readonly lastKeys: LastKeys
}

interface Fields {
  readonly [key: string]: Plain | LongList<object>
}

function writeFields(fields: Fields, begin: string, output: Output): void {
  let opening = `${begin}{`
  for (const key of sortedKeys(fields, output.lastKeys)) {
    const value = fields[key]
    if (value === undefined) continue
    writeValue(value, `${opening}${JSON.stringify(key)}:`, output)
    opening = ','
  }
  output.pieces.push(Buffer.from(opening === ',' ? '}' : `${opening}}`))
}

function writeValue(value: Plain | LongList<object>, begin: string, output: Output): void {
  if (value instanceof LongList) writeList(value, BLOCK, begin, output)
  else if (!hasMany(value)) output.pieces.push(Buffer.from(begin + write(value, output)))
  else if (Array.isArray(value)) {
    const items = value as readonly Plain[]
    writeList({ count: items.length, itemAt: (place) => items[place] }, MANY, begin, output)
  } else writeFields(value as Fields, begin, output)
}

/** Returns whether the value is a long list or contains one. */
function hasMany(value: Plain): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > MANY
  const fields = value as Fields
  for (const key in fields) {
    const field = fields[key]
    if (field instanceof LongList || (Array.isArray(field) && field.length > MANY)) return true
  }
  return false
}

interface Written {
  readonly count: number
  readonly itemAt: (place: number) => Plain | object
}

function writeList({ count, itemAt }: Written, atOnce: number, begin: string, output: Output): void {
  output.pieces.push(Buffer.from(`${begin}[`))
  let comma = ''
  let texts: string[] = []
  let length = 0
  const writeTexts = (): void => {
    if (texts.length === 0) return
    output.pieces.push(Buffer.from(comma + texts.join(',')))
    comma = ','
    texts = []
    length = 0
  }
  for (let place = 0; place < count; place += 1) {
    const item = itemAt(place) as Plain
    if (hasMany(item)) {
      writeTexts()
      writeValue(item, comma, output)
      comma = ','
      continue
    }
    const text = write(item, output)
    texts.push(text)
    length += text.length
    if (texts.length === atOnce || length >= WRITTEN_AT_ONCE) writeTexts()
  }
  writeTexts()
  output.pieces.push(Buffer.from(']'))
}

const write = (value: Plain, { lastKeys }: Output): string => JSON.stringify(inOrder(value, lastKeys))

/** The same value for JSON: keys sorted, bigints as objects. */
function inOrder(value: Plain, lastKeys: LastKeys): unknown {
  if (typeof value === 'bigint') return { [BIGINT_TAG]: value.toString() }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => inOrder(item, lastKeys))
  const fields = value as { readonly [key: string]: Plain }
  const ordered: Record<string, unknown> = {}
  for (const key of sortedKeys(fields, lastKeys)) {
    const field = fields[key]
    if (field !== undefined) ordered[key] = inOrder(field, lastKeys)
  }
  return ordered
}

function sortedKeys(fields: object, lastKeys: LastKeys): readonly string[] {
  const keys = Object.keys(fields)
  const last = lastKeys.get(keys.length)
  if (last !== undefined && areAlike(keys, last.keys)) return last.sorted
  // An object puts such keys first, in any order of insertion.
  assert(!keys.some((key) => /^\d+$/.test(key)), 'no key of the state is a number')
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  lastKeys.set(keys.length, { keys, sorted })
  return sorted
}

function areAlike(keys: readonly string[], others: readonly string[]): boolean {
  for (let i = 0; i < keys.length; i += 1) if (keys[i] !== others[i]) return false
  return true
}

// ---------------------------------------------------------------- reading

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPENING = 91
const BACKSLASH = 92
const CLOSING = 93
const BRACE = 123
const CLOSING_BRACE = 125

/** A longer text is read in parts. */
const READ_AT_ONCE = 16_777_216

/** Reads the text of {@link writeState}; the lists named `long` a few items at a time. Throws on any other text. */
export function readState(text: Buffer, long: { readonly [name: string]: true }): unknown {
  assert(text[0] === BRACE, 'the text of a state is an object')
  return readFields(text, 0, text.length, long)
}

/** The object that begins at `from` and ends before `to`. */
function readFields(
  text: Buffer,
  from: number,
  to: number,
  long: { readonly [name: string]: true },
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  let at = from + 1
  while (text[at] === QUOTE) {
    const keyEnd = endOfString(text, at)
    const key = parsed(text, at, keyEnd) as string
    assert(text[keyEnd] === COLON, 'a key of a state has a value')
    const first = keyEnd + 1
    if (Object.hasOwn(long, key)) {
      const { count, blockEnds, end } = measureList(text, first)
      fields[key] = { count, [Symbol.iterator]: () => itemsOf(text, first + 1, blockEnds) }
      at = end
    } else {
      at = endOfValue(text, first)
      fields[key] = readValue(text, first, at)
    }
    if (text[at] === COMMA) at += 1
  }
  assert(text[at] === CLOSING_BRACE && at === to - 1, 'the text of a state ends with it')
  return fields
}

/** The value that begins at `from` and ends before `to`. */
function readValue(text: Buffer, from: number, to: number): unknown {
  if (to - from > READ_AT_ONCE) {
    if (text[from] === BRACE) return readFields(text, from, to, {})
    if (text[from] === OPENING) {
      const { blockEnds } = measureList(text, from)
      return Array.from({ [Symbol.iterator]: () => itemsOf(text, from + 1, blockEnds) })
    }
  }
  return revived(parsed(text, from, to))
}

const parsed = (text: Buffer, from: number, to: number): unknown =>
  JSON.parse(text.toString('utf8', from, to)) as unknown

/** Blocks end at `blockEnds`; the next one begins one byte later. */
function* itemsOf(text: Buffer, first: number, blockEnds: readonly number[]): Iterator<unknown> {
  let at = first
  for (const end of blockEnds) {
    if (end - at > READ_AT_ONCE) yield* itemsBefore(text, at, end)
    else {
      const items = JSON.parse(`[${text.toString('utf8', at, end)}]`) as unknown[]
      for (const item of items) yield revived(item)
    }
    at = end + 1
  }
}

/** Items one after the other, from `first` to the one that ends at `end`. */
function* itemsBefore(text: Buffer, first: number, end: number): Generator<unknown> {
  for (let at = first; at < end;) {
    const next = endOfValue(text, at)
    yield readValue(text, at, next)
    at = next + 1
  }
}

/** Number of items of the list that begins at `at`, the end of each of their blocks, and the offset after the list. */
function measureList(
  text: Buffer,
  at: number,
): { readonly count: number; readonly blockEnds: readonly number[]; readonly end: number } {
  assert(text[at] === OPENING, 'a long list of a state is a list')
  if (text[at + 1] === CLOSING) return { count: 0, blockEnds: [], end: at + 2 }
  const blockEnds: number[] = []
  let count = 0
  let inBlock = 0
  let blockAt = at
  for (let end = at; ;) {
    end = endOfValue(text, end + 1)
    count += 1
    inBlock += 1
    const next = text[end]
    assert(next === COMMA || next === CLOSING, 'items of a long list stand in a row')
    if (next === CLOSING || inBlock === BLOCK || end - blockAt > READ_AT_ONCE) {
      blockEnds.push(end)
      inBlock = 0
      blockAt = end
    }
    if (next === CLOSING) return { count, blockEnds, end: end + 1 }
  }
}

/** Offset after the value that begins at `at`: a bracketed value, a string, or up to the next comma or bracket. */
function endOfValue(text: Buffer, at: number): number {
  let depth = 0
  for (let end = at; end < text.length; end += 1) {
    switch (text[end]) {
      case QUOTE:
        end = endOfString(text, end) - 1
        break
      case BRACE:
      case OPENING:
        depth += 1
        continue
      case CLOSING_BRACE:
      case CLOSING:
        if (depth === 0) return end
        depth -= 1
        break
      case COMMA:
        if (depth === 0) return end
        continue
      default:
        continue
    }
    if (depth === 0) return end + 1
  }
  assert(false, 'the text of a state ends within a value')
}

/** Offset after the string whose opening quote is at `at`. No byte of a non-ASCII character equals an ASCII one. */
function endOfString(text: Buffer, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === QUOTE) return end + 1
    if (text[end] === BACKSLASH) end += 1
  }
  assert(false, 'the text of a state ends within a text')
}

/** Restores bigints in place. Not by a reviver, which takes V8 three times as long. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (BIGINT_TAG in value) return BigInt(value[BIGINT_TAG] as string)
  const fields = value as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const field = fields[key]
    if (typeof field === 'object' && field !== null) fields[key] = revived(field)
  }
  return value
}
