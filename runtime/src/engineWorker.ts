/** Entry of the engine's thread: the exchange core behind its journal. Bundled on its own; see startEngine. */
import { ORDERS_OF_SERVER } from '@vest/engine'
import { createExchangeCore } from './engine/exchangeCore.ts'
import { runEngineWorker } from './engine/runEngineWorker.ts'

// A snapshot is soon made, and nobody waits for its orders: no room lies ready for them.
runEngineWorker(createExchangeCore(ORDERS_OF_SERVER), createExchangeCore())
