/** What was noted by the hour, read by intervals: of each its begin, and the last value that was noted in it. */
import {
  HISTORY_INTERVALS,
  ORDER_QUERY_LIMIT,
  timeMs,
  type HistoryInterval,
  type TimeMs,
  REFUSAL,
} from '@vest/protocol'
import type { Page } from '@vest/runtime'
import { intervalStartMs } from '../klineTime.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { isRefusal } from '../refusal.ts'
import { textOf, type ListWindow, type Query } from './query.ts'

export interface IntervalValue<V> {
  readonly startMs: number
  readonly value: V
}

export function historyIntervalOf(query: Query, standard: HistoryInterval): HistoryInterval | Refusal {
  const text = textOf(query, 'interval') ?? standard
  if (isRefusal(text)) return text
  return (
    HISTORY_INTERVALS.find((each) => each === text) ??
    refuse(REFUSAL.INVALID_PARAMETER, 'interval is one from 1h on')
  )
}

/**
 * The newest `limit` intervals of the window that have a value, oldest first. Pages back through the hours (`read`
 * answers them oldest first, the newest of the page) until they are full or the window is read.
 */
export async function intervalValues<V extends { readonly hourMs: TimeMs }>(
  read: (page: Page) => Promise<readonly V[]>,
  interval: HistoryInterval,
  { startTimeMs, endTimeMs, limit }: ListWindow,
): Promise<readonly IntervalValue<V>[]> {
  // The interval in which the window begins is told whole or not at all.
  const fromMs = startTimeMs ?? 0
  const found: IntervalValue<V>[] = []
  let toMs = endTimeMs
  for (;;) {
    const page = {
      startTimeMs: timeMs(fromMs),
      ...(toMs === undefined ? {} : { endTimeMs: toMs }),
      limit: ORDER_QUERY_LIMIT,
    }
    const hours = await read(page)
    for (const value of hours.toReversed()) {
      const startMs = intervalStartMs(interval, value.hourMs)
      // Going back in time the first hour of an interval that is met is its last.
      if (startMs >= fromMs && found.at(-1)?.startMs !== startMs) found.push({ startMs, value })
    }
    const oldest = hours[0]
    if (oldest === undefined || hours.length < page.limit || found.length > limit) break
    toMs = timeMs(oldest.hourMs - 1)
  }
  return found.slice(0, limit).toReversed()
}

/** Begins of the newest `limit` intervals that begin within the window and before `nowMs`, oldest first. */
export function intervalStarts(
  interval: HistoryInterval,
  { startTimeMs, endTimeMs, limit }: ListWindow,
  nowMs: number,
): readonly number[] {
  const starts: number[] = []
  let startMs = intervalStartMs(interval, Math.min(endTimeMs ?? nowMs, nowMs))
  while (starts.length < limit && startMs >= (startTimeMs ?? 0)) {
    starts.push(startMs)
    startMs = intervalStartMs(interval, startMs - 1)
  }
  return starts.toReversed()
}
