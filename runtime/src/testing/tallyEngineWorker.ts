/** A worker entry with the tally core, for tests of the thread. */
import { runEngineWorker } from '../engine/runEngineWorker.ts'
import { tallyCore } from './tallyCore.ts'

runEngineWorker(tallyCore)
