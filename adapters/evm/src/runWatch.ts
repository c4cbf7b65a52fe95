/**
 * Keeps a watch going: a look at once when there is reason, otherwise at every interval, more slowly while
 * the chain cannot be asked. Broken invariants and broken finality end it; everything else is trouble that
 * passes.
 */
import { InvariantError } from '@vest/protocol'
import { FinalityBrokenError, type VaultWatch } from './watchVault.ts'

export interface RunningWatch {
  /** Look before the next poll. */
  wake(): void
  /** Looks until the chain is final past this time, and says so. */
  wantFinalTime(timeMs: number): void
  finalPoint: VaultWatch['finalPoint']
  confirmationsOf: VaultWatch['confirmationsOf']
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>
}

const TROUBLE_WAIT_MAX_MS = 10_000

export function runWatch(options: {
  readonly watch: VaultWatch
  readonly pollMs: number
  readonly onActivity?: (listener: () => void) => () => void
  readonly onTrouble?: (error: Error) => void
  readonly onFailure?: (error: Error) => void
}): RunningWatch {
  let stopped = false
  let isAwake = false
  let rouse: (() => void) | undefined
  const wake = (): void => {
    isAwake = true
    rouse?.()
  }
  const pause = (waitMs: number): Promise<void> => {
    if (isAwake || stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    let waitMs = options.pollMs
    while (!stopped) {
      isAwake = false
      try {
        if (await options.watch.poll()) continue
        waitMs = options.pollMs
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        if (reason instanceof InvariantError || reason instanceof FinalityBrokenError) {
          stopped = true
          unsubscribe?.()
          // There is no listener: then it must at least stop the process.
          if (!options.onFailure) throw reason
          options.onFailure(reason)
          return
        }
        options.onTrouble?.(reason)
        waitMs = Math.min(waitMs * 2, TROUBLE_WAIT_MAX_MS)
      }
      await pause(waitMs)
    }
  }

  const unsubscribe = options.onActivity?.(wake)
  const running = run()
  return {
    wake,
    finalPoint: options.watch.finalPoint,
    confirmationsOf: options.watch.confirmationsOf,
    wantFinalTime: (timeMs) => {
      options.watch.wantFinalTime(timeMs)
      wake()
    },
    stop: async () => {
      stopped = true
      unsubscribe?.()
      rouse?.()
      await running
    },
  }
}
