/**
 * The text of a state, written and read piece by piece: equal values give equal text, keys sorted, nothing absent
 * written. Half a million orders are some four hundred megabytes of text. Had all that they say to exist at once as
 * objects, the collector would copy it about for longer than everything else takes; so the long lists of a state exist
 * some items at a time, on the way out and on the way in. The whole exists as bytes (UTF-8) only: V8 has no string
 * longer than 536 million characters, which some 670,000 orders exceed.
 */
import { assert } from '@vest/protocol'

export type Plain =
  null | boolean | number | string | bigint | undefined | readonly Plain[] | { readonly [key: string]: Plain }

/** A list of the state of which every item is made when its turn comes; an item is an object or a list. */
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

/** One that is read. */
export interface ReadList<Item> extends Iterable<Item> {
  readonly count: number
}

/** What is read of a state that was written so: long lists are gone through once, from the first item to the last. */
export type Read<Written> = {
  readonly [Key in keyof Written]: Written[Key] extends LongList<infer Item> ? ReadList<Item> : Written[Key]
}

/** Names of the long lists of what is written. */
export type LongName<Written> = {
  [Key in keyof Written]: Written[Key] extends LongList<object> ? Key : never
}[keyof Written]

const BIGINT_TAG = '$bigint'

// ---------------------------------------------------------------- writing

/** So many items exist at once. Their text is small enough to come to lie where V8 has had memory before. */
const BLOCK = 64

export function writeState(state: object): Buffer {
  const fields = state as { readonly [key: string]: Plain | LongList<object> }
  const pieces: Buffer[] = []
  let isFirst = true
  for (const key of sortedKeys(fields)) {
    const value = fields[key]
    if (value === undefined) continue
    const begin = `${isFirst ? '{' : ','}${JSON.stringify(key)}:`
    isFirst = false
    if (value instanceof LongList) writeList(value, begin, pieces)
    else pieces.push(Buffer.from(begin + write(value)))
  }
  pieces.push(Buffer.from(isFirst ? '{}' : '}'))
  return Buffer.concat(pieces)
}

function writeList({ count, itemAt }: LongList<object>, begin: string, pieces: Buffer[]): void {
  pieces.push(Buffer.from(`${begin}[`))
  for (let first = 0; first < count; first += BLOCK) {
    const texts: string[] = []
    for (let place = first; place < Math.min(first + BLOCK, count); place += 1)
      texts.push(write(itemAt(place) as Plain))
    pieces.push(Buffer.from((first === 0 ? '' : ',') + texts.join(',')))
  }
  pieces.push(Buffer.from(']'))
}

const write = (value: Plain): string => JSON.stringify(inOrder(value))

/** The same value as JSON has it: keys sorted, whole numbers without bound as objects. */
function inOrder(value: Plain): unknown {
  if (typeof value === 'bigint') return { [BIGINT_TAG]: value.toString() }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(inOrder)
  const fields = value as { readonly [key: string]: Plain }
  const ordered: Record<string, unknown> = {}
  for (const key of sortedKeys(fields)) {
    const field = fields[key]
    if (field !== undefined) ordered[key] = inOrder(field)
  }
  return ordered
}

/** By how many they are, the keys of the last such object: an order has those of the one before. */
const LAST_KEYS = new Map<number, { readonly keys: readonly string[]; readonly sorted: readonly string[] }>()

function sortedKeys(fields: object): readonly string[] {
  const keys = Object.keys(fields)
  const last = LAST_KEYS.get(keys.length)
  if (last !== undefined && areAlike(keys, last.keys)) return last.sorted
  // An object puts such keys first, in whatever order they are added.
  assert(!keys.some((key) => /^\d+$/.test(key)), 'no key of the state is a number')
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  LAST_KEYS.set(keys.length, { keys, sorted })
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

/** Reads what {@link writeState} wrote; the lists named `long` some items at a time. Throws on any other text. */
export function readState(text: Buffer, long: { readonly [name: string]: true }): unknown {
  const state: Record<string, unknown> = {}
  assert(text[0] === BRACE, 'the text of a state is an object')
  let at = 1
  while (text[at] === QUOTE) {
    const keyEnd = endOfString(text, at)
    const key = parsed(text, at, keyEnd) as string
    assert(text[keyEnd] === COLON, 'a key of a state has a value')
    const first = keyEnd + 1
    if (Object.hasOwn(long, key)) {
      const { count, blockEnds, end } = measureList(text, first)
      state[key] = { count, [Symbol.iterator]: () => itemsOf(text, first + 1, blockEnds) }
      at = end
    } else {
      at = endOfValue(text, first)
      state[key] = revived(parsed(text, first, at))
    }
    if (text[at] === COMMA) at += 1
  }
  assert(text[at] === CLOSING_BRACE && at === text.length - 1, 'the text of a state ends with it')
  return state
}

const parsed = (text: Buffer, from: number, to: number): unknown =>
  JSON.parse(text.toString('utf8', from, to)) as unknown

/** Blocks end at `blockEnds`; the next one begins one place behind. */
function* itemsOf(text: Buffer, first: number, blockEnds: readonly number[]): Iterator<unknown> {
  let at = first
  for (const end of blockEnds) {
    const items = JSON.parse(`[${text.toString('utf8', at, end)}]`) as unknown[]
    for (const item of items) yield revived(item)
    at = end + 1
  }
}

/** How many items the list has that begins at `at`, where each block of them ends, and the place behind the list. */
function measureList(
  text: Buffer,
  at: number,
): { readonly count: number; readonly blockEnds: readonly number[]; readonly end: number } {
  assert(text[at] === OPENING, 'a long list of a state is a list')
  if (text[at + 1] === CLOSING) return { count: 0, blockEnds: [], end: at + 2 }
  const blockEnds: number[] = []
  let count = 0
  for (let end = at; ;) {
    end = endOfValue(text, end + 1)
    count += 1
    const next = text[end]
    assert(next === COMMA || next === CLOSING, 'items of a long list stand in a row')
    if (next === CLOSING || count % BLOCK === 0) blockEnds.push(end)
    if (next === CLOSING) return { count, blockEnds, end: end + 1 }
  }
}

/** The place behind the value that begins at `at`: what brackets hold, a text, or all up to the next comma or bracket. */
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

/** The place behind the text whose opening quote stands at `at`. No byte of a sign beyond ASCII looks like one of it. */
function endOfString(text: Buffer, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === QUOTE) return end + 1
    if (text[end] === BACKSLASH) end += 1
  }
  assert(false, 'the text of a state ends within a text')
}

/** In place: whole numbers without bound are numbers again. Not by a reviver, which takes V8 three times as long. */
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
