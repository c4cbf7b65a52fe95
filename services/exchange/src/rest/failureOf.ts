/** What is answered when something failed: what the caller did by a code of its own, everything else by code 0. */
import { ReadModelUnavailableError } from '@vest/database'
import type { Logger } from '../logger.ts'
import { malformed, refuse, unavailable, type Refusal } from '../refusal.ts'

export interface FailedRequest {
  readonly requestId: string
  readonly method: string
  /** The path of the table, where there is one. */
  readonly route: string | undefined
}

/** What is unexpected is logged with the name of its request and leaves without a detail. */
export function failureOf(error: unknown, logger: Logger, request: FailedRequest | undefined): Refusal {
  const { statusCode } = error as { readonly statusCode?: number }
  if (statusCode === 413) return malformed('Body too large', 413)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return malformed('Malformed request')
  // History is away; the engine is not: accounts, books and orders go on.
  if (error instanceof ReadModelUnavailableError)
    return unavailable('History is not available at the moment', 1)
  logger.error({ err: error, ...request }, 'request failed')
  return refuse(0)
}
