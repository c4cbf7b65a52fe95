/**
 * What a key's memory of its nonces gives up (decision 0036): never which numbers were used, but which between them were not.
 * Its runs stay in order and apart from each other; what came late, from below, becomes a run among them.
 */
import type { SignerNonces } from '../state/index.ts'

/** Numbers that tell one run. */
export const RUN = 3

/**
 * Maximum of unused numbers between two runs that are joined when their hour is over: an hour of a key that signs with the
 * time in milliseconds. Two programs with one key that count in different units are farther apart.
 */
const GAP_MAX = 3_600_000

/**
 * Of the hours up to this one nothing can arrive any more: of each is kept from where to where its numbers went, not which
 * between them were not used.
 */
export function closeHours(entry: SignerNonces, hour: number): void {
  const { runs } = entry
  if (entry.hasStragglers) settle(entry, [...entry.stragglers])
  if (entry.hour <= hour && entry.first <= entry.last) endRun(entry)
  joinRuns(runs, (before, at) => {
    const used = runs[at + 2]!
    return used === runs[before + 2] && used <= hour && runs[at]! - runs[before + 1]! <= GAP_MAX
  })
}

/** Runs that are not in the order of their hours: some came late, from below. */
export function forgetRunsBefore({ runs }: SignerNonces, hour: number): void {
  let end = 0
  for (let at = 0; at < runs.length; at += RUN) {
    if (runs[at + 2]! < hour) continue
    for (let n = 0; n < RUN; n += 1) runs[end + n] = runs[at + n]!
    end += RUN
  }
  runs.length = end
}

/** The last run is one among the others; the next number begins another. */
function endRun(entry: SignerNonces): void {
  entry.runs.push(entry.first, entry.last, entry.hour)
  entry.first = entry.last + 1
}

/** The older half of the stragglers takes its place among the runs. */
export const settleStragglers = (entry: SignerNonces): void =>
  settle(entry, [...entry.stragglers].slice(0, entry.stragglers.size >> 1))

/** Each becomes a run of its own; within a run that is forgotten before it, it parts that in two. */
function settle(
  { runs, stragglers }: SignerNonces,
  leaving: readonly (readonly [nonce: number, hour: number])[],
): void {
  const before = runs.splice(0)
  let at = 0
  for (const [nonce, hour] of leaving.toSorted(([a], [b]) => a - b)) {
    stragglers.delete(nonce)
    for (; at < before.length && before[at]! < nonce; at += RUN)
      runs.push(before[at]!, before[at + 1]!, before[at + 2]!)
    const [first, last, keptHour] = runs.slice(-RUN)
    if (last === undefined || last < nonce) runs.push(nonce, nonce, hour)
    else if (keptHour! < hour) {
      runs.length -= RUN
      if (first! < nonce) runs.push(first!, nonce - 1, keptHour!)
      runs.push(nonce, nonce, hour)
      if (last > nonce) runs.push(nonce + 1, last, keptHour!)
    }
  }
  for (; at < before.length; at += RUN) runs.push(before[at]!, before[at + 1]!, before[at + 2]!)
}

/**
 * Neighbours in the lower half of the runs become one where the least lies between them, at least every second: what lies
 * between counts as used from then on, as long as the younger of the two.
 */
export function joinOldRuns({ runs }: SignerNonces): void {
  const half = RUN * Math.floor(runs.length / RUN / 2)
  const gaps: number[] = []
  for (let at = RUN; at < half; at += RUN) gaps.push(runs[at]! - runs[at - 2]!)
  const widest = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!
  joinRuns(runs, (before, at) => at < half && runs[at]! - runs[before + 1]! <= widest)
}

/** Each run becomes one with the run before it, where `isOne` says so of the places of the two. */
function joinRuns(runs: number[], isOne: (before: number, at: number) => boolean): void {
  let before = 0
  for (let at = RUN; at < runs.length; at += RUN)
    if (isOne(before, at)) {
      runs[before + 1] = runs[at + 1]!
      runs[before + 2] = Math.max(runs[before + 2]!, runs[at + 2]!)
    } else {
      before += RUN
      for (let n = 0; n < RUN; n += 1) runs[before + n] = runs[at + n]!
    }
  runs.length = Math.min(runs.length, before + RUN)
}
