/** A command as a row has exactly the effect of the same command as an object. */
import { REFUSAL, lots, type RequestOrderType, ticks, type TimeInForce } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountAt } from '../operations/accounts.ts'
import { advance, advanceRow, apply } from '../../apply.ts'
import { type PlaceOrder, type SequencedCommand } from '../../api/commands.ts'
import { createCommandRows, readOrder, writeCancel, writeOrder } from './orderRequests.ts'
import { readEnvelopes } from '../../events/readEvents.ts'
import { takeRows } from './eventRows.ts'
import { encodeState } from '../../snapshot/snapshot.ts'
import { createExchange, type Exchange } from '../exchange.ts'
import { createDriver, steps } from '../../testing/randomCommands.ts'
import { createWorld } from '../../testing/world.ts'

/** True = the command was sent as a row: account, key and market have numbers. */
function advanceByRow(exchange: Exchange, { seq, timeMs, command }: SequencedCommand): boolean {
  if (command.kind !== 'PlaceOrder' && command.kind !== 'CancelOrder') return false
  // A row cannot carry legs or a client id.
  if (command.kind === 'PlaceOrder' && (command.takeProfit ?? command.clientId) !== undefined) return false
  const account = accountAt(exchange, command.account)
  const signer = exchange.nonces.get(command.signer)
  if (account === undefined || signer === undefined) return false
  const rows = createCommandRows(1)
  if (command.kind === 'CancelOrder') writeCancel(rows, 0, command, account.id, signer.index)
  else {
    const marketId = exchange.marketIds.get(command.symbol)
    if (marketId === undefined) return false
    writeOrder(rows, 0, command, account.id, signer.index, marketId)
  }
  advanceRow(exchange, seq, timeMs, rows, 0)
  return true
}

describe('commands as rows', () => {
  it('give the same events and the same state as objects, in any mix', () => {
    let asRows = 0
    fc.assert(
      fc.property(
        steps({ minLength: 60, maxLength: 160 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
        (list, mixture) => {
          const { world, step } = createDriver({ audit: false })
          for (const item of list) step(item)
          const objects = createExchange()
          const rows = createExchange()
          world.log.forEach((sequenced, at) => {
            const { events } = apply(objects, sequenced)
            const isRow = mixture[at % mixture.length]! && advanceByRow(rows, sequenced)
            if (isRow) asRows += 1
            else advance(rows, sequenced)
            expect(readEnvelopes(takeRows(rows.work.log), rows)[0]!.events).toEqual(events)
          })
          expect(encodeState(rows)).toBe(encodeState(objects))
        },
      ),
      { numRuns: 60 },
    )
    expect(asRows).toBeGreaterThan(200)
  })

  it('are refused with the same code', () => {
    const world = createWorld()
    const trader = world.trader(1_000)
    const { exchange } = world
    const signed = {
      account: trader.address,
      signer: trader.address,
      orderTimeMs: exchange.timeMs,
      recvWindowMs: 5_000,
    }
    const order: PlaceOrder = {
      kind: 'PlaceOrder',
      id: `0x${'7'.repeat(64)}`,
      ...signed,
      nonce: 900,
      symbol: exchange.markets[0]!.spec.symbol,
      isBuy: true,
      size: lots(1),
      orderType: 'LIMIT',
      limitPrice: ticks(1),
      reduceOnly: false,
      timeInForce: 'GTC',
    }
    const { id } = accountAt(exchange, trader.address)!
    const signer = exchange.nonces.get(trader.address)!.index
    const rows = createCommandRows(1)
    const names = { account: trader.address, signer: trader.address, symbol: order.symbol }
    const place = (changes: Partial<PlaceOrder>, marketId = 0) => {
      writeOrder(rows, 0, { ...order, ...changes }, id, signer, marketId)
      const code = advanceRow(exchange, exchange.seq + 1, exchange.timeMs, rows, 0)
      const [event] = readEnvelopes(takeRows(exchange.work.log), exchange)[0]!.events
      return [code, event?.kind === 'OrderUpdated' ? event.order.code : undefined]
    }
    writeOrder(rows, 0, order, id, signer, 0)
    expect(readOrder(rows, 0, names)).toEqual(order)
    expect(place({ orderType: 'LIQUIDATION' as RequestOrderType })).toEqual([0, REFUSAL.INVALID_ORDER_TYPE])
    expect(place({ id: `0x${'8'.repeat(64)}` })).toEqual([REFUSAL.DUPLICATE, undefined])
    expect(place({ id: `0x${'8'.repeat(64)}`, nonce: 901, timeInForce: 'GTD' as TimeInForce })).toEqual([
      0,
      REFUSAL.INVALID_TIME_IN_FORCE,
    ])
    expect(place({ id: `0x${'8'.repeat(64)}`, nonce: 902 })).toEqual([REFUSAL.DUPLICATE, undefined])
    expect(place({ id: `0x${'9'.repeat(64)}`, nonce: 903 }, -1)).toEqual([0, REFUSAL.SYMBOL_REJECTED])
    writeCancel(rows, 0, { kind: 'CancelOrder', id: order.id, ...signed, nonce: 904 }, id, signer)
    expect(advanceRow(exchange, exchange.seq + 1, exchange.timeMs, rows, 0)).toBe(REFUSAL.ORDER_NOT_FOUND)
  })
})
