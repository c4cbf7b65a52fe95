/**
 * A set of prints for the ids of the last minutes: nearly every id asked for is new, and must be found to be new at
 * once, however many there are. A filter of sixteen bits per print says so from one place in memory, but for about
 * two ids in a hundred; only those are looked for. The prints themselves lie in pages, open hash tables, of which new
 * ones go into the last alone, so that adding stays within the caches.
 */
import { lowOf } from './hexWords.ts'

const BITS_PER_PRINT = 16
const WORD_BITS = 32
/** Enough for a hundred thousand ids: 256 kilobytes, of which a quiet exchange never touches a page. */
const FILTER_WORDS_MIN = 65_536
const PAGE_SLOTS = 8_192
/** So many prints beyond what should be in a page or the filter have room still, if more room is made too late. */
const OVERRUN = PAGE_SLOTS / 4

export class PrintSet {
  count = 0
  /** The last page, and how many prints there are in all when it is full. */
  page: Float64Array = new Float64Array(PAGE_SLOTS)
  pageFullAt = PAGE_SLOTS / 2
  /** The same of page or filter, whichever is full first. */
  fullAt = PAGE_SLOTS / 2
  /** About half full each; 0 = an empty slot. */
  readonly pages: Float64Array[] = [this.page]
  /** Three bits of one word for each print; a power of two words. */
  declare filter: Int32Array
  declare readonly secret: number

  constructor(secret: number, filterWords: number) {
    this.filter = new Int32Array(filterWords)
    this.secret = secret
  }
}

/** With room for as many as `before` became, so that a steady flow never widens the filter. */
export const createPrintSet = (secret: number, before?: PrintSet): PrintSet =>
  new PrintSet(secret, before?.filter.length ?? FILTER_WORDS_MIN)

/** False = it is there already. `low` is the last word of what the print was made of. */
export function addPrint(set: PrintSet, low: number, print: number): boolean {
  const hash = hashOf(low, set.secret)
  return add(set, hash, bitsOf(hash), print)
}

/** Adds to the younger of two sets what neither of them has; of one secret, so that one hash serves both. */
export function addNewPrint(old: PrintSet, young: PrintSet, low: number, print: number): boolean {
  const hash = hashOf(low, young.secret)
  const bits = bitsOf(hash)
  if (isInFilter(old, hash, bits) && isInPages(old, hash, print)) return false
  return add(young, hash, bits, print)
}

function add(set: PrintSet, hash: number, bits: number, print: number): boolean {
  if (set.count >= set.fullAt + OVERRUN) makeRoom(set)
  const { filter } = set
  const word = hash & (filter.length - 1)
  const held = filter[word]!
  if ((held & bits) === bits && isInPages(set, hash, print)) return false
  filter[word] = held | bits
  put(set, hash, print)
  return true
}

export const hasPrint = (set: PrintSet, low: number, print: number): boolean =>
  mayHavePrint(set, low) && isInPages(set, hashOf(low, set.secret), print)

/** What the filter says alone: false = it is not there. */
export function mayHavePrint(set: PrintSet, low: number): boolean {
  const hash = hashOf(low, set.secret)
  return isInFilter(set, hash, bitsOf(hash))
}

const isInFilter = ({ filter }: PrintSet, hash: number, bits: number): boolean =>
  (filter[hash & (filter.length - 1)]! & bits) === bits

/** Ascending. */
export const sortedPrints = (set: PrintSet): number[] => printsOf(set).sort((a, b) => a - b)

function hashOf(low: number, secret: number): number {
  let hash = Math.imul(low ^ secret, 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  return hash ^ (hash >>> 15)
}

/** Three bits of a word, chosen apart from the word itself: that goes by the lowest bits of the hash. */
function bitsOf(hash: number): number {
  const mixed = Math.imul(hash, 0x9e3779b1)
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31)) | (1 << ((mixed >>> 17) & 31))
}

/** The newest page first: what comes twice comes soon. */
function isInPages(set: PrintSet, hash: number, print: number): boolean {
  const { pages } = set
  for (let i = pages.length - 1; i >= 0; i--) if (isInPage(pages[i]!, hash, print)) return true
  return false
}

function isInPage(page: Float64Array, hash: number, print: number): boolean {
  const mask = page.length - 1
  for (let slot = hash & mask; page[slot] !== 0; slot = (slot + 1) & mask)
    if (page[slot] === print) return true
  return false
}

function put(set: PrintSet, hash: number, print: number): void {
  const { page } = set
  const mask = page.length - 1
  let slot = hash & mask
  while (page[slot] !== 0) slot = (slot + 1) & mask
  page[slot] = print
  set.count += 1
}

/** More room, where it is time for it. */
export function roomForPrints(set: PrintSet): void {
  if (set.count >= set.fullAt) makeRoom(set)
}

function makeRoom(set: PrintSet): void {
  if (set.count >= filterFullAt(set)) widenFilter(set)
  if (set.count >= set.pageFullAt) {
    set.page = new Float64Array(PAGE_SLOTS)
    set.pages.push(set.page)
    set.pageFullAt = set.count + PAGE_SLOTS / 2
  }
  set.fullAt = Math.min(set.pageFullAt, filterFullAt(set))
}

const filterFullAt = ({ filter }: PrintSet): number => (WORD_BITS * filter.length) / BITS_PER_PRINT

/** Fourfold: a set that grows to its size does this seldom. */
function widenFilter(set: PrintSet): void {
  const filter = new Int32Array(4 * set.filter.length)
  const { pages, secret } = set
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i]!
    for (let slot = 0; slot < page.length; slot++) {
      const print = page[slot]!
      if (print === 0) continue
      const hash = hashOf(lowOf(print), secret)
      const word = hash & (filter.length - 1)
      filter[word] = filter[word]! | bitsOf(hash)
    }
  }
  set.filter = filter
}

const printsOf = (set: PrintSet): number[] =>
  set.pages.flatMap((page) => [...page.filter((print) => print !== 0)])
