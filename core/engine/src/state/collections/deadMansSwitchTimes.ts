/**
 * Times at which dead-man's switches fire, the next first. Every command asks whether one is due, and an
 * account that renews its switch every second leaves superseded times behind: neither costs a scan of all
 * switches. Derived from `exchange.cancelTimers`.
 */
import { ThresholdHeap } from '../memory/thresholdHeap.ts'

const ACCOUNTS_AT_FIRST = 64

export class SwitchTimes {
  private readonly heap = new ThresholdHeap()
  /** By account: the version of its current time. */
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

  /** Infinity = no switch is set. */
  nextMs(): number {
    return this.heap.lowest(this.versions)
  }

  /** Removes and returns the accounts whose switch is due. */
  takeDue(nowMs: number): number[] {
    const due: number[] = []
    for (;;) {
      const accountId = this.heap.popBelow(nowMs + 1, this.versions)
      if (accountId < 0) return due.sort((a, b) => a - b)
      due.push(accountId)
    }
  }
}
