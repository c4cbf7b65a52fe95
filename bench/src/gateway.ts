/**
 * `bench -- gateway`: POST /orders up to the engine, without the signature: HTTP, key, rate limit, body, every check of
 * admission, an id for an answer. The verifier says yes to every message and the engine accepts at once. Against raw
 * node:http that reads the same bytes, parses the JSON, looks the key up and answers as much. Each server has a process
 * of its own, the client is this one.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { launchMarkets } from '@vest/engine'
import { assert, timeMs, ticks, type Address, type Hex, type Id } from '@vest/protocol'
import { NO_HOURS } from '@vest/runtime'
import { createAccess } from '../../services/exchange/src/access/createAccess.ts'
import { createChains } from '../../services/exchange/src/chains.ts'
import type { Edge } from '../../services/exchange/src/edge.ts'
import { createEdgeView } from '../../services/exchange/src/edgeView.ts'
import { createFundingRateSeries } from '../../services/exchange/src/fundingRateSeries.ts'
import { hashApiKey } from '../../services/exchange/src/keyRing.ts'
import { createLogger } from '../../services/exchange/src/logger.ts'
import { createMetrics } from '../../services/exchange/src/operator/metrics.ts'
import { createRateLimits } from '../../services/exchange/src/rest/rateLimits.ts'
import { createRestServer } from '../../services/exchange/src/rest/createRestServer.ts'
import { createListenKeys } from '../../services/exchange/src/socket/listenKeys.ts'
import { createDirectProjector } from '../../services/exchange/src/testing/directProjector.ts'
import { createInProcessEngine } from '../../services/exchange/src/testing/inProcessEngine.ts'
import { createMemoryStore } from '../../services/exchange/src/testing/memoryStore.ts'
import type { SignatureVerifier } from '../../services/exchange/src/verify/signatureJob.ts'
import type { BenchResult } from './benchResult.ts'
import { accountAddress } from './freshExchange.ts'
import { openHttpLines, postBytes, type HttpLines } from './httpLines.ts'
import { interleave } from './interleave.ts'

const CONNECTIONS = 32
const REQUESTS = 8_000
const WARM_UP_ROUNDS = 3
/** So many that no account comes near its allowance of orders. */
const ACCOUNTS = 2_000
const SYMBOL = 'BTC-PERP'

export type GatewaySide = 'exchange' | 'node:http'

const apiKeyOf = (n: number): string => n.toString(16).padStart(64, 'a')

export async function benchGateway(print: (line: string) => void): Promise<BenchResult> {
  const [ours, peer] = await Promise.all([startSide('exchange'), startSide('node:http')])
  let nonce = Date.now()
  const requests = (): Buffer[] =>
    Array.from({ length: REQUESTS }, (_, at) => {
      nonce += 1
      return orderBytes(at % ACCOUNTS, nonce)
    })
  const round = (lines: HttpLines) => {
    return async (): Promise<number> => lines.send(requests())
  }
  print(
    `${REQUESTS} orders of ${requests()[0]!.length} bytes over ${CONNECTIONS} connections, 5 interleaved rounds after ` +
      `${WARM_UP_ROUNDS} to warm up; ${ACCOUNTS} accounts`,
  )
  try {
    const ratio = await interleave({
      print,
      names: ['POST /orders', 'node:http'],
      ops: REQUESTS,
      warmUpRounds: WARM_UP_ROUNDS,
      ours: round(ours.lines),
      peer: round(peer.lines),
    })
    return { peer: `node:http of Node ${process.versions.node}, JSON.parse and a look at the key`, ratio }
  } finally {
    for (const { lines, child } of [ours, peer]) {
      lines.close()
      child.kill()
    }
  }
}

/** A signed order as a bot sends it; of its signature only the form is looked at here. */
const orderBytes = (account: number, nonce: number): Buffer =>
  postBytes('/v2/orders', apiKeyOf(account), {
    order: {
      time: Date.now(),
      nonce,
      symbol: SYMBOL,
      isBuy: true,
      size: '0.1000',
      orderType: 'LIMIT',
      limitPrice: '49000.00',
      reduceOnly: false,
      timeInForce: 'GTC',
    },
    recvWindow: 60_000,
    signature: `0x${nonce.toString(16).padStart(64, '1')}${'2'.repeat(64)}1b`,
  })

interface ServedSide {
  readonly child: ChildProcess
  readonly lines: HttpLines
}

async function startSide(side: GatewaySide): Promise<ServedSide> {
  const child = fork(process.argv[1]!, ['bench', 'gateway', '--side', side])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, lines: await openHttpLines(port, { connections: CONNECTIONS }) }
}

/** One server in a process of its own; it tells its port. */
export async function serveGatewaySide(side: GatewaySide): Promise<void> {
  process.send!({ port: side === 'exchange' ? await serveExchange() : await serveNodeHttp() })
}

async function serveNodeHttp(): Promise<number> {
  const keys = new Map(Array.from({ length: ACCOUNTS }, (_, n) => [apiKeyOf(n), n]))
  const answer = JSON.stringify({ id: `0x${'0'.repeat(64)}` })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { order: { symbol: string } }
      const isFine = keys.has(request.headers['x-api-key'] as string) && body.order.symbol === SYMBOL
      response.writeHead(isFine ? 200 : 400, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': answer.length,
      })
      response.end(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function serveExchange(): Promise<number> {
  const clock = { nowMs: () => timeMs(Date.now()) }
  const engine = createInProcessEngine(clock)
  await fillEngine(engine, clock.nowMs())
  const view = await createEdgeView(engine)
  let seq = engine.seq()
  const accepting: Edge['engine'] = {
    ...engine,
    submit: async (command) => {
      seq += 1
      return { seq, timeMs: clock.nowMs(), answer: { ok: true, id: (command as { id: Id }).id } }
    },
  }
  const store = createMemoryStore()
  const edge: Edge = {
    clock,
    engine: accepting,
    view,
    projector: createDirectProjector(store),
    store,
    fundingRates: createFundingRateSeries(),
    hours: NO_HOURS,
    verifier: yesToEverybody,
    chains: createChains([], {}),
    relay: undefined as never,
    strays: undefined as never,
    reserveDesk: undefined as never,
    shownNames: undefined as never,
    keyUses: undefined as never,
    notices: undefined as never,
    statusRecord: undefined as never,
    listenKeys: createListenKeys(clock.nowMs),
    outside: {},
    isCapitalReviewed: false,
    capitalCluster: undefined as never,
    rateLimits: createRateLimits(),
    registrationContracts: [],
    access: createAccess({ host: '127.0.0.1' }),
    serviceStatus: () => ({ status: 'UP', message: null }),
  }
  const app = await createRestServer({
    edge,
    logger: createLogger({}),
    isStopping: () => false,
    readiness: () => ({ ready: true }),
    metrics: createMetrics({
      isServing: () => true,
      nowMs: clock.nowMs,
      ledger: () => Promise.reject(new Error('there is no engine')),
      capital: () => Promise.reject(new Error('there is no engine')),
      dataDir: tmpdir(),
    }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const yesToEverybody: SignatureVerifier = {
  verify: async (job) => {
    assert(job.kind === 'action', 'only orders are sent here')
    const hash = `0x${'0'.repeat(64)}` as Hex
    return { kind: 'action', hash, orderId: hash, signer: job.account } as never
  },
  work: { together: 0, alone: 0, failedBatches: 0 },
  stop: async () => undefined,
}

/** One market that trades, and accounts with a key and money each. */
async function fillEngine(
  engine: ReturnType<typeof createInProcessEngine>,
  nowMs: ReturnType<typeof timeMs>,
): Promise<void> {
  const spec = launchMarkets().find(({ symbol }) => symbol === SYMBOL)
  assert(spec !== undefined, `no market ${SYMBOL}`)
  await engine.submit({ kind: 'ListMarket', spec })
  const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const account: Address = accountAddress(n + 1)
    await engine.submit({
      kind: 'Register',
      account,
      networkType: 0,
      signer: account,
      expiryTimeMs: timeMs(nowMs + 86_400_000),
      apiKeyHash: hashApiKey(apiKeyOf(n)),
      proofSignature: hash(n),
      verifyingContract: account,
      isMobile: false,
    })
    await engine.submit({
      kind: 'CreditDeposit',
      id: hash(n + 1),
      chainId: 42161,
      txHash: hash(n + 1),
      logIndex: 0,
      blockHash: hash(n + 1),
      account,
      from: account,
      amountUsd6: 1_000_000_000 as never,
      token: account,
      finality: 'FINAL',
    })
  }
  const price = { marketId: 0, price: ticks(5_000_000), conf: ticks(0), sourceTimeMs: nowMs, held: false }
  await engine.submit({ kind: 'UpdateIndexPrices', prices: [price] })
  await engine.submit({ kind: 'TickTimer' })
}
