/** Of what was measured in a day: the last, the middle one, and the worst; absent where nothing was. */
import type { StatusHistoryResponse } from '@vest/protocol'

export interface Measure {
  readonly lastMs: number
  readonly medianMs: number
  readonly worstMs: number
}

type Samples = StatusHistoryResponse['samples']

export function measuresOf(samples: Samples): {
  readonly engine: Measure | undefined
  readonly past: Measure | undefined
} {
  return {
    engine: measureOf(samples.map(({ engineMs }) => engineMs)),
    past: measureOf(samples.map(({ historyMs }) => historyMs)),
  }
}

function measureOf(all: readonly number[]): Measure | undefined {
  const lastMs = all.at(-1)
  if (lastMs === undefined) return undefined
  const sorted = all.toSorted((a, b) => a - b)
  return { lastMs, medianMs: sorted[(sorted.length - 1) >> 1]!, worstMs: sorted.at(-1)! }
}
