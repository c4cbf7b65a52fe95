/** `npm run bench -- NAME`: measures against a named peer in the same run. Last line: `ratio: X`. */
import { benchCore, serveSide, type CoreSide } from './core.ts'
import { benchJournal } from './journal.ts'
import { benchMarkets } from './markets.ts'
import { benchReplay } from './replay.ts'
import { benchTwin } from './twin.ts'

export interface BenchResult {
  readonly peer: string
  /** How many times the peer's speed we have: above 1 is faster. */
  readonly ratio: number
}

const BENCHES: Readonly<Record<string, (print: (line: string) => void) => Promise<BenchResult>>> = {
  core: benchCore,
  twin: benchTwin,
  journal: benchJournal,
  replay: benchReplay,
  markets: benchMarkets,
}

const HELP = `Usage: npm run bench -- NAME

Benchmarks
  core      the complete core against nodejs-order-book (matching alone) on the mixed stream
  twin      the engine against its bigint twin on a simulated life
  journal   durable groups of 100 records against a bare write-and-sync loop, and against better-sqlite3
  replay    reading a journal back against executing the same commands live
  markets   orders in 125 markets against one, and with 100,000 holders against 1,000

Last line: ratio: X   (our speed over the peer's, median of interleaved rounds)
`

export async function main(argv: readonly string[]): Promise<number> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  const name = argv[0]
  if (name === undefined || argv.includes('--help')) {
    print(HELP)
    return name === undefined ? 1 : 0
  }
  const bench = BENCHES[name]
  if (!bench) {
    process.stderr.write(`There is no benchmark "${name}"; there are: ${Object.keys(BENCHES).join(', ')}.\n`)
    return 1
  }
  const side = argv.indexOf('--side')
  if (side >= 0) {
    serveSide(argv[side + 1] as CoreSide)
    return 0
  }
  const result = await bench(print)
  print(`peer: ${result.peer}`)
  print(`ratio: ${result.ratio.toFixed(2)}`)
  return 0
}
