/**
 * One row of numbers for each account that a sweep may change: its position, funding, money and reserved margin as the
 * plan would leave them. Rows serve again, so planning allocates nothing.
 */
import type { HalvedRows } from '../memory/rows.ts'
import { FILL_PNL, HELD_COST, HELD_LONG, HELD_RATIO, HELD_SIZE } from '@vest/formulas'

// Numbers of a row. The first five are the drafted holding.
export const DRAFT_LONG = HELD_LONG

export const DRAFT_SIZE = HELD_SIZE

export const DRAFT_COST = HELD_COST

export const DRAFT_RATIO = HELD_RATIO

export const DRAFT_PNL = FILL_PNL

/** Funding owed at the start, > 0 = the account pays. */
export const FUNDING_PAID = 5

export const COLLATERAL_DELTA = 6

export const DRAFT_ISOLATED = 7

export const ORDER_MARGIN_DELTA = 8

/** Value opened by fills whose margin an isolated position has not received yet. */
export const OPENED_VALUE = 9

export const DRAFT_NUMBERS = 10

export const DRAFT_ROW = 16

// Half-numbers of a row, counted from twice its place.
export const DRAFT_ACCOUNT = 20

/** Place of the position that the account holds; -1 = none. */
export const BEFORE = 21

export const DRAFT_FLAGS = 22

/** Place of the position once the draft is written; -1 = none. */
export const AFTER = 23

/** The position that existed before has been closed. */
export const IS_CLOSED = 1

export const IS_DECREASED = 2

export const HAS_FILL = 4

/** The first order of the account that fills carries the settled funding. */
export const IS_FUNDING_REPORTED = 8

/** The draft beside the plan, the one that saves another, and the first of the plan: the taker's. */
export const LONE = 0

export const SAVED = DRAFT_ROW

export const TAKER = 2 * DRAFT_ROW

/** More than a sweep meets: where nothing is ever widened, no code is made for what comes after it. */
const DRAFTS_AT_FIRST = 1_024

/** The drafts of the sweep under way: one thing of the process, as its plan is (`fillPlan.ts`). */
export const DRAFTS = new (class implements HalvedRows {
  numbers: Float64Array = new Float64Array(DRAFTS_AT_FIRST * DRAFT_ROW)
  halves: Int32Array = new Int32Array(this.numbers.buffer)
  /** Where the next draft of the plan will stand. */
  end = TAKER
})()

export function restoreDraft(numbers: Float64Array, draft: number): void {
  for (let i = 0; i < DRAFT_NUMBERS; i++) numbers[draft + i] = numbers[SAVED + i]!
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = DRAFTS.halves[2 * SAVED + DRAFT_FLAGS]!
}

/** Size and side of a draft as one number: lots, > 0 = long. */
export function draftSignedSize(numbers: Float64Array, draft: number): number {
  const size = numbers[draft + DRAFT_SIZE]!
  return numbers[draft + DRAFT_LONG] === 1 ? size : -size
}

/** Lots by which a fill would grow a draft in its own direction. */
export function draftIncrease(numbers: Float64Array, draft: number, isBuy: boolean, size: number): number {
  const held = numbers[draft + DRAFT_SIZE]!
  if (held === 0 || (numbers[draft + DRAFT_LONG] === 1) === isBuy) return size
  return size > held ? size - held : 0
}
