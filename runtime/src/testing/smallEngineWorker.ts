/**
 * The engine's thread as `engineWorker.ts` has it, but without the room of a server, which takes a quarter of a second
 * to make: for tests in which it lives no longer than that, hundreds of times.
 */
import { createExchangeCore } from '../engine/exchangeCore.ts'
import { runEngineWorker } from '../engine/runEngineWorker.ts'

runEngineWorker(createExchangeCore())
