/**
 * When dead-man's switches fire, the next first. Every command asks whether one is due, and who renews his every second
 * leaves a time that comes and means nothing: neither may cost a look at everybody's. Derived from `exchange.cancelTimers`.
 */
import { EdgeHeap } from '../memory/thresholdHeap.ts'

const ACCOUNTS_AT_FIRST = 64

export class SwitchTimes {
  private readonly heap = new EdgeHeap()
  /** By account: which of its times is the last. */
  private versions = new Int32Array(ACCOUNTS_AT_FIRST)

  set(accountId: number, atMs: number): void {
    this.drop(accountId)
    this.heap.push(atMs, accountId, this.versions)
  }

  drop(accountId: number): void {
    if (accountId >= this.versions.length) {
      const wider = new Int32Array(2 * accountId)
      wider.set(this.versions)
      this.versions = wider
    }
    this.versions[accountId]! += 1
  }

  /** Infinity where there is none. */
  nextMs(): number {
    return this.heap.lowest(this.versions)
  }

  /** Takes out whose time has come, by account. */
  takeDue(nowMs: number): number[] {
    const due: number[] = []
    for (;;) {
      const accountId = this.heap.popBelow(nowMs + 1, this.versions)
      if (accountId < 0) return due.sort((a, b) => a - b)
      due.push(accountId)
    }
  }
}
