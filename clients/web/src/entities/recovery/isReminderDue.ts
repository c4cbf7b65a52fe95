/** Whether so much depends on one browser that its owner is asked for a way back at this login. */
import type { RecoveryMethod } from '@vest/protocol'

/** Micro-USDC. */
const REMIND_ABOVE = 1_000_000_000

export interface Dependent {
  /** Undefined until the wallet's frame has said so, and for those who have no embedded wallet. */
  readonly methods: readonly RecoveryMethod[] | undefined
  /** Micro-USDC; undefined until it is known. */
  readonly equity: number | undefined
  /** What a capital account shows is no money of its owner's. */
  readonly isCapital: boolean
}

export const isReminderDue = ({ methods, equity, isCapital }: Dependent): boolean =>
  !isCapital && methods?.length === 0 && equity !== undefined && equity > REMIND_ABOVE
