import { expect, test } from 'vitest'
import {
  BEFORE,
  DRAFT_ACCOUNT,
  DRAFT_FLAGS,
  DRAFT_ROW,
  DRAFT_SIZE,
  DRAFTS,
  HAS_FILL,
  IS_CLOSED,
  ORDER_MARGIN_DELTA,
  restoreDraft,
  SAVED,
  TAKER,
} from './draft.ts'

test('a draft that is taken back has the figures and flags that were kept, and the account and position it had', () => {
  const { numbers, halves } = DRAFTS
  const draft = TAKER + DRAFT_ROW
  numbers[SAVED + DRAFT_SIZE] = 7
  numbers[SAVED + ORDER_MARGIN_DELTA] = 8
  halves[2 * SAVED + DRAFT_FLAGS] = HAS_FILL
  numbers[draft + DRAFT_SIZE] = 0
  numbers[draft + ORDER_MARGIN_DELTA] = 0
  halves[2 * draft + DRAFT_FLAGS] = HAS_FILL | IS_CLOSED
  halves[2 * draft + DRAFT_ACCOUNT] = 3
  halves[2 * draft + BEFORE] = -1
  restoreDraft(numbers, draft)
  expect([numbers[draft + DRAFT_SIZE], numbers[draft + ORDER_MARGIN_DELTA]]).toEqual([7, 8])
  expect(halves[2 * draft + DRAFT_FLAGS]).toBe(HAS_FILL)
  expect([halves[2 * draft + DRAFT_ACCOUNT], halves[2 * draft + BEFORE]]).toEqual([3, -1])
})
