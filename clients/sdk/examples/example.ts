/**
 * Runs an example against a local exchange, with an account of its own and play money:
 * `npm run example -- maker --symbol BTC-PERP`. Ctrl-C ends it.
 */
import { createVestClient } from '@vest/sdk/node'
import { runMaker } from './maker.ts'
import { runMomentumTaker } from './momentumTaker.ts'
import { openAccount } from './openAccount.ts'
import { runRecorder } from './recorder.ts'

const USAGE = `Usage: npm run example -- NAME [--url http://localhost:8080] [--symbol BTC-PERP] [--size 0.01]

Examples
  maker      a bid and an ask around the index price, with the dead-man's switch behind them
  momentum   follows movements of the mark price by market orders
  recorder   every trade of a market once, as lines of JSON
`

export async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv
  const option = (key: string, standard: string): string => {
    const at = rest.indexOf(`--${key}`)
    return at < 0 ? standard : (rest[at + 1] ?? standard)
  }
  const baseUrl = option('url', 'http://localhost:8080')
  const symbol = option('symbol', 'BTC-PERP')
  const size = option('size', '0.01')
  const ended = new AbortController()
  process.once('SIGINT', () => ended.abort())
  const { signal } = ended
  const log = (line: string): void => void process.stdout.write(`${line}\n`)
  switch (name) {
    case 'maker': {
      const { quoted } = await runMaker({ vest: await openAccount({ baseUrl }), symbol, size, log, signal })
      log(`${quoted} orders, all cancelled`)
      return 0
    }
    case 'momentum': {
      const vest = await openAccount({ baseUrl })
      const { taken } = await runMomentumTaker({ vest, symbol, size, log, signal })
      log(`${taken} positions, all closed`)
      return 0
    }
    case 'recorder':
      await runRecorder({
        vest: createVestClient({ baseUrl }),
        symbols: [symbol],
        write: (trade) => log(JSON.stringify(trade)),
        signal,
      })
      return 0
    default:
      process.stderr.write(USAGE)
      return name === '--help' ? 0 : 1
  }
}
