/**
 * Gasless deposits from the moment they are accepted until nothing can happen to them any more. The credit comes
 * from the watcher, like that of any deposit; the relay sees to it that the authorization reaches the chain, and
 * that a transfer which never will is REJECTED.
 *
 * Every look at one asks the engine and the chain where it stands, and does the one thing that is next; it may be
 * repeated at any time, after a kill at any line. It is rejected only on the chain's final word (its end has
 * passed, or its nonce went elsewhere): as long as the authorization could still bring money, it stays open.
 */
import {
  assert,
  InvariantError,
  TRANSFER_MIN_USD6,
  type Address,
  type Id,
  type TransferStatus,
  REFUSAL,
} from '@vest/protocol'
import type { AuthorizedDeposit, ChainAdapter, Clock, EngineClient, ReadModelStore } from '@vest/runtime'
import type { Chains } from '../chains.ts'
import { submit } from '../engineCalls.ts'
import { RELAY_LOOK_MS, RELAY_LOOK_MS_MAX, RELAY_VALID_S_MAX, RELAY_WAITING_MAX } from '../limits.ts'
import type { Logger } from '../logger.ts'
import { isRefusal, refuse, unavailable, type Refusal } from '../refusal.ts'
import {
  openAuthorizationFiles,
  type AcceptedAuthorization,
  type AuthorizationFiles,
} from './authorizationFiles.ts'
import type { WorkQueue } from './workQueue.ts'

export interface DepositRelay {
  /** Announces the deposit and relays it in the background; the same one again answers the same id. */
  accept(
    chainId: number,
    deposit: AuthorizedDeposit,
  ): Promise<{ readonly id: Id; readonly seq: number } | Refusal>
  /** Takes up what a former process left on disk. */
  resume(): Promise<void>
  /** The chain has spoken about this deposit: it became final, or its block is gone. */
  look(id: Id): void
  /** The chain is final past this time. */
  onFinalTime(chainId: number, finalMs: number): void
  stop(): void
}

export interface DepositRelayOptions {
  readonly dir: string
  readonly engine: EngineClient
  readonly store: ReadModelStore
  readonly chains: Chains
  readonly clock: Clock
  readonly queue: WorkQueue
  readonly logger: Logger
  /** Between two looks at a young one. */
  readonly lookMs?: number
}

/** An authorization that expires sooner could die on its way into a block. */
const EXPIRY_MARGIN_S = 120

interface Waiting extends AcceptedAuthorization {
  timer?: NodeJS.Timeout
  lookMs: number
  isLooking: boolean
  /** Something happened while it was being looked at. */
  isDue: boolean
  /** It waits for the chain to be final past this time. */
  wantedMs?: number
}

interface Relay extends DepositRelayOptions {
  readonly files: AuthorizationFiles
  readonly waiting: Map<Id, Waiting>
  readonly finalMs: Map<number, number>
}

export function createDepositRelay(options: DepositRelayOptions): DepositRelay {
  const files = openAuthorizationFiles(options.dir)
  const relay: Relay = { ...options, files, waiting: new Map(), finalMs: new Map() }
  const accepting = new Map<Id, Promise<{ readonly id: Id; readonly seq: number } | Refusal>>()
  return {
    accept: (chainId, deposit) => {
      const adapter = options.chains.adapter(chainId)
      if (adapter === undefined) return Promise.resolve(refuse(REFUSAL.INVALID_PARAMETER, 'unknown chain'))
      const id = adapter.authorizedDepositId(deposit.account, deposit.nonce)
      // Two identical requests at once are one deposit: the second waits for what the first becomes.
      const accept = () => acceptOne(relay, adapter, { id, chainId, deposit })
      const before = accepting.get(id)
      const mine = before ? before.then(accept, accept) : accept()
      const kept = mine.finally(() => {
        if (accepting.get(id) === kept) accepting.delete(id)
      })
      accepting.set(id, kept)
      return kept
    },
    resume: async () => {
      for (const accepted of await files.readAll()) hold(relay, accepted)
    },
    look: (id) => {
      const waiting = relay.waiting.get(id)
      if (waiting) lookSoon(relay, waiting)
    },
    onFinalTime: (chainId, finalMs) => {
      relay.finalMs.set(chainId, finalMs)
      for (const waiting of relay.waiting.values())
        if (waiting.chainId === chainId && waiting.wantedMs !== undefined && waiting.wantedMs <= finalMs)
          lookSoon(relay, waiting)
    },
    stop: () => {
      for (const { timer } of relay.waiting.values()) clearTimeout(timer)
      relay.waiting.clear()
    },
  }
}

// ---------------------------------------------------------------- accepting

async function acceptOne(
  relay: Relay,
  adapter: ChainAdapter,
  accepted: AcceptedAuthorization,
): Promise<{ readonly id: Id; readonly seq: number } | Refusal> {
  const { id, deposit } = accepted
  assert(deposit.valueUsd6 >= TRANSFER_MIN_USD6, 'the gateway has checked the value')
  const known = await findTransfer(relay, accepted)
  if (known)
    return known.size === deposit.valueUsd6 && isSame(relay.waiting.get(id)?.deposit, deposit)
      ? { id, seq: 0 }
      : refuse(REFUSAL.TRANSFER_DUPLICATE)
  const nowS = Math.floor(relay.clock.nowMs() / 1_000)
  if (deposit.validAfterS > nowS)
    return refuse(REFUSAL.INVALID_PARAMETER, 'the authorization is not valid yet')
  if (deposit.validBeforeS <= nowS + EXPIRY_MARGIN_S)
    return refuse(REFUSAL.INVALID_PARAMETER, 'the authorization expires too soon')
  if (deposit.validBeforeS > nowS + RELAY_VALID_S_MAX)
    return refuse(REFUSAL.INVALID_PARAMETER, 'the authorization is valid for more than a day')
  const refusal = await check(relay, adapter, deposit)
  if (isRefusal(refusal)) return refusal
  if (refusal === 'bad-signature') return refuse(REFUSAL.INVALID_SIGNATURE)
  if (refusal === 'nonce-used') return refuse(REFUSAL.TRANSFER_DUPLICATE)
  if (refusal !== undefined)
    return refuse(REFUSAL.INVALID_PARAMETER, 'the chain would refuse this authorization')
  const underWay = [...relay.waiting.values()].filter((one) => one.deposit.account === deposit.account)
  if (underWay.length >= RELAY_WAITING_MAX)
    return refuse(REFUSAL.INVALID_PARAMETER, 'too many deposits are under way')
  await relay.files.write(accepted)
  const announced = await announce(relay, accepted)
  if (isRefusal(announced)) {
    await relay.files.remove(id)
    return announced
  }
  hold(relay, accepted)
  return { id, seq: announced }
}

/** What the token would say. Nothing has been done yet, so a chain that is out of reach is a plain refusal. */
async function check({ logger }: Relay, adapter: ChainAdapter, deposit: AuthorizedDeposit) {
  try {
    return await adapter.checkAuthorizedDeposit(deposit)
  } catch (error) {
    if (error instanceof InvariantError) throw error
    logger.warn({ err: error, chainId: adapter.chainId }, 'an authorization could not be checked')
    return unavailable('The chain cannot be reached at the moment')
  }
}

async function announce(
  relay: Relay,
  { id, chainId, deposit }: AcceptedAuthorization,
): Promise<number | Refusal> {
  const token = relay.chains.tokenAddress(chainId, 'USDC')
  assert(token !== undefined, `no USDC on chain ${chainId}`)
  const { account, valueUsd6: amountUsd6 } = deposit
  const done = await submit(relay, { kind: 'AnnounceDeposit', id, chainId, account, amountUsd6, token })
  if (isRefusal(done)) return done
  return done.answer.ok ? done.seq : refuse(done.answer.code)
}

/** While the authorization waits, the whole of it must be the same, not the amount alone. */
const isSame = (waiting: AuthorizedDeposit | undefined, deposit: AuthorizedDeposit): boolean =>
  waiting === undefined ||
  (waiting.signature === deposit.signature &&
    waiting.validAfterS === deposit.validAfterS &&
    waiting.validBeforeS === deposit.validBeforeS)

// ---------------------------------------------------------------- looking after it

function hold(relay: Relay, accepted: AcceptedAuthorization): void {
  if (relay.waiting.has(accepted.id)) return
  const waiting: Waiting = {
    ...accepted,
    lookMs: relay.lookMs ?? RELAY_LOOK_MS,
    isLooking: false,
    isDue: false,
  }
  relay.waiting.set(accepted.id, waiting)
  lookSoon(relay, waiting)
}

function lookSoon(relay: Relay, waiting: Waiting): void {
  clearTimeout(waiting.timer)
  if (waiting.isLooking) return void (waiting.isDue = true)
  relay.queue.add(`relay ${waiting.id}`, async () => {
    waiting.isLooking = true
    try {
      do {
        waiting.isDue = false
        await look(relay, waiting)
      } while (waiting.isDue)
    } finally {
      waiting.isLooking = false
    }
    if (relay.waiting.get(waiting.id) !== waiting) return
    // Whatever the chain reports comes sooner; this is for what it does not report.
    waiting.timer = setTimeout(() => lookSoon(relay, waiting), waiting.lookMs).unref()
    waiting.lookMs = Math.min(2 * waiting.lookMs, RELAY_LOOK_MS_MAX)
  })
}

async function look(relay: Relay, waiting: Waiting): Promise<void> {
  const { chainId, deposit } = waiting
  const adapter = relay.chains.adapter(chainId)
  assert(adapter !== undefined, `no adapter for chain ${chainId}`)
  const stage = await stageOf(relay, waiting)
  if (stage === 'done') return forget(relay, waiting)
  if (stage === 'credited') return
  if (stage === 'unannounced' && !(await announceAgain(relay, waiting))) return
  // Taken before the chain is asked: what it then does not know cannot be older.
  const finalMs = relay.finalMs.get(chainId) ?? 0
  const endMs = deposit.validBeforeS * 1_000
  let use = await adapter.authorizationUse(deposit)
  if (use === undefined && finalMs < endMs && relay.clock.nowMs() < endMs) {
    const sent = await adapter.submitAuthorizedDeposit(deposit)
    if (!('refusal' in sent)) return
    if (sent.refusal !== 'nonce-used')
      return void relay.logger.info(
        { id: waiting.id, refusal: sent.refusal },
        'a deposit cannot be relayed now',
      )
    use = await adapter.authorizationUse(deposit)
  }
  if (use === undefined) {
    if (finalMs >= endMs) return reject(relay, waiting, 'its end has passed')
    return want(adapter, waiting, endMs)
  }
  // It is in the vault: the watcher credits it.
  if (use.isDeposit) return
  if (use.blockTimeMs < finalMs) return reject(relay, waiting, `its nonce was used by ${use.txHash}`)
  want(adapter, waiting, use.blockTimeMs + 1)
}

function want(adapter: ChainAdapter, waiting: Waiting, timeMs: number): void {
  waiting.wantedMs = timeMs
  adapter.wantFinalTime(timeMs)
}

/**
 * Where the transfer stands. A credit that was orphaned is REJECTED but keeps the transaction that made it: its
 * authorization is alive again.
 */
async function stageOf(
  relay: Relay,
  waiting: Waiting,
): Promise<'unannounced' | 'announced' | 'credited' | 'done'> {
  const transfer = await findTransfer(relay, waiting)
  if (transfer === undefined) return 'unannounced'
  const { status, isSoft, txHash } = transfer
  if (status === 'REJECTED') return txHash === undefined ? 'done' : 'announced'
  if (txHash === undefined) return 'announced'
  return isSoft === true ? 'credited' : 'done'
}

/** A former process died between the file and the announcement, or the store has not seen it yet. */
async function announceAgain(relay: Relay, waiting: Waiting): Promise<boolean> {
  const announced = await announce(relay, waiting)
  if (!isRefusal(announced)) return true
  // Full or stopping: a matter of time. Anything else was never acknowledged.
  if (announced.httpStatus >= 429) throw new Error(`not announced: ${announced.message}`)
  relay.logger.warn({ id: waiting.id, code: announced.code }, 'a deposit could not be announced')
  await forget(relay, waiting)
  return false
}

async function reject(relay: Relay, waiting: Waiting, why: string): Promise<void> {
  const { id } = waiting
  const { answer } = await relay.engine.submit({ kind: 'RejectDeposit', id })
  // Credited after all, or taken for credited: the next look will see it.
  if (!answer.ok) return void relay.logger.warn({ id, code: answer.code, why }, 'a deposit was not rejected')
  relay.logger.info({ id, why }, 'a gasless deposit was rejected')
  await forget(relay, waiting)
}

async function forget(relay: Relay, waiting: Waiting): Promise<void> {
  await relay.files.remove(waiting.id)
  relay.waiting.delete(waiting.id)
}

interface KnownTransfer {
  readonly status: TransferStatus
  readonly size: number
  readonly isSoft?: boolean
  readonly txHash?: string
}

/** Open ones are the engine's to tell, finished ones the store's. */
async function findTransfer(
  relay: Relay,
  { id, deposit }: { readonly id: Id; readonly deposit: { readonly account: Address } },
): Promise<KnownTransfer | undefined> {
  const live = await relay.engine.query('transfer', { id })
  return live ?? (await relay.store.transfers({ account: deposit.account, id, limit: 1 }))[0]
}
