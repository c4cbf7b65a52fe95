/**
 * GET /account/equity: what the account was worth, oldest first: of each interval its begin and the last value that
 * was noted in it. The engine tells values that have changed; where it told none the value before still stood.
 */
import { timeMs, usd6, formatUsd6, type EquityRow } from '@vest/protocol'
import type { Page, StoredAccountValue } from '@vest/runtime'
import { isRefusal } from '../../refusal.ts'
import { historyIntervalOf, intervalStarts, intervalValues } from '../intervalValues.ts'
import { windowOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getAccountEquity = keyRoute('equityHistory', async (edge, { query }, { account }) => {
  const interval = historyIntervalOf(query, '1h')
  if (isRefusal(interval)) return interval
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const starts = intervalStarts(interval, window, edge.clock.nowMs())
  const firstMs = starts[0]
  if (firstMs === undefined) return []

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const read = (page: Page) => edge.store.accountValues(account, page)
  const told = await intervalValues(read, interval, { ...window, startTimeMs: timeMs(firstMs) })
  let [value] = await read({ endTimeMs: timeMs(Math.max(0, firstMs - 1)), limit: 1 })
  const rows: EquityRow[] = []
  let next = 0
  for (const startMs of starts) {
    if (told[next]?.startMs === startMs) value = told[next++]!.value
    if (value !== undefined) rows.push(equityRow(startMs, value))
  }
  return rows
})

const equityRow = (startMs: number, { equity, collateral, netDeposits }: StoredAccountValue): EquityRow => ({
  time: startMs,
  equity: formatUsd6(equity),
  collateral: formatUsd6(collateral),
  unrealizedPnl: formatUsd6(usd6(equity - collateral)),
  netDeposits: formatUsd6(netDeposits),
})
