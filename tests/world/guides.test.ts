/**
 * What the guides teach happens: the code of each is put together from its blocks and run against a running exchange,
 * and prints what the guide says. The example bots do their work and leave nothing behind.
 */
import { createVestClient, type VestClient } from '@vest/sdk/node'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMomentumTaker } from '../../clients/sdk/examples/momentumTaker.ts'
import { openAccount } from '../../clients/sdk/examples/openAccount.ts'
import { runRecorder, type RecordedTrade } from '../../clients/sdk/examples/recorder.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '..', '..')
const GUIDES = join(root, 'docs', 'guides')
/** For operators: they have no program to run. */
const OPERATOR_GUIDES = ['capital-operator.md', 'identity.md', 'payments.md', 'posting.md']
const names = readdirSync(GUIDES).filter((file) => file.endsWith('.md') && !OPERATOR_GUIDES.includes(file))

const LOG_LINES = 30

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!)

describe('guides and examples', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack({ dataDir })
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  it('there are five', () => {
    expect(names.toSorted()).toEqual([
      'first-order.md',
      'lost-answers.md',
      'market-making.md',
      'money.md',
      'reconnecting.md',
    ])
  })

  it.each(names)('%s runs and prints what it says', async (name) => {
    const text = readFileSync(join(GUIDES, name), 'utf8')
    const folder = join(root, 'build', 'guides')
    mkdirSync(folder, { recursive: true })
    const [source, bundle] = ['ts', 'mjs'].map((end) => join(folder, name.replace(/md$/, end))) as [
      string,
      string,
    ]
    // Paths of the guide are those of its own folder.
    writeFileSync(source, blocksOf(text, 'ts').join('\n').replaceAll("'../../", `'${root}/`))
    await build({ absWorkingDir: root, entryPoints: [source], outfile: bundle, bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent', banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" } }) // prettier-ignore
    const { stdout } = await promisify(execFile)(process.execPath, [bundle], {
      env: { ...process.env, VEST_URL: stack.baseUrl },
      timeout: 120_000,
    }).catch((error: unknown) => {
      const log = readFileSync(join(dataDir, 'vest.log'), 'utf8').trimEnd().split('\n').slice(-LOG_LINES)
      throw new Error(`${name} did not run to its end; the exchange said last:\n${log.join('\n')}`, {
        cause: error,
      })
    })
    expect(stdout).toBe(blocksOf(text, 'text').join(''))
    expect(stdout.length).toBeGreaterThan(10)
  })

  it('the momentum taker takes what moves, and is flat when it ends', async () => {
    const vest = await openAccount({ baseUrl: stack.baseUrl, usdc: 2_000 })
    const ended = new AbortController()
    const running = runMomentumTaker({
      vest,
      symbol: 'BTC-PERP',
      size: '0.01',
      threshold: 1e-7,
      holdMs: 1_000,
      signal: ended.signal,
    })
    await until('it has taken and closed', async () => closes(await vest.orders({ status: 'FILLED' })) > 0)
    ended.abort()
    const { taken } = await running
    expect(taken).toBeGreaterThan(0)
    await until('nothing is held', async () => (await vest.account()).positions.length === 0)
  })
  const closes = (orders: Awaited<ReturnType<VestClient['orders']>>): number =>
    orders.filter(({ reduceOnly }) => reduceOnly).length

  it('the recorder writes every trade once and in order, through a break of its socket', async () => {
    const symbol = 'BTC-PERP'
    const trader = await openAccount({ baseUrl: stack.baseUrl, usdc: 5_000 })
    const written: RecordedTrade[] = []
    const ended = new AbortController()
    const sockets: WebSocket[] = []
    const { WebSocket: NodeWebSocket } = await import('ws')
    class Breakable extends NodeWebSocket {
      constructor(url: string) {
        super(url)
        sockets.push(this as unknown as WebSocket)
      }
    }
    const vest = createVestClient({ baseUrl: stack.baseUrl, WebSocket: Breakable as never })
    const running = runRecorder({
      vest,
      symbols: [symbol],
      write: (trade) => written.push(trade),
      signal: ended.signal,
    })
    const trade = async (): Promise<void> => {
      for (const isBuy of [true, false]) {
        const { id } = await trader.placeOrder({ symbol, isBuy, size: '0.01', orderType: 'MARKET' })
        await trader.confirmOrder(id, { expect: 'MARKET' })
      }
    }
    await trade()
    await until('it records', () => written.length > 0)
    const before = sockets.length
    for (const socket of sockets) socket.close()
    await trade()
    await until('it is back', () => sockets.length > before)
    await trade()
    const last = (await vest.trades({ symbol, limit: 1 }))[0]!
    await until('it has caught up', () => written.some(({ id }) => id >= Number(last.id)))
    ended.abort()
    await running
    const ids = written.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    const all = (await vest.trades({ symbol })).map(({ id }) => Number(id))
    const [from, to] = [ids[0]!, ids.at(-1)!]
    expect(ids).toEqual(all.filter((id) => id >= from && id <= to).toSorted((a, b) => a - b))
  })
})
