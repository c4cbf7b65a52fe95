/**
 * A process that does nothing but submit and report: one line `SEQ FEATURE` on its standard output for every
 * answer, written synchronously, so that whatever is read there was acknowledged before the kill.
 * Arguments: data folder, bundled worker, name of this life.
 */
import { writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { assert } from '@vest/protocol'
import { startEngine } from '../startEngine.ts'

const [dataDir, workerPath, life] = process.argv.slice(2)
assert(dataDir !== undefined && workerPath !== undefined && life !== undefined, 'usage: DATA WORKER LIFE')
const engine = await startEngine({
  dataDir,
  workerUrl: pathToFileURL(workerPath),
  segmentBytes: 65_536,
  snapshotEveryCommands: 500,
})
writeSync(1, 'ready\n')
const lane = async (name: number): Promise<void> => {
  for (let n = 0; ; n += 1) {
    const feature = `${life}/${name}/${n}`
    const { seq } = await engine.submit({ kind: 'Activate', feature })
    writeSync(1, `${seq} ${feature}\n`)
  }
}
await Promise.all(Array.from({ length: 8 }, (_, name) => lane(name)))
