/**
 * The start command's composition: the data folder, devnet's chain and prices, the database, the engine, the
 * exchange, and the trading flow, on one URL; then it waits for a signal and stops all in order. Everything
 * it composes is the real thing; what is devnet's own comes in through the exchange's ports.
 */
import { createServer } from 'node:net'
import { createInterface } from 'node:readline/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPgliteStore, openPostgresStore, type OpenedStore } from '@vest/database'
import {
  createCandleHistory,
  createFundingPast,
  createPriceSimulator,
  devnetChainAdapter,
  devnetPayouts,
  devnetRoutes,
  explorerRoute,
  devnetRpcPath,
  marketProfile,
  openAttester,
  openDevnetChains,
  openDevnetSolana,
  startDevnetOnRamp,
  type Attester,
  type DevnetChains,
} from '@vest/devnet'
import { launchMarkets } from '@vest/engine'
import { chainRules, openDepositAccounts } from '@vest/evm'
import {
  addressesOf,
  createLogger,
  createProjector,
  DEVNET_SEEDS,
  installCrashGuard,
  isAbsentAddress,
  startExchange,
  type Logger,
  type RunningProjector,
} from '@vest/exchange'
import { alwaysOpen, createCalendar, createOracle } from '@vest/oracle'
import {
  CHAIN_SOLANA,
  REGISTRATION_CONTRACTS_DOCUMENTED,
  timeMs,
  usd6,
  type Session,
  type Ticks,
} from '@vest/protocol'
import {
  ReaderBehindError,
  startEngine,
  type CandleHistory,
  type Clock,
  type EngineClient,
  type PriceFeed,
} from '@vest/runtime'
import { keccak256 } from '@vest/sdk'
import { createSolanaChain } from '@vest/solana'
import { buildInfo } from './buildInfo.ts'
import { devnetIdentity, type DevnetIdentity } from './devnetIdentity.ts'
import { emptyDataFolder, openDataFolder, type DataFolder } from './dataFolder.ts'
import { readOptions, StartError, type StartOptions } from './options.ts'
import { createProgress, type Progress } from './progress.ts'
import { feedSymbol } from './feedSymbol.ts'
import { mountDevnetRoutes } from './mountDevnetRoutes.ts'
import { openProgramToken } from './programToken.ts'
import { rebalancingOf } from './rebalancingOf.ts'
import { startFlow } from './startFlow.ts'
import { appOrigins, startIdentity } from './startIdentity.ts'
import { startPlanPayments } from './startPlanPayments.ts'
import { startSocial } from './startSocial.ts'
import { devnetRoles, openValidators } from './startValidators.ts'

export interface StartInput {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly buildWeb: () => Promise<{ readonly built: boolean }>
  readonly print: (text: string) => void
  /** The addon for batches of signatures, where this machine could build it. */
  readonly addonUrl?: URL
}

const clock: Clock = { nowMs: () => timeMs(Date.now()) }
const workerUrl = (name: string): URL => new URL(`./${name}.mjs`, import.meta.url)
const databaseTemplate = fileURLToPath(new URL('./database', import.meta.url))
const walletDir = fileURLToPath(new URL('../../clients/wallet/dist', import.meta.url))
const webDir = fileURLToPath(new URL('../../clients/web/dist', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const LOOPBACK = '127.0.0.1'
/** What the exchange writes is its owner's alone, whichever of its parts and children writes it. */
const OWNER_ALONE = 0o077
const VERIFY_WORKERS = 1
const FORCE_AFTER_MS = 2_000
/** Archived segments of the journal are removed after so long: a laptop is no archive. Read models that are lost begin anew with what stands. */
const DEVNET_ARCHIVE_KEPT_MS = 30 * 86_400_000
/** News come at once; between them what was seen becomes final. */
const SOLANA_POLL_MS = 2_000
const DAY_MS = 86_400_000
/** Of reserves: a trial on a laptop is shorter than a day. */
const DEVNET_STATEMENT_MS = 600_000

/** Resolves when everything has stopped after a signal. A mistake of the caller is thrown as StartError. */
export async function start(input: StartInput): Promise<void> {
  const options = readOptions(input.argv, input.env, process.cwd())
  process.umask(OWNER_ALONE)
  await expectFreePort(options)
  if (options.walletPort !== 0) await expectFreePort({ ...options, port: options.walletPort })
  if (options.reset && !(await confirmReset(options, input.print))) return
  const folder = openDataFolder(options.dataDir)
  const stops: (() => void | Promise<void>)[] = [() => folder.release()]
  const signal = nextSignal()
  try {
    if (options.reset) emptyDataFolder(folder)
    const progress = createProgress(input.print, () => performance.now())
    const running = run({ options, folder, input, progress, stops })
    // A signal during the start stops what has started so far, once the step under way has ended.
    const first = await Promise.race([running, signal])
    const ended = typeof first === 'string' ? first : await Promise.race([first.died, signal])
    if (ended instanceof Error) throw ended
    input.print(`\n${ended}: stopping …`)
    await running
  } finally {
    await stopAll(stops, input.print)
  }
  input.print('Vest has stopped. All data is kept.')
  process.exit(process.exitCode ?? 0)
}

/** Last started, first stopped; one that fails to stop does not keep the others from it. */
async function stopAll(stops: (() => void | Promise<void>)[], print: (text: string) => void): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop()
    } catch (error) {
      process.exitCode = 1
      print(`While stopping: ${(error as Error).message}`)
    }
  }
}

interface RunInput {
  readonly options: StartOptions
  readonly folder: DataFolder
  readonly input: StartInput
  readonly progress: Progress
  readonly stops: (() => void | Promise<void>)[]
}

/** `died` resolves when a part that the exchange cannot do without has ended of itself. */
interface Running {
  readonly died: Promise<Error>
}

async function run({ options, folder, input, progress, stops }: RunInput): Promise<Running> {
  const { dataDir } = options
  const path = (name: string): string => join(dataDir, name)
  const logger = createLogger({ file: path('vest.log') })
  stops.push(installCrashGuard(tellingCrash(logger, path('vest.log'))))
  let die: (reason: Error) => void = () => undefined
  const died = new Promise<Error>((resolve) => (die = resolve))
  const identity = devnetIdentity(dataDir, clock.nowMs())
  const calendar = options.alwaysOpen ? alwaysOpen : createCalendar()

  progress.line(`Data in ${dataDir}`)
  const web = progress.step('Web app', () => input.buildWeb())
  const attester = await openAttester({
    keyFile: path('chain/solana/attester.key'),
    nowMs: clock.nowMs,
  })
  const chains = await progress.step('Local chain', (detail) =>
    openChains(options, attester, folder, logger, detail, die),
  )
  const chain = chains.main
  stops.push(() => chains.stop())
  const opened = await progress.step('Database', (detail) => openStore(input.env, dataDir, identity, detail))
  const history = createCandleHistory({ seed: identity.seed, genesisMs: identity.genesisMs, calendar })
  const { engine, projector } = await progress.step('Exchange engine', (detail) =>
    startEngineFor({ dataDir, opened, history, logger, detail, die }).catch(async (error: unknown) => {
      await opened.store.close()
      throw new StartError((error as Error).message)
    }),
  )
  await web
  const markets = await engine.query('markets', {})
  const prices = createPriceSimulator({
    seed: identity.seed,
    genesisMs: identity.genesisMs,
    clock,
    calendar,
    statePath: path('prices.json'),
    onSaveFailure: (error) => logger.warn({ err: error }, 'the prices were not saved'),
    lastPrices: new Map(
      markets.flatMap(({ spec, formerSymbols = [], ticker }): [string, Ticks][] =>
        ticker ? [...formerSymbols, spec.symbol].map((symbol) => [symbol, ticker.index]) : [],
      ),
    ),
  })
  const programToken = openProgramToken(dataDir)
  const solana = await openDevnetSolana({
    dataDir: path('chain/solana'),
    nowMs: clock.nowMs,
    onTrouble: (error) => logger.warn({ err: error, chainId: CHAIN_SOLANA }, 'trouble with a chain'),
  })
  stops.push(() => solana.stop())
  const validators = openValidators({ dataDir, chains, solana: solana.deployment, engine, logger })
  stops.push(() => validators.stop())
  const payouts = await devnetPayouts({ chain, solana, attester })
  const addresses = openDepositAccounts(chain.vault, path('chain/addresses.txt'))
  const adapters = chains.chainIds.map((chainId) =>
    devnetChainAdapter({
      chains,
      chainId,
      dataDir: path('chain'),
      addresses,
      validators: validators.signers,
      onFailure: die,
      onTrouble: (error) => logger.warn({ err: error, chainId }, 'trouble with a chain'),
    }),
  )
  const onRamp = await startDevnetOnRamp({
    appOrigin: appOrigins(input.env, options.port)[0]!,
    addressOf: addresses.issue,
    sell: chain.sell,
    nowMs: clock.nowMs,
    onTrouble: (error) => logger.warn({ err: error }, 'the on-ramp was held up'),
  })
  stops.push(() => onRamp.stop())
  const signIn = await startIdentity({
    options,
    env: input.env,
    chains: adapters.map((adapter) => adapter.info()),
    registrationContract: chain.vault,
    solana: { depositAddress: solana.deployment.vault, rpc: solana.rpc },
    logger,
    clock,
    workerUrl: workerUrl('identityDatabaseWorker'),
    templateDir: databaseTemplate,
    walletDir,
  })
  stops.push(() => signIn.stop())
  const social = await startSocial({ options, env: input.env, logger, clock })
  stops.push(() => social.stop())
  const plans = await startPlanPayments({ options, env: input.env, logger, clock })
  stops.push(() => plans.stop())
  const exchange = await progress.step('Exchange', async () =>
    startExchange({
      host: options.host,
      port: options.port,
      hostNames: options.hostNames,
      analyticsPath: options.analyticsPath,
      trustedProxies: options.trustedProxies,
      programToken,
      dataDir,
      engine,
      store: opened.store,
      projector,
      logger,
      clock,
      genesis: { markets: launchMarkets(), seeds: DEVNET_SEEDS },
      chains: adapters,
      solana: createSolanaChain({
        ask: solana.rpc,
        watched: solana.deployment,
        depositAddress: solana.deployment.vault,
        token: chain.usdc,
        keccak: keccak256,
        cursorPath: path('chain/solana/cursor.json'),
        pollMs: SOLANA_POLL_MS,
        payouts,
        isUsed: solana.isUsed,
        onActivity: solana.onTransaction,
        onTrouble: (error) => logger.warn({ err: error, chainId: CHAIN_SOLANA }, 'trouble with a chain'),
        onFailure: die,
      }),
      ...rebalancingOf(options, chains, attester),
      statementEveryMs: options.statementEveryMs ?? DEVNET_STATEMENT_MS,
      validators: () => validators.signers.map((signer) => signer.health()),
      outside: { onRamp, social: social.posts },
      frameOrigins: [onRamp.origin],
      identity: signIn.role,
      mail: signIn.mail,
      capital: plans.sale,
      capitalReview: options.capitalReview,
      isShortWayOn: options.isShortWayOn,
      rpcUrls: Object.fromEntries(
        [...chains.chainIds, CHAIN_SOLANA].map((chainId) => [chainId, devnetRpcPath(chainId)]),
      ),
      registrationContracts: [chain.vault, ...REGISTRATION_CONTRACTS_DOCUMENTED],
      hours: calendar,
      fundingPast: createFundingPast({ seed: identity.seed, genesisMs: identity.genesisMs }),
      startOracle: (submit) => startOracle({ engine, prices, calendar, submit, logger }),
      operator: { host: LOOPBACK, port: options.operatorPort, build: buildInfo(root) },
      verify: {
        workerUrl: workerUrl('verifyWorker'),
        workers: VERIFY_WORKERS,
        ...(input.addonUrl === undefined ? {} : { addonUrl: input.addonUrl }),
      },
      staticDir: webDir,
      extraRoutes: (app) => {
        mountDevnetRoutes(app, [
          ...devnetRoutes({ chains, solana, prices, engine, nowMs: clock.nowMs }),
          explorerRoute({ chains, solana, nameOf }),
        ])
        signIn.mount(app)
        plans.mount(app)
      },
      extraSockets: new Map([[devnetRpcPath(CHAIN_SOLANA), solana.connect]]),
      onFatal: die,
    }),
  )
  stops.push(() => exchange.stop())
  const { addressCoolDownMs } = options
  if (addressCoolDownMs !== undefined)
    await engine.submit({ kind: 'ChangeParameters', exchange: { addressCoolDownMs } })
  validators.run(exchange.url)
  if (options.flow)
    stops.push(
      await startFlow({ baseUrl: exchange.url, programToken, dataDir, seed: identity.seed, chain, logger }),
    )
  progress.line(`Wallet frame and sign-in at ${signIn.role.info.walletOrigin}`)
  progress.line(`Health and metrics at http://${LOOPBACK}:${exchange.operatorPort}`)
  progress.line(`\nVest is ready at ${exchange.url}   (Ctrl-C stops it)`)
  return { died }
}

/** A network as people know it. */
const nameOf = (chainId: number): string => (chainId === CHAIN_SOLANA ? 'Solana' : chainRules(chainId).name)

/** An unexpected end is told where people look, too: a sentence, and where the rest stands. */
function tellingCrash(logger: Logger, file: string): Logger {
  return {
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    fatal: ((fields: { err: unknown }, message: string) => {
      logger.fatal(fields, message)
      const said = fields.err instanceof Error ? fields.err.message : String(fields.err)
      process.stderr.write(`Vest ended on an error that it did not expect: ${said} (more in ${file})\n`)
    }) as Logger['fatal'],
  }
}

async function openChains(
  { dataDir, validators, vaultFloat }: StartOptions,
  attester: Attester,
  folder: DataFolder,
  logger: Logger,
  detail: (text: string) => void,
  die: (reason: Error) => void,
): Promise<DevnetChains> {
  return openDevnetChains({
    dataDir: join(dataDir, 'chain'),
    roles: devnetRoles(dataDir, validators),
    attester: attester.address,
    ...(vaultFloat === undefined ? {} : { floatUsd6: usd6(vaultFloat * 1_000_000) }),
    onProgress: detail,
    onPids: (pids) => folder.recordChildren(pids),
    onRestart: detail,
    onFailure: die,
    onNotice(text) {
      logger.warn({}, text)
      detail(text)
    },
  })
}

async function openStore(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  identity: DevnetIdentity,
  detail: (text: string) => void,
): Promise<OpenedStore> {
  // Read models that were folded from another journal are emptied, not mixed.
  const journalId = `${identity.seed}-${identity.genesisMs}`
  const url = env.DATABASE_URL
  if (url !== undefined && url !== '') {
    try {
      return await openPostgresStore({ url, journalId })
    } catch (error) {
      throw new StartError(`The database at DATABASE_URL cannot be used: ${(error as Error).message}`)
    }
  }
  try {
    return await openPgliteStore({
      dir: join(dataDir, 'database'),
      workerUrl: workerUrl('pgliteWorker'),
      // Beside the programs: gone with them when another version of them is built.
      templateDir: databaseTemplate,
      journalId,
      onPutAside: (reason) => detail(`the read models are rebuilt from the journal: ${reason}`),
    })
  } catch (error) {
    throw new StartError(`The embedded database cannot be used: ${(error as Error).message}`)
  }
}

interface EngineStart {
  readonly dataDir: string
  readonly opened: OpenedStore
  readonly history: CandleHistory
  readonly logger: Logger
  readonly detail: (text: string) => void
  readonly die: (reason: Error) => void
}

/** The engine, and the projector that it tells what the read models have missed: where that is not known any more, they begin anew. */
async function startEngineFor(
  start: EngineStart,
): Promise<{ readonly engine: EngineClient; readonly projector: RunningProjector }> {
  const { dataDir, opened, history, logger, die } = start
  let { detail } = start
  const projector = createProjector({ store: opened.store, history, clock, onFailure: die })
  try {
    const engine = await startEngine({
      dataDir,
      workerUrl: workerUrl('engineWorker'),
      emitFromSeq: opened.lastSeq,
      archiveKeptMs: DEVNET_ARCHIVE_KEPT_MS,
      onReplayed: (envelopes) => projector.replay(envelopes),
      onProgress: ({ seq, total }) =>
        detail(`replaying the journal: ${seq.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`),
      onNotice(text) {
        logger.warn({}, text)
        detail(text)
      },
    })
    detail = () => undefined // the step has ended: from here on the log tells
    return { engine, projector }
  } catch (error) {
    await projector.stop()
    if (!(error instanceof ReaderBehindError)) throw error
    logger.warn({ err: error }, 'the read models begin anew')
    detail(`the read models begin anew: ${error.message}`)
    await opened.store.reset()
    return startEngineFor({ ...start, opened: { ...opened, lastSeq: 0 } })
  }
}

/** What an operator has listed beyond the simulator's markets waits for prices, and the others have theirs. */
const onlyKnown = (feed: PriceFeed, tell: (symbol: string) => void): PriceFeed => ({
  start(markets, onQuotes) {
    for (const { symbol } of markets) if (!isKnownToFeed(symbol)) tell(symbol)
    return feed.start(
      markets.filter(({ symbol }) => isKnownToFeed(symbol)),
      onQuotes,
    )
  },
})

const isKnownToFeed = (symbol: string): boolean => marketProfile(symbol) !== undefined

async function startOracle(parts: {
  engine: EngineClient
  prices: ReturnType<typeof createPriceSimulator>
  calendar: typeof alwaysOpen
  submit: (command: Parameters<EngineClient['submit']>[0]) => Promise<unknown>
  logger: ReturnType<typeof createLogger>
}): Promise<() => Promise<void>> {
  const listed = await parts.engine.query('markets', {})
  const oracle = createOracle({
    feed: onlyKnown(parts.prices, (symbol) =>
      parts.logger.warn({ symbol }, 'no source has prices of this market'),
    ),
    clock,
    calendar: parts.calendar,
    deliver: parts.submit,
    sourcesMin: 1,
    onFailure: (error) => parts.logger.warn({ err: error }, 'prices were not delivered'),
    markets: listed.map((market) => ({
      marketId: market.marketId,
      symbol: feedSymbol(market, isKnownToFeed),
      priceDecimals: market.spec.priceDecimals,
      asset: market.spec.asset,
      category: market.spec.category,
      tier: market.spec.tier,
    })),
    lastPrices: new Map(
      listed.flatMap((market): [number, Ticks][] =>
        market.ticker ? [[market.marketId, market.ticker.index]] : [],
      ),
    ),
    sessions: new Map(
      listed.flatMap(({ marketId, session }): [number, Session][] => (session ? [[marketId, session]] : [])),
    ),
  })
  const watchCalendar = (): void => {
    const alarm = parts.calendar.alarm(clock.nowMs())
    if (alarm) parts.logger.error({ alarm }, 'the trading calendar ends soon: add the next year')
  }
  watchCalendar()
  const daily = setInterval(watchCalendar, DAY_MS)
  oracle.start()
  // Who comes at once sees prices.
  await oracle.evaluate()
  return async () => {
    clearInterval(daily)
    await oracle.stop()
    parts.prices.save()
  }
}

/** Before anything is started: a taken port should not cost a minute. */
async function expectFreePort({ host, port }: Pick<StartOptions, 'host' | 'port'>): Promise<void> {
  for (const address of addressesOf(host)) await expectFree(address, port)
}

async function expectFree(host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new StartError(`Port ${port} is taken. Stop what listens there or choose another with PORT=…`))
      else if (error.code === 'EACCES')
        reject(
          new StartError(`Port ${port} needs rights that this user lacks. Choose one above 1023 with PORT=…`),
        )
      else if (host === '::1' && isAbsentAddress(error)) resolve()
      else
        reject(
          new StartError(
            `Cannot listen on ${host}:${port} (${error.code ?? error.message}). Check HOST and PORT.`,
          ),
        )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

async function confirmReset(options: StartOptions, print: (text: string) => void): Promise<boolean> {
  if (options.yes) return true
  if (!process.stdin.isTTY)
    throw new StartError('--reset deletes all data; without a terminal it needs --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Delete everything in ${options.dataDir} and begin anew? (y/N) `)
  terminal.close()
  if (/^y(es)?$/i.test(answer.trim())) return true
  print('Nothing was deleted.')
  return false
}

/**
 * The first Ctrl-C (or SIGTERM) stops in order; another one, two seconds later or more, ends at once. Sooner
 * ones are the same key press: a terminal signals npm and us, and npm passes its own on to us.
 */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstMs: number | undefined
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, () => {
        firstMs ??= performance.now()
        if (performance.now() - firstMs > FORCE_AFTER_MS) process.exit(1)
        resolve(name)
      })
  })
}
