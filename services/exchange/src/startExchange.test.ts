/** Beginning and end: genesis once, what was open is taken up again, and everything stops in order. */
import { launchMarkets } from '@vest/engine'
import { bytesToHex, timeMs, usd6, type Hex } from '@vest/protocol'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DEVNET_SEEDS, submitGenesis } from './genesis.ts'
import { createLogger } from './logger.ts'
import { startExchange, type ExchangeOptions, type RunningExchange } from './startExchange.ts'
import { createDirectProjector } from './testing/directProjector.ts'
import { createInProcessEngine, type InProcessEngine } from './testing/inProcessEngine.ts'
import { createMemoryStore } from './testing/memoryStore.ts'
import { createScriptedChain, hash32, TEST_CHAIN_ID, TEST_USDC, TEST_VAULT } from './testing/scriptedChain.ts'
import { testKey } from './testing/testKeys.ts'
import { createTestClock } from './testing/testWorld.ts'

const SEED_SUM = 12_000_000_000_000
const account = testKey(0x31).address

describe('genesis', () => {
  const markets = launchMarkets().slice(0, 5)
  const genesis = { markets, seeds: DEVNET_SEEDS }
  const stateOf = async (engine: InProcessEngine) => {
    const listed = await engine.query('markets', {})
    return {
      vault: (await engine.query('exchange', {})).vault,
      symbols: listed.map(({ spec }) => spec.symbol),
    }
  }
  const whole = { vault: SEED_SUM, symbols: markets.map(({ symbol }) => symbol) }

  it('lists the markets in order and puts in the money, once', async () => {
    const engine = createInProcessEngine(createTestClock())
    await submitGenesis(engine, genesis)
    await submitGenesis(engine, genesis)
    expect(await stateOf(engine)).toEqual(whole)
    expect(engine.seq()).toBe(DEVNET_SEEDS.length + markets.length)
  })

  it('goes on where a process died, after every single command', async () => {
    const commands = DEVNET_SEEDS.length + markets.length
    for (let done = 0; done <= commands; done += 1) {
      const engine = createInProcessEngine(createTestClock())
      const { submit } = engine
      const accepted: Promise<unknown>[] = []
      engine.submit = async (command) => {
        if (accepted.length === done) throw new Error('died')
        const submitted = submit(command)
        accepted.push(submitted)
        return submitted
      }
      await submitGenesis(engine, genesis).catch(() => undefined)
      await Promise.all(accepted)
      engine.submit = submit
      await submitGenesis(engine, genesis)
      expect(await stateOf(engine)).toEqual(whole)
    }
  })

  it('knows a renamed market by its former name', async () => {
    const engine = createInProcessEngine(createTestClock())
    await submitGenesis(engine, genesis)
    await engine.submit({ kind: 'RenameMarket', marketId: 0, symbol: 'OTHER-PERP' })
    const seq = engine.seq()
    await submitGenesis(engine, genesis)
    expect(engine.seq()).toBe(seq)
    expect((await stateOf(engine)).symbols).toEqual(['OTHER-PERP', ...whole.symbols.slice(1)])
  })

  it('lists what a later release adds and touches no money', async () => {
    const engine = createInProcessEngine(createTestClock())
    await submitGenesis(engine, genesis)
    await submitGenesis(engine, { ...genesis, markets: launchMarkets().slice(0, 6) })
    expect(await stateOf(engine)).toEqual({
      vault: SEED_SUM,
      symbols: launchMarkets()
        .slice(0, 6)
        .map(({ symbol }) => symbol),
    })
  })
})

describe('startExchange', () => {
  const running: RunningExchange[] = []
  const folders: string[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((exchange) => exchange.stop()))
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
  })
  const parts = async () => {
    const clock = createTestClock()
    const dataDir = await mkdtemp(join(tmpdir(), 'vest-start-'))
    folders.push(dataDir)
    return { clock, engine: createInProcessEngine(clock), chain: createScriptedChain(), dataDir }
  }
  const start = async (
    { clock, engine, chain, dataDir }: Awaited<ReturnType<typeof parts>>,
    overrides: Partial<ExchangeOptions> = {},
  ) => {
    const store = createMemoryStore()
    const exchange = await startExchange({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      engine,
      store,
      projector: createDirectProjector(store),
      clock,
      logger: createLogger({}),
      chains: [chain],
      registrationContracts: [TEST_VAULT],
      onFatal: (reason) => {
        throw reason
      },
      ...overrides,
    })
    running.push(exchange)
    return exchange
  }
  const register = async (engine: InProcessEngine) =>
    engine.submit({
      kind: 'Register',
      account,
      networkType: 0,
      signer: testKey(0x32).address,
      expiryTimeMs: timeMs(1_800_000_000_000),
      apiKeyHash: hash32(1),
      proofSignature: '0x',
      verifyingContract: TEST_VAULT,
      isMobile: false,
    })
  const credit = async (engine: InProcessEngine, finality: 'SOFT' | 'FINAL', n = 1) =>
    engine.submit({
      kind: 'CreditDeposit',
      id: hash32(n),
      chainId: TEST_CHAIN_ID,
      txHash: hash32(100 + n),
      logIndex: 0,
      blockHash: hash32(200 + n),
      account,
      from: account,
      amountUsd6: usd6(1_000_000_000),
      token: TEST_USDC,
      finality,
    })
  const withdraw = async (engine: InProcessEngine, id: Hex, requestArgs: Hex, execute: boolean) =>
    engine.submit({
      kind: 'RequestWithdrawal',
      id,
      account,
      signer: account,
      nonce: Number(BigInt(id) % 1_000_000n),
      orderTimeMs: timeMs(1_763_700_000_000),
      recvWindowMs: 5_000,
      recipient: account,
      isTrustedRecipient: true,
      token: TEST_USDC,
      sizeUsd6: usd6(2_000_000),
      chainId: TEST_CHAIN_ID,
      execute,
      networkFeeUsd6: usd6(0),
      requestArgs,
      signature: '0x',
      signatureProof: '0x',
    })

  it('hands soft deposits to the chain again, with their blocks', async () => {
    const given = await parts()
    await register(given.engine)
    await credit(given.engine, 'SOFT', 1)
    await credit(given.engine, 'FINAL', 2)
    await start(given)
    expect(given.chain.started).toEqual([[{ id: hash32(1), txHash: hash32(101), blockHash: hash32(201) }]])
  })

  it('signs what was approved before the restart, and only once what is paid already', async () => {
    const given = await parts()
    const { keccak } = await import('./testing/testKeys.ts')
    const [args, delegated, paid] = [1, 2, 3].map((n) => bytesToHex(new Uint8Array(256).fill(n))) as [
      Hex,
      Hex,
      Hex,
    ]
    const ids = [args, delegated, paid].map((each) =>
      bytesToHex(keccak(Buffer.from(each.slice(2), 'hex'))),
    ) as [Hex, Hex, Hex]
    await register(given.engine)
    await credit(given.engine, 'FINAL')
    await withdraw(given.engine, ids[0], args, false)
    await withdraw(given.engine, ids[1], delegated, true)
    await withdraw(given.engine, ids[2], paid, true)
    given.chain.completed.add(ids[2])
    given.chain.failNext = undefined
    const exchange = await start(given)
    await exchange.stop()
    expect(given.chain.executed.map(({ id }) => id)).toEqual([ids[1]])
    expect(new Set(given.chain.signed)).toEqual(new Set(ids))
  })

  it('sends a delegated withdrawal again that the chain has lost, until it is paid', async () => {
    const given = await parts()
    const { keccak } = await import('./testing/testKeys.ts')
    const args = bytesToHex(new Uint8Array(256).fill(4))
    const id = bytesToHex(keccak(Buffer.from(args.slice(2), 'hex')))
    await register(given.engine)
    await credit(given.engine, 'FINAL')
    await withdraw(given.engine, id, args, true)
    await start(given, { withdrawalLookMs: 5 })
    await vi.waitFor(() => expect(given.chain.executed.length).toBeGreaterThan(2))
    given.chain.completed.add(id)
    await given.chain.events!.onWithdrawalCompleted(id, hash32(6))
    expect(await given.engine.query('openTransfers', {})).toMatchObject([])
  })

  it('takes up authorizations that were accepted and not relayed', async () => {
    const given = await parts()
    await register(given.engine)
    const exchange = await start(given)
    given.chain.failNext = new Error('relayer is unreachable')
    const { createDepositRelay } = await import('./bridge/depositRelay.ts')
    const { createChains } = await import('./chains.ts')
    const { createWorkQueue } = await import('./bridge/workQueue.ts')
    const failures: string[] = []
    const queue = createWorkQueue({
      retryMs: 3_600_000,
      onFailure: (name) => failures.push(name),
      onBroken: (error) => {
        throw error
      },
    })
    const dir = join(given.dataDir, 'relay')
    const options = {
      dir,
      engine: given.engine,
      store: createMemoryStore(),
      chains: createChains([given.chain], {}),
      clock: given.clock,
      queue,
      logger: createLogger({}),
    }
    const accepted = await createDepositRelay(options).accept(TEST_CHAIN_ID, {
      account,
      valueUsd6: usd6(5_000_000),
      validAfterS: 0,
      validBeforeS: 1_763_703_600,
      nonce: hash32(9),
      signature: '0x12',
    })
    await vi.waitFor(() => expect(failures).toHaveLength(1))
    await queue.stop()
    expect([failures.length, given.chain.submitted.length]).toEqual([1, 0])
    expect(await readdir(dir)).toHaveLength(1)
    const next = createWorkQueue({
      onFailure: (name) => failures.push(name),
      onBroken: (error) => {
        throw error
      },
    })
    const relay = createDepositRelay({ ...options, queue: next })
    await relay.resume()
    await next.idle()
    relay.stop()
    expect(given.chain.submitted).toMatchObject([
      { nonce: hash32(9), valueUsd6: 5_000_000, signature: '0x12' },
    ])
    // It is in a block, no more: the file stays until the credit is final.
    expect(await readdir(dir)).toHaveLength(1)
    expect(accepted).toMatchObject({ id: given.chain.authorizedDepositId(account, hash32(9)) })
    await exchange.stop()
  })

  it('stops what comes in before the engine, the engine before the projector, the store last', async () => {
    const given = await parts()
    const order: string[] = []
    const store = createMemoryStore()
    const projector = createDirectProjector(store)
    const note = <Target extends object>(
      target: Target,
      method: keyof Target & string,
      name: string,
    ): void => {
      const original = target[method] as unknown as (...args: unknown[]) => unknown
      Object.assign(target, {
        [method]: async (...args: unknown[]) => (order.push(name), original.apply(target, args)),
      })
    }
    note(given.engine, 'stop', 'engine')
    note(given.chain, 'stop', 'chain')
    note(projector, 'stop', 'projector')
    note(store, 'close', 'store')
    const exchange = await start(given, {
      store,
      projector,
      startOracle: () => () => void order.push('oracle'),
    })
    await Promise.all([exchange.stop(), exchange.stop()])
    expect(order).toEqual(['oracle', 'chain', 'engine', 'projector', 'store'])
    await expect(fetch(`${exchange.url}/v2/time`)).rejects.toThrow()
  })

  it('feeds the oracle into the engine', async () => {
    const given = await parts()
    await start(given, {
      genesis: { markets: launchMarkets().slice(0, 1), seeds: DEVNET_SEEDS },
      startOracle: async (submit) => {
        await submit({ kind: 'ChangeSession', marketId: 0, session: 'CLOSED' })
        return () => undefined
      },
    })
    expect((await given.engine.query('markets', {}))[0]!.status).toBe('HALT')
  })

  it('a port that is taken ends the start and stops what was begun', async () => {
    const first = await parts()
    const { port } = await start(first)
    const second = await parts()
    let stopped = false
    const { stop } = second.engine
    second.engine.stop = async () => {
      stopped = true
      return stop()
    }
    await expect(start(second, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect([stopped, second.chain.events]).toEqual([true, undefined])
  })
})
