/**
 * Gasless deposits between the moment they are accepted and the moment they lie in a block. An accepted
 * authorization is written to disk before the exchange announces it, because the journal keeps the transfer but
 * not the signature: after a crash the relayer goes on where it stood. The token contract takes each nonce once,
 * so submitting again is harmless.
 *
 * The credit itself comes from the watcher, like that of any deposit.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  assert,
  InvariantError,
  TRANSFER_MIN_USD6,
  usd6,
  type Address,
  type Hex,
  type Id,
} from '@vest/protocol'
import type { AuthorizedDeposit, ChainAdapter, Clock, EngineClient, ReadModelStore } from '@vest/runtime'
import type { Chains } from '../chains.ts'
import { submit } from '../edge.ts'
import type { Logger } from '../logger.ts'
import { isRefusal, refuse, unavailable, type Refusal } from '../refusal.ts'
import type { WorkQueue } from './workQueue.ts'

export interface DepositRelay {
  /** Announces the deposit and relays it in the background; the same one again answers the same id. */
  accept(
    chainId: number,
    deposit: AuthorizedDeposit,
  ): Promise<{ readonly id: Id; readonly seq: number } | Refusal>
  /** Takes up what a former process left on disk. */
  resume(): Promise<void>
}

export interface DepositRelayOptions {
  readonly dir: string
  readonly engine: EngineClient
  readonly store: ReadModelStore
  readonly chains: Chains
  readonly clock: Clock
  readonly queue: WorkQueue
  readonly logger: Logger
}

/** An authorization that expires sooner could die on its way into a block. */
const EXPIRY_MARGIN_S = 120

interface Pending {
  readonly id: Id
  readonly chainId: number
  readonly deposit: AuthorizedDeposit
}

export function createDepositRelay(options: DepositRelayOptions): DepositRelay {
  const inFlight = new Map<Id, Promise<{ readonly id: Id; readonly seq: number } | Refusal>>()
  return {
    accept: (chainId, deposit) => {
      const adapter = options.chains.adapter(chainId)
      if (adapter === undefined) return Promise.resolve(refuse(1130, 'unknown chain'))
      const id = adapter.authorizedDepositId(deposit.account, deposit.nonce)
      // Two identical requests at once are one deposit: the second waits for what the first becomes.
      const running = inFlight.get(id)
      if (running) return running.then(() => acceptOne(options, adapter, { id, chainId, deposit }))
      const started = acceptOne(options, adapter, { id, chainId, deposit }).finally(() => inFlight.delete(id))
      inFlight.set(id, started)
      return started
    },
    resume: async () => {
      for (const pending of await readPending(options.dir)) {
        // Written but perhaps not announced: announcing is idempotent.
        await announce(options, pending)
        enqueue(options, pending)
      }
    },
  }
}

async function acceptOne(
  options: DepositRelayOptions,
  adapter: ChainAdapter,
  pending: Pending,
): Promise<{ readonly id: Id; readonly seq: number } | Refusal> {
  const { id, deposit } = pending
  assert(deposit.valueUsd6 >= TRANSFER_MIN_USD6, 'the gateway has checked the value')
  const known = await findTransfer(options, id, deposit.account)
  if (known)
    return known.size === deposit.valueUsd6 && (await isSame(options, pending))
      ? { id, seq: 0 }
      : refuse(5010)
  const nowS = Math.floor(options.clock.nowMs() / 1_000)
  if (deposit.validAfterS > nowS) return refuse(1130, 'the authorization is not valid yet')
  if (deposit.validBeforeS <= nowS + EXPIRY_MARGIN_S)
    return refuse(1130, 'the authorization expires too soon')
  const refusal = await check(options, adapter, deposit)
  if (isRefusal(refusal)) return refusal
  if (refusal === 'bad-signature') return refuse(1022)
  if (refusal === 'nonce-used') return refuse(5010)
  if (refusal !== undefined) return refuse(1130, 'the token would refuse this authorization')
  await writePending(options.dir, pending)
  const announced = await announce(options, pending)
  if (isRefusal(announced)) {
    await rm(fileOf(options.dir, id), { force: true })
    return announced
  }
  enqueue(options, pending)
  return { id, seq: announced }
}

/** What the token would say. Nothing has been done yet, so a chain that is out of reach is a plain refusal. */
async function check({ logger }: DepositRelayOptions, adapter: ChainAdapter, deposit: AuthorizedDeposit) {
  try {
    return await adapter.checkAuthorizedDeposit(deposit)
  } catch (error) {
    if (error instanceof InvariantError) throw error
    logger.warn({ err: error, chainId: adapter.chainId }, 'an authorization could not be checked')
    return unavailable('The chain cannot be reached at the moment')
  }
}

async function announce(
  options: DepositRelayOptions,
  { id, chainId, deposit }: Pending,
): Promise<number | Refusal> {
  const token = usdcOf(options.chains, chainId)
  const done = await submit(options, {
    kind: 'AnnounceDeposit',
    id,
    chainId,
    account: deposit.account,
    amountUsd6: deposit.valueUsd6,
    token,
  })
  if (isRefusal(done)) return done
  return done.answer.ok ? done.seq : refuse(done.answer.code)
}

function usdcOf(chains: Chains, chainId: number): Address {
  const token = chains.tokenAddress(chainId, 'USDC')
  assert(token !== undefined, `no USDC on chain ${chainId}`)
  return token
}

const enqueue = (options: DepositRelayOptions, pending: Pending): void =>
  options.queue.add(`relay ${pending.id}`, () => relay(options, pending))

/**
 * One attempt. A nonce that is used means that the money is on its way (an earlier attempt got through): the
 * watcher will credit it. Every other refusal is final, because nothing was taken from the trader.
 */
async function relay(options: DepositRelayOptions, { id, chainId, deposit }: Pending): Promise<void> {
  const adapter = options.chains.adapter(chainId)
  assert(adapter !== undefined, `no adapter for chain ${chainId}`)
  const result = await adapter.submitAuthorizedDeposit(deposit)
  if ('refusal' in result && result.refusal !== 'nonce-used')
    await options.engine.submit({ kind: 'RejectDeposit', id })
  await rm(fileOf(options.dir, id), { force: true })
}

async function findTransfer(options: DepositRelayOptions, id: Id, account: Address) {
  const live = await options.engine.query('transfer', { id })
  return live ?? (await options.store.transfers({ account, id, limit: 1 }))[0]
}

/** While the authorization waits for its block the whole of it must be the same, not the amount alone. */
async function isSame(options: DepositRelayOptions, { id, deposit }: Pending): Promise<boolean> {
  const waiting = await readFileOf(fileOf(options.dir, id))
  return waiting === undefined || waiting.deposit.signature === deposit.signature
}

// ---------------------------------------------------------------- the files

const fileOf = (dir: string, id: Id): string => join(dir, `${id}.json`)

/** On disk, with its name, before anything is announced. */
async function writePending(dir: string, pending: Pending): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const draft = `${fileOf(dir, pending.id)}.draft`
  await writeFile(draft, JSON.stringify(pending), { mode: 0o600, flush: true })
  await rename(draft, fileOf(dir, pending.id))
  const folder = await open(dir)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function readPending(dir: string): Promise<readonly Pending[]> {
  const names = (await unlessAbsent(readdir(dir))) ?? []
  const found = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readFileOf(join(dir, name))),
  )
  return found.filter((pending) => pending !== undefined)
}

async function readFileOf(path: string): Promise<Pending | undefined> {
  const text = await unlessAbsent(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  const raw = JSON.parse(text) as { id: Id; chainId: number; deposit: AuthorizedDeposit & { nonce: Hex } }
  return { ...raw, deposit: { ...raw.deposit, valueUsd6: usd6(raw.deposit.valueUsd6) } }
}

async function unlessAbsent<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
