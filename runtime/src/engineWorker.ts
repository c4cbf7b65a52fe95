/** Entry of the engine's thread: the exchange core behind its journal. Bundled separately; see startEngine. */
import { ORDERS_OF_SERVER } from '@vest/engine'
import { createExchangeCore } from './engine/exchangeCore.ts'
import { runEngineWorker } from './engine/runEngineWorker.ts'

runEngineWorker(createExchangeCore(ORDERS_OF_SERVER))
