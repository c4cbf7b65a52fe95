/**
 * Prices at which an account must be checked, the nearest first: a binary heap of rows of numbers that serves
 * one side of one market; or times, of all dead-man's switches. An entry is never removed singly: an account
 * that is added again gets a new entry under a new version, and entries of an older version are ignored. When
 * they outnumber the valid ones they are swept out.
 */
import { twiceAsLong } from './rows.ts'

const EDGE = 0
const ACCOUNT = 1
const VERSION = 2
const ENTRY = 3
const ENTRIES_AT_FIRST = 16

/** A heap with fewer entries is never swept. */
const SWEPT_FROM = 64

export class ThresholdHeap {
  private rows: Float64Array = new Float64Array(ENTRIES_AT_FIRST * ENTRY)
  private count = 0
  private sweptAt = SWEPT_FROM

  get size(): number {
    return this.count
  }

  /** `versions`: the current version of every account. */
  push(edge: number, accountId: number, versions: Int32Array): void {
    if (this.count >= this.sweptAt) this.sweep(versions)
    if ((this.count + 1) * ENTRY > this.rows.length) this.rows = twiceAsLong(this.rows)
    this.count += 1
    this.rise(this.count - 1, edge, accountId, versions[accountId]!)
  }

  /** The lowest threshold of an account; Infinity = none. */
  lowest(versions: Int32Array): number {
    const { rows } = this
    while (this.count > 0 && rows[VERSION] !== versions[rows[ACCOUNT]!]) {
      this.count -= 1
      this.sink(0, this.count)
    }
    return this.count === 0 ? Infinity : rows[EDGE]!
  }

  /** Removes and returns an account whose threshold lies below the price; -1 = none. */
  popBelow(price: number, versions: Int32Array): number {
    const { rows } = this
    while (this.count > 0 && rows[EDGE]! < price) {
      const accountId = rows[ACCOUNT]!
      const isPresent = rows[VERSION] === versions[accountId]
      this.count -= 1
      this.sink(0, this.count)
      if (isPresent) return accountId
    }
    return -1
  }

  private sweep(versions: Int32Array): void {
    const { rows } = this
    let kept = 0
    for (let at = 0; at < this.count; at += 1) {
      if (rows[at * ENTRY + VERSION] !== versions[rows[at * ENTRY + ACCOUNT]!]) continue
      this.move(at, kept)
      kept += 1
    }
    this.count = kept
    for (let at = (kept >> 1) - 1; at >= 0; at -= 1) this.sink(at, at)
    this.sweptAt = Math.max(SWEPT_FROM, 2 * kept)
  }

  private place(at: number, edge: number, accountId: number, version: number): void {
    const { rows } = this
    rows[at * ENTRY + EDGE] = edge
    rows[at * ENTRY + ACCOUNT] = accountId
    rows[at * ENTRY + VERSION] = version
  }
  private move(from: number, to: number): void {
    const { rows } = this
    this.place(to, rows[from * ENTRY + EDGE]!, rows[from * ENTRY + ACCOUNT]!, rows[from * ENTRY + VERSION]!)
  }

  /** Moves the entry up from a free slot to its position. */
  private rise(from: number, edge: number, accountId: number, version: number): void {
    let free = from
    while (free > 0) {
      const parent = (free - 1) >> 1
      if (this.rows[parent * ENTRY + EDGE]! <= edge) break
      this.move(parent, free)
      free = parent
    }
    this.place(free, edge, accountId, version)
  }

  /** Moves the entry at `from` down from a free slot to its position. */
  private sink(from: number, entry: number): void {
    const { rows } = this
    const edge = rows[entry * ENTRY + EDGE]!
    const accountId = rows[entry * ENTRY + ACCOUNT]!
    const version = rows[entry * ENTRY + VERSION]!
    let free = from
    for (let child = 2 * free + 1; child < this.count; child = 2 * free + 1) {
      if (child + 1 < this.count && rows[(child + 1) * ENTRY + EDGE]! < rows[child * ENTRY + EDGE]!)
        child += 1
      if (rows[child * ENTRY + EDGE]! >= edge) break
      this.move(child, free)
      free = child
    }
    this.place(free, edge, accountId, version)
  }
}
