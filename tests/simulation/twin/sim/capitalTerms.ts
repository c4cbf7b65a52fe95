/** An evaluation or funded account of the twin: its terms and how it stands. */
import { type CapitalTerms } from '@vest/engine'

export interface TwinCapital {
  readonly terms: CapitalTerms
  readonly size: bigint
  readonly openedMs: number
  status: string
  day: number
  dayBalance: bigint
  dailyLimit: bigint
  passingMs: number | undefined
  readonly tradedOn: Set<number>
  profitMs: number | undefined
  reason: string | undefined
  endedMs: number | undefined
}
