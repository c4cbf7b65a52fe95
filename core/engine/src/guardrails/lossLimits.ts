/** Whether the losses of an account have reached its own limits. */
import { type Account, type Exchange, type Guardrails } from '../state/index.ts'
import { resultsOf } from './results.ts'

export interface Losses {
  readonly result: number
  readonly realised: number
  /** Loss of the day >= daily stop. */
  readonly isStopReached: boolean
  /** Realised loss since the best balance >= the loss of the cool-down. */
  readonly isCoolDownDue: boolean
}

export function lossesOf(exchange: Exchange, account: Account, own: Guardrails): Losses {
  const { result, realised } = resultsOf(exchange, account)
  const { dailyStopUsd6, coolDown } = own.limits
  return {
    result,
    realised,
    isStopReached: dailyStopUsd6 !== undefined && own.dayBegin - result >= dailyStopUsd6,
    isCoolDownDue: coolDown !== undefined && own.best - realised >= coolDown.lossUsd6,
  }
}
