/**
 * One row of numbers for each account that a sweep may change: its projected position, funding, collateral
 * and reserved margin after the fill plan. Rows are reused, so planning allocates nothing.
 */
import type { HalvedRows } from '../memory/rows.ts'
import { FILL_PNL, HELD_COST, HELD_LONG, HELD_RATIO, HELD_SIZE } from '@vest/formulas'

// Numbers of a row. The first five are the projected holding.
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

/** Value opened by fills for which an isolated position has not received margin yet. */
export const OPENED_VALUE = 9

export const DRAFT_NUMBERS = 10

export const DRAFT_ROW = 16

// Half-numbers of a row, counted from twice its place.
export const DRAFT_ACCOUNT = 20

/** Reference of the position that the account holds; -1 = none. */
export const BEFORE = 21

export const DRAFT_FLAGS = 22

/** Reference of the position after the projection is written; -1 = none. */
export const AFTER = 23

/** The position held before has been closed. */
export const IS_CLOSED = 1

export const IS_DECREASED = 2

export const HAS_FILL = 4

/** The account's first order that fills carries the settled funding. */
export const IS_FUNDING_REPORTED = 8

/** The single projection outside a plan, the saved copy of one, and the first of the plan: the taker's. */
export const LONE = 0

export const SAVED = DRAFT_ROW

export const TAKER = 2 * DRAFT_ROW

/** More than a sweep needs: while the array does not grow, V8 compiles no code for the growth. */
const DRAFTS_AT_FIRST = 1_024

/** The projections of the running sweep: one object of the process, like its plan (`fillPlan.ts`). */
export const DRAFTS = new (class implements HalvedRows {
  numbers: Float64Array = new Float64Array(DRAFTS_AT_FIRST * DRAFT_ROW)
  halves: Int32Array = new Int32Array(this.numbers.buffer)
  /** Reference of the plan's next projection. */
  end = TAKER
})()

export function restoreDraft(numbers: Float64Array, draft: number): void {
  for (let i = 0; i < DRAFT_NUMBERS; i++) numbers[draft + i] = numbers[SAVED + i]!
  DRAFTS.halves[2 * draft + DRAFT_FLAGS] = DRAFTS.halves[2 * SAVED + DRAFT_FLAGS]!
}

/** Projected size with its sign: lots, > 0 = long. */
export function draftSignedSize(numbers: Float64Array, draft: number): number {
  const size = numbers[draft + DRAFT_SIZE]!
  return numbers[draft + DRAFT_LONG] === 1 ? size : -size
}

/** Lots by which a fill would increase the projected position in its own direction. */
export function draftIncrease(numbers: Float64Array, draft: number, isBuy: boolean, size: number): number {
  const held = numbers[draft + DRAFT_SIZE]!
  if (held === 0 || (numbers[draft + DRAFT_LONG] === 1) === isBuy) return size
  return size > held ? size - held : 0
}
