/** `npm run bench -- NAME`: measures against a named peer in the same run. Last line: `ratio: X`. */
import { type BenchResult } from './benchResult.ts'
import { benchCore, serveSide, type CoreSide } from './core.ts'
import { benchFanout } from './fanout.ts'
import { benchGateway, serveGatewaySide, type GatewaySide } from './gateway.ts'
import { benchJournal } from './journal.ts'
import { benchMarkets } from './markets.ts'
import { benchMemory } from './memory.ts'
import { type StreamName, STREAMS } from './orderStream.ts'
import { benchPost } from './post.ts'
import { benchQueries } from './queries.ts'
import { benchReplay } from './replay.ts'
import { benchRestart } from './restart.ts'
import { benchSigned } from './signed.ts'
import { benchTwin } from './twin.ts'
import { benchWeb } from './web.ts'

const BENCHES: Readonly<
  Record<string, (print: (line: string) => void, stream?: StreamName) => Promise<BenchResult>>
> = {
  core: benchCore,
  twin: benchTwin,
  journal: benchJournal,
  replay: benchReplay,
  restart: benchRestart,
  markets: benchMarkets,
  memory: benchMemory,
  signed: benchSigned,
  fanout: benchFanout,
  gateway: benchGateway,
  post: benchPost,
  queries: benchQueries,
  web: benchWeb,
}

const HELP = `Usage: npm run bench -- NAME [--stream mixed|cancel|deep]

Benchmarks
  core      the complete core against nodejs-order-book (matching alone) on a stream, mixed unless said otherwise
  twin      the engine against its bigint twin on a simulated life
  journal   durable groups of 100 records against a bare write-and-sync loop, and against better-sqlite3
  replay    reading a journal back against executing the same commands live
  restart   a start with a snapshot and a tail of a million events, against ten seconds
  markets   orders in 125 markets against one, and with 100,000 holders against 1,000
  signed    a signed order to the address that signed it, against secp256k1's recovery alone; viem; two workers
  fanout    a message to a hundred sockets, against ws.send of the same text
  gateway   POST /orders without signature and engine, against raw node:http
  post      a signed POST /orders through the whole stack, against recovering keys on the same cores; p50, p99
  queries   an account's past with 100,000 orders against one with 1,000
  memory    bytes of an account, a position and a resting order, against nodejs-order-book's order
  web       the web app's first load against its picture as static HTML, and its trade page in a busy market

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
  const stream = optionIn(argv, '--stream') ?? 'mixed'
  if (!isStream(stream)) {
    process.stderr.write(`There is no stream "${stream}"; there are: ${Object.keys(STREAMS).join(', ')}.\n`)
    return 1
  }
  const side = optionIn(argv, '--side')
  if (side !== undefined) {
    if (name === 'gateway') await serveGatewaySide(side as GatewaySide)
    else serveSide(side as CoreSide, stream)
    return 0
  }
  const result = await bench(print, stream)
  print(`peer: ${result.peer}`)
  print(`ratio: ${result.ratio.toFixed(2)}`)
  return 0
}

const isStream = (name: string): name is StreamName => Object.hasOwn(STREAMS, name)

function optionIn(argv: readonly string[], name: string): string | undefined {
  const at = argv.indexOf(name)
  return at < 0 ? undefined : argv[at + 1]
}
