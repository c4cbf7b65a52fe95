/**
 * The text of a state, written and read piece by piece: equal values give equal text, keys sorted, nothing absent
 * written. Half a million orders are some four hundred megabytes of text. Had all that they say to exist at once as
 * objects, the collector would copy it about for longer than everything else takes; so the long lists of a state exist
 * one item at a time, on the way out and on the way in.
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

/** Texts of items come together in blocks that the collector does not copy. */
const BLOCK = 1_024

export function writeState(state: object): string {
  const fields = state as { readonly [key: string]: Plain | LongList<object> }
  // Put together once, at the end: of so much text each copy takes a second.
  const pieces: string[] = []
  for (const key of sortedKeys(fields)) {
    const value = fields[key]
    if (value === undefined) continue
    pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(key)}:`)
    if (value instanceof LongList) writeList(value, pieces)
    else pieces.push(write(value))
  }
  pieces.push('}')
  return pieces.join('')
}

function writeList({ count, itemAt }: LongList<object>, pieces: string[]): void {
  pieces.push('[')
  for (let first = 0; first < count; first += BLOCK) {
    const texts: string[] = []
    for (let place = first; place < Math.min(first + BLOCK, count); place += 1)
      texts.push(write(itemAt(place) as Plain))
    pieces.push(first === 0 ? '' : ',', texts.join(','))
  }
  pieces.push(']')
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

/** Reads what {@link writeState} wrote; the lists named `long` item by item. Throws on any other text. */
export function readState(text: string, long: { readonly [name: string]: true }): unknown {
  const state: Record<string, unknown> = {}
  assert(text.charCodeAt(0) === BRACE, 'the text of a state is an object')
  let at = 1
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfString(text, at)
    const key = JSON.parse(text.slice(at, keyEnd)) as string
    assert(text.charCodeAt(keyEnd) === COLON, 'a key of a state has a value')
    const first = keyEnd + 1
    if (Object.hasOwn(long, key)) {
      const ends: number[] = []
      at = endOfList(text, first, ends)
      state[key] = { count: ends.length, [Symbol.iterator]: () => itemsOf(text, first + 1, ends) }
    } else {
      at = endOfValue(text, first)
      state[key] = revived(JSON.parse(text.slice(first, at)))
    }
    if (text.charCodeAt(at) === COMMA) at += 1
  }
  assert(text.charCodeAt(at) === CLOSING_BRACE && at === text.length - 1, 'the text of a state ends with it')
  return state
}

/** Items end at `ends`; the next one begins one place behind. */
function* itemsOf(text: string, first: number, ends: readonly number[]): Iterator<unknown> {
  let at = first
  for (const end of ends) {
    yield revived(JSON.parse(text.slice(at, end)))
    at = end + 1
  }
}

/** The place behind the list that begins at `at`; notes where each item ends. */
function endOfList(text: string, at: number, ends: number[]): number {
  assert(text.charCodeAt(at) === OPENING, 'a long list of a state is a list')
  let end = at + 1
  if (text.charCodeAt(end) === CLOSING) return end + 1
  for (;;) {
    end = endOfValue(text, end)
    ends.push(end)
    const next = text.charCodeAt(end)
    assert(next === COMMA || next === CLOSING, 'items of a long list stand in a row')
    end += 1
    if (next === CLOSING) return end
  }
}

/** The place behind the value that begins at `at`: what brackets hold, a text, or all up to the next comma or bracket. */
function endOfValue(text: string, at: number): number {
  let depth = 0
  for (let end = at; end < text.length; end += 1) {
    switch (text.charCodeAt(end)) {
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

/** The place behind the text whose opening quote stands at `at`. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  if (end < 0) assert(false, 'the text of a state ends within a text')
  return end + 1
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote
  while (text.charCodeAt(at - 1) === BACKSLASH) at -= 1
  return (quote - at) % 2 === 1
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
