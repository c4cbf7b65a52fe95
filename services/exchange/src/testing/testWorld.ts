/**
 * The exchange as a whole with nothing outside the process: the real engine, the real server, a store in memory,
 * a chain that is scripted and a clock that only the test moves.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchMarkets, type Command } from '@vest/engine'
import {
  assert,
  timeMs,
  ticks,
  usd6,
  type Address,
  type Hex,
  type IdResponse,
  type OrderRequest,
  type SignedAction,
} from '@vest/protocol'
import type { Clock, ReadModelStore } from '@vest/runtime'
import { PROGRAM_HEADER } from '../access/createAccess.ts'
import { DEVNET_SEEDS } from '../genesis.ts'
import { BODY_BYTES_MAX } from '../limits.ts'
import { createLogger } from '../logger.ts'
import { startExchange, type ExchangeOptions, type RunningExchange } from '../startExchange.ts'
import { assertDeclared } from './assertDeclared.ts'
import { createDirectProjector, type DirectProjector } from './directProjector.ts'
import { createInProcessEngine, type InProcessEngine } from './inProcessEngine.ts'
import { createMemoryStore } from './memoryStore.ts'
import { createScriptedChain, TEST_VAULT, type ScriptedChain } from './scriptedChain.ts'
import { testKey, type TestKey } from './testKeys.ts'
import { answerOf, createTestWire, type Answer } from './testWire.ts'

export const START_MS = 1_763_700_000_000
export const SET_A: Address = '0x919386306c47b2fe1036e3b4f7c40d22d2461a23'
export const SET_B: Address = '0x8e4d87aef4ac4d5415c35a12319013e34223825b'

export interface TestClock extends Clock {
  advance(ms: number): void
}
export interface CallOptions {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is instead of `body`. */
  readonly payload?: string | Buffer
  /** The path is not below /v2. */
  readonly isRoot?: boolean
  /** Where it comes from; a program of the installation on this machine unless it says so. */
  readonly from?: string
}

/** A registered account: its two keys and what the server gave it. */
export interface Trader {
  readonly primary: TestKey
  readonly signing: TestKey
  readonly apiKey: string
}

export interface TestWorld {
  readonly exchange: RunningExchange
  readonly engine: InProcessEngine
  readonly store: ReadModelStore
  readonly projector: DirectProjector
  readonly chain: ScriptedChain
  readonly clock: TestClock
  readonly fatal: Error[]
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    path: string,
    options?: CallOptions,
  ): Promise<Answer>
  submit(command: Command): Promise<void>
  /** Gives a market this index price and lets it settle, until it trades. */
  setPrice(symbol: string, price: number): Promise<void>
  /** Registers keys number n and n + 1; with money unless told otherwise. */
  trader(n: number, usdc?: number): Promise<Trader>
  signedOrder(trader: Trader, overrides?: Partial<OrderRequest['order']>, signer?: TestKey): OrderRequest
  place(trader: Trader, overrides?: Partial<OrderRequest['order']>): Promise<Hex>
  stop(): Promise<void>
}

export interface TestWorldOptions extends Partial<ExchangeOptions> {
  /** Calls are those of strangers. */
  readonly isLimited?: boolean
}

const PROGRAM_TOKEN = 'a program of the tests'

export async function startTestWorld({
  isLimited = false,
  ...overrides
}: TestWorldOptions = {}): Promise<TestWorld> {
  const clock = createTestClock()
  const engine = createInProcessEngine(clock)
  const store = createMemoryStore()
  const projector = createDirectProjector(store)
  const chain = createScriptedChain()
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'vest-exchange-')))
  const fatal: Error[] = []
  const exchange = await startExchange({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    engine,
    store,
    projector,
    clock,
    logger: createLogger({}),
    genesis: { markets: launchMarkets(), seeds: DEVNET_SEEDS },
    chains: [chain],
    rpcUrls: {},
    registrationContracts: [TEST_VAULT, SET_A, SET_B],
    bridgeRetryMs: 5,
    programToken: PROGRAM_TOKEN,
    onFatal: (reason) => fatal.push(reason),
    ...overrides,
  })
  const wire = createTestWire()
  let nonce = START_MS
  const submit = async (command: Command): Promise<void> => {
    const { answer } = await engine.submit(command)
    assert(answer.ok, `the engine refused ${command.kind} with ${answer.ok ? '' : answer.code}`)
  }
  const world: TestWorld = {
    exchange,
    engine,
    store,
    projector,
    chain,
    clock,
    fatal,
    submit,
    call: async (method, path, { key, body, headers, payload, isRoot = false, from } = {}) => {
      const bytes = payload ?? (body === undefined ? undefined : JSON.stringify(body))
      const request = {
        method,
        url: isRoot ? path : `/v2${path}`,
        headers: {
          ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(isLimited || from !== undefined ? {} : { [PROGRAM_HEADER]: PROGRAM_TOKEN }),
          ...headers,
        },
      }
      // A write comes over a socket, as clients send it; what no socket can say, or says no more, comes from within.
      const isWrite = method === 'POST' && bytes !== undefined && Buffer.byteLength(bytes) <= BODY_BYTES_MAX
      const fromWithin = async (): Promise<Answer> => {
        const response = await exchange.app.inject({
          ...request,
          ...(from === undefined ? {} : { remoteAddress: from }),
          ...(bytes === undefined ? {} : { payload: bytes }),
        })
        return answerOf(response.statusCode, response.headers, response.body)
      }
      const answer =
        isWrite && from === undefined
          ? await wire.send(exchange.port, { ...request, bytes })
          : await fromWithin()
      if (!isRoot) assertDeclared(method, path, answer.body)
      return answer
    },
    setPrice: async (symbol, price) => {
      const market = (await engine.query('markets', {})).find(({ spec }) => spec.symbol === symbol)
      assert(market !== undefined, `no market ${symbol}`)
      const index = {
        marketId: market.marketId,
        price: ticks(Math.round(price * 10 ** market.spec.priceDecimals)),
        conf: ticks(0),
        held: false,
      }
      for (let i = 0; i < 5; i += 1) {
        clock.advance(1_000)
        await submit({ kind: 'UpdateIndexPrices', prices: [{ ...index, sourceTimeMs: clock.nowMs() }] })
        await submit({ kind: 'TickTimer' })
      }
    },
    trader: async (n, usdc = 10_000) => {
      const primary = testKey(n)
      const signing = testKey(n + 1)
      const expiryTime = clock.nowMs() + 86_400_000
      const answer = await world.call('POST', '/register', {
        body: {
          signingAddr: signing.address,
          primaryAddr: primary.address,
          expiryTime,
          networkType: 0,
          isMobile: false,
          signature: primary.approveSigner(TEST_VAULT, signing.address, expiryTime),
        },
      })
      assert(answer.status === 200, `registration failed: ${JSON.stringify(answer.body)}`)
      if (usdc > 0) {
        const log = chain.depositLog({ from: primary.address, amountUsd6: usd6(usdc * 1_000_000) })
        await chain.events!.onDeposit(log)
        await chain.events!.onDepositFinal(log.id, log.blockHash)
      }
      return { primary, signing, apiKey: answer.body.apiKey as string }
    },
    signedOrder: (trader, order = {}, signer = trader.signing) => {
      nonce += 1
      const full = {
        time: clock.nowMs(),
        nonce,
        symbol: 'BTC-PERP',
        isBuy: true,
        size: '0.01',
        orderType: 'LIMIT',
        limitPrice: '50000',
        reduceOnly: false,
        ...order,
      }
      const action = { kind: 'order', ...full, limitPrice: full.limitPrice ?? '0' } as SignedAction
      return { order: full, signature: signer.signAction(action) }
    },
    place: async (trader, order) => {
      const answer = await world.call('POST', '/orders', {
        key: trader.apiKey,
        body: world.signedOrder(trader, order),
      })
      assert(answer.status === 200, `order was refused: ${JSON.stringify(answer.body)}`)
      return (answer.body as IdResponse).id as Hex
    },
    stop: async () => {
      wire.close()
      await exchange.stop()
      // A folder that the test brought is the test's.
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

export function createTestClock(): TestClock {
  let now = START_MS
  return {
    nowMs: () => timeMs(now),
    advance: (ms) => (now += ms),
  }
}
