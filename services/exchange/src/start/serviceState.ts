/** Where the exchange stands between its start and its end. It fails once, and not while it is stopped. */
import type { Logger } from '../logger.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'

export interface ServiceState {
  isServing(): boolean
  hasFailed(): boolean
  /** It is being stopped, or has failed: nothing new is taken on. */
  isEnding(): boolean
  serve(): void
  stop(): void
  /** Nothing more is acknowledged. */
  fail(reason: Error): void
}

export function createServiceState({
  logger,
  onFatal,
}: Pick<ExchangeOptions, 'onFatal'> & { readonly logger: Pick<Logger, 'fatal'> }): ServiceState {
  let state: 'starting' | 'running' | 'stopping' | 'failed' = 'starting'
  const isEnding = (): boolean => state === 'stopping' || state === 'failed'
  return {
    isServing: () => state === 'running',
    hasFailed: () => state === 'failed',
    isEnding,
    serve: () => void (state = 'running'),
    stop() {
      if (state !== 'failed') state = 'stopping'
    },
    fail(reason) {
      if (isEnding()) return
      state = 'failed'
      logger.fatal({ err: reason }, 'the exchange cannot go on')
      onFatal(reason)
    },
  }
}
