/** Covers what a life seldom has all at one moment; `tests/simulation/currentState.test.ts` compares whole lives. */
import { type Address, usd6 } from '@vest/protocol'
import { expect, it } from 'vitest'
import { type EngineEvent } from '../api/events.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createBatchReader, takeBatch, EventBatch } from './publisher.ts'
import { emitCurrentState } from './currentState.ts'
import { AAPL, createNamedWorld, type NamedWorld, USDC } from '../testing/namedWorld.ts'

function toldOf({ exchange }: NamedWorld): readonly EngineEvent[] {
  const batch = new EventBatch()
  emitCurrentState(decodeState(encodeState(exchange)), batch)
  return createBatchReader()(takeBatch(batch))[0]!.events
}

it('contains delayed takers, dust below a dollar, SIM accounts and former symbols', () => {
  const made = createNamedWorld()
  made.account('a', 10_000)
  made.price(AAPL.symbol, 23_150)
  made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: 300 } })
  const taker = made.order('a', { isBuy: true, size: 1_000, type: 'MARKET' })
  const sim = `0x${'51'.repeat(20)}` as Address
  const ownerId = made.addressOf('a')
  made.run({ kind: 'OpenSimAccount', account: sim, ownerId, amountUsd6: usd6(1_000 * USDC) })
  made.run({
    kind: 'CreditDust',
    id: `0x${'77'.repeat(32)}`,
    chainId: 42_161,
    blockNumber: 1,
    logIndex: 1,
    account: ownerId,
    amountUsd6: usd6(1),
    txHash: `0x${'77'.repeat(32)}`,
    blockHash: `0x${'78'.repeat(32)}`,
    token: ownerId,
  } as never)
  for (const symbol of ['PEAR-USD-PERP', 'PLUM-USD-PERP'])
    made.run({ kind: 'RenameMarket', marketId: 0, symbol })

  const told = toldOf(made)
  expect(told[0]).toEqual({ kind: 'CurrentStateFollows' })
  expect(told).toContainEqual({ kind: 'OrderUpdated', order: taker })
  expect(told).toContainEqual(expect.objectContaining({ kind: 'SimAccountOpened', account: sim, ownerId }))
  expect(told.filter(({ kind }) => kind === 'TransferUpdated')).toMatchObject([
    { transfer: { status: 'NEW', size: 1 } },
  ])
  const names = told.flatMap((event) =>
    event.kind === 'MarketRenamed' ? [[event.formerSymbol, event.symbol]] : [],
  )
  expect(names).toEqual([
    [AAPL.symbol, 'PEAR-USD-PERP'],
    ['PEAR-USD-PERP', 'PLUM-USD-PERP'],
  ])
  expect(told).toContainEqual(
    expect.objectContaining({ kind: 'MarketStatusChanged', symbol: 'PLUM-USD-PERP', status: 'TRADING' }),
  )
})
