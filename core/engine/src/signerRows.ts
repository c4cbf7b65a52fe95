/**
 * The keys that were registered or have signed: of each the nonces of the last day, with what every command asks for in one row of
 * numbers.
 */
import type { Address } from '@vest/protocol'
import { twiceAsLong } from './rowMemory.ts'

export const LAST = 0
export const FIRST = 1
export const HOUR = 2
export const SIGNER_ROW = 4

const SIGNERS_AT_FIRST = 64

export class SignerRows {
  numbers: Float64Array = new Float64Array(SIGNERS_AT_FIRST * SIGNER_ROW)
}

export const createSignerRows = (): SignerRows => new SignerRows()

/**
 * The nonces of one key of the last day. Those that came as higher than any before are kept as runs of consecutive
 * numbers within an hour, so that a key that counts costs nothing; the last run ends with `last` and stands apart.
 */
export class SignerNonces {
  readonly signer: Address
  /** Derived: its place in `exchange.signers`. */
  readonly index: number
  /** Earlier runs, ascending: first, last, hour of each. */
  readonly runs: number[] = []
  /** Those that came after a higher one, with their hour, in order of arrival. */
  readonly stragglers = new Map<number, number>()
  private readonly rows: SignerRows

  constructor(rows: SignerRows, index: number, signer: Address) {
    this.rows = rows
    this.index = index
    this.signer = signer
  }

  /** The highest ever accepted, known for ever; -1 before the first. */
  get last(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + LAST]!
  }
  set last(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + LAST] = value
  }
  /** First of the last run, and its hour since the epoch; above `last` when that is forgotten. */
  get first(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + FIRST]!
  }
  set first(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + FIRST] = value
  }
  get hour(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + HOUR]!
  }
  set hour(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + HOUR] = value
  }
}

/** Numbers that tell one run. */
export const RUN = 3

/** The older half of the stragglers takes its place among the runs, each a run of its own or a part of the one it touches. */
export function settleStragglers({ runs, stragglers }: SignerNonces): void {
  const leaving = [...stragglers].slice(0, stragglers.size >> 1)
  for (const [nonce] of leaving) stragglers.delete(nonce)
  leaving.sort(([a], [b]) => a - b)
  const before = runs.splice(0)
  let at = 0
  for (const [nonce, hour] of leaving) {
    for (; at < before.length && before[at]! < nonce; at += RUN)
      appendRun(runs, before[at]!, before[at + 1]!, before[at + 2]!)
    appendRun(runs, nonce, nonce, hour)
  }
  for (; at < before.length; at += RUN) appendRun(runs, before[at]!, before[at + 1]!, before[at + 2]!)
}

/** One that follows upon the last without a gap goes on with it. */
function appendRun(runs: number[], first: number, last: number, hour: number): void {
  const end = runs.length
  if (end > 0 && runs[end - 2]! + 1 === first) {
    runs[end - 2] = last
    runs[end - 1] = Math.max(runs[end - 1]!, hour)
  } else runs.push(first, last, hour)
}

/**
 * Neighbours in the lower half of the runs become one where the least lies between them, until that half is a quarter:
 * what lies between counts as used from then on, as long as the younger of the two.
 */
export function joinOldRuns({ runs }: SignerNonces): void {
  const half = RUN * Math.floor(runs.length / RUN / 2)
  const gaps: number[] = []
  for (let at = RUN; at < half; at += RUN) gaps.push(runs[at]! - runs[at - 2]!)
  const widest = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!
  let end = RUN
  for (let at = RUN; at < runs.length; at += RUN)
    if (at < half && runs[at]! - runs[end - 2]! <= widest) {
      runs[end - 2] = runs[at + 1]!
      runs[end - 1] = Math.max(runs[end - 1]!, runs[at + 2]!)
    } else {
      runs.copyWithin(end, at, at + RUN)
      end += RUN
    }
  runs.length = end
}

/** Adds a key that is new, without any nonce. */
export function addSigner(rows: SignerRows, signers: SignerNonces[], signer: Address): SignerNonces {
  const index = signers.length
  if (index * SIGNER_ROW === rows.numbers.length) rows.numbers = twiceAsLong(rows.numbers)
  const entry = new SignerNonces(rows, index, signer)
  entry.last = -1
  entry.first = 0
  entry.hour = 0
  signers.push(entry)
  return entry
}
