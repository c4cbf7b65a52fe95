/**
 * A set of fingerprints for the ids of recent minutes. Nearly every id is new, and the set must prove that at
 * once, whatever its size. A table of tags (sixteen bits of each fingerprint) decides with one memory access,
 * except for about one id in thirty thousand; only those are searched. The fingerprints themselves form a
 * list of pages in order of arrival, so that adding one touches nothing else; a full page is sorted into
 * slots at its first search.
 */
import { HIGH_BITS, highOf, lowOf } from './words.ts'

/** Enough for a hundred thousand ids: half a megabyte, of which a quiet exchange never touches a page. */
const SLOTS_MIN = 262_144
const PAGE_PRINTS = 4_096

/** Fingerprints that still fit in a page when the next page begins too late. */
const OVERRUN = 2_048

/** Slots of an ordered page: 0 = an empty slot. */
const ORDERED_SLOTS = 16_384

export class FingerprintSet {
  count = 0
  /**
   * An open hash table, about half full at most: 0 = an empty slot. Its size is a power of two. Beyond
   * `overdueAt` fingerprints it must grow.
   */
  declare tags: Uint16Array
  declare overdueAt: number
  /** The last page, and the number of fingerprints in it. */
  page: Float64Array = emptyPage()
  inPage = 0
  /** Spare pages, and their number at the start. */
  readonly sparePages: Float64Array[] = []
  declare readonly pagesAtFirst: number
  readonly fullPages: Float64Array[] = []
  /** Full pages that were searched: the same fingerprints, placed by their hash. */
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

/** `fingerprintsAtFirst`: initial capacity, the first page included. */
export function createFingerprintSet(secret: number, fingerprintsAtFirst = 0): FingerprintSet {
  let slots = SLOTS_MIN
  while (slots < 2 * fingerprintsAtFirst) slots *= 2
  return new FingerprintSet(secret, slots, Math.floor(fingerprintsAtFirst / PAGE_PRINTS))
}

/**
 * Returns the generation that follows `before`, in the memory of an unused one: with the capacity that
 * `before` reached, so that a steady flow never widens the table and allocates no page.
 */
export function emptied(set: FingerprintSet, before: FingerprintSet): FingerprintSet {
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

/** Returns false if the set has it already. */
export function addFingerprint(set: FingerprintSet, print: number): boolean {
  const hash = hashOf(lowOf(print), set.secret)
  return add(set, hash, tagOf(highOf(print), hash), print)
}

/**
 * Adds to the current generation a fingerprint that neither generation has. Both have one secret, so one hash
 * serves both. `high` and `low` are the words of the fingerprint.
 */
export function addNewFingerprint(
  old: FingerprintSet,
  young: FingerprintSet,
  high: number,
  low: number,
  print: number,
): boolean {
  const hash = hashOf(low, young.secret)
  const tag = tagOf(high, hash)
  if (old.count !== 0 && has(old, hash, tag, print)) return false
  return add(young, hash, tag, print)
}

function add(set: FingerprintSet, hash: number, tag: number, print: number): boolean {
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

export function hasFingerprint(set: FingerprintSet, print: number): boolean {
  const hash = hashOf(lowOf(print), set.secret)
  return has(set, hash, tagOf(highOf(print), hash), print)
}

function has(set: FingerprintSet, hash: number, tag: number, print: number): boolean {
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
export const sortedFingerprints = (set: FingerprintSet): number[] =>
  pagesOf(set)
    .flatMap((page) => [...page])
    .sort((a, b) => a - b)

function hashOf(low: number, secret: number): number {
  let hash = Math.imul(low ^ secret, 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  return hash ^ (hash >>> 15)
}

/** Chosen apart from the slot, which uses the lowest bits of the hash. Never 0. */
const tagOf = (high: number, hash: number): number =>
  Math.imul(hash ^ (high & HIGH_BITS), 0x9e3779b1) >>> 16 || 1

/** Searches the newest page first: a repeated id usually follows soon. */
function isInPages(set: FingerprintSet, hash: number, print: number): boolean {
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

/** Adds capacity when the set is close to its limit. */
export function reserveFingerprints(set: FingerprintSet): void {
  if (2 * set.count >= set.tags.length || set.inPage >= PAGE_PRINTS) makeRoom(set)
}

function makeRoom(set: FingerprintSet): void {
  if (2 * set.count >= set.tags.length) widen(set)
  if (set.inPage < PAGE_PRINTS) return
  set.fullPages.push(set.page.subarray(0, set.inPage))
  set.page = set.sparePages.pop() ?? emptyPage()
  set.inPage = 0
}

/** Grows fourfold, so that a set that grows to its size does so seldom. */
function widen(set: FingerprintSet): void {
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

const pagesOf = ({ fullPages, page, inPage }: FingerprintSet): Float64Array[] => [
  ...fullPages,
  page.subarray(0, inPage),
]
