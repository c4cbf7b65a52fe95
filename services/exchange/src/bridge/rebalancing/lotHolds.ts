/** Whether lots may leave now: not while they are paused, while a vault holds too little, or while the breaker holds releases. */
import type { EngineClient } from '@vest/runtime'
import type { LotFile } from './lotFile.ts'

export type LotHold = 'PAUSED' | 'BREAKER' | 'RESERVES'

export interface LotHolds {
  /** Why nothing is sent now; undefined: lots may leave. */
  present(): LotHold | undefined
  stop(): void
}

export interface LotHoldsPorts {
  readonly engine: Pick<EngineClient, 'onEvents'>
  readonly file: Pick<LotFile, 'isPaused'>
  /** False while some vault holds less than its logs say. */
  readonly mayMove: () => boolean
  readonly nowMs: () => number
}

export function createLotHolds({ engine, file, mayMove, nowMs }: LotHoldsPorts): LotHolds {
  let breakerUntilMs = 0
  const stop = engine.onEvents((envelopes) => {
    for (const { events } of envelopes)
      for (const event of events) if (event.kind === 'BreakerTripped') breakerUntilMs = event.untilMs
  })
  return {
    present() {
      if (file.isPaused()) return 'PAUSED'
      if (!mayMove()) return 'RESERVES'
      return breakerUntilMs > nowMs() ? 'BREAKER' : undefined
    },
    stop,
  }
}
