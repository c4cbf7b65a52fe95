/**
 * Which lot moves next, of what the vaults hold. A vault is short below `low` (of what nothing waits for), and is then filled up
 * to `target`; a vault gives only what it has beyond `target`. So no vault is short for having given, and lots do not go back
 * and forth.
 */
import { usd6, type Usd6 } from '@vest/protocol'

export interface RebalanceRules {
  readonly lowUsd6: Usd6
  readonly targetUsd6: Usd6
  /** Less is not worth its two transactions. */
  readonly lotMinUsd6: Usd6
  readonly lotMaxUsd6: Usd6
}

/** One vault that has a road. */
export interface VaultStand {
  readonly chainId: number
  /** As of the head block. */
  readonly heldUsd6: number
  /** Withdrawals that are to be paid there. */
  readonly waitingUsd6: number
  /** Lots that are on their way to it. */
  readonly comingUsd6: number
  /** A lot of it is planned and not burned yet: its next number is taken. */
  readonly isSending: boolean
}

export interface PlannedMove {
  readonly from: number
  readonly to: number
  readonly sizeUsd6: Usd6
}

const DOLLAR = 1_000_000

/** The most pressing one; undefined: nothing is short, or nothing can give. `isUnderWay`: between these two one moves already. */
export function nextMove(
  stands: readonly VaultStand[],
  rules: RebalanceRules,
  isUnderWay: (from: number, to: number) => boolean,
): PlannedMove | undefined {
  const free = ({ heldUsd6, waitingUsd6 }: VaultStand): number => heldUsd6 - waitingUsd6
  const hoped = (stand: VaultStand): number => free(stand) + stand.comingUsd6
  const short = stands.filter((stand) => hoped(stand) < rules.lowUsd6).toSorted((a, b) => hoped(a) - hoped(b))
  const givers = stands.filter((stand) => !stand.isSending).toSorted((a, b) => free(b) - free(a))
  for (const to of short)
    for (const from of givers) {
      if (from.chainId === to.chainId || isUnderWay(from.chainId, to.chainId)) continue
      const size = Math.min(rules.targetUsd6 - hoped(to), free(from) - rules.targetUsd6, rules.lotMaxUsd6)
      const whole = Math.floor(size / DOLLAR) * DOLLAR
      if (whole >= rules.lotMinUsd6) return { from: from.chainId, to: to.chainId, sizeUsd6: usd6(whole) }
    }
  return undefined
}
