/** Calls into the engine, with the refusals of a full exchange as values. */
import type { Command } from '@vest/engine'
import {
  type Clock,
  CommandTooLargeError,
  type EngineClient,
  InboxFullError,
  JournalFullError,
  type Submitted,
} from '@vest/runtime'
import { REFUSAL } from '@vest/protocol'
import { refuse, tooMany, type Refusal, unavailable } from './refusal.ts'

/**
 * Waits until everything is known that was sequenced before. 503 while the exchange has not followed a leap of the clock
 * by which windows are judged here: what still waits to be sequenced may then be in a window that is over by our clock.
 */
export async function catchUp({
  engine,
  clock,
}: {
  readonly engine: EngineClient
  readonly clock: Clock
}): Promise<Refusal | undefined> {
  const nowMs = clock.nowMs()
  const { timeMs } = await engine.caughtUp()
  return timeMs < nowMs ? unavailable('The clock has leapt', 1) : undefined
}

/** Resolves once the command is durable and applied; refuses what was never sequenced and never will be. */
export async function submit(
  edge: { readonly engine: EngineClient },
  command: Command,
): Promise<Submitted | Refusal> {
  try {
    return await edge.engine.submit(command)
  } catch (error) {
    if (error instanceof InboxFullError) return tooMany(1)
    if (error instanceof JournalFullError)
      return unavailable('The exchange cannot record anything at the moment')
    if (error instanceof CommandTooLargeError) return refuse(REFUSAL.INVALID_PARAMETER)
    throw error
  }
}
