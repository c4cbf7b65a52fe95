/**
 * What lies where in the row of an order: its numbers, its 32-bit halves, its flags, and the terms that share one half.
 * The words of statuses and types are their places in the lists of the protocol.
 */
import { ORDER_STATUSES, ORDER_TYPES, TIMES_IN_FORCE } from '@vest/protocol'

// Numbers of a row.
export const NONCE = 0
export const SIZE = 3
export const LIMIT_PRICE = 4
export const INIT_MARGIN_RATIO = 5
export const STATUS = 6
export const CODE = 7
export const MARK_PRICE = 8
export const FILLED_SIZE = 9
export const FILLED_VALUE = 10
export const FEES = 11
export const ORDER_TIME = 12
export const POST_TIME = 13
export const LAST_FILLED_SIZE = 14
export const LAST_FILLED_PRICE = 15
export const LAST_FILLED_TIME = 16
export const REALIZED_PNL = 17
export const SETTLED_FUNDING = 18
export const RANK = 19
export const RESERVED_MARGIN = 20
const ROW_BITS = 5

/** Length of a row, in numbers. */
export const ROW = 1 << ROW_BITS

/** Number of the row that begins at `at`; a shift, because V8 checks whether a quotient is an integer. */
export const rowOf = (at: number): number => at >> ROW_BITS

// Half-numbers of a row, counted from twice its reference: two next to the fields read with them, the others
// at its end.
export const MARKET_ID = 2

/** Side, reduce-only, type and time in force: see `termsOf`. */
export const TERMS = 3
export const ACCOUNT_ID = 42
export const SIGNER_INDEX = 43
export const FLAGS = 44

/** Reference of its price level while it rests, and its neighbours in the queue. */
export const LEVEL = 45
export const OLDER = 46
export const YOUNGER = 47

/** Neighbours among the live orders of its account, by acceptance number. */
export const OLDER_OF_ACCOUNT = 48
export const YOUNGER_OF_ACCOUNT = 49
export const ID = 50

/** The next in the list of ended orders, or in the list of rows to reuse. */
export const NEXT_ENDED = 58

/** No order, no level, no neighbour. */
export const NONE = -1

/**
 * Marks an absent number. A named constant: `NaN` is a property of the global object, which V8 reads by a
 * call in code that has not run yet, and after a call it discards what it knew of rows and fields.
 */
export const ABSENT = NaN
export const IS_LIVE = 1
export const IS_TRIGGERED = 2

/** It has order extras (`orderExtras.ts`); for HAS_LEGS, legs that its fills create and grow. */
export const HAS_EXTRAS = 4
export const HAS_LEGS = 8

/** Rests in a book of the SIM domain. */
export const IS_SIM_ORDER = 16

/** A tentative change of an order: if it is discarded, its end is not published. */
export const IS_ON_TRIAL = 32

// Bits of TERMS.
export const BUY_BIT = 1
export const REDUCE_ONLY_BIT = 2
const TYPE_SHIFT = 2
const TIME_IN_FORCE_SHIFT = 6
const WORD_MASK = 15

/** Marks an enum value that the protocol does not know. */
export const UNKNOWN_TERM = 15

/** Index of an enum value in its list of the protocol, as rows hold it; -1 = not in the list. */
export function placeOf<T>(list: readonly T[], value: T): number {
  for (let i = 0; i < list.length; i++) if (list[i] === value) return i
  return -1
}

export const PARTIALLY_FILLED = placeOf(ORDER_STATUSES, 'PARTIALLY_FILLED')
export const NEW = placeOf(ORDER_STATUSES, 'NEW')
export const FILLED = placeOf(ORDER_STATUSES, 'FILLED')
export const CANCELLED = placeOf(ORDER_STATUSES, 'CANCELLED')
export const REJECTED = placeOf(ORDER_STATUSES, 'REJECTED')
export const MARKET = placeOf(ORDER_TYPES, 'MARKET')
export const LIMIT = placeOf(ORDER_TYPES, 'LIMIT')
export const STOP_LOSS = placeOf(ORDER_TYPES, 'STOP_LOSS')
export const TAKE_PROFIT = placeOf(ORDER_TYPES, 'TAKE_PROFIT')
export const LIQUIDATION = placeOf(ORDER_TYPES, 'LIQUIDATION')
export const GTC = placeOf(TIMES_IN_FORCE, 'GTC')
export const FOK = placeOf(TIMES_IN_FORCE, 'FOK')
export const IOC = placeOf(TIMES_IN_FORCE, 'IOC')
export const POST_ONLY = placeOf(TIMES_IN_FORCE, 'POST_ONLY')

/** The order terms in one number. */
export const termsOf = (isBuy: boolean, reduceOnly: boolean, type: number, timeInForce: number): number =>
  (isBuy ? BUY_BIT : 0) |
  (reduceOnly ? REDUCE_ONLY_BIT : 0) |
  ((type & WORD_MASK) << TYPE_SHIFT) |
  ((timeInForce & WORD_MASK) << TIME_IN_FORCE_SHIFT)

export const isBuyIn = (terms: number): boolean => (terms & BUY_BIT) !== 0

export const typeIn = (terms: number): number => (terms >> TYPE_SHIFT) & WORD_MASK

export const timeInForceIn = (terms: number): number => (terms >> TIME_IN_FORCE_SHIFT) & WORD_MASK

/** STOP_LOSS or TAKE_PROFIT. */
export const isTriggerType = (type: number): boolean => type === STOP_LOSS || type === TAKE_PROFIT
