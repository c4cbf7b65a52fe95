/** Gathers what the signals of an account are made of, from the read models, complete up to its last write. */
import type { CapitalSignal } from '@vest/engine'
import { timeMs, type Address } from '@vest/protocol'
import type { StoredFill } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import { abuseSignals } from './abuseSignals.ts'
import { allFills } from './verdictDesk.ts'

const MINUTE_MS = 60_000
/** Of the newest candles of a symbol: a week of minutes. */
const MINUTES_MAX = 10_080

/** Practice counts for nothing, so it gives no signals either. */
export async function signalsOf(
  edge: Pick<Edge, 'engine' | 'store' | 'projector' | 'view' | 'isCapitalReviewed'>,
  account: Address,
  ownerId: Address,
): Promise<readonly CapitalSignal[]> {
  const { engine, store, projector, view } = edge
  if (!edge.isCapitalReviewed) return []
  const own = await engine.query('capitalOfOwner', { ownerId })
  const others = own.filter((one) => one.account !== account && one.purchaseId !== undefined)
  const accounts = [account, ownerId, ...others.map((one) => one.account)]
  await projector.flushedThrough(Math.max(...accounts.map((one) => view.lastSeqOf(one))))
  const oldestFirst = async (of: Address): Promise<readonly StoredFill[]> =>
    [...(await allFills(store, of))].sort((a, b) => a.timeMs - b.timeMs || a.tradeId - b.tradeId)
  const [fills = [], ...rest] = await Promise.all(accounts.map(oldestFirst))
  const minutes = new Map<string, Awaited<ReturnType<typeof store.candles>>>()
  for (const symbol of new Set(fills.map((fill) => fill.symbol))) {
    const times = fills.flatMap((fill) => (fill.symbol === symbol ? [fill.timeMs] : []))
    minutes.set(
      symbol,
      await store.candles(symbol, '1m', {
        startTimeMs: timeMs(Math.max(0, times[0]! - 2 * MINUTE_MS)),
        endTimeMs: timeMs(times.at(-1)! + MINUTE_MS),
        limit: MINUTES_MAX,
      }),
    )
  }
  return abuseSignals({ fills, others: rest, minutes })
}
