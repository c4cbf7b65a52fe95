/**
 * Two sides of one measurement, in turn: noise of the machine falls on both alike. Each round says its own ratio, the
 * result is their median.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Does the work once; nanoseconds. */
export type Side = () => number | Promise<number>

export interface Rounds {
  readonly print: (line: string) => void
  readonly ours: Side
  readonly peer: Side
  readonly names: readonly [ours: string, peer: string]
  /** Operations of one round, for the figures per operation. */
  readonly ops: number
  readonly warmUpRounds: number
}

const ROUNDS = 5
const SWEEPING_MS = 300

/** How many times the peer's speed we have. */
export async function interleave(rounds: Rounds): Promise<number> {
  const { print, ours, peer, names, ops, warmUpRounds } = rounds
  const ratios: number[] = []
  for (let round = 1 - warmUpRounds; round <= ROUNDS; round += 1) {
    collectGarbage()
    const mine = await ours()
    collectGarbage()
    const theirs = await peer()
    if (round < 1) continue
    ratios.push(theirs / mine)
    const figures = [mine, theirs].map((nanoseconds, i) => `${names[i]} ${perOp(nanoseconds, ops)}`)
    print(`  round ${round}: ${figures.join(', ')}, ratio ${ratios.at(-1)!.toFixed(2)}`)
  }
  return median(ratios)
}

const perOp = (nanoseconds: number, ops: number): string => `${(nanoseconds / ops).toFixed(0)} ns/op`

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Nanoseconds of what is done, the clock's own cost included. */
export function timed(work: () => void): number {
  const started = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - started)
}

/** Neither side pays for the garbage of the other. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  // Sweeping goes on in other threads, which share the cores.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWEEPING_MS)
}
