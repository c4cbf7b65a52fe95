/**
 * Gathers what the signals of an account are made of: fills from the read models, complete up to its last write, of all
 * accounts of its cluster, which are those of its owner and of other owners in the programme who share a browser or a card.
 */
import type { CapitalSignal } from '@vest/engine'
import { timeMs, type Address } from '@vest/protocol'
import type { StoredFill } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import { abuseSignals } from './abuseSignals.ts'
import type { ClusterOwner } from './capitalCluster.ts'
import { allFills } from './verdictDesk.ts'

const MINUTE_MS = 60_000
/** Of the newest candles of a symbol: a week of minutes. */
const MINUTES_MAX = 10_080

const accountsOf = ({ ownerId, accounts }: ClusterOwner): readonly Address[] => [
  ownerId,
  ...accounts.map(({ account }) => account),
]

/** Practice counts for nothing, so it gives no signals either. `onSameCard`: other owners whose card paid for this plan. */
export async function signalsOf(
  edge: Pick<Edge, 'engine' | 'store' | 'projector' | 'view' | 'isCapitalReviewed' | 'capitalCluster'>,
  account: Address,
  ownerId: Address,
  onSameCard: readonly Address[] = [],
): Promise<readonly CapitalSignal[]> {
  const { engine, store, projector, view, capitalCluster } = edge
  if (!edge.isCapitalReviewed) return []
  const onSameDevices = await capitalCluster.onSameDevices(ownerId)
  const byCard = await Promise.all(onSameCard.map(capitalCluster.ownerInProgramme))
  const own = await engine.query('capitalOfOwner', { ownerId })
  const cluster: readonly (ClusterOwner | undefined)[] = [
    { ownerId, accounts: own.filter((one) => one.account !== account && one.purchaseId !== undefined) },
    ...onSameDevices,
    ...byCard,
  ]
  const accounts = [
    ...new Set([account, ...cluster.flatMap((owner) => (owner === undefined ? [] : accountsOf(owner)))]),
  ]
  await projector.flushedThrough(Math.max(...accounts.map((one) => view.lastSeqOf(one))))
  const oldestFirst = async (of: Address): Promise<readonly StoredFill[]> =>
    [...(await allFills(store, of))].sort((a, b) => a.timeMs - b.timeMs || a.tradeId - b.tradeId)
  const [fills = [], ...others] = await Promise.all(accounts.map(oldestFirst))
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
  const signals = [...abuseSignals({ fills, others, minutes })]
  if (onSameCard.length > 0) signals.push('SHARED_CARD')
  if (onSameDevices.length > 0) signals.push('SHARED_DEVICE')
  return signals
}
