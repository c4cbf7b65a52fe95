/** Lets one bot at a time ask for money, in the order in which they come; after the end no turn begins. */
import type { BotKeys } from './botKeys.ts'

export interface FundingTurns {
  fund(keys: BotKeys): Promise<void>
  /** Tells the turn under way to give up. */
  end(): void
}

export function createFundingTurns({
  fund,
  isRunning,
}: {
  readonly fund: (keys: BotKeys, signal: AbortSignal) => Promise<void>
  readonly isRunning: () => boolean
}): FundingTurns {
  const ended = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  return {
    fund: (keys) => {
      const turn = last.then(() => (isRunning() ? fund(keys, ended.signal) : undefined))
      last = turn.catch(() => undefined)
      return turn
    },
    end: () => ended.abort(),
  }
}
