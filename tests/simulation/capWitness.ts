/**
 * Remembers the open interest of every market from command to command: what trading has lifted must fit under the cap
 * of its session. An index that moves, or a split, may carry it beyond.
 */
import type { Exchange, SequencedCommand } from '@vest/engine'

export function createCapWitness(state: Exchange): {
  check(sequenced: SequencedCommand): readonly string[]
} {
  /** By market: longs at twice its id, shorts beside. */
  const seen: number[] = []
  return {
    check({ seq, command }) {
      const found: string[] = []
      for (const { id, spec, session, longOi, shortOi, index, scale } of state.markets) {
        const long = seen[2 * id] ?? 0
        const short = seen[2 * id + 1] ?? 0
        seen[2 * id] = longOi
        seen[2 * id + 1] = shortOi
        if (longOi <= long && shortOi <= short) continue
        if (command.kind === 'ApplySplit' || index === undefined) continue
        const { openInterestCapUsd6, sessionOpenInterestPercent } = spec.risk
        const percent =
          session === 'EXTENDED' || session === 'OVERNIGHT' ? sessionOpenInterestPercent[session] : 100
        const cap = BigInt(openInterestCapUsd6) * BigInt(percent)
        for (const [side, before, after] of [
          ['long', long, longOi],
          ['short', short, shortOi],
        ] as const)
          if (after > before && BigInt(after) * BigInt(index * scale) * 100n > cap)
            found.push(
              `I20 at seq ${seq} (${command.kind}): ${side} interest of ${spec.symbol} beyond its cap`,
            )
      }
      return found
    },
  }
}
