/**
 * Prices at which somebody must be looked at, the nearest first: a binary heap of rows of numbers, which serves one
 * side of one market. An entry is never taken back; whoever is watched anew gets a new one under a new version, and
 * entries of an older version mean nothing. When they outnumber the others they are swept out.
 */
import { twiceAsLong } from './rowMemory.ts'

const EDGE = 0
const ACCOUNT = 1
const VERSION = 2
const ENTRY = 3
const ENTRIES_AT_FIRST = 16
/** Fewer entries are never swept. */
const SWEPT_FROM = 64

export class EdgeHeap {
  private rows: Float64Array = new Float64Array(ENTRIES_AT_FIRST * ENTRY)
  private count = 0
  private sweptAt = SWEPT_FROM

  get size(): number {
    return this.count
  }

  /** `versions`: the present one of every account. */
  push(edge: number, accountId: number, versions: Int32Array): void {
    if (this.count >= this.sweptAt) this.sweep(versions)
    if ((this.count + 1) * ENTRY > this.rows.length) this.rows = twiceAsLong(this.rows)
    this.place(this.count, edge, accountId, versions[accountId]!)
    this.rise(this.count)
    this.count += 1
  }

  /** Takes out an account whose edge lies below the price; -1 = there is none. */
  popBelow(price: number, versions: Int32Array): number {
    while (this.count > 0 && this.rows[EDGE]! < price) {
      const accountId = this.rows[ACCOUNT]!
      const isPresent = this.rows[VERSION] === versions[accountId]
      this.count -= 1
      this.move(this.count, 0)
      this.sink(0)
      if (isPresent) return accountId
    }
    return -1
  }

  private sweep(versions: Int32Array): void {
    let kept = 0
    for (let at = 0; at < this.count; at += 1) {
      if (this.rows[at * ENTRY + VERSION] !== versions[this.rows[at * ENTRY + ACCOUNT]!]) continue
      this.move(at, kept)
      kept += 1
    }
    this.count = kept
    for (let at = (kept >> 1) - 1; at >= 0; at -= 1) this.sink(at)
    this.sweptAt = Math.max(SWEPT_FROM, 2 * kept)
  }

  private place(at: number, edge: number, accountId: number, version: number): void {
    this.rows[at * ENTRY + EDGE] = edge
    this.rows[at * ENTRY + ACCOUNT] = accountId
    this.rows[at * ENTRY + VERSION] = version
  }
  private move(from: number, to: number): void {
    const { rows } = this
    this.place(to, rows[from * ENTRY + EDGE]!, rows[from * ENTRY + ACCOUNT]!, rows[from * ENTRY + VERSION]!)
  }
  private swap(a: number, b: number): void {
    const { rows } = this
    const [edge, accountId, version] = [
      rows[a * ENTRY + EDGE]!,
      rows[a * ENTRY + ACCOUNT]!,
      rows[a * ENTRY + VERSION]!,
    ]
    this.move(b, a)
    this.place(b, edge, accountId, version)
  }
  private isBefore(a: number, b: number): boolean {
    return this.rows[a * ENTRY + EDGE]! < this.rows[b * ENTRY + EDGE]!
  }

  private rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.isBefore(at, parent)) return
      this.swap(at, parent)
      at = parent
    }
  }

  private sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1
      if (left >= this.count) return
      const least = left + 1 < this.count && this.isBefore(left + 1, left) ? left + 1 : left
      if (!this.isBefore(least, at)) return
      this.swap(at, least)
      at = least
    }
  }
}
