/**
 * The keys that were registered or have signed: of each the nonces of the last day and the bound on what it may give away,
 * with what every command asks for in one row of numbers.
 */
import { twiceAsLong } from '../memory/rows.ts'
import type { Address } from '@vest/protocol'

export const LAST = 0

export const FIRST = 1

export const HOUR = 2

/** The most that it may give away in a day; Infinity = no bound, as of every key that is not a program's own. */
export const LOSS_MAX = 4

/** What it has given away in the day of `LOSS_DAY`, fees included. */
export const LOST = 5

/** Days since the epoch. */
export const LOSS_DAY = 6

export const SIGNER_ROW = 8

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
  private late: Map<number, number> | undefined = undefined
  private readonly rows: SignerRows

  constructor(rows: SignerRows, index: number, signer: Address) {
    this.rows = rows
    this.index = index
    this.signer = signer
  }

  /** Those that came after a higher one, with their hour, in order of arrival. Most keys never have any, nor memory for it. */
  get stragglers(): Map<number, number> {
    return (this.late ??= new Map())
  }
  get hasStragglers(): boolean {
    return this.late !== undefined && this.late.size > 0
  }
  /** There are none any more. */
  leaveStragglers(): void {
    this.late = undefined
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

  /** What may be lost in a day, what is, and in which; see `keys/lossBound.ts`. */
  get lossMax(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + LOSS_MAX]!
  }
  set lossMax(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + LOSS_MAX] = value
  }
  get lost(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + LOST]!
  }
  set lost(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + LOST] = value
  }
  get lossDay(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + LOSS_DAY]!
  }
  set lossDay(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + LOSS_DAY] = value
  }
}

/** Adds a key that is new, without any nonce. */
export function addSigner(rows: SignerRows, signers: SignerNonces[], signer: Address): SignerNonces {
  const index = signers.length
  if (index * SIGNER_ROW === rows.numbers.length) rows.numbers = twiceAsLong(rows.numbers)
  const entry = new SignerNonces(rows, index, signer)
  entry.last = -1
  entry.first = 0
  entry.hour = 0
  entry.lossMax = Infinity
  entry.lost = 0
  entry.lossDay = 0
  signers.push(entry)
  return entry
}
