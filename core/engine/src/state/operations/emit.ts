/** Entry of rare events into the event log. */
import type { EngineEvent } from '../../api/index.ts'
import { Exchange } from '../exchange.ts'
import { logEvent } from '../tables/eventRows.ts'

/** Emits an event that is not among the frequent ones, which have rows. */
export const emit = (exchange: Exchange, event: EngineEvent): void => logEvent(exchange.work.log, event)
