/**
 * A set of prints for the ids of the last minutes: nearly every id asked for is new, and must be found to be new at
 * once, however many there are. A table of tags, sixteen bits of each print, says so from one place in memory, but for
 * about one id in thirty thousand; only those are looked for. The prints themselves are a list in pages, in the order in
 * which they came, so that adding one touches nothing else; a full page is put in order when it is first searched.
 */
import { HIGH_BITS, highOf, lowOf } from './words.ts'

/** Enough for a hundred thousand ids: half a megabyte, of which a quiet exchange never touches a page. */
const SLOTS_MIN = 262_144

const PAGE_PRINTS = 4_096

/** So many prints beyond that have room in a page still, if another is begun too late. */
const OVERRUN = 2_048

/** Of a page in order: 0 = an empty one. */
const ORDERED_SLOTS = 16_384

export class PrintSet {
  count = 0
  /** An open table, about half full at most: 0 = an empty slot. A power of two, and when more room is overdue. */
  declare tags: Uint16Array
  declare overdueAt: number
  /** The last page, and how many prints are in it. */
  page: Float64Array = emptyPage()
  inPage = 0
  /** Pages that lie ready, and how many did at first. */
  readonly sparePages: Float64Array[] = []
  declare readonly pagesAtFirst: number
  readonly fullPages: Float64Array[] = []
  /** Of the full pages those that were searched: the same prints, to be found by their hash. */
  readonly ordered: Float64Array[] = []
  declare readonly secret: number

  constructor(secret: number, slots: number, pagesAtFirst: number) {
    this.tags = new Uint16Array(slots)
    this.overdueAt = overdueOf(slots)
    this.secret = secret
    this.pagesAtFirst = pagesAtFirst
    for (let n = 0; n < pagesAtFirst; n += 1) this.sparePages.push(emptyPage())
  }
}

const emptyPage = (): Float64Array => new Float64Array(PAGE_PRINTS + OVERRUN)

const overdueOf = (slots: number): number => slots / 2 + OVERRUN

/** With room for so many from the beginning, the first page's included. */
export function createPrintSet(secret: number, printsAtFirst = 0): PrintSet {
  let slots = SLOTS_MIN
  while (slots < 2 * printsAtFirst) slots *= 2
  return new PrintSet(secret, slots, Math.floor(printsAtFirst / PAGE_PRINTS))
}

/**
 * The set that follows upon `before`, in the memory of one that nobody asks any more: with room for as many as `before`
 * became, so that a steady flow never widens the table nor asks for a page.
 */
export function emptied(set: PrintSet, before: PrintSet): PrintSet {
  if (set.tags.length < before.tags.length) {
    set.tags = new Uint16Array(before.tags.length)
    set.overdueAt = overdueOf(set.tags.length)
  } else set.tags.fill(0)
  const { sparePages, fullPages } = set
  for (const page of fullPages) sparePages.push(new Float64Array(page.buffer))
  sparePages.length = Math.min(sparePages.length, Math.max(set.pagesAtFirst, before.fullPages.length + 1))
  fullPages.length = 0
  set.ordered.length = 0
  set.inPage = 0
  set.count = 0
  return set
}

/** False = it is there already. */
export function addPrint(set: PrintSet, print: number): boolean {
  const hash = hashOf(lowOf(print), set.secret)
  return add(set, hash, tagOf(highOf(print), hash), print)
}

/**
 * Adds to the younger of two sets what neither of them has; of one secret, so that one hash serves both. `high` and `low`
 * are the words of which the print was made.
 */
export function addNewPrint(
  old: PrintSet,
  young: PrintSet,
  high: number,
  low: number,
  print: number,
): boolean {
  const hash = hashOf(low, young.secret)
  const tag = tagOf(high, hash)
  if (old.count !== 0 && has(old, hash, tag, print)) return false
  return add(young, hash, tag, print)
}

function add(set: PrintSet, hash: number, tag: number, print: number): boolean {
  if (set.count >= set.overdueAt || set.inPage >= set.page.length) makeRoom(set)
  const { tags, page, inPage } = set
  const mask = tags.length - 1
  let slot = hash & mask
  for (let held = tags[slot]!; held !== 0; held = tags[slot]!) {
    if (held === tag && isInPages(set, hash, print)) return false
    slot = (slot + 1) & mask
  }
  tags[slot] = tag
  page[inPage] = print
  set.inPage = inPage + 1
  set.count += 1
  return true
}

export function hasPrint(set: PrintSet, print: number): boolean {
  const hash = hashOf(lowOf(print), set.secret)
  return has(set, hash, tagOf(highOf(print), hash), print)
}

function has(set: PrintSet, hash: number, tag: number, print: number): boolean {
  const { tags } = set
  const mask = tags.length - 1
  let slot = hash & mask
  for (let held = tags[slot]!; held !== 0; held = tags[slot]!) {
    if (held === tag && isInPages(set, hash, print)) return true
    slot = (slot + 1) & mask
  }
  return false
}

/** Ascending. */
export const sortedPrints = (set: PrintSet): number[] =>
  pagesOf(set)
    .flatMap((page) => [...page])
    .sort((a, b) => a - b)

function hashOf(low: number, secret: number): number {
  let hash = Math.imul(low ^ secret, 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  return hash ^ (hash >>> 15)
}

/** Chosen apart from the slot: that goes by the lowest bits of the hash. Never 0. */
const tagOf = (high: number, hash: number): number =>
  Math.imul(hash ^ (high & HIGH_BITS), 0x9e3779b1) >>> 16 || 1

/** The newest page first: what comes twice comes soon. */
function isInPages(set: PrintSet, hash: number, print: number): boolean {
  const { page, inPage, fullPages, ordered } = set
  for (let i = inPage - 1; i >= 0; i--) if (page[i] === print) return true
  while (ordered.length < fullPages.length) ordered.push(putInOrder(fullPages[ordered.length]!, set.secret))
  for (let i = ordered.length - 1; i >= 0; i--) if (isInOrdered(ordered[i]!, hash, print)) return true
  return false
}

function isInOrdered(ordered: Float64Array, hash: number, print: number): boolean {
  const mask = ORDERED_SLOTS - 1
  for (let slot = hash & mask; ordered[slot] !== 0; slot = (slot + 1) & mask)
    if (ordered[slot] === print) return true
  return false
}

function putInOrder(page: Float64Array, secret: number): Float64Array {
  const ordered = new Float64Array(ORDERED_SLOTS)
  const mask = ORDERED_SLOTS - 1
  for (let i = 0; i < page.length; i++) {
    const print = page[i]!
    let slot = hashOf(lowOf(print), secret) & mask
    while (ordered[slot] !== 0) slot = (slot + 1) & mask
    ordered[slot] = print
  }
  return ordered
}

/** More room, where it is time for it. */
export function roomForPrints(set: PrintSet): void {
  if (2 * set.count >= set.tags.length || set.inPage >= PAGE_PRINTS) makeRoom(set)
}

function makeRoom(set: PrintSet): void {
  if (2 * set.count >= set.tags.length) widen(set)
  if (set.inPage < PAGE_PRINTS) return
  set.fullPages.push(set.page.subarray(0, set.inPage))
  set.page = set.sparePages.pop() ?? emptyPage()
  set.inPage = 0
}

/** Fourfold: a set that grows to its size does this seldom. */
function widen(set: PrintSet): void {
  const tags = new Uint16Array(4 * set.tags.length)
  for (const page of pagesOf(set)) tagAll(tags, page, set.secret)
  set.tags = tags
  set.overdueAt = overdueOf(tags.length)
}

function tagAll(tags: Uint16Array, page: Float64Array, secret: number): void {
  const mask = tags.length - 1
  for (let i = 0; i < page.length; i++) {
    const print = page[i]!
    const hash = hashOf(lowOf(print), secret)
    let slot = hash & mask
    while (tags[slot] !== 0) slot = (slot + 1) & mask
    tags[slot] = tagOf(highOf(print), hash)
  }
}

const pagesOf = ({ fullPages, page, inPage }: PrintSet): Float64Array[] => [
  ...fullPages,
  page.subarray(0, inPage),
]
