/**
 * Looks at every trade: none is farther from its mark than the fill band reaches, of whatever order it is. What waited for
 * a price executes before a command that moves the band, so such a command is held against both.
 */
import type { EngineEvent, Exchange, SequencedCommand } from '@vest/engine'

export function createBandWitness(state: Exchange): {
  check(sequenced: SequencedCommand, events: readonly EngineEvent[]): readonly string[]
} {
  type Band = readonly [lowest: bigint, highest: bigint]
  const seen: Band[] = []
  const bandNow = (marketId: number): Band => {
    const { mark, session, spec } = state.markets[marketId]!
    const isThin = session === 'EXTENDED' || session === 'OVERNIGHT'
    const bps = BigInt(isThin ? Math.floor(spec.risk.fillBandBps * 1.5) : spec.risk.fillBandBps)
    const at = BigInt(mark ?? 0)
    return [at * (10_000n - bps), at * (10_000n + bps)]
  }
  return {
    check({ seq, command }, events) {
      const found: string[] = []
      const isMoved = ['ChangeSession', 'ChangeParameters', 'ApplySplit'].includes(command.kind)
      for (const event of events) {
        if (event.kind !== 'TradeExecuted') continue
        const price = BigInt(event.price) * 10_000n
        const isIn = ([lowest, highest]: Band): boolean => price >= lowest && price <= highest
        const before = seen[event.marketId]
        if (isIn(bandNow(event.marketId)) || (isMoved && before !== undefined && isIn(before))) continue
        found.push(`E1 at seq ${seq} (${command.kind}): a trade of ${event.symbol} beyond the fill band`)
      }
      for (const { id } of state.markets) seen[id] = bandNow(id)
      return found
    },
  }
}
