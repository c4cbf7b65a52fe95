/**
 * An error without a handler ends the process: after an unknown error no answer can be trusted, and the journal holds
 * everything that was acknowledged. Called once by the start command, never by tests or libraries.
 */
import type { Logger } from './logger.ts'

/** The exit code of a process that stopped because it could not go on. */
export const EXIT_BROKEN = 70

export function installCrashGuard(logger: Logger, exit: (code: number) => void = process.exit): () => void {
  const end = (error: unknown): void => {
    logger.fatal({ err: error }, 'unhandled error: the process ends')
    exit(EXIT_BROKEN)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  return () => {
    process.off('uncaughtException', end)
    process.off('unhandledRejection', end)
  }
}
