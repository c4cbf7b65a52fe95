/**
 * A process that does nothing but trade and report: one line `SEQ ORDER-ID` on its standard output for every
 * answered order, written synchronously, so that whatever is read there was acknowledged before the kill.
 * Arguments: data folder, bundled engine worker, number of this life (the first one lists the markets).
 */
import { writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { assert } from '@vest/protocol'
import { startEngine } from '../startEngine.ts'
import { genesisCommands, tradingCommands } from './exchangeCommands.ts'

const LANES = 8
const [dataDir, workerPath, life] = process.argv.slice(2)
assert(dataDir !== undefined && workerPath !== undefined && life !== undefined, 'usage: DATA WORKER LIFE')
const engine = await startEngine({
  dataDir,
  workerUrl: pathToFileURL(workerPath),
  segmentBytes: 65_536,
  snapshotEveryCommands: 400,
})
if (life === '0') for (const command of genesisCommands(Date.now())) await engine.submit(command)
writeSync(1, 'ready\n')
const commands = tradingCommands(Number(life) + 1, () => Date.now())
const lane = async (): Promise<void> => {
  for (;;) {
    const command = commands.next().value
    const { seq } = await engine.submit(command)
    if (command.kind === 'PlaceOrder') writeSync(1, `${seq} ${command.id}\n`)
  }
}
await Promise.all(Array.from({ length: LANES }, lane))
