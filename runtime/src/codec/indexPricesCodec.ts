/**
 * UpdateIndexPrices in bytes: with the timer it is nearly everything that an idle exchange writes, once or more a
 * second for all markets. Each record is self-contained.
 *
 *   count · sourceTimeMs of the first · per price: (marketId - previous - 1) folded, times 2 + held · price
 *   · sourceTimeMs - first, folded · conf                                                  all as varints
 *
 * Prices and confidences outside the non-negative safe integers do not occur; should one, the caller falls
 * back to JSON (`canEncode`).
 */
import { ticks, timeMs } from '@vest/protocol'
import type { IndexPrice, UpdateIndexPrices } from '@vest/engine'
import { readVarint, readZigzag, writeVarint, writeZigzag, ZIGZAG_MAX, type ByteCursor } from './varint.ts'

const FIELDS = 5
const MARKET_ID_MAX = 0xffff

export const canEncodeIndexPrices = (command: UpdateIndexPrices): boolean =>
  Object.keys(command).length === 2 && command.prices.every(isCompact)

function isCompact(price: IndexPrice): boolean {
  return (
    Object.keys(price).length === FIELDS &&
    typeof price.held === 'boolean' &&
    isUnsigned(price.marketId, MARKET_ID_MAX) &&
    isUnsigned(price.price, Number.MAX_SAFE_INTEGER) &&
    isUnsigned(price.conf, Number.MAX_SAFE_INTEGER) &&
    isUnsigned(price.sourceTimeMs, ZIGZAG_MAX)
  )
}

const isUnsigned = (value: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= max && !Object.is(value, -0)

export function writeIndexPrices(cursor: ByteCursor, command: UpdateIndexPrices): void {
  writeVarint(cursor, command.prices.length)
  const first = command.prices[0]
  if (first === undefined) return
  writeVarint(cursor, first.sourceTimeMs)
  let expectedId = 0
  for (const price of command.prices) {
    const step = price.marketId - expectedId
    const folded = step < 0 ? -2 * step - 1 : 2 * step
    writeVarint(cursor, folded * 2 + (price.held ? 1 : 0))
    writeVarint(cursor, price.price)
    writeZigzag(cursor, price.sourceTimeMs - first.sourceTimeMs)
    writeVarint(cursor, price.conf)
    expectedId = price.marketId + 1
  }
}

export function readIndexPrices(cursor: ByteCursor): UpdateIndexPrices {
  const count = readVarint(cursor)
  const prices: IndexPrice[] = []
  if (count === 0) return { kind: 'UpdateIndexPrices', prices }
  const firstTimeMs = readVarint(cursor)
  let expectedId = 0
  for (let place = 0; place < count; place += 1) {
    const head = readVarint(cursor)
    const folded = Math.floor(head / 2)
    const marketId = expectedId + (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2)
    const price = ticks(readVarint(cursor))
    const sourceTimeMs = timeMs(firstTimeMs + readZigzag(cursor))
    const conf = ticks(readVarint(cursor))
    prices.push({ marketId, price, sourceTimeMs, conf, held: head % 2 === 1 })
    expectedId = marketId + 1
  }
  return { kind: 'UpdateIndexPrices', prices }
}
