/**
 * The whole memory of the exchange: what a snapshot must hold, and beside it what can be derived again. It is
 * mutated in place by `apply` alone. Collections are arrays, linked lists or maps that are never iterated in an
 * order the journal did not give, so a state rebuilt from its text goes on exactly like one that never stopped.
 */
import type { EngineEvent } from '../../api/index.ts'
import { Exchange } from '../exchange.ts'
import { logEvent } from '../tables/eventRows.ts'

/** Tells an event that is not among the frequent ones, which have rows of their own. */
export const emit = (exchange: Exchange, event: EngineEvent): void => logEvent(exchange.work.log, event)
