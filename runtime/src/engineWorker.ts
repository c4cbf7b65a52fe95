/** Entry of the engine's thread: the exchange core behind its journal. Bundled on its own; see startEngine. */
import { exchangeCore } from './engine/exchangeCore.ts'
import { runEngineWorker } from './engine/runEngineWorker.ts'

runEngineWorker(exchangeCore)
