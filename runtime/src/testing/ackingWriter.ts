/**
 * A process that only trades and reports: one line `SEQ ORDER-ID` on its standard output for every answered order,
 * written synchronously, so that every line read there was acknowledged before the kill. Arguments: data folder,
 * bundled engine worker, number of this life (the first one, 0, lists the markets; in every fifth, 1, 6, ..., many
 * traders are active), and `all` to report also its process (`pid N`), commands other than orders (`other SEQ`),
 * refusals (`refused NAME`), after which it continues, and notices of the engine (`notice TEXT`). Its segments have
 * WRITER_SEGMENT_BYTES of the environment, or are small enough to be many.
 */
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { assert } from '@vest/protocol'
import type { Command } from '@vest/engine'
import { EngineStoppedError } from '../ports/engineClient.ts'
import { startEngine } from '../startEngine.ts'
import { genesisCommands, tradingCommands } from './exchangeCommands.ts'

/**
 * Few traders form groups that are synced on the spot, many form groups synced on another thread, several under way.
 */
const [FEW, MANY] = [8, 256]
const THOUGHT_TURNS = 20
const FULL_PIPE_WAIT_MS = 1
const AFTER_REFUSAL_MS = 5
const never = new Int32Array(new SharedArrayBuffer(4))

/** Writes a line at once, or as soon as the reader has made room in the pipe. */
function tell(line: string): void {
  for (;;)
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(never, 0, 0, FULL_PIPE_WAIT_MS)
    }
}

const [dataDir, workerPath, life, reports] = process.argv.slice(2)
assert(
  dataDir !== undefined && workerPath !== undefined && life !== undefined,
  'usage: DATA WORKER LIFE [all]',
)
const tellsAll = reports === 'all'
if (tellsAll) tell(`pid ${process.pid}`)
const engine = await startEngine({
  dataDir,
  workerUrl: pathToFileURL(workerPath),
  segmentBytes: Number(process.env['WRITER_SEGMENT_BYTES'] ?? 65_536),
  snapshotEveryCommands: 400,
  ...(tellsAll ? { onNotice: (text: string) => tell(`notice ${text}`) } : {}),
})
if (life === '0') for (const command of genesisCommands(Date.now())) await engine.submit(command)
tell('ready')
const commands = tradingCommands(Number(life) + 1, () => Date.now())
const trade = async (command: Command): Promise<void> => {
  const { seq } = await engine.submit(command)
  if (command.kind === 'PlaceOrder') tell(`${seq} ${command.id}`)
  else if (tellsAll) tell(`other ${seq}`)
}
const isBusy = Number(life) % 5 === 1
const lane = async (): Promise<void> => {
  for (;;)
    try {
      // Each in its own time; otherwise all that one group answered would form one group again.
      for (let turns = isBusy ? Math.random() * THOUGHT_TURNS : 0; turns > 1; turns -= 1) await nextTurn()
      await trade(commands.next().value)
    } catch (error) {
      if (!tellsAll) throw error
      tell(`refused ${(error as Error).name}`)
      // The process ends by itself, with the code that says so.
      if (error instanceof EngineStoppedError) return
      await new Promise((resolve) => setTimeout(resolve, AFTER_REFUSAL_MS))
    }
}
await Promise.all(Array.from({ length: isBusy ? MANY : FEW }, lane))
