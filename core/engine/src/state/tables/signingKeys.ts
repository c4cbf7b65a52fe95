/**
 * The keys that were registered or have signed: for each, the nonces of the last day and its loss bound. The
 * fields that every command reads are in one row of numbers.
 */
import type { Address } from '@vest/protocol'
import { offsetOfRow, twiceAsLong } from '../memory/rows.ts'

export const LAST = 0
export const FIRST = 1
export const HOUR = 2

/** Maximum loss per day; Infinity = no bound, as for every key that is not a program's API key. */
export const LOSS_MAX = 4

/** Loss in the day of `LOSS_DAY`, fees included. */
export const LOST = 5

/** UTC days since the epoch. */
export const LOSS_DAY = 6
export const SIGNER_ROW = 8
const SIGNERS_AT_FIRST = 64

export class SignerRows {
  numbers: Float64Array = new Float64Array(SIGNERS_AT_FIRST * SIGNER_ROW)

  // `signer` is the index of a key.

  /** The highest nonce ever accepted; -1 before the first. */
  lastNonce(signer: number): number {
    return this.numbers[offsetOfRow(signer, SIGNER_ROW) + LAST]!
  }
  setLastNonce(signer: number, nonce: number): void {
    this.numbers[offsetOfRow(signer, SIGNER_ROW) + LAST] = nonce
  }
  /** First nonce of the last range; above the last nonce once that range is forgotten. */
  firstNonce(signer: number): number {
    return this.numbers[offsetOfRow(signer, SIGNER_ROW) + FIRST]!
  }
  /** Hour of the last range, since the epoch. */
  nonceHour(signer: number): number {
    return this.numbers[offsetOfRow(signer, SIGNER_ROW) + HOUR]!
  }
  beginRange(signer: number, first: number, hour: number): void {
    const at = offsetOfRow(signer, SIGNER_ROW)
    this.numbers[at + FIRST] = first
    this.numbers[at + HOUR] = hour
  }
  /** Maximum loss per day, in micro-USDC; Infinity = no bound. */
  lossMax(signer: number): number {
    return this.numbers[offsetOfRow(signer, SIGNER_ROW) + LOSS_MAX]!
  }
  /** Loss in this day (UTC days since the epoch), fees included. */
  lostOn(signer: number, day: number): number {
    const at = offsetOfRow(signer, SIGNER_ROW)
    return this.numbers[at + LOSS_DAY] === day ? this.numbers[at + LOST]! : 0
  }
  addLoss(signer: number, day: number, loss: number): void {
    const at = offsetOfRow(signer, SIGNER_ROW)
    this.numbers[at + LOST] = this.lostOn(signer, day) + loss
    this.numbers[at + LOSS_DAY] = day
  }
}

export const createSignerRows = (): SignerRows => new SignerRows()

/**
 * The nonces of one key in the last day. Nonces that were higher than all before are kept as ranges of
 * consecutive numbers within an hour, so that a key that counts costs nothing; the last range ends with
 * `last` and is kept apart.
 */
export class SignerNonces {
  readonly signer: Address
  /** Derived: its index in `exchange.signers`. */
  readonly index: number
  /** Earlier ranges, ascending: first, last, hour of each. */
  readonly runs: number[] = []
  private late: Map<number, number> | undefined = undefined
  private readonly rows: SignerRows

  constructor(rows: SignerRows, index: number, signer: Address) {
    this.rows = rows
    this.index = index
    this.signer = signer
  }

  /**
   * Late nonces, which arrived after a higher one, with their hour, in order of arrival. Most keys have none,
   * and no memory for them.
   */
  get stragglers(): Map<number, number> {
    return (this.late ??= new Map())
  }
  get hasStragglers(): boolean {
    return this.late !== undefined && this.late.size > 0
  }
  /** Frees the map of late nonces once it is empty. */
  leaveStragglers(): void {
    this.late = undefined
  }

  /** The highest nonce ever accepted, kept without limit; -1 before the first. */
  get last(): number {
    return this.rows.numbers[this.index * SIGNER_ROW + LAST]!
  }
  set last(value: number) {
    this.rows.numbers[this.index * SIGNER_ROW + LAST] = value
  }
  /** First nonce of the last range, and its hour since the epoch; above `last` once that range is forgotten. */
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

  /** Maximum loss per day, the loss so far, and the day of it; see `keys/lossBound.ts`. */
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

/** Adds a new key without nonces. */
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
